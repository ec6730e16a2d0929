// The adapter keeps what V8 has compiled of it, and starts without it, with another's or with a broken one all the same.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { adapter, environment } from './nodeSession.ts';

test('what was compiled is kept, used, and replaced when it is broken', async () => {
  const home = await mkdtemp(join(tmpdir(), 'binnacle-compiled-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, 'binnacle', 'compiled');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'nodeAdapter-v1-of-long-ago'), 'old');
  const answered = () => initialized({ ...environment(), XDG_CACHE_HOME: home, LOCALAPPDATA: home });

  expect(await answered()).toContain('supportsConfigurationDoneRequest');
  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const { mtimeMs, size } = await stat(join(folder, name));
  expect(size).toBeGreaterThan(50_000);

  expect(await answered()).toContain('supportsConfigurationDoneRequest');
  expect((await stat(join(folder, name))).mtimeMs).toBe(mtimeMs);

  await writeFile(join(folder, name), 'broken');
  expect(await answered()).toContain('supportsConfigurationDoneRequest');
  expect((await stat(join(folder, name))).size).toBeGreaterThan(50_000);

  // Nowhere to keep it.
  expect(await initialized({ ...environment(), XDG_CACHE_HOME: adapter, LOCALAPPDATA: adapter })).toContain('supportsConfigurationDoneRequest');
});

// What it says to a client that greets it and goes.
async function initialized(variables: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [adapter], { env: variables, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('initialized')) child.stdin.end();
  });
  const text = JSON.stringify({ seq: 1, type: 'request', command: 'initialize', arguments: {} });
  child.stdin.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
  await once(child, 'close');
  return said;
}
