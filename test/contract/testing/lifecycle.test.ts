// What outlives a run, what ends with it, and what is never run: results, processes, trust.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { type Agent, agentOf } from '../../support/check.ts';
import { MEASURED_SOURCES, WITH_BRANCHES } from '../../support/intellijCoverage.ts';
import { isAlive } from '../debugging/debuggee.ts';
import { testProject } from './testProject.ts';

const TESTS = `import os
import subprocess
import sys
import time
import unittest


class Life(unittest.TestCase):
    def test_passes(self):
        pass

    def test_fails(self):
        self.fail("no")

    def test_writes(self):
        with open("written.txt", "w") as file:
            file.write("by a test")

    def test_hangs(self):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open("../pids", "w") as file:
            file.write(f"{os.getpid()} {child.pid}")
        time.sleep(600)
`;

let parent: string;
let root: string;
const processes = new Processes({ started: () => {}, ended: () => {} });

beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-life-')));
  root = join(parent, 'project');
  await mkdir(root);
  await writeFile(join(root, 'test_life.py'), TESTS);
});
afterAll(async () => {
  await processes.endAll();
  await rm(parent, { recursive: true, force: true });
});

interface Opened extends AsyncDisposable {
  readonly agent: Agent<Ide>;
}

async function opened(trusted = true): Promise<Opened> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const agent = await agentOf(
    await openHeadlessIde({ name: 'project', path: root, uri: uriOf(root), trusted }, { stateFolder: join(parent, 'state'), processes, log: silent }),
  );
  return {
    agent,
    async [Symbol.asyncDispose]() {
      await agent.client.close();
      await agent.ide.close();
    },
  };
}

test('in a project that nobody trusts nothing is loaded or run, and reports may be read', async () => {
  await using project = await opened(false);
  for (const tool of ['list_tests', 'run_tests']) expect(await project.agent.refusal(tool, {})).toMatchObject({ error: 'not_trusted' });
  expect(await project.agent.refusal('get_coverage', { report: 'test_life.py' })).toMatchObject({ error: 'report_invalid' });
  for (const [name, words] of [
    ['run.ic', "not the data of IntelliJ's coverage agent"],
    ['jacoco.exec', 'binary data of the JaCoCo agent'],
  ] as const) {
    await writeFile(join(project.agent.ide.project.path, name), '\u0000\u0001');
    expect(await project.agent.refusal('get_coverage', { report: name })).toMatchObject({ error: 'report_invalid', message: expect.stringContaining(words) });
  }
  await writeFile(join(root, 'run.ic'), WITH_BRANCHES);
  expect(await project.agent.refusal('get_coverage', { report: 'run.ic' })).toMatchObject({
    error: 'report_invalid',
    message: expect.stringContaining('none of its 4 classes (shop.Cart, '),
  });
  for (const [path, text] of Object.entries(MEASURED_SOURCES)) {
    await mkdir(join(root, 'java', path, '..'), { recursive: true });
    await writeFile(join(root, 'java', path), text);
  }
  const { value } = await project.agent.call('get_coverage', { report: 'run.ic' });
  expect(value).toMatchObject({ format: 'intellij', totals: { files: 2, functions: { covered: 6, total: 11 }, branches: { covered: 5, total: 8 } } });
  expect(value['files']).toContainEqual(expect.objectContaining({ file: 'java/src/shop/Cart.java', uncovered: ['10', '19-21', '30-40'] }));
  await rm(join(root, 'java', 'src', 'shop', 'Main.java'));
  expect((await project.agent.call('get_coverage', { report: 'run.ic' })).value['notes']).toContain(
    '1 classes are left out, because not one source file here declares them: shop.Main.',
  );
  await rm(join(root, 'java'), { recursive: true });
});

