// JUnit through Maven and Gradle: heard through the reports that both write, class by class.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageUnsupported, runnerMissing } from '../../../../ide/testErrors.ts';
import { pathOfProgram } from '../../languages/machinePrograms.ts';
import type { Hearing, ProjectFiles, RawTest, RunnerRow, RunSink, Selection, Site } from '../runnerRow.ts';
import { javaSite, modulesOf, reportsSince, resultsIn, testsInSources } from './junitReports.ts';
import { outermost } from './packages.ts';

const WINDOWS = process.platform === 'win32';
const READ_FROM_SOURCES = 'Read from the sources, because the build cannot list tests: what inherits or makes tests is not seen.';
// Files have whole seconds on some disks.
const COARSE = 1_000;

export const maven: RunnerRow = {
  id: 'maven',
  async find(project) {
    const modules = foldersWith(project, /(^|\/)pom\.xml$/);
    return outermost(modules)
      .map((folder) => javaSite(project, 'maven', folder, inside(modules, folder)))
      .filter(({ holds }) => project.paths.some(holds));
  },
  list: async (site, paths) => ({ tests: testsInSources(site, paths), why: READ_FROM_SOURCES }),
  async prepare(site, selection, { sink, coverage }) {
    // Which version of it, the build says.
    const jacoco =
      coverage &&
      modulesOf(site).some((module) => existsSync(join(module, 'pom.xml')) && /jacoco-maven-plugin/.test(readFileSync(join(module, 'pom.xml'), 'utf8')));
    if (coverage && !jacoco) throw coverageUnsupported('maven', 'the build has no jacoco-maven-plugin', 'Add it to pom.xml, or call without coverage.');
    const wanted = mavenSelection(site, selection);
    const args = [
      '-B',
      '-ntp',
      '--fail-at-end',
      ...(jacoco ? ['jacoco:prepare-agent', 'test', 'jacoco:report', '-Dmaven.test.failure.ignore=true'] : ['test']),
      ...(wanted === undefined ? [] : [`-Dtest=${wanted}`, '-Dsurefire.failIfNoSpecifiedTests=false', '-DfailIfNoTests=false']),
    ];
    return {
      command: {
        program: programFor(site.folder, 'mvnw', 'mvn', 'https://maven.apache.org/install.html'),
        args,
        cwd: site.folder,
        environment: { MAVEN_OPTS: process.env['MAVEN_OPTS'] },
      },
      hears: hearing(
        sink,
        site,
        modulesOf(site).map((module) => join(module, 'target', 'surefire-reports')),
      ),
      ...(jacoco && { coverage: { file: join(modulesOf(site)[0] ?? site.folder, 'target', 'site', 'jacoco', 'jacoco.xml'), format: 'jacoco' } }),
    };
  },
};

export const gradle: RunnerRow = {
  id: 'gradle',
  async find(project) {
    const modules = foldersWith(project, /(^|\/)(build|settings)\.gradle(\.kts)?$/);
    return outermost(modules)
      .map((folder) => javaSite(project, 'gradle', folder, inside(modules, folder)))
      .filter(({ holds }) => project.paths.some(holds));
  },
  list: async (site, paths) => ({ tests: testsInSources(site, paths), why: READ_FROM_SOURCES }),
  async prepare(site, selection, { sink, coverage }) {
    if (coverage) throw coverageUnsupported('gradle', 'its tasks are the build’s own', 'Run the build’s jacocoTestReport, and pass its XML to get_coverage.');
    const wanted = gradleSelection(site, selection);
    const args = ['test', '--console=plain', '--continue', ...wanted.flatMap((pattern) => ['--tests', pattern])];
    return {
      command: { program: programFor(site.folder, 'gradlew', 'gradle', 'https://gradle.org/install'), args, cwd: site.folder },
      hears: hearing(
        sink,
        site,
        modulesOf(site).map((module) => join(module, 'build', 'test-results', 'test')),
      ),
    };
  },
};

