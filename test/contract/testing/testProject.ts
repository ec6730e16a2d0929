// A project with tests on disk, an agent on it, and what it learns of them.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { isAlive } from '../debugging/debuggee.ts';
import { realAgentOn } from '../tools/realAgent.ts';

const Row = z.looseObject({
  test: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'error']),
  file: z.string().optional(),
  line: z.number().optional(),
  message: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  stack: z.array(z.string()).optional(),
  output: z.string().optional(),
});
export type Row = z.infer<typeof Row>;
const Results = z.looseObject({ results: z.array(Row), total: z.number(), cursor: z.string().optional() });
const Listing = z.looseObject({
  files: z.array(z.object({ file: z.string(), tests: z.array(z.object({ test: z.string(), line: z.number().optional() })) })),
  cursor: z.string().optional(),
});

export interface TestProject extends AsyncDisposable {
  readonly root: string;
  call(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>>;
  refusal(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>>;
  // Every result of the last run, whatever the pages.
  results(given?: Record<string, unknown>): Promise<Row[]>;
  // "file:line test", sorted.
  listed(given?: Record<string, unknown>): Promise<string[]>;
  git(...args: readonly string[]): Promise<string>;
}

export async function testProject(files: Readonly<Record<string, string>>, prepare?: (project: string) => Promise<void>, trusted = true): Promise<TestProject> {
  const { agent, close } = await realAgentOn(files, prepare, trusted);
  const root = agent.ide.project.path;
  const call = async (tool: string, given: Record<string, unknown>) => (await agent.call(tool, given)).value;
  return {
    root,
    call,
    refusal: (tool, given) => agent.refusal(tool, given),
    async results(given = {}) {
      const rows: Row[] = [];
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = Results.parse(await call('get_test_results', { ...given, max_tokens: 50_000, ...(cursor !== undefined && { cursor }) }));
        rows.push(...page.results);
        cursor = page.cursor;
      }
      return rows;
    },
    async listed(given = {}) {
      const rows: string[] = [];
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = Listing.parse(await call('list_tests', { ...given, max_tokens: 50_000, ...(cursor !== undefined && { cursor }) }));
        rows.push(...page.files.flatMap(({ file, tests }) => tests.map(({ test, line }) => `${file}:${line} ${test}`)));
        cursor = page.cursor;
      }
      return rows.toSorted();
    },
    git: (...args) => gitIn(root, args),
    [Symbol.asyncDispose]: close,
  };
}

export async function gitIn(folder: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
  return stdout;
}

// A client gives up after a minute, so a longer run is asked for again and again.
export async function runToEnd(call: TestProject['call'], given: Record<string, unknown>): Promise<Record<string, unknown>> {
  let answer = await call('run_tests', { timeout: 40, ...given });
  while (answer['state'] === 'running') answer = await call('get_test_results', { run_id: answer['runId'], wait: 40, page_size: 1 });
  return answer;
}

// Starts a run that hangs, and once this test has been reported lets the longest time pass that a run may take: all its processes end with it.
export async function runOutOfTime(project: TestProject, reportedBefore: string): Promise<Record<string, unknown>> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    const { runId } = await project.call('run_tests', { timeout: 0 });
    const pids = await pidsIn(join(project.root, '..', 'pids'));
    await whenReported(project, { run_id: runId, query: reportedBefore });
    expect(pids.map(isAlive)).toEqual(pids.map(() => true));
    vi.advanceTimersByTime(minutes(60));
    vi.useRealTimers();
    const ended = await project.call('get_test_results', { run_id: runId, wait: 20, page_size: 1 });
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 30_000 });
    return ended;
  } finally {
    vi.useRealTimers();
  }
}

export async function whenReported(project: TestProject, asked: Record<string, unknown>): Promise<void> {
  while ((await project.results(asked)).length === 0) await sleep(50);
}

// The processes that a test wrote down before it began to hang.
async function pidsIn(file: string): Promise<readonly number[]> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return text.trim().split(' ').map(Number);
    await sleep(20);
  }
}

// "status test", sorted: what a runner's own report is compared with.
export function outcomes(rows: readonly Row[]): string[] {
  return rows.map(({ status, test }) => `${status} ${test}`).toSorted();
}

export function named(rows: readonly Row[], name: string): Row {
  const found = rows.find(({ test }) => test === name || test.endsWith(` > ${name}`));
  if (found === undefined) throw new Error(`no result of ${name} among ${rows.map(({ test }) => test).join(', ')}`);
  return found;
}

// A runner that is not ours: what it prints, whatever its exit code.
export async function ran(
  command: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ stdout: string; stderr: string; code: number }> {
  const [program = '', ...args] = command;
  try {
    const done = await promisify(execFile)(program, args, { cwd, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 });
    return { ...done, code: 0 };
  } catch (error) {
    const failed = z.looseObject({ stdout: z.string(), stderr: z.string(), code: z.number().nullable() }).parse(error);
    return { ...failed, code: failed.code ?? -1 };
  }
}
