// What Maven and Gradle have in common: modules, wrappers, and the reports that a build writes while it runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runnerMissing } from '../../../ide/errors/testErrors.ts';
import { pathOfProgram } from '../../programs/machinePrograms.ts';
import { outermost } from '../nestedFolders.ts';
import type { ProjectFiles, RawListing, RawTest, RunnerListener, RunSink, Site } from '../runnerRow.ts';
import { classesOf, javaSite, reportsIn, resultsIn, testsInSources } from './junitReports.ts';

export const JAVA_TESTS = /\.(?:java|kt|kts|groovy|scala)$/;
const WINDOWS = process.platform === 'win32';
const READ_FROM_SOURCES = 'Read from the sources, because the build cannot list tests: what inherits or makes tests is not seen.';

// Where files of this name describe builds, each with the modules inside of it.
export function buildSites(project: ProjectFiles, runner: string, described: RegExp): readonly Site[] {
  const modules = foldersWith(project, described);
  return outermost(modules)
    .map((folder) => javaSite(project, runner, folder, inside(modules, folder)))
    .filter(({ holds }) => project.paths.some(holds));
}

export function listedInSources(site: Site, paths: readonly string[]): RawListing {
  return { tests: testsInSources(site, paths), why: READ_FROM_SOURCES };
}

// A class is reported when it is done, and whatever is left when all is over.
export function hearingReports(sink: RunSink, site: Site, folders: readonly string[]): RunnerListener {
  // Reports of earlier runs stay where they are.
  const read = new Map(reportsIn(folders));
  const compiled: string[] = [];
  // Classes whose tests run.
  const running = new Map<string, RawTest>();
  const leave = (owner: string) => {
    const left = running.get(owner);
    if (left !== undefined) sink.left(left);
    running.delete(owner);
  };
  const tellReports = () => {
    for (const [file, written] of reportsIn(folders)) {
      if (read.get(file) === written) continue;
      read.set(file, written);
      leave(/TEST-(.*)\.xml$/.exec(file)?.[1] ?? '');
      const results = resultsIn(file, site);
      sink.expected(results.length);
      for (const result of results) sink.ended(result);
    }
  };
  return {
    line(text) {
      const started = /^\[INFO\] Running (\S+)/.exec(text)?.[1];
      if (started !== undefined) {
        const test = { file: classesOf(site).get(started), suite: [], name: started.split('.').at(-1) ?? started };
        running.set(started, test);
        sink.started(test);
      }
      const [done, owner] = /^\[(?:INFO|WARNING|ERROR)\] Tests run: \d+.*(?:in|--) (?:in )?(\S+)$/.exec(text) ?? [];
      if (done !== undefined) {
        leave(owner ?? '');
        tellReports();
      }
      const [, file, line, message] = /^(?:\[ERROR\] |e: (?:file:\/\/)?)?(\/.+?\.(?:java|kt)):\[?(\d+)(?:[,:]\d+\]?)?:? (.+)$/.exec(text) ?? [];
      if (file !== undefined && !compiled.includes(`${file}:${line}`)) {
        compiled.push(`${file}:${line}`);
        sink.problem({ file, line: Number(line), message: message ?? '' });
      }
      return false;
    },
    // A class without a report has taken the process with it.
    async ended() {
      tellReports();
    },
  };
}

// The project's own wrapper says which version it wants.
export function programFor(folder: string, wrapper: string, program: string, install: string): string {
  const own = join(folder, WINDOWS ? `${wrapper}.cmd` : wrapper);
  if (!WINDOWS && existsSync(own)) return own;
  const found = pathOfProgram({ program });
  if (found === undefined) throw runnerMissing(program, 'it is not on this machine', install);
  return found;
}

function foldersWith(project: ProjectFiles, name: RegExp): string[] {
  return [...new Set(project.paths.filter((path) => name.test(path)).map((path) => path.split('/').slice(0, -1).join('/')))];
}

function inside(modules: readonly string[], folder: string): string[] {
  return modules.filter((module) => module === folder || folder === '' || module.startsWith(`${folder}/`));
}
