// JUnit through Maven, heard through the reports that it writes class by class, and through Gradle, heard through a script of ours.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { variable } from '../../../base/environment.ts';
import { readSmallFile } from '../../../base/smallFile.ts';
import { coverageUnsupported, runnerMissing } from '../../../ide/testErrors.ts';
import { pathOfProgram } from '../../programs/machinePrograms.ts';
import type { Hearing, ProjectFiles, RawTest, RunnerRow, RunSink, Selection, Site } from '../runnerRow.ts';
import { shipped } from '../shipped.ts';
import { hearGradle } from './gradleEvents.ts';
import { classesOf, javaSite, modulesOf, reportsIn, resultsIn, testClasses, testsInSources } from './junitReports.ts';
import { outermost } from './packageSites.ts';

const WINDOWS = process.platform === 'win32';
const READ_FROM_SOURCES = 'Read from the sources, because the build cannot list tests: what inherits or makes tests is not seen.';

export const maven: RunnerRow = {
  id: 'maven',
  command: ['mvn', 'test'],
  files: /\.(?:java|kt|kts|groovy|scala)$/,
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
      coverage && modulesOf(site).some((module) => existsSync(join(module, 'pom.xml')) && /jacoco-maven-plugin/.test(readSmallFile(join(module, 'pom.xml'))));
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
        environment: { MAVEN_OPTS: variable('MAVEN_OPTS') },
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
  command: ['gradle', 'test'],
  files: /\.(?:java|kt|kts|groovy|scala)$/,
  async find(project) {
    const modules = foldersWith(project, /(^|\/)(build|settings)\.gradle(\.kts)?$/);
    return outermost(modules)
      .map((folder) => javaSite(project, 'gradle', folder, inside(modules, folder)))
      .filter(({ holds }) => project.paths.some(holds));
  },
  list: async (site, paths) => ({ tests: testsInSources(site, paths), why: READ_FROM_SOURCES }),
  async prepare(site, selection, { sink, coverage, folder }) {
    if (coverage) throw coverageUnsupported('gradle', 'its tasks are the build’s own', 'Run the build’s jacocoTestReport, and pass its XML to get_coverage.');
    const events = join(folder, 'gradle.events');
    const hears = hearing(
      sink,
      site,
      modulesOf(site).map((module) => join(module, 'build', 'test-results', 'test')),
    );
    let isTold = false;
    return {
      command: {
        program: programFor(site.folder, 'gradlew', 'gradle', 'https://gradle.org/install'),
        args: [...GRADLE_OPTIONS, '-I', shipped('binnacle.gradle'), `-Dbinnacle.test.events=${events}`, 'test', ...gradleSelection(site, selection)],
        cwd: site.folder,
      },
      events,
      hears: {
        ...hears,
        event(value) {
          if (hearGradle(value, sink, site)) isTold = true;
        },
        async ended(exit) {
          // A build may keep scripts of others out; its reports are there all the same.
          if (!isTold) await hears.ended?.(exit);
        },
      },
    };
  },
};

// A daemon would live on for hours, and a build whose configuration is kept takes no listeners.
const GRADLE_OPTIONS = [
  '--no-daemon',
  '--console=plain',
  '--continue',
  '-Dorg.gradle.configuration-cache=false',
  '-Dorg.gradle.unsafe.configuration-cache=false',
];

// A class is told when it is done, and whatever is left when all is over.
function hearing(sink: RunSink, site: Site, folders: readonly string[]): Hearing {
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

// A place without tests is no reason to run all others.
const NOBODY = 'NoTestIsCalledThis';

interface Chosen {
  // With its package where that is known.
  readonly owner: string;
  // All of them where it is undefined.
  readonly method?: string;
}

// "shop.CartTest#adds+adds[*],UserTest": the second form is for a parametrised test.
function mavenSelection(site: Site, selection: Selection): string | undefined {
  const chosen = chosenBy(site, selection);
  if (chosen.length === 0) return undefined;
  return chosen.map(({ owner, method }) => (method === undefined ? owner : `${owner}#${bare(method)}+${bare(method)}[*]`)).join(',');
}

function gradleSelection(site: Site, selection: Selection): string[] {
  const patterns = chosenBy(site, selection).flatMap(({ owner, method }) => {
    const from = owner.includes('.') ? owner : `*${owner}`;
    return method === undefined ? [from, `${from}$*`] : [`${from}.${bare(method)}`, `${from}.${bare(method)}[*`];
  });
  return patterns.flatMap((pattern) => ['--tests', pattern]);
}

// Empty for all.
function chosenBy(site: Site, { paths, name, exact }: Selection): readonly Chosen[] {
  if (exact !== undefined) return exact.map((test) => chosenTest(site, test));
  if (name !== undefined) return named(site, name, paths);
  if (paths.length === 0) return [];
  const owners = testClasses(site, paths).map(([owner]) => ({ owner }));
  return owners.length === 0 ? [{ owner: NOBODY }] : owners;
}

// What an agent calls a test is a method, a class, or both.
function named(site: Site, name: string, paths: readonly string[]): readonly Chosen[] {
  const parts = name.split(/\s*(?:>|::|#|\.)\s*/);
  const tests = testsInSources(site, paths);
  const methods = tests.filter((test) => test.name === parts.at(-1) && parts.slice(0, -1).every((part) => test.suite.includes(part)));
  const classes = tests.filter(({ suite }) => suite.includes(parts.at(-1) ?? ''));
  if (methods.length > 0) return methods.map((test) => chosenTest(site, test));
  const owners = new Set(classes.map(({ file, suite }) => ownerOf(site, file, suite)));
  return owners.size > 0 ? [...owners].map((owner) => ({ owner })) : [{ owner: parts.at(-1) ?? name }];
}

// What has no suite is a class that ended its process.
function chosenTest(site: Site, { file, suite, name }: RawTest): Chosen {
  return suite.length === 0 ? { owner: ownerOf(site, file, [name]) } : { owner: ownerOf(site, file, suite), method: name };
}

function ownerOf(site: Site, file: string | undefined, suite: readonly string[]): string {
  const qualified = [...classesOf(site)].find(([, path]) => path === file)?.[0] ?? '';
  return [...qualified.split('.').slice(0, -1), suite.join('$')].join('.');
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
