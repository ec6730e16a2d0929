// What a debug session would run and take hold of, known before anything has started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { uriOf } from '../../base/files/fileUri.ts';
import type { AttachIntent, DebugTarget } from '../../ide/doors/debugging.ts';
import { launchConfigurations } from '../configurations/launchJson.ts';
import { Processes } from '../processes/processes.ts';
import { attachIntent } from './attachIntent.ts';
import { intentOf } from './intentions.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'binnacle-intent-'));
  mkdirSync(join(root, '.vscode'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const intent = (target: DebugTarget) =>
  intentOf(
    target,
    {
      root,
      configurations: async () => ({ ...launchConfigurations(root, () => true) }),
      testCommands: async (path) => [{ command: { words: ['vitest', 'run', path] } }],
      attachIntent: async (place): Promise<AttachIntent> =>
        'port' in place ? { kind: 'port', ...place, isLoopback: true, whose: 'other' } : { kind: 'process', ...place, whose: 'other' },
    },
    new AbortController().signal,
  );

test('a configuration names its tasks, those that they depend on, and its program with its environment', async () => {
  writeFileSync(
    join(root, '.vscode', 'tasks.json'),
    JSON.stringify({
      tasks: [
        { label: 'build', command: 'rm -rf dist', dependsOn: 'first' },
        { label: 'first', type: 'npm', script: 'generate' },
      ],
    }),
  );
  const node = { name: 'app', type: 'node', request: 'launch', program: '${workspaceFolder}/a.js', args: ['x'], env: { A: '1' }, preLaunchTask: 'build' };
  const attach = { name: 'running', type: 'node', request: 'attach', processId: '4711' };
  const remote = { name: 'remote', type: 'debugpy', request: 'attach', connect: { host: 'build.example', port: 5678 } };
  writeFileSync(
    join(root, '.vscode', 'launch.json'),
    JSON.stringify({ configurations: [node, attach, remote], compounds: [{ name: 'all', configurations: ['app', 'running', 'remote'] }] }),
  );
  const steps = [
    { command: { line: 'npm run generate' } },
    { command: { line: 'rm -rf dist' } },
    { command: { words: ['node', join(root, 'a.js'), 'x'] }, environment: { A: '1' } },
  ];
  expect(await intent({ kind: 'configuration', name: 'app', file: undefined })).toMatchObject({ steps, attached: [] });
  expect(await intent({ kind: 'configuration', name: 'all', file: undefined })).toMatchObject({
    steps,
    attached: [
      { kind: 'process', processId: 4711 },
      { kind: 'port', host: 'build.example', port: 5678 },
    ],
  });
});

test("commands in the debugger's own language are reported, because they can run anything", async () => {
  const commands = { initCommands: ['platform shell touch pwned'], preRunCommands: ['script import os'] };
  const launch = { name: 'app', type: 'lldb', request: 'launch', program: '${workspaceFolder}/app', ...commands };
  const attach = { name: 'running', type: 'lldb', request: 'attach', pid: 4711, attachCommands: ['process attach --name ssh-agent'] };
  writeFileSync(join(root, '.vscode', 'launch.json'), JSON.stringify({ configurations: [launch, attach] }));
  expect(await intent({ kind: 'configuration', name: 'app', file: undefined })).toMatchObject({
    steps: [{ command: { words: ['lldb', 'platform shell touch pwned', 'script import os'] } }, { command: { words: [join(root, 'app')] } }],
  });
  expect(await intent({ kind: 'configuration', name: 'running', file: undefined })).toMatchObject({
    steps: [{ command: { words: ['lldb', 'process attach --name ssh-agent'] } }],
    attached: [{ kind: 'process', processId: 4711 }],
  });
});

test('programs, modules and tests say what would be typed for them', async () => {
  writeFileSync(join(root, 'a.py'), '');
  writeFileSync(join(root, 'b.js'), '');
  const program = (name: string) => intent({ kind: 'program', uri: uriOf(join(root, name)), args: ['-v'], environment: { B: '2' } });
  expect(await program('b.js')).toMatchObject({ steps: [{ command: { words: ['node', join(root, 'b.js'), '-v'] }, environment: { B: '2' } }] });
  expect(await program('a.py')).toMatchObject({ steps: [{ command: { words: [expect.stringContaining('python'), join(root, 'a.py'), '-v'] } }] });
  expect(await intent({ kind: 'module', name: 'http.server', args: [], environment: {} })).toMatchObject({
    steps: [{ command: { words: [expect.stringContaining('python'), '-m', 'http.server'] } }],
  });
  expect(await intent({ kind: 'test', uri: uriOf(join(root, 'b.js')), name: undefined })).toMatchObject({
    steps: [{ command: { words: ['vitest', 'run', join(root, 'b.js')] } }],
  });
});

const LISTENS = "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))";

test.runIf(process.platform === 'linux')('whose a process is: our own, started here also when its parents are gone, or somebody else’s', async () => {
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const whose = async (pid: number) => (await attachIntent({ processId: pid }, processes)).whose;
  const child = { program: process.execPath, args: ['-e', LISTENS], cwd: root };
  const [engine, program, adapter] = await Promise.all([
    processes.spawn(child),
    processes.spawn({ ...child, marked: true }),
    processes.spawn({ ...child, marked: true, isOurs: true }),
  ]);
  // It has left its group and its parent when the shell ends.
  const line = 'setsid sleep 30 > /dev/null 2>&1 & echo $!; sleep 0.3';
  const said = await processes.run({ program: '/bin/sh', args: ['-c', line], cwd: root, marked: true }, new AbortController().signal);
  const orphan = z.coerce.number().int().min(2).parse(said.stdout.trim());
  const foreign = spawn(process.execPath, ['-e', LISTENS], { detached: true, env: { PATH: process.env['PATH'] ?? '' } });
  const port = async (stream: NodeJS.ReadableStream) => Number(String((await once(stream, 'data'))[0]));
  try {
    expect(await whose(process.pid)).toBe('ours');
    expect(await whose(engine.pid)).toBe('ours');
    expect(await whose(adapter.pid)).toBe('ours');
    expect(await whose(program.pid)).toBe('started');
    expect(await whose(orphan)).toBe('started');
    expect(await whose(1)).toBe('other');
    const [ofProgram, ofEngine] = [await port(program.stdout), await port(engine.stdout)];
    expect(await attachIntent({ host: 'localhost', port: ofProgram }, processes)).toMatchObject({ isLoopback: true, whose: 'started' });
    expect(await attachIntent({ host: '127.1.2.3', port: ofEngine }, processes)).toMatchObject({ isLoopback: true, whose: 'ours' });
    expect(await attachIntent({ host: 'build.example', port: ofEngine }, processes)).toMatchObject({ isLoopback: false, whose: 'other' });
  } finally {
    foreign.kill('SIGKILL');
    process.kill(orphan, 'SIGKILL');
    await processes.endAll();
  }
});
