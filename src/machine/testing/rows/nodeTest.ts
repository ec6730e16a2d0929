// node --test, through a reporter of ours; listed by loading the files with a node:test that only writes down.
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testsListFailed } from '../../../ide/testErrors.ts';
import { linesOfFile } from '../eventFile.ts';
import { clean } from '../rawResults.ts';
import { hearingReporter, listingOf } from '../reporterEvents.ts';
import type { ProjectFiles, RunnerRow, Site } from '../runnerRow.ts';
import { shipped } from '../shipped.ts';
import { v8Frames } from '../stacks.ts';
import { JAVASCRIPT_TESTS } from './packageSites.ts';
import { escaped, runnerEnvironment } from './packages.ts';

const IMPORTED = `['"]node:test['"]`;

interface NodeSite extends Site {
  // Absolute: only they say so themselves.
  readonly files: readonly string[];
}

export const nodeTest: RunnerRow = {
  id: 'node:test',
  command: ['node', '--test'],
  files: JAVASCRIPT_TESTS,
  find: (project) => nodeSites(project),
  async list(site, paths, { folder: own, processes, signal }) {
    const events = join(own, 'node.events');
    const files = filesIn(site, paths);
    const environment = { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_SHIM: shipped('nodeTestShim.mjs') };
    const args = [...loaderFor(site.folder, files), '--enable-source-maps', shipped('nodeTestListing.cjs'), ...files];
    const { stdout, stderr, code } = await processes.run({ program: process.execPath, args, cwd: site.folder, environment }, signal);
    if (code !== 0) throw testsListFailed('node:test', clean(`${stdout}\n${stderr}`).trim().slice(-2_000));
    return { ...listingOf(linesOfFile(events)), why: 'Subtests that a test makes while it runs are not listed.' };
  },
  async prepare(site, { paths, name, exact }, { folder: own, sink, coverage }) {
    const events = join(own, 'node.events');
    const report = join(own, 'lcov.info');
    const wanted = exact === undefined ? paths : [...new Set(exact.flatMap(({ file }) => file ?? []))];
    const files = filesIn(site, wanted);
    const names =
      exact !== undefined ? exact.map((test) => `^${escaped(test.name)}$`) : name === undefined ? [] : [`^${escaped(name.split(/\s*>\s*/).at(-1) ?? name)}$`];
    const args = [
      ...loaderFor(site.folder, files),
      '--enable-source-maps',
      '--require',
      shipped('nodeTestOutput.cjs'),
      '--test',
      `--test-reporter=${pathToFileURL(shipped('nodeTestReporter.mjs')).href}`,
      '--test-reporter-destination=stdout',
      ...(coverage ? ['--experimental-test-coverage', '--test-reporter=lcov', `--test-reporter-destination=${report}`] : []),
      ...names.map((pattern) => `--test-name-pattern=${pattern}`),
      ...files,
    ];
    return {
      command: { program: process.execPath, args, cwd: site.folder, environment: { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events } },
      events,
      hears: hearingReporter(sink, { framesIn: v8Frames }),
      ...(coverage && { coverage: { file: report, format: 'lcov' } }),
    };
  },
  // The file by itself runs its tests in its own process.
  async debug({ folder }, { path, found }) {
    const pattern = ((await found()) ?? []).map(({ name }) => `--test-name-pattern=^${escaped(name)}$`);
    return { type: 'node', program: path, args: [], cwd: folder, runtimeArgs: [...loaderFor(folder, [path]), ...new Set(pattern)] };
  },
};

// Files that import node:test, from the folder of the package that they belong to.
async function nodeSites(project: ProjectFiles): Promise<NodeSite[]> {
  const query = {
    pattern: IMPORTED,
    literal: false,
    ignoreCase: false,
    wholeWord: false,
    files: { include: ['*.js', '*.mjs', '*.cjs', '*.ts', '*.mts', '*.cts'] },
  };
  const { value } = await project.search.text(query, project.signal);
  const listed = new Set(project.paths);
  const found = value.files
    .map(({ uri }) => decodeURIComponent(new URL(uri).pathname))
    .flatMap((path) => project.paths.filter((one) => join(project.root, one).split(sep).join('/') === path.replace(/^\/(?=[A-Za-z]:)/, '')))
    .filter((path) => /(^|\/)tests?\/|[._-]test\.[cm]?[jt]s$|(^|\/)test(-[^/]+)?\.[cm]?[jt]s$|\.spec\.[cm]?[jt]s$/.test(path));
  const byFolder = new Map<string, string[]>();
  for (const path of found) {
    const folder = packageFolder(path, listed);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  return [...byFolder].map(([folder, paths]) => ({
    runner: 'node:test',
    folder: join(project.root, folder),
    files: paths.map((path) => join(project.root, path)),
    holds: (path) => paths.includes(path),
  }));
}

function packageFolder(path: string, listed: ReadonlySet<string>): string {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) if (listed.has(`${folder}/package.json`)) return folder;
  return '';
}

function filesIn(site: Site, paths: readonly string[]): readonly string[] {
  const files = 'files' in site && Array.isArray(site.files) ? site.files.map(String) : [];
  return paths.length === 0 ? files : files.filter((file) => paths.some((path) => file === path || file.startsWith(join(path, sep))));
}

// TypeScript needs a loader unless Node itself can: the project's own tsx.
function loaderFor(from: string, files: readonly string[]): string[] {
  if (!files.some((file) => /\.[cm]?tsx?$/.test(file))) return [];
  for (let folder = from; ; folder = dirname(folder)) {
    const loader = join(folder, 'node_modules', 'tsx', 'dist', 'loader.mjs');
    if (existsSync(loader)) return ['--import', pathToFileURL(loader).href];
    if (folder === dirname(folder)) return [];
  }
}
