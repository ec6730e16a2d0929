// Which test files a change that is not committed may break: by the functions that they ran, where that was recorded; else by who imports whom.

import { join, posix } from 'node:path';
import { readSmallFile } from '../../../base/files/smallFile.ts';
import type { AffectedChoice } from '../../../ide/doors/testing.ts';
import { noChange } from '../../../ide/errors/testErrors.ts';
import type { Processes } from '../../processes/processes.ts';
import { pathOfProgram } from '../../programs/machinePrograms.ts';
import type { GeneratedFolders } from '../generatedFolders.ts';
import type { ProjectFiles, RunnerRow, Site } from '../runnerRow.ts';
import { committedText, type UncommittedFile, uncommittedFiles } from '../treeState.ts';
import type { Executions } from './executions.ts';
import { goGraph } from './goGraph.ts';
import { importersOf } from './graph.ts';
import { JAVASCRIPT, javascriptGraph } from './javascriptGraph.ts';
import { pythonAffected } from './pythonAffected.ts';
import { pythonGraph } from './pythonGraph.ts';

export interface AffectedDependencies {
  readonly files: ProjectFiles;
  readonly placed: readonly { readonly row: RunnerRow; readonly site: Site }[];
  readonly executions: Executions;
  readonly processes: Processes;
  readonly generated: GeneratedFolders;
}

// What no code runs.
const PROSE = /\.(md|mdx|rst|txt|adoc)$|(^|\/)(LICENSE|CHANGELOG|README|AUTHORS|NOTICE)[^/]*$|(^|\/)\.(gitignore|gitattributes|editorconfig)$/i;
// What decides how everything is built or run.
const EVERYTHING =
  /(^|\/)(package\.json|package-lock\.json|pnpm-lock\.yaml|[\w-]+\.lockb?|tsconfig[\w.]*\.json|[\w.-]+\.config\.[cm]?[jt]s|\.mocharc\.\w+|babel\.config\.\w+|pyproject\.toml|setup\.(py|cfg)|tox\.ini|pytest\.ini|conftest\.py|requirements[\w.-]*\.txt|go\.(mod|sum|work)|Cargo\.toml|build\.rs|pom\.xml|[\w.]*\.gradle(\.kts)?|CMakeLists\.txt|\.env[\w.]*)$/;

// Throws no_change.
export async function chooseAffected(room: AffectedDependencies, signal: AbortSignal): Promise<{ choice: AffectedChoice; paths: readonly string[] }> {
  const { files, placed, processes } = room;
  const git = { root: files.root, processes, generated: room.generated };
  const uncommitted = await uncommittedFiles(git, (path) => (files.text(path) ?? '').split('\n').length, signal);
  if (uncommitted === undefined) throw noChange('this is no git repository with a commit');
  if (uncommitted.length === 0) throw noChange('nothing differs from the last commit');
  const tests = files.paths.filter((path) => placed.some(({ site }) => site.holds(path)));
  const isTest = new Set(tests);
  const chosen = new Set<string>();
  const notes: string[] = [];
  const left = new Set(uncommitted.filter(({ path }) => !PROSE.test(path)).map(({ path }) => path));
  const take = (paths: Iterable<string>) => {
    for (const path of paths) if (isTest.has(path)) chosen.add(path);
  };
  take(left);
  // Those who import a file that is gone are still to be found.
  const gone = uncommitted.filter(({ deleted }) => deleted).map(({ path }) => path);
  const withGone = { ...files, paths: [...files.paths, ...gone].toSorted() };
  const wide = [...left].filter((path) => EVERYTHING.test(path) && !path.endsWith('conftest.py'));
  if (wide.length > 0) {
    notes.push(`${wide.join(', ')}: every test may depend on it.`);
    take(tests);
  }
  for (const path of wide) left.delete(path);
  let by: AffectedChoice['by'] = 'imports';
  const of = (ending: RegExp) => [...left].filter((path) => ending.test(path));
  const javascript = of(JAVASCRIPT);
  if (javascript.length > 0) take(importersOf(javascriptGraph(withGone), javascript));
  const python = uncommitted.filter(({ path }) => path.endsWith('.py') && left.has(path));
  if (python.length > 0) {
    const graph = pythonGraph(withGone);
    // What Python cannot read breaks everyone who loads it.
    const isReadable = await pythonReads(
      room,
      python.filter(({ deleted }) => !deleted).map(({ path }) => join(files.root, path)),
      signal,
    );
    const committed = await Promise.all(
      python.map(async (file) => ({
        ...file,
        before: isReadable && !file.deleted ? await committedText(git, file.path, signal) : undefined,
        now: nowOf(files.root, file),
      })),
    );
    const found = pythonAffected({ files, graph, tests: tests.filter((path) => path.endsWith('.py')), executions: room.executions }, committed);
    take(found.tests);
    notes.push(...found.notes);
    if (found.byExecutions) by = 'executions';
  }
  const go = of(/\.go$/);
  if (go.length > 0) {
    const graph = await goGraph(
      files,
      placed.filter(({ row }) => row.id === 'go').map(({ site }) => site),
      processes,
      signal,
    );
    if (graph !== undefined) take(importersOf(graph, go));
    else unsure(go);
  }
  const rest = [...left].filter((path) => !JAVASCRIPT.test(path) && !/\.(py|go)$/.test(path));
  // What is read while tests run, found by its name; sources of other languages, by the place of their build.
  for (const path of rest) {
    if (/\.(rs|java|kt|kts|scala|groovy|c|cc|cpp|cxx|h|hh|hpp|hxx)$/.test(path)) unsure([path]);
    else mentioned(path);
  }
  const changed = uncommitted.map(({ path }) => path);
  return {
    choice: { changed, chosen: [...chosen].toSorted(), testFiles: tests.length, by, notes },
    paths: [...chosen].toSorted().map((path) => join(files.root, path)),
  };

  // All tests of the places that the file lies in.
  function unsure(paths: readonly string[]): void {
    const around = placed.filter(({ site }) => paths.some((path) => join(files.root, path).startsWith(site.folder)));
    take(tests.filter((path) => around.some(({ site }) => site.holds(path))));
    notes.push(`${paths.join(', ')}: who depends on it is not known, so every test beside it is chosen.`);
  }

  function mentioned(path: string): void {
    const name = posix.basename(path);
    const holders = files.paths.filter((other) => other !== path && /\.(?:[cm]?[jt]sx?|py|go)$/.test(other) && (files.text(other) ?? '').includes(name));
    const graphs = [javascriptGraph(files), pythonGraph(files)];
    for (const graph of graphs) take(importersOf(graph, holders));
  }
}

// True also where there is no Python to ask.
async function pythonReads({ files, processes }: AffectedDependencies, paths: readonly string[], signal: AbortSignal): Promise<boolean> {
  const program = pathOfProgram({ program: process.platform === 'win32' ? 'python' : 'python3' });
  if (program === undefined || paths.length === 0) return true;
  const args = ['-c', 'import sys\nfor path in sys.argv[1:]:\n    compile(open(path, "rb").read(), path, "exec")', ...paths];
  return (await processes.run({ program, args, cwd: files.root }, signal)).code === 0;
}

function nowOf(root: string, { path, deleted }: UncommittedFile): string {
  return deleted ? '' : readSmallFile(join(root, path));
}
