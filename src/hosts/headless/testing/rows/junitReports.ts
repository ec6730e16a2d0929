// Reports in JUnit's XML, as Maven and Gradle leave them, and the tests in the sources that they are about.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectFiles, RawResult, RawTest, Site } from '../runnerRow.ts';
import { comparedIn, javaFrames } from '../stacks.ts';
import { childOf, elementsOf, parseXml, type XmlElement } from '../xml.ts';

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

// The methods that are annotated as tests, from the text: these tools have no list of their own.
export function testsInSources(site: Site, paths: readonly string[]): RawTest[] {
  const files = [...classesOf(site).values()].filter(
    (file) => TEST_SOURCE.test(file.replaceAll('\\', '/')) && (paths.length === 0 || paths.some((path) => file === path || file.startsWith(path))),
  );
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
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

// Every report in these folders that was written since.
export function reportsSince(folders: readonly string[], since: number): string[] {
  return folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^TEST-.*\.xml$/.test(name))
          .map((name) => join(folder, name))
          .filter((file) => statSync(file).mtimeMs >= since)
      : [],
  );
}

export function resultsIn(file: string, site: Site): RawResult[] {
  const root = parseXml(readFileSync(file, 'utf8'));
  if (root === undefined) return [];
  return [...elementsOf({ name: '', attributes: {}, children: [root], text: '' }, 'testcase')].map((element) => resultOf(element, root, site));
}

function resultOf(element: XmlElement, suite: XmlElement, site: Site): RawResult {
  const { name = '', classname = suite.attributes['name'] ?? '', time } = element.attributes;
  const classes = classesOf(site);
  const outer = classname.split('$')[0] ?? classname;
  const file = classes.get(outer);
  const bare = name.replace(/(?:\(.*?\))?(?:\[.*\])?$/s, '');
  const failed = childOf(element, 'failure');
  const broken = childOf(element, 'error');
  const skipped = childOf(element, 'skipped');
  const bad = failed ?? broken;
  const said = bad === undefined ? '' : bad.text;
  const message = bad?.attributes['message'] ?? skipped?.attributes['message'] ?? said.split('\n')[0];
  const output = [childOf(element, 'system-out')?.text ?? '', childOf(element, 'system-err')?.text ?? ''].join('').trim();
  const stack = javaFrames(said, (owner) => classes.get(owner.split('$')[0] ?? owner));
  const own = stack.some((frame) => frame.file === file);
  // What is thrown by the test itself has failed; an error is what nobody in the test has done.
  const status =
    failed !== undefined
      ? 'failed'
      : broken !== undefined
        ? name === '' || name === classname || !own || /\.(setUp|beforeEach|beforeAll|before|init)\(/.test(said)
          ? 'error'
          : 'failed'
        : skipped !== undefined
          ? 'skipped'
          : 'passed';
  return {
    file,
    line: file === undefined ? undefined : lineOf(file, bare),
    suite: (classname.split('.').at(-1) ?? classname).split('$'),
    name: name === '' ? 'initialisation' : name,
    status,
    ms: time === undefined ? undefined : Number(time.replaceAll(',', '')) * 1_000,
    ...(bad !== undefined || skipped !== undefined
      ? { message: bad?.attributes['type'] !== undefined && broken !== undefined ? `${bad.attributes['type']}: ${message ?? ''}` : message }
      : {}),
    ...(bad !== undefined && { ...comparedIn(message ?? said), stack }),
    ...(output !== '' && { output }),
  };
}

function lineOf(file: string, method: string): number | undefined {
  const at = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => new RegExp(`\\b${method.replace(/\W/g, '\\$&')}\`?\\s*\\(`).test(line) && !/^\s*(?:\/\/|\*|@)/.test(line));
  return at < 0 ? undefined : at + 1;
}
