// What is refused before any debugger is started.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import type { WantedSession } from '../../ide/doors/debugging.ts';
import { Processes } from '../processes/processes.ts';
import { type DebuggingDependencies, HeadlessDebugging } from './headlessDebugging.ts';

const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const hosts = { refusal: () => undefined, isOurs: () => false };
let folder: string;
let opened: HeadlessDebugging | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-debugging-'));
});
afterEach(async () => {
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(more: Partial<DebuggingDependencies> = {}): { debugging: HeadlessDebugging; program(path: string): WantedSession } {
  const { project, documents } = openScriptedIde('// @file a.py\nx = 1\n// @file b.c\nint x;\n');
  const configurations = async () => ({ configurations: [], problems: [] });
  opened = new HeadlessDebugging({
    project,
    documents,
    processes: new Processes({ started: () => {}, ended: () => {} }),
    folder,
    log: silent,
    configurations,
    debuggedTests: async () => ({ type: 'python', program: 'unittest', args: [], cwd: folder }),
    testCommands: async () => [],
    ...more,
  });
  const program = (path: string) =>
    ({
      target: { kind: 'program', uri: documents.uriOf(path), args: [], environment: {} },
      owner: 'me',
      stopOnEntry: false,
      permit: async () => {},
      hosts,
    }) as const;
  return { debugging: opened, program };
}

test('more sessions than a machine can bear', async () => {
  const { debugging, program } = open({ share: { each: 0, all: 0 } });
  await expect(debugging.start(program('a.py'), signal)).rejects.toMatchObject({ code: 'too_many_sessions' });
});

test('source that must be built, a debugger that is not one, and a way to attach that it does not have', async () => {
  const { debugging, program } = open();
  await expect(debugging.start(program('b.c'), signal)).rejects.toMatchObject({ code: 'cannot_debug', next: expect.stringContaining('Build it') });
  const attach = (target: WantedSession['target']) => debugging.start({ target, owner: 'me', stopOnEntry: false, permit: async () => {}, hosts }, signal);
  await expect(attach({ kind: 'port', host: '127.0.0.1', port: 1, adapter: 'gdb' })).rejects.toMatchObject({
    code: 'cannot_debug',
    next: expect.stringContaining('debugpy'),
  });
  await expect(attach({ kind: 'port', host: '127.0.0.1', port: 1, adapter: 'dlv' })).rejects.toMatchObject({
    code: 'cannot_debug',
    next: expect.stringContaining('process_id'),
  });
  await expect(attach({ kind: 'configuration', name: 'nothing', file: undefined })).rejects.toMatchObject({ code: 'configuration_not_found' });
});

test.each([
  ['no side effects', 'total > 1', undefined],
  ['no side effects', 'pay()', 'evaluation_refused'],
  ['off', 'total', 'evaluation_refused'],
] as const)('a person who allows %s: %s', async (evaluation, condition, code) => {
  const { debugging } = open({ evaluation });
  const set = debugging.breakpoints.set({ kind: 'function', name: 'f', condition, enabled: true, temporary: false }, signal);
  if (code === undefined) expect(await set).toMatchObject({ id: 'b1', condition });
  else await expect(set).rejects.toMatchObject({ code });
});