test('a runner that is not installed, one that cannot list, and one that measures nothing are refused with what to do', async () => {
  await using missing = await testProject({ 'package.json': '{ "devDependencies": { "jest": "*" } }', 'a.test.js': "test('a', () => {});\n" });
  for (const tool of ['list_tests', 'run_tests'])
    expect(await missing.refusal(tool, {})).toMatchObject({ error: 'runner_missing', next: expect.stringContaining('npm install') });
  expect(await missing.refusal('run_tests', { runner: 'pytest' })).toMatchObject({ error: 'no_test_runner', next: 'There are: jest.' });
  await using quits = await testProject({ 'package.json': '{}', 'quits.test.mjs': "import 'node:test';\nprocess.exit(3);\n" });
  expect(await quits.refusal('list_tests', {})).toMatchObject({ error: 'tests_list_failed' });
  await using project = await opened();
  expect(await project.agent.refusal('run_tests', { coverage: true })).toMatchObject({
    error: 'coverage_unsupported',
    next: expect.stringContaining('pip install coverage'),
  });
});

test('results survive a restart, and only what runs again is replaced', async () => {
  {
    await using project = await opened();
    const events: string[] = [];
    using _ = project.agent.ide.testing?.onEvent(({ kind, run }) => events.push(`${kind} ${run.record.id} ${run.record.state}`));
    expect((await project.agent.call('run_tests', { test: 'test_fails' })).value).toMatchObject({ runId: 't1', counts: { failed: 1 } });
    await expect.poll(() => events.at(-1)).toBe('ended t1 finished');
    expect([...new Set(events)]).toEqual(['started t1 running', 'progress t1 running', 'ended t1 finished']);
  }
  await using project = await opened();
  expect((await project.agent.call('get_test_results', {})).value).toMatchObject({
    runId: 't1',
    state: 'finished',
    results: [{ test: 'Life > test_fails', message: expect.stringContaining('no') }],
  });
  expect((await project.agent.call('run_tests', { test: 'test_passes' })).value).toMatchObject({ runId: 't2', counts: { passed: 1 } });
  expect((await project.agent.call('run_tests', { target: 'failed' })).value).toMatchObject({ runId: 't3', counts: { failed: 1 } });
  expect((await project.agent.call('get_test_results', { run_id: 'all' })).value).toMatchObject({ total: 2, results: [{ runId: 't3' }, { runId: 't2' }] });
});

test('what a test writes into the project is a change in the history', async () => {
  await using project = await opened();
  const { value } = await project.agent.call('run_tests', { test: 'test_writes' });
  expect(value).toMatchObject({ counts: { passed: 1 }, changeId: expect.any(String) });
  await project.agent.call('undo', { change_id: value['changeId'] });
  expect(existsSync(join(root, 'written.txt'))).toBe(false);
});

test('progress comes while it runs, and a cancelled call ends every process', async () => {
  await using project = await opened();
  const controller = new AbortController();
  const heard: string[] = [];
  const running = project.agent.client
    .callTool(
      { name: 'run_tests', arguments: { test: 'test_hangs', timeout: 300 } },
      { signal: controller.signal, onprogress: ({ message }) => heard.push(message ?? '') },
    )
    .catch(() => undefined);
  const [runner, child] = await pids();
  while (!heard.some((message) => message.includes('test_hangs'))) await sleep(10);
  expect([isAlive(runner), isAlive(child)]).toEqual([true, true]);
  controller.abort();
  await running;
  while (isAlive(runner) || isAlive(child)) await sleep(10);
  expect((await project.agent.call('get_test_results', {})).value).toMatchObject({ state: 'stopped' });
});

test('a run that was left running ends with the project', async () => {
  await rm(join(parent, 'pids'), { force: true });
  let started: readonly [number, number];
  {
    await using project = await opened();
    expect((await project.agent.call('run_tests', { test: 'test_hangs', timeout: 0 })).value).toMatchObject({ state: 'running' });
    started = await pids();
  }
  while (started.some(isAlive)) await sleep(10);
  expect(started.map(isAlive)).toEqual([false, false]);
});

async function pids(): Promise<readonly [number, number]> {
  for (;;) {
    const [runner = 0, child = 0] = (await readFile(join(parent, 'pids'), 'utf8').catch(() => '')).split(' ').map(Number);
    if (runner > 0 && child > 0) return [runner, child];
    await sleep(10);
  }
}
