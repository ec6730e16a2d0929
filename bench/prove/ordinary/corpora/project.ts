// What a folder of foreign code is: its language, its configs, which files are its own code and which are tests, how its tests are run.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { stdoutOf } from '../execution.ts';

export type OrdinaryLanguage = 'typescript' | 'python';

export interface Project {
  readonly language: OrdinaryLanguage;
  readonly folder: string;
  // Its own code, without tests and what was generated; what is refactored.
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  // The tsconfig.json files.
  readonly configs: readonly string[];
  readonly runner: RunnerName | undefined;
  // What runs the whole suite where no runner is known, as the package's own script has it.
  readonly script?: readonly string[];
  readonly needsVmModules: boolean;
  // Which tests pytest leaves out, and how it imports them, by the project's own word.
  readonly selection?: readonly string[];
}

export type RunnerName = 'jest' | 'vitest' | 'mocha' | 'pytest' | 'script';

const Manifest = z.looseObject({
  scripts: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});
export type Manifest = z.output<typeof Manifest>;

const CODE: Readonly<Record<OrdinaryLanguage, RegExp>> = { typescript: /\.[cm]?[jt]sx?$/, python: /\.py$/ };
const TEST = /(?:^|\/)(?:__tests__|__fixtures__|tests?|specs?|testing)\/|(?:^|\/)(?:tests?|conftest)\.\w+$|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*$/;
// Neither code of the project nor its tests.
const ASIDE =
  /\.d\.[cm]?ts$|(?:^|\/)(?:docs?|docs-old|website|examples?|demo|demos|benchmarks?|bench|scripts|resources|tools|integrationTests|node_modules|debian|media|bin)\/|(?:^|\/)\.|(?:^|\/)(?:setup|conf|noxfile|[\w.-]+\.config)\.\w+$|\.min\.js$/;

export async function projectIn(folder: string, wanted?: OrdinaryLanguage): Promise<Project> {
  const files = (await stdoutOf(['git', '-c', 'core.quotePath=false', 'ls-files'], folder)).split('\n').filter((file) => file !== '');
  const language = wanted ?? (await mainLanguage(folder, files));
  const code = files.filter((file) => CODE[language].test(file) && !ASIDE.test(file));
  const manifest = await manifestOf(folder);
  const configs = files.filter((file) => /(?:^|\/)tsconfig\.json$/.test(file) && !ASIDE.test(file));
  const script = scriptOf(manifest);
  const runner = language === 'python' ? 'pytest' : typescriptRunner(folder, manifest, script);
  const isTest = testPattern(manifest, runner);
  return {
    language,
    folder,
    sources: code.filter((file) => !TEST.test(file)),
    tests: code.filter(isTest),
    configs: language === 'typescript' ? configs : [],
    runner: code.some(isTest) || runner === 'script' ? runner : undefined,
    ...(script !== undefined && { script }),
    ...(runner === 'pytest' && { selection: await pytestSelection(folder) }),
    needsVmModules: Object.values(manifest.scripts ?? {}).some((each) => each.includes('--experimental-vm-modules')),
  };
}

export async function manifestOf(folder: string): Promise<Manifest> {
  const path = join(folder, 'package.json');
  return existsSync(path) ? Manifest.parse(JSON.parse(await readFile(path, 'utf8'))) : {};
}

export function tellProject({ language, sources, tests, configs, runner }: Project): string {
  const parts = [
    `${language}, ${sources.length} files of code`,
    language === 'typescript' ? `${configs.length} tsconfig.json` : 'basedpyright',
    runner === undefined ? 'no tests' : `${tests.length} files of tests by ${runner}`,
  ];
  return parts.join(', ');
}

async function mainLanguage(folder: string, files: readonly string[]): Promise<OrdinaryLanguage> {
  const sizes = { typescript: 0, python: 0 };
  for (const file of files) {
    const language = CODE.python.test(file) ? 'python' : CODE.typescript.test(file) ? 'typescript' : undefined;
    if (language !== undefined && !ASIDE.test(file)) sizes[language] += (await readFile(join(folder, file))).length;
  }
  return sizes.python > sizes.typescript ? 'python' : 'typescript';
}

function typescriptRunner(folder: string, { devDependencies = {}, dependencies = {}, scripts = {} }: Manifest, script: readonly string[] | undefined) {
  const named = (['vitest', 'jest', 'mocha'] as const).filter((each) => existsSync(join(folder, 'node_modules', each)));
  const known = { ...dependencies, ...devDependencies };
  const own = named.find((each) => known[each] !== undefined) ?? named.find((each) => Object.values(scripts).some((text) => text.includes(each)));
  return own ?? (script === undefined ? undefined : 'script');
}

// `node some/test.js --flags` somewhere in the script that is called test.
function scriptOf({ scripts = {} }: Manifest): readonly string[] | undefined {
  const [, found] = /(?:^|\s)node ((?:--?[\w=-]+ )*\.?\/?[\w./-]+\.[cm]?js(?: --?[\w-]+(?: \d+)?)*)/.exec(scripts['test'] ?? '') ?? [];
  return found?.split(' ');
}

// Of `addopts` only what every pytest knows: the rest asks for plugins that are not installed. Without it, tests run that its makers leave out (stress tests of minutes).
async function pytestSelection(folder: string): Promise<readonly string[]> {
  for (const file of ['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg']) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    const [, value] = /^addopts\s*=\s*(\[[^\]]*\]|"""[\s\S]*?"""|.*(?:\n[ \t]+.*)*)/m.exec(text) ?? [];
    if (value !== undefined) return selectionIn(value.trim());
  }
  return [];
}

// A list of TOML, a string of it, or the words of an INI file.
function selectionIn(addopts: string): readonly string[] {
  const listed = addopts.startsWith('[') ? [...addopts.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? '') : undefined;
  const plain = addopts.replace(/^("""|"|')([\s\S]*)\1$/, '$2');
  const words = listed ?? [...plain.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  return words.flatMap((word, index) => {
    if (/^--(?:ignore|ignore-glob|deselect|import-mode)=/.test(word)) return [word];
    return ['-m', '-k', '--ignore', '--deselect', '--import-mode'].includes(word) ? [word, words[index + 1] ?? ''] : [];
  });
}

// Fixtures and helpers lie beside tests; only what the runner would collect is one.
function testPattern({ scripts = {} }: Manifest, runner: RunnerName | undefined): (file: string) => boolean {
  if (runner === 'pytest') return (file) => /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests)\.py$/.test(file);
  const endings = Object.values(scripts)
    .flatMap((text) => (/\bmocha\b/.test(text) ? [...text.matchAll(/\*([\w.-]+\.[cm]?[jt]sx?)\b/g)] : []))
    .map(([, ending = '']) => ending);
  if (runner === 'mocha' && endings.length > 0) return (file) => endings.some((ending) => file.endsWith(ending) && !/fuzz/.test(ending));
  return (file) => /[._-](?:test|spec)\.[cm]?[jt]sx?$/.test(file) || /(?:^|\/)__tests__\/[^/]+\.[cm]?[jt]sx?$/.test(file);
}
