// What it costs to list a thousand tests, and to find among the results of ten thousand.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import { folderNameFor } from '../../src/machine/files/scratchFolder.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { ResultStore } from '../../src/machine/testing/resultStore.ts';
import { agentOf } from '../../test/support/check.ts';
import { testTool } from '../../test/support/testTools.ts';
import { limitResult, type Result, ratioResult } from '../result.ts';
import { sideBySide, spread, timed } from '../statistics.ts';

const ROUNDS = 7;
const FILES = 20;
const TESTS_OF_A_FILE = 50;
const RESULTS = 10_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export async function testing(): Promise<Result[]> {
  const { folder: installed } = await testTool('vitest');
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-tests-')));
  const root = join(parent, 'project');
  const processes = new Processes({ started: () => {}, ended: () => {} });
  try {
    await mkdir(join(root, 'test'), { recursive: true });
    await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'bench', type: 'module', devDependencies: { vitest: '*' } }));
    await symlink(join(installed, '..'), join(root, 'node_modules'));
    const body = Array.from({ length: TESTS_OF_A_FILE }, (_, index) => `  test('test ${index}', () => {});`).join('\n');
    for (let index = 0; index < FILES; index++)
      await writeFile(join(root, 'test', `file${index}.test.ts`), `import { describe, test } from 'vitest';\ndescribe('suite', () => {\n${body}\n});\n`);
    const state = join(parent, 'state');
    keptResults(join(state, 'testing', folderNameFor(root)), uriOf(root));
    const ide = await openHeadlessIde({ name: 'bench', path: root, uri: uriOf(root), trusted: true }, { stateFolder: state, processes, log: silent });
    const agent = await agentOf(ide);
    const own = () => promisify(execFile)(process.execPath, [join(installed, 'vitest.mjs'), 'list', '--json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    let round = 0;
    const listing = await sideBySide(ROUNDS, own, async () => {
      // A list that is known is returned at once; here something has changed each time.
      await writeFile(join(root, 'notes.txt'), String(round++));
      await agent.call('list_tests', { page_size: 10 });
    });
    const known = spread(await times(() => agent.call('list_tests', { page_size: 10 }))).p50;
    const filtered = spread(await times(() => agent.call('get_test_results', { status: 'failed', query: 'number 7', page_size: 20 }))).p50;
    await agent.client.close();
    await ide.close();
    return [
      ratioResult({
        what: `list_tests, ${FILES * TESTS_OF_A_FILE} tests`,
        floorName: 'vitest list',
        floor: listing.floor.p50,
        ours: listing.ours.p50,
        atMost: 1.2,
      }),
      limitResult({ what: 'the same again, nothing changed', ours: known, unit: 'ms', atMost: 50 }),
      limitResult({ what: `get_test_results, filtered among ${RESULTS}`, ours: filtered, unit: 'ms', atMost: 50 }),
    ];
  } finally {
    await processes.endAll();
    await rm(parent, { recursive: true, force: true });
  }
}

function keptResults(folder: string, root: string): void {
  const store = new ResultStore(folder);
  for (let index = 0; index < RESULTS; index++)
    store.put({
      runner: 'vitest',
      uri: `${root}/test/file${index % FILES}.test.ts`,
      suite: ['suite'],
      name: `number ${index}`,
      line: index,
      run: 't1',
      status: index % 10 === 7 ? 'failed' : 'passed',
      durationMs: 1,
      ...(index % 10 === 7 && { message: 'expected 3 to be 4' }),
    });
  const counts = { passed: RESULTS * 0.9, failed: RESULTS * 0.1, skipped: 0, error: 0 };
  store.keep({
    id: 't1',
    state: 'finished',
    title: 'all tests',
    started: new Date().toISOString(),
    durationMs: 1,
    commands: [],
    counts,
    problems: [],
    tree: {},
    outdated: [],
    output: '',
  });
}

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round++) taken.push((await timed(work)).ms);
  return taken;
}
