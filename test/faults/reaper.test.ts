// Whether the reaper ends what a killed process leaves behind, and nothing else.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive, startOf } from '../../src/base/processes/processIdentity.ts';
import { Reaper } from '../../src/daemon/life/reaper.ts';
import { eventually } from './machine.ts';

const program = fileURLToPath(new URL('../../dist/reaper.cjs', import.meta.url));
const children: ChildProcess[] = [];
const complaints: string[] = [];
const log = { info: () => {}, warn: (message: string) => void complaints.push(message), error: (message: string) => void complaints.push(message) };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-reaper-'));
  complaints.length = 0;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('a group is ended with its children when the pipe closes, also one that does not listen', async () => {
  const polite = await leader('setInterval(() => {}, 1000)');
  const stubborn = await leader(
    `process.on('SIGTERM', () => {}); const c = require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']); console.log(c.pid); setInterval(() => {}, 1000)`,
  );
  const grandchild = { pid: Number(stubborn.line), started: startOf(Number(stubborn.line)) ?? '' };
  expect(isAlive(grandchild)).toBe(true);
  const reaper = new Reaper(program, folder, log);
  for (const { pid } of [polite, stubborn]) reaper.started(pid);
  reaper.close();
  await eventually(
    () => ![polite.identity, stubborn.identity, grandchild].some(isAlive),
    () => 'all of them end',
  );
});

test('what the daemon has ended itself, and processes it never named, are left alone', async () => {
  const mine = await leader('setInterval(() => {}, 1000)');
  const other = await leader('setInterval(() => {}, 1000)');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'inherit'] });
  children.push(child);
  child.stdin?.write(`+${mine.pid}\n-${mine.pid}\n+4194302\n`);
  child.stdin?.end();
  await once(child, 'exit');
  expect(isAlive(mine.identity)).toBe(true);
  expect(isAlive(other.identity)).toBe(true);
});

test('files that were guarded are removed', async () => {
  const file = join(folder, 'instance.json');
  writeFileSync(file, '');
  const held = await leader('setInterval(() => {}, 1000)');
  const reaper = new Reaper(program, folder, log);
  reaper.guardFile(file);
  reaper.started(held.pid);
  reaper.close();
  await eventually(
    () => !existsSync(file),
    () => 'the file is removed',
  );
});

test('a reaper that is killed is started again and knows everything', async () => {
  const held = await leader('setInterval(() => {}, 1000)');
  const reaper = new Reaper(program, folder, log);
  reaper.started(held.pid);
  const first = reaper.pid;
  process.kill(first ?? 0, 'SIGKILL');
  await eventually(
    () => reaper.pid !== undefined && reaper.pid !== first,
    () => 'another reaper is there',
  );
  expect(complaints).toHaveLength(1);
  reaper.close();
  await eventually(
    () => !isAlive(held.identity),
    () => 'the group ends',
  );
});

// A process that leads a group of its own, as engines do.
async function leader(script: string) {
  const child = spawn(process.execPath, ['-e', `${script}; console.log('up')`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  let text = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('up')) resolve();
    });
  });
  const pid = child.pid ?? 0;
  return { pid, line: text.split('\n')[0] ?? '', identity: { pid, started: startOf(pid) ?? '' } };
}
