// Reports in JUnit's XML, as Maven and Gradle leave them, and the tests in the sources that they are about.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readSmallFile } from '../../../base/files/smallFile.ts';
import { childOf, elementsOf, parseXml, type XmlElement } from '../../../base/text/xml.ts';
import type { ProjectFiles, RawFrame, RawResult, RawTest, Site } from '../runnerRow.ts';
import { comparedIn, javaFrames } from '../stacks.ts';

export interface JavaSite extends Site {
  // Every source, by its class with the package.
  readonly classes: ReadonlyMap<string, string>;
  // Folders of the modules, absolute.
  readonly modules: readonly string[];
}

const SOURCE = /\.(java|kt|groovy|scala)$/;
const TEST_SOURCE = /(^|\/)src\/(?:test|\w*[tT]est)\/\w+\/.+\.(java|kt|groovy|scala)$/;
const ANNOTATED = /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\b/;

export function javaSite(project: ProjectFiles, runner: string, folder: string, modules: readonly string[]): JavaSite {
  const inside = (path: string) => folder === '' || path.startsWith(`${folder}/`);
  const sources = project.paths.filter((path) => inside(path) && SOURCE.test(path));
  return {
    runner,
    folder: join(project.root, folder),
    modules: modules.map((module) => join(project.root, module)),
    classes: new Map(
      sources.map((path) => [
        path
          .replace(/^.*?src\/\w+\/\w+\//, '')
          .replace(SOURCE, '')
          .replaceAll('/', '.'),
        join(project.root, path),
      ]),
    ),
    holds: (path) =>
      inside(path) && TEST_SOURCE.test(path) && (ANNOTATED.test(project.text(path) ?? '') || /extends\s+TestCase\b/.test(project.text(path) ?? '')),
  };
}

export function classesOf(site: Site): ReadonlyMap<string, string> {
  return 'classes' in site && site.classes instanceof Map ? site.classes : new Map();
}

export function modulesOf(site: Site): readonly string[] {
  return 'modules' in site && Array.isArray(site.modules) ? site.modules.map(String) : [site.folder];
}

// Classes of the test sources with their files, whatever they hold.
export function testClasses(site: Site, paths: readonly string[]): (readonly [string, string])[] {
  return [...classesOf(site)].filter(
    ([, file]) => TEST_SOURCE.test(file.replaceAll('\\', '/')) && (paths.length === 0 || paths.some((path) => file === path || file.startsWith(path + sep))),
  );
}

// The methods that are annotated as tests, from the text: these tools have no list of their own.
export function testsInSources(site: Site, paths: readonly string[]): RawTest[] {
  return testClasses(site, paths).flatMap(([, file]) => {
    const lines = readSmallFile(file).split('\n');
    const open: { name: string; depth: number }[] = [];
    const tests: RawTest[] = [];
    let depth = 0;
    let isTest = false;
    lines.forEach((line, index) => {
      const declared = /\b(?:class|object|record)\s+(\w+)/.exec(line)?.[1];
      if (declared !== undefined && !/^\s*(\/\/|\*)/.test(line)) open.push({ name: declared, depth });
      if (ANNOTATED.test(line)) isTest = true;
      const method = /(?:\bfun\s+(`[^`]+`|\w+)|\b(\w+))\s*\(/.exec(line.replace(/@\w+(\([^)]*\))?/g, ''));
      const name = (method?.[1] ?? method?.[2])?.replaceAll('`', '');
      if (isTest && name !== undefined) {
        tests.push({ file, suite: open.map((one) => one.name), name, line: index + 1 });
        isTest = false;
      }
      depth += (line.match(/\{/g) ?? []).length - (line.match(/\}/g) ?? []).length;
      while (open.length > 0 && depth <= (open.at(-1)?.depth ?? 0) && line.includes('}')) open.pop();
    });
    return tests;
  });
}

// Every report in these folders, with the time of its writing.
export function reportsIn(folders: readonly string[]): ReadonlyMap<string, number> {
  const files = folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^TEST-.*\.xml$/.test(name))
          .map((name) => join(folder, name))
      : [],
  );
  return new Map(files.map((file) => [file, statSync(file).mtimeMs]));
}

