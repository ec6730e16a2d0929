// What is refused before anything runs: too many programs, too many terminals.
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import { Processes } from '../processes/processes.ts';
import { HeadlessTerminals } from '../terminals/headlessTerminals.ts';
import { HeadlessRunning } from './headlessRunning.ts';
import { KeptOutput } from './keptOutput.ts';

const { signal } = new AbortController();

test('more than a machine can bear', async () => {
  const { project, documents, changes } = openScriptedIde('');
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const room = { project: { ...project, path: tmpdir() }, documents, processes, changes, configurations: async () => ({ configurations: [], problems: [] }) };
  const running = new HeadlessRunning({ ...room, share: { each: 0, all: 0 } });
  await expect(running.start({ command: { line: 'x' }, title: 'x', owner: 'me' }, signal)).rejects.toMatchObject({ code: 'too_many_runs' });
  const terminals = new HeadlessTerminals({ ...room, share: { each: 0, all: 0 } });
  await expect(
    terminals.open({ title: 'x', owner: 'me', columns: 80, rows: 24 }, { author: 'me', tool: 'run_in_terminal', title: 'x' }, signal),
  ).rejects.toMatchObject({ code: 'too_many_terminals' });
  await Promise.all([running.close(), terminals.close()]);
});

test('of too much output the end is kept, and how much was dropped is known', () => {
  const output = new KeptOutput(20_000);
  const heard: number[] = [];
  output.onOutput(({ number }) => heard.push(number));
  for (let index = 0; index < 100; index++) output.add('stdout', 'x'.repeat(1_000));
  expect(heard).toHaveLength(100);
  expect(output.first).toBe(81);
  expect(output.next).toBe(101);
  expect(output.since(1)).toHaveLength(20);
  expect(output.since(100)).toMatchObject([{ number: 100 }]);
  output.add('stderr', 'y'.repeat(20_000));
  expect(output.since(101).map(({ text }) => text.length)).toEqual([8_192, 8_192, 3_616]);
});
