// node --test, through a reporter of ours; listed by loading the files with a node:test that only writes down.
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closest } from '../../../../base/text/closest.ts';
import { fullNameOf, isNamed } from '../../../../ide/doors/testing.ts';
import { noTestRunner, testsListFailed } from '../../../../ide/errors/testErrors.ts';
import { linesOfFile } from '../../eventFile.ts';
import { JAVASCRIPT_TESTS } from '../../javascript/packageSites.ts';
import { runnerEnvironment } from '../../javascript/packages.ts';
import { escaped } from '../../patterns.ts';
import { clean } from '../../rawResults.ts';
import { listingOf, reporterListener } from '../../reporterEvents.ts';
import type { DebuggedTest, ProjectFiles, RawTest, RunnerRow, Site, TestLaunch } from '../../runnerRow.ts';
import { shipped } from '../../shipped.ts';
import { v8Frames } from '../../stacks.ts';

const IMPORTED = `['"]node:test['"]`;

interface NodeSite extends Site {
  // Absolute: only they say so themselves.
  readonly files: readonly string[];
}

export const nodeTest: RunnerRow = {
  id: 'node:test',
  command: ['node', '--test'],
  files: JAVASCRIPT_TESTS,
  javascript: { imported: /['"]node:test['"]/ },
  find: (project) => nodeSites(project),
  async list(site, paths, { folder: own, processes, signal }) {
    const events = join(own, 'node.events');
    const files = filesIn(site, paths);
    const environment = { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events, BINNACLE_TEST_SHIM: shipped('nodeTest/shim.mjs') };
    const args = [...loaderFor(site.folder, files), '--enable-source-maps', shipped('nodeTest/listing.cjs'), ...files];
    const { stdout, stderr, code } = await processes.run({ program: process.execPath, args, cwd: site.folder, environment }, signal);
    if (code !== 0) throw testsListFailed('node:test', clean(`${stdout}\n${stderr}`).trim().slice(-2_000));
    return { ...listingOf(linesOfFile(events)), why: 'Subtests that a test makes while it runs are not listed.' };
  },
  async prepare(site, { paths, name, exact }, { folder: own, sink, coverage }) {
    const events = join(own, 'node.events');
    const report = join(own, 'lcov.info');
    const wanted = exact === undefined ? paths : [...new Set(exact.flatMap(({ file }) => file ?? []))];
    const files = filesIn(site, wanted);
    // Without files Node looks for tests everywhere.
    if (files.length === 0 && wanted.length > 0) throw noTestRunner('for these files', ['node:test']);
    const names =
      exact !== undefined ? exact.map((test) => `^${escaped(test.name)}$`) : name === undefined ? [] : [`^${escaped(name.split(/\s*>\s*/).at(-1) ?? name)}$`];
    const args = [
      ...loaderFor(site.folder, files),
      '--enable-source-maps',
      '--require',
      shipped('nodeTest/output.cjs'),
      '--test',
      `--test-reporter=${pathToFileURL(shipped('nodeTest/reporter.mjs')).href}`,
      '--test-reporter-destination=stdout',
      ...(coverage ? ['--experimental-test-coverage', '--test-reporter=lcov', `--test-reporter-destination=${report}`] : []),
      ...names.map((pattern) => `--test-name-pattern=${pattern}`),
      ...files,
    ];
    return {
      command: { program: process.execPath, args, cwd: site.folder, environment: { ...runnerEnvironment(), BINNACLE_TEST_EVENTS: events } },
      events,
      hears: reporterListener(sink, { framesIn: v8Frames }),
      ...(coverage && { coverage: { file: report, format: 'lcov' } }),
    };
  },
  // The file by itself runs its tests in its own process.
  async debug({ folder }, test, { root }) {
    const inner = await madeByAnother(test, relative(root, test.path));
    const tests = inner === undefined ? ((await test.found()) ?? []) : [inner.outer];
    const patterns = new Set(tests.map(({ name }) => `--test-name-pattern=^${escaped(name)}$`));
    // It names each test that begins, in every version.
    const reporter = inner === undefined ? [] : ['--test-reporter=tap'];
    return {
      type: 'node',
      program: test.path,
      args: [],
      cwd: folder,
      runtimeArgs: [...loaderFor(folder, [test.path]), ...patterns, ...reporter],
      ...(inner !== undefined && { begins: inner.begins }),
    };
  },
};

// What a listed test makes while it runs has no name before: that one is run, and what it prints says whether the wanted one was there.
async function madeByAnother(
  { name, listed, ranBefore }: DebuggedTest,
  file: string,
): Promise<{ readonly outer: RawTest; readonly begins: NonNullable<TestLaunch['begins']> } | undefined> {
  if (name === undefined) return undefined;
  const tests = await listed();
  if (tests.some((test) => isNamed(test, name))) return undefined;
  const wanted = name.split(/\s*>\s*/);
  const path = ranBefore.map((full) => full.split(' > ')).find((parts) => endsWith(parts, wanted)) ?? wanted;
  const outer = path.flatMap((_, index) => tests.find(({ suite, name: own }) => index > 0 && endsWith([...suite, own], path.slice(0, index))) ?? []).at(-1);
  if (outer === undefined) return undefined;
  const near = closest(name, [...new Set([...tests.map(fullNameOf), ...ranBefore])], MOST_NEAR);
  const line = new RegExp(`^\\s*# Subtest: ${escaped(asInTap(path.at(-1) ?? name))}$`, 'm');
  return { outer, begins: { line, test: { name, where: `of ${file}`, near } } };
}

const MOST_NEAR = 3;

function endsWith(names: readonly string[], last: readonly string[]): boolean {
  return last.every((name, index) => names[names.length - last.length + index] === name);
}

// The signs that have a meaning there.
function asInTap(name: string): string {
  return name.replaceAll('\\', '\\\\').replaceAll('#', '\\#');
}

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
