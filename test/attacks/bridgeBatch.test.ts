// An agent that may not send several calls in one, and tries it under the names of the Copilot bridge: over HTTP and stdio, denied and where a person would have to be asked.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, temporaryHome } from '../support/builtProgram.ts';

const Ready = z.object({ token: z.string(), bridges: z.record(z.string(), z.number()) });

test('a policy that names batch holds for the batch of the bridge, through both doors', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  const setPolicy = (verdict: string) => writeFile(join(configuration, 'policy.json'), JSON.stringify({ tools: { batch: verdict } }));
  await setPolicy('deny');
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', shop, '--port', '0', '--bridge', '--json'], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { token, bridges } = Ready.parse(JSON.parse(String(line)));
    const calls = (path: string) => ({ calls: [{ tool: 'intellij_write_file', arguments: { path, content: 'written' } }] });
    const post = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${bridges[shop]}/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(calls(path)),
      });
      return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
    };
    await using agent = new Agent(home, { folder: home.folder, command: 'bridge', parameters: [shop] });
    await agent.initialize();
    expect(await post('http.txt')).toMatchObject({ status: 403, body: { error: expect.stringContaining('the policy denies it') } });
    expect(textOf(await agent.call('batch', calls('stdio.txt')))).toContain('the policy denies it');
    await setPolicy('ask');
    // Nobody is there who could be asked.
    await expect.poll(async () => (await post('asked.txt')).body['error']).not.toContain('the policy denies it');
    expect((await post('asked.txt')).status).toBe(403);
    for (const file of ['http.txt', 'stdio.txt', 'asked.txt']) expect(existsSync(join(shop, file)), file).toBe(false);
    await setPolicy('allow');
    await expect.poll(async () => (await post('allowed.txt')).status).toBe(200);
    expect(existsSync(join(shop, 'allowed.txt'))).toBe(true);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
