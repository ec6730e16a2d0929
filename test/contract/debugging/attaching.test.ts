// Programs that run already are attached to by their process ids; the debugger is chosen by what runs, and what was attached to lives on.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { listeningProcesses } from '../../../src/base/processes/listeningProcesses.ts';
import { debianProgram } from '../../support/debianProgram.ts';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, isAlive, onPath, withVariable } from './debuggee.ts';

// Attached, stopped at the breakpoint, looked at, and let go.
async function walk(project: Debuggee, given: { command: readonly [string, ...string[]]; debugger: string; file: string; line: number }): Promise<void> {
  const child = await started(project, given.command);
  try {
    const attached = await project.call('attach_debugger', { process_id: child.pid });
    expect(await project.call('list_debug_sessions')).toMatchObject({ sessions: [{ id: attached['sessionId'], name: `process ${child.pid}` }] });
    await project.call('set_breakpoint', { file: given.file, line: given.line });
    // Some debuggers stop a program in order to attach to it.
    const stopped = attached['state'] === 'paused' ? await project.call('resume') : await project.call('wait_for_pause');
    expect(stopped).toMatchObject({
      state: 'paused',
      reason: 'breakpoint',
      location: { file: given.file, line: given.line },
      variables: expect.arrayContaining([expect.objectContaining({ name: 'turn', value: expect.stringMatching(/^\d+/) })]),
    });
    expect(project.real.agent.ide.debugging.sessions()[0]?.adapter).toBe(given.debugger);
    await project.call('stop_debug_session');
    expect(isAlive(child.pid ?? 0)).toBe(true);
    await turned(child);
    // Nobody else is let in behind us.
    if (given.debugger === 'node') await expect.poll(async () => listeningProcesses(9229), { timeout: 5_000 }).toBeUndefined();
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

// Once it has printed its first turn.
async function started(project: Debuggee, [program, ...args]: readonly [string, ...string[]]): Promise<ChildProcess> {
  const child = spawn(program, args, { cwd: project.real.agent.ide.project.path, stdio: ['ignore', 'pipe', 'ignore'] });
  await turned(child);
  return child;
}

async function turned(child: ChildProcess): Promise<void> {
  if (child.stdout !== null) await once(child.stdout, 'data');
}

test('Python, by debugpy', async (context) => {
  const { folder } = await needs(context, 'debugpy');
  // debugpy needs it to get into a process that runs.
  await debianProgram(context, 'gdb');
  using _path = withVariable('PYTHONPATH', folder);
  const loop =
    'import time\n\n\ndef work(turn):\n    print(turn, flush=True)\n    time.sleep(0.05)\n\n\nturn = 0\nwhile True:\n    turn += 1\n    work(turn)\n';
  await using project = await debuggee({ 'loop.py': loop });
  await walk(project, { command: [python(), 'loop.py'], debugger: 'debugpy', file: 'loop.py', line: 5 });
});

test('Go, by Delve', async (context) => {
  using _path = onPath(dirname((await needs(context, 'dlv')).command[0] ?? ''));
  const loop =
    'package main\n\nimport (\n\t"fmt"\n\t"time"\n)\n\nfunc work(turn int) {\n\tfmt.Println(turn)\n\ttime.Sleep(50 * time.Millisecond)\n}\n\nfunc main() {\n\tfor turn := 0; ; turn++ {\n\t\twork(turn)\n\t}\n}\n';
  await using project = await debuggee({ 'go.mod': 'module loop\n\ngo 1.21\n', 'main.go': loop }, async (folder) => {
    execFileSync('go', ['build', '-gcflags=all=-N -l', '-o', 'loop', '.'], { cwd: folder });
  });
  await walk(project, { command: ['./loop'], debugger: 'dlv', file: 'main.go', line: 9 });
});

test('C++, by CodeLLDB', async (context) => {
  using _path = onPath(await codelldb(context));
  const loop =
    '#include <cstdio>\n#include <unistd.h>\n\nvoid work(int turn) {\n  printf("%d\\n", turn);\n  fflush(stdout);\n  usleep(50000);\n}\n\nint main() {\n  for (int turn = 0;; turn++) work(turn);\n}\n';
  await using project = await debuggee({ 'main.cpp': loop }, async (folder) => {
    execFileSync('g++', ['-g', '-O0', '-o', join(folder, 'loop'), join(folder, 'main.cpp')]);
  });
  await walk(project, { command: ['./loop'], debugger: 'codelldb', file: 'main.cpp', line: 5 });
});

const LOOP = 'function work(turn) {\n  console.log(turn);\n}\nlet turn = 0;\nsetInterval(() => work(turn++), 50);\n';

test.skipIf(process.platform === 'win32')('Node, which is asked to open its inspector', async () => {
  await using project = await debuggee({ 'loop.js': LOOP });
  await walk(project, { command: [process.execPath, 'loop.js'], debugger: 'node', file: 'loop.js', line: 2 });
});

test('what is no process, no Node, or another one is said, and lives on', async () => {
  await using project = await debuggee({ 'loop.js': LOOP });
  const free = spawn(process.execPath, ['-e', '']);
  await once(free, 'exit');
  expect(await project.refusal('attach_debugger', { process_id: free.pid })).toMatchObject({
    error: 'cannot_debug',
    message: expect.stringContaining('no such process'),
  });
  const sleeper = spawn('sleep', ['60']);
  // It holds the port on which the other one would open its inspector.
  const holder = spawn(process.execPath, ['--inspect=127.0.0.1:9229', '-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const other = await started(project, [process.execPath, 'loop.js']);
  try {
    await once(holder.stderr, 'data');
    expect(await project.refusal('attach_debugger', { process_id: sleeper.pid, debugger: 'node' })).toMatchObject({
      error: 'cannot_debug',
      message: expect.stringContaining('not Node'),
    });
    expect(isAlive(sleeper.pid ?? 0)).toBe(true);
    expect(await project.refusal('attach_debugger', { process_id: other.pid })).toMatchObject({
      error: 'launch_failed',
      message: expect.stringContaining(`not that of process ${other.pid}`),
    });
    expect(isAlive(other.pid ?? 0)).toBe(true);
  } finally {
    for (const child of [sleeper, holder, other]) child.kill('SIGKILL');
  }
});

function python(): string {
  return process.platform === 'win32' ? 'python' : 'python3';
}

async function codelldb(context: TestContext): Promise<string> {
  return dirname((await needs(context, 'codelldb')).command[0] ?? '');
}