export function resultsIn(file: string, site: Site): RawResult[] {
  const root = parseXml(readSmallFile(file));
  if (root === undefined) return [];
  return [...elementsOf({ name: '', attributes: {}, children: [root], text: '' }, 'testcase')].map((element) => junitResult(junitTestIn(element, root), site));
}

// One test as JUnit reports it, whoever wrote it down.
export interface JunitTest {
  // With its package, and nested ones behind a dollar.
  readonly owner: string;
  readonly name: string;
  // Broken is whatever was thrown that is no assertion.
  readonly outcome: 'passed' | 'failed' | 'broken' | 'skipped';
  readonly ms: number | undefined;
  readonly message: string | undefined;
  readonly trace: string;
  readonly output: string;
}

function junitTestIn(element: XmlElement, suite: XmlElement): JunitTest {
  const { name = '', classname: owner = suite.attributes['name'] ?? '', time } = element.attributes;
  const failed = childOf(element, 'failure');
  const broken = childOf(element, 'error');
  const skipped = childOf(element, 'skipped');
  const bad = failed ?? broken;
  const trace = bad?.text ?? '';
  const message = bad?.attributes['message'] ?? skipped?.attributes['message'] ?? trace.split('\n')[0];
  const type = broken === undefined ? undefined : bad?.attributes['type'];
  return {
    owner,
    name,
    outcome: failed !== undefined ? 'failed' : broken !== undefined ? 'broken' : skipped !== undefined ? 'skipped' : 'passed',
    ms: time === undefined ? undefined : Number(time.replaceAll(',', '')) * 1_000,
    message: type === undefined ? message : `${type}: ${message ?? ''}`,
    trace,
    output: [childOf(element, 'system-out')?.text ?? '', childOf(element, 'system-err')?.text ?? ''].join('').trim(),
  };
}

// Frames of JUnit 4 and 5 that are there only while a fixture runs.
const FIXTURE = /\bRun(?:Befores|Afters)\.invokeMethod\(|\.invoke(?:Before|After)(?:Each|All)Methods?\(/;
const FIXTURE_NAME = /\.(?:setUp|beforeEach|beforeAll|before|init)$/;
// What JUnit calls a class that did not come as far as its tests.
const NO_TEST = /^(?:|initializationError|executionError|classMethod)$/;

export function junitResult({ owner, name, outcome, ms, message, trace, output }: JunitTest, site: Site): RawResult {
  const classes = classesOf(site);
  const file = classes.get(owner.split('$')[0] ?? owner);
  const isBad = outcome === 'failed' || outcome === 'broken';
  const stack = javaFrames(trace, (frameOwner) => classes.get(frameOwner.split('$')[0] ?? frameOwner));
  const method = name.replace(/(?:\(.*?\))?(?:\[.*\])?$/s, '');
  const line = file === undefined ? undefined : lineOf(file, method);
  // What is thrown by the test itself has failed; an error is what nobody in the test has done.
  const isOutside =
    FIXTURE.test(trace) || NO_TEST.test(name) || name === owner || (outcome === 'broken' && !isInside(stack, line === undefined ? undefined : method, file));
  return {
    file,
    line,
    suite: (owner.split('.').at(-1) ?? owner).split('$'),
    name: name === '' ? 'initialisation' : name,
    status: isBad ? (isOutside ? 'error' : 'failed') : outcome,
    ms,
    ...(outcome !== 'passed' && { message }),
    ...(isBad && { ...comparedIn(message ?? trace), stack }),
    ...(output !== '' && { output }),
  };
}

// Reports may be cut down to the frames of the project. A test that is called otherwise than its method is known by its file.
function isInside(stack: readonly RawFrame[], method: string | undefined, file: string | undefined): boolean {
  if (method === undefined) return stack.some((frame) => frame.file === file) && !stack.some((frame) => FIXTURE_NAME.test(frame.function ?? ''));
  // "shop.CartTest.adds", "shop.CartTest.lambda$adds$0", "shop.CartTest$adds$1.invokeSuspend".
  return stack.some((frame) => (frame.function ?? '').split(/[.$]/).includes(method));
}

function lineOf(file: string, method: string): number | undefined {
  const at = readSmallFile(file)
    .split('\n')
    .findIndex((line) => new RegExp(`\\b${method.replace(/\W/g, '\\$&')}\`?\\s*\\(`).test(line) && !/^\s*(?:\/\/|\*|@)/.test(line));
  return at < 0 ? undefined : at + 1;
}