// A class is told when it is done, and whatever is left when all is over.
function hearing(sink: RunSink, site: Site, folders: readonly string[]): Hearing {
  const began = Date.now() - COARSE;
  const read = new Set<string>();
  const compiled: string[] = [];
  // The class whose tests run.
  let running: RawTest | undefined;
  const tell = (files: readonly string[]) => {
    for (const file of files) {
      if (read.has(file)) continue;
      read.add(file);
      const results = resultsIn(file, site);
      sink.expected(results.length);
      for (const result of results) sink.ended(result);
    }
  };
  return {
    line(text) {
      const started = /^\[INFO\] Running (\S+)/.exec(text)?.[1];
      if (running !== undefined && started !== undefined) sink.left(running);
      if (started !== undefined) {
        running = { suite: [], name: started };
        sink.started(running);
      }
      if (/^\[(INFO|WARNING|ERROR)\] Tests run: \d+.*(?:in|--) /.test(text)) tell(reportsSince(folders, began));
      const [, file, line, message] = /^(?:\[ERROR\] |e: (?:file:\/\/)?)?(\/.+?\.(?:java|kt)):\[?(\d+)(?:[,:]\d+\]?)?:? (.+)$/.exec(text) ?? [];
      if (file !== undefined && !compiled.includes(`${file}:${line}`)) {
        compiled.push(`${file}:${line}`);
        sink.problem({ file, line: Number(line), message: message ?? '' });
      }
      return false;
    },
    async ended() {
      if (running !== undefined) sink.left(running);
      tell(reportsSince(folders, began));
    },
  };
}

// "CartTest#adds+sums,UserTest".
function mavenSelection(site: Site, { paths, name, exact }: Selection): string | undefined {
  const chosen = exact?.map(({ suite, name: method }) => ({ owner: suite.join('$'), method })) ?? named(site, name, paths);
  if (chosen === undefined) {
    const classes = classNames(site, paths);
    return paths.length === 0 || classes.length === 0 ? undefined : classes.join(',');
  }
  return chosen.map(({ owner, method }) => (method === undefined ? owner : `${owner}#${bare(method)}*`)).join(',');
}

function gradleSelection(site: Site, { paths, name, exact }: Selection): string[] {
  const chosen = exact?.map(({ suite, name: method }) => ({ owner: suite.join('$'), method })) ?? named(site, name, paths);
  if (chosen === undefined) return paths.length === 0 ? [] : classNames(site, paths).map((owner) => `*${owner}`);
  return chosen.map(({ owner, method }) => (method === undefined ? `*${owner}` : `*${owner}.${bare(method)}*`));
}

// What an agent calls a test is a method, a class, or both.
function named(site: Site, name: string | undefined, paths: readonly string[]): { owner: string; method?: string }[] | undefined {
  if (name === undefined) return undefined;
  const parts = name.split(/\s*(?:>|::|#|\.)\s*/);
  const tests = testsInSources(site, paths);
  const methods = tests.filter((test) => test.name === parts.at(-1) && parts.slice(0, -1).every((part) => test.suite.includes(part)));
  const classes = tests.filter(({ suite }) => suite.includes(parts.at(-1) ?? ''));
  if (methods.length > 0) return methods.map((test) => ({ owner: test.suite.join('$'), method: test.name }));
  return classes.length > 0 ? [...new Set(classes.map(({ suite }) => suite.join('$')))].map((owner) => ({ owner })) : [{ owner: parts.at(-1) ?? name }];
}

function classNames(site: Site, paths: readonly string[]): string[] {
  return [...new Set(testsInSources(site, paths).map(({ suite }) => suite[0] ?? ''))];
}

// Of a parametrised test, the method.
function bare(method: string): string {
  return method.replace(/[([{].*$/s, '');
}

function foldersWith(project: ProjectFiles, name: RegExp): string[] {
  return [...new Set(project.paths.filter((path) => name.test(path)).map((path) => path.split('/').slice(0, -1).join('/')))];
}

function inside(modules: readonly string[], folder: string): string[] {
  return modules.filter((module) => module === folder || folder === '' || module.startsWith(`${folder}/`));
}

// The project's own wrapper says which version it wants.
function programFor(folder: string, wrapper: string, program: string, install: string): string {
  const own = join(folder, WINDOWS ? `${wrapper}.cmd` : wrapper);
  if (!WINDOWS && existsSync(own)) return own;
  const found = pathOfProgram({ program });
  if (found === undefined) throw runnerMissing(program, 'it is not on this machine', install);
  return found;
}
