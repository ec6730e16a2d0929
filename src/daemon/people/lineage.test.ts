// Whose a process is, by the processes above it and by its mark.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { issuerIn } from '../../base/processes/startedFor.ts';
import { writeInstance } from '../instances/discovery.ts';
import { lineageOf, onlyForPeople } from './lineage.ts';

let state: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'binnacle-lineage-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(state, { recursive: true, force: true });
});

async function child(environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const spawned = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: { ...process.env, ...environment } });
  children.push(spawned);
  await once(spawned, 'spawn');
  return spawned.pid ?? 0;
}

test('what runs below a daemon of this state folder is an agent’s, whatever it says', async () => {
  const pid = await child();
  expect((await lineageOf(pid, state, undefined)).startedFor).toBe('nobody');
  const daemon = { version: '0', build: '0', since: '', url: '', port: 1, key: '', socket: '', background: true, projects: [] };
  writeInstance(state, { ...ownIdentity(), ...daemon });
  const { startedFor, chain } = await lineageOf(pid, state, undefined);
  expect(startedFor).toBe('agent');
  expect(chain).toMatch(new RegExp(`^\\S+ ${pid} < .+ ${process.pid}\\b`));
  // The daemon itself is not below itself.
  expect((await lineageOf(process.pid, state, undefined)).startedFor).toBe('nobody');
});

test('a mark counts where it was issued, also one that only the process above still has', async () => {
  const mark = `agent:${issuerIn(state)}`;
  const pid = await child({ BINNACLE_STARTED_FOR: mark });
  expect((await lineageOf(process.pid, state, mark)).startedFor).toBe('agent');
  expect((await lineageOf(process.pid, join(state, 'another'), mark)).startedFor).toBe('nobody');
  expect((await lineageOf(process.pid, state, `person:${issuerIn(state)}`)).startedFor).toBe('person');
  if (process.platform === 'linux') await expect.poll(async () => (await lineageOf(pid, state, undefined)).startedFor).toBe('agent');
});

test.runIf(process.platform === 'linux')('a process that does not exist belongs to nobody', async () => {
  expect((await lineageOf(2 ** 22 + 1, state, undefined)).startedFor).toBe('agent');
});

test('a command for people says so to a program of an agent', async () => {
  await onlyForPeople('binnacle review', state);
  vi.stubEnv('BINNACLE_STARTED_FOR', `person:${issuerIn(state)}`);
  await expect(onlyForPeople('binnacle review', state)).rejects.toMatchObject({ code: 'for_people_only', message: expect.stringContaining('binnacle review') });
});
