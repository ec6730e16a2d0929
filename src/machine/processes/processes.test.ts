// Whether nothing that was started here outlives its end, and whether its death can be explained.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Command, Processes } from './processes.ts';
import { RunnerGone } from './runner.ts';
import { SpawnError } from './spawnedProcess.ts';

let folder: string;
let processes: Processes;
const watch = { started: vi.fn<(pid: number) => void>(), ended: vi.fn<(pid: number) => void>() };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-processes-'));
  processes = new Processes(watch);
  vi.clearAllMocks();
});

afterEach(async () => {
  await processes.endAll();
  await rm(folder, { recursive: true, force: true });
});

test('the watch hears of a process when it starts and when it has ended', async () => {
  const child = await processes.spawn(node('setInterval(() => {}, 1000)'));
  expect(watch.started).toHaveBeenCalledWith(child.pid, undefined);
  expect(watch.ended).not.toHaveBeenCalled();
  await child.end();
  expect(watch.ended).toHaveBeenCalledWith(child.pid);
  expect(child.ended).toBe(true);
});

test('ending a process ends what it started, also when all of them ignore the polite signal', async () => {
  const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
  const child = await processes.spawn(
    node(
      `${stubborn} const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${stubborn} console.log(process.pid)`)}], { stdio: ['ignore', 'inherit', 'ignore'] });`,
    ),
  );
  const grandchild = await firstNumber(child.stdout);
  expect(isAlive(grandchild)).toBe(true);
  await child.end(100);
  expect(isAlive(child.pid)).toBe(false);
  await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false), { timeout: 5_000 });
});

test('children of a process that was killed from outside do not stay behind', async () => {
  const child = await processes.spawn(
    node(
      `require('child_process').spawn(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'ignore'] })`,
    ),
  );
  const grandchild = await firstNumber(child.stdout);
  process.kill(child.pid, 'SIGKILL');
  expect(await child.exited).toMatchObject({ signal: 'SIGKILL' });
  await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false), { timeout: 5_000 });
});

test('the last words of a process that died are kept, and only the last', async () => {
  const child = await processes.spawn(node(`for (let i = 0; i < 1000; i++) console.error('line ' + i); process.exitCode = 3`));
  expect(await child.exited).toMatchObject({ code: 3 });
  await expect.poll(() => child.lastErrors()).toContain('line 999');
  expect(child.lastErrors()).not.toContain('line 900');
});

test('a program that does not exist is an error that names it', async () => {
  await expect(processes.spawn({ program: join(folder, 'nothing-here'), args: [], cwd: folder })).rejects.toThrow(SpawnError);
  expect(watch.started).not.toHaveBeenCalled();
});

test('a program runs to its end with input, output and changed environment', async () => {
  const command = node(
    `process.stdin.on('data', (d) => process.stdout.write(process.env.GREETING + d)); process.exitCode = process.env.HOME === undefined ? 7 : 0`,
  );
  const finished = await processes.run({ ...command, environment: { GREETING: 'hello ', HOME: undefined } }, live(), 'world');
  expect(finished).toMatchObject({ code: 7, stdout: 'hello world' });
});

test('an abort ends a running program', async () => {
  const controller = new AbortController();
  const running = processes.run(node('setInterval(() => {}, 1000)'), controller.signal);
  await expect.poll(() => watch.started).toHaveBeenCalledOnce();
  controller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  expect(watch.ended).toHaveBeenCalledOnce();
});

test('an abort while a program starts ends it too', async () => {
  const controller = new AbortController();
  const running = processes.run(node('setInterval(() => {}, 1000)'), controller.signal);
  controller.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  expect(watch.ended).toHaveBeenCalledOnce();
});

test('memory is reported while a process lives', async () => {
  const child = await processes.spawn(node('console.log(1); setInterval(() => {}, 1000)'));
  // Once it has printed, it is a running program and not one that the system is still loading.
  await firstNumber(child.stdout);
  if (process.platform !== 'win32') expect(await child.memoryMb()).toBeGreaterThan(1);
  await child.end();
  expect(await child.memoryMb()).toBeUndefined();
});

function node(script: string): Command {
  return { program: process.execPath, args: ['-e', script], cwd: folder, environment: { NODE_EXTRA_CA_CERTS: undefined } };
}

async function firstNumber(stream: NodeJS.ReadableStream): Promise<number> {
  for await (const chunk of stream) return Number(String(chunk).trim());
  throw new Error('nothing was printed');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function live(): AbortSignal {
  return new AbortController().signal;
}

describe('several short programs at once', () => {
  let runnerProgram: string;

  beforeAll(async () => {
    const bundle = await mkdtemp(join(tmpdir(), 'binnacle-runner-'));
    runnerProgram = join(bundle, 'runner.cjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'runnerProcess.ts')],
      outfile: runnerProgram,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    return () => rm(bundle, { recursive: true, force: true });
  });

  beforeEach(() => {
    processes = new Processes(watch, { runnerProgram });
  });

  // The first ones are started here, while the runner starts.
  async function withRunner(): Promise<number> {
    const never = new AbortController().signal;
    const both = await Promise.all([1, 2].map((word) => processes.runShort(node(`console.log(${word})`), never)));
    expect(both.map(({ stdout }) => stdout.trim())).toEqual(['1', '2']);
    const { stdout } = await processes.runShort(node('console.log(process.ppid)'), never);
    expect(Number(stdout)).not.toBe(process.pid);
    return Number(stdout);
  }

  test('are started by a runner, and answer as if they were started here', async () => {
    await withRunner();
    const said = `process.stdin.on('data', (d) => process.stdout.write(d)); console.error(process.cwd()); console.log(process.env.GIVEN); process.exitCode = 3`;
    const command = { ...node(said), environment: { GIVEN: 'ä\n' } };
    const expected = await processes.run(command, new AbortController().signal, 'input');
    expect(await processes.runShort(command, new AbortController().signal, 'input')).toEqual(expected);
    expect(expected).toMatchObject({ code: 3, stdout: 'ä\n\ninput' });
  });

  test('many answers of a megabyte arrive whole', async () => {
    await withRunner();
    const large = (letter: string) => processes.runShort(node(`process.stdout.write('${letter}'.repeat(1_000_003))`), new AbortController().signal);
    const letters = [...'abcdefgh'];
    expect((await Promise.all(letters.map(large))).map(({ stdout }) => stdout)).toEqual(letters.map((letter) => letter.repeat(1_000_003)));
  });

  test('a program that does not exist is reported as such', async () => {
    await withRunner();
    await expect(processes.runShort({ program: join(folder, 'none'), args: [], cwd: folder }, new AbortController().signal)).rejects.toThrow(SpawnError);
  });

  test('an abort ends the program', async () => {
    await withRunner();
    const controller = new AbortController();
    const marker = join(folder, 'pid');
    const run = processes.runShort(
      node(`require('fs').writeFileSync(${JSON.stringify(marker)}, String(process.pid)); setInterval(() => {}, 1000)`),
      controller.signal,
    );
    const pid = await vi.waitFor(async () => Number((await readFile(marker, 'utf8')) || undefined), { timeout: 5_000 });
    controller.abort();
    await expect(run).rejects.toThrow('abort');
    expect(isAlive(pid)).toBe(false);
  });

  test('a runner that is killed costs no answer', async () => {
    const runner = await withRunner();
    const run = processes.runShort(node(`setTimeout(() => console.log('done'), 300)`), new AbortController().signal);
    process.kill(runner, 'SIGKILL');
    expect((await run).stdout.trim()).toBe('done');
  });

  test('what they run ends with the runner, and the runner with all', async () => {
    const runner = await withRunner();
    const marker = join(folder, 'pid');
    const run = processes.runShort(
      node(`require('fs').writeFileSync(${JSON.stringify(marker)}, String(process.pid)); setInterval(() => {}, 1000)`),
      new AbortController().signal,
    );
    const outcome = expect(run).rejects.toThrow(RunnerGone);
    const pid = await vi.waitFor(async () => Number((await readFile(marker, 'utf8')) || undefined), { timeout: 5_000 });
    await processes.endAll();
    expect(isAlive(runner)).toBe(false);
    await outcome;
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
  });
});
