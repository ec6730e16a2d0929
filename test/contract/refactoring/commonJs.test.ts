// Uses through CommonJS modules, in every way that programs export and require: found or said to be missing, and renamed so that the programs still run.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const MODERN = { strict: false, target: 'es2022', module: 'commonjs', types: [], noEmit: true };
// TypeScript 7 has removed these, so 6 answers alone.
const LEGACY = { ...MODERN, moduleResolution: 'node', baseUrl: '.' };

type Written = (name: string) => string;
const made = (name: string) => `function ${name}() {\n  return 1;\n}\n`;

// Each exports a function under its name.
const EXPORTS: Readonly<Record<string, Written>> = {
  'object.js': (x) => `${made(x)}module.exports = { ${x} };\n`,
  'named.js': (x) => `${made(x)}module.exports = { ${x}: ${x} };\n`,
  'property.js': (x) => `exports.${x} = function () {\n  return 1;\n};\n`,
  'expression.js': (x) => `exports.${x} = function ${x}() {\n  return 1;\n};\n`,
  'assigned.js': (x) => `${made(x)}exports.${x} = ${x};\n`,
  'module.js': (x) => `${made(x)}module.exports.${x} = ${x};\n`,
  'compiled.js': (x) => `exports.${x} = void 0;\n${made(x)}exports.${x} = ${x};\n`,
  'chained.js': (x) => `${made(x)}exports = module.exports = { ${x} };\n`,
  'frozen.js': (x) => `${made(x)}module.exports = Object.freeze({ ${x} });\n`,
  'defined.js': (x) => `${made(x)}Object.defineProperty(exports, '${x}', { enumerable: true, get: () => ${x} });\n`,
  'variable.js': (x) => `const api = {\n  ${x}() {\n    return 1;\n  },\n};\nmodule.exports = api;\n`,
  'shorthand.js': (x) => `${made(x)}const api = { ${x} };\napi.${x}();\nmodule.exports = api;\n`,
  'statics.js': (x) => `module.exports = class {\n  static ${x}() {\n    return 1;\n  }\n};\n`,
  'function.ts': (x) => `export ${made(x)}`,
  'list.ts': (x) => `${made(x)}export { ${x} };\n`,
  'equals.ts': (x) => `${made(x)}export = { ${x} };\n`,
};
// TypeScript resolves nothing of what these export, or only a part.
const DYNAMIC: Readonly<Record<string, Written>> = {
  'merged.js': (x) => `${made(x)}Object.assign(module.exports, { ${x} });\n`,
  'callable.js': (x) => `exports = module.exports = main;\nfunction main() {\n  return ${x}();\n}\n${made(x)}exports.${x} = ${x};\n`,
};
const USES: Readonly<Record<string, (name: string, from: string, stem: string) => string>> = {
  taken: (x, from) => `const { ${x} } = require('${from}');\n${x}();\n`,
  renamed: (x, from) => `const { ${x}: own } = require('${from}');\nown();\n`,
  member: (x, from) => `const it = require('${from}');\nit.${x}();\n`,
  direct: (x, from) => `const ${x} = require('${from}').${x};\n${x}();\n`,
  through: (x, from) => `module.exports = require('${from}');\nmodule.exports.${x}();\n`,
  again: (x, from) => `const { ${x} } = require('${from}');\nmodule.exports = { ${x} };\n`,
  behind: (x, _, stem) => `const it = require('./${stem}_again.js');\nit.${x}();\n`,
};
// No variable keeps the module: nobody can say what it is.
const LATE = "let it;\nmodule.exports = () => {\n  it = it || require('./late.js');\n  return it.lateTotal();\n};\n";

// One module is the class itself, and others have it as a property.
const WHOLE = {
  'lib/whole.js': 'class wholeTotal {}\nmodule.exports = wholeTotal;\n',
  'lib/whole_variable.js': "const own = require('./whole');\nmodule.exports = new own();\n",
  'lib/whole_listed.js': "module.exports = { wholeTotal: require('./whole') };\n",
  'lib/whole_lazily.js': "module.exports = {\n  get wholeTotal() {\n    return require('./whole.js');\n  },\n};\n",
  'lib/whole_taken.js': "const { wholeTotal } = require('./whole_listed');\nmodule.exports = new wholeTotal();\n",
  'lib/whole_member.js': "const lazy = require('./whole_lazily');\nmodule.exports = new lazy.wholeTotal();\n",
};

const stemOf = (file: string) => file.replace(/\W.*/, '');
const nameOf = (file: string) => `${stemOf(file)}Total`;
// Those of TypeScript are used by scripts that no configuration includes.
const pathOf = (file: string) => `${file.endsWith('.ts') ? 'typed/src' : 'lib'}/${file}`;

function usesOf(file: string): Readonly<Record<string, string>> {
  const [folder, from] = file.endsWith('.ts') ? ['scripts', '../typed/src'] : ['lib', '.'];
  const stem = stemOf(file);
  return Object.fromEntries(Object.entries(USES).map(([use, write]) => [`${folder}/${stem}_${use}.js`, write(nameOf(file), `${from}/${stem}.js`, stem)]));
}

const answer = z.object({
  complete: z.boolean(),
  why: z.string().optional(),
  files: z.array(z.object({ file: z.string(), references: z.array(z.object({ line: z.number(), column: z.number() })) })),
});

describe.each([
  ['TypeScript 7', MODERN],
  ['TypeScript 6', LEGACY],
])('with %s', (_, options) => {
  const files: Readonly<Record<string, string>> = Object.fromEntries([
    ['package.json', '{ "private": true }'],
    ['tsconfig.json', JSON.stringify({ compilerOptions: { ...options, allowJs: true }, include: ['lib'] })],
    ['typed/tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] })],
    ['lib/late.js', `${made('lateTotal')}module.exports = { lateTotal };\n`],
    ['lib/later_late.js', LATE],
    ...Object.entries(WHOLE),
    ['lib/instance.js', 'exports = module.exports = new (class {})();\nexports.instanceTotal = 1;\n'],
    ['lib/instance_taken.js', "const all = require('./instance.js');\nconst { instanceTotal } = all;\nmodule.exports = instanceTotal;\n"],
    ...Object.entries({ ...EXPORTS, ...DYNAMIC }).flatMap(([file, write]) => [[pathOf(file), write(nameOf(file))], ...Object.entries(usesOf(file))]),
  ]);
  const pointed = (file: string) => {
    const path = pathOf(file);
    const before = (files[path] ?? '').slice(0, files[path]?.indexOf(nameOf(file))).split('\n');
    return { file: path, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  };

  let real: RealAgent;
  beforeAll(async () => {
    real = await realAgentOn(files);
  });
  afterAll(() => real.close());

  const referencesTo = async (file: string) => {
    const found = answer.parse((await real.agent.call('find_references', { symbol: pointed(file) })).value);
    const places = found.files.flatMap(({ file: path, references }) => references.map(({ line, column }) => `${path}:${line}:${column}`));
    return { ...found, places };
  };

  test.each(Object.keys(EXPORTS))('every use of what %s exports is found', async (file) => {
    const { places, complete } = await referencesTo(file);
    const name = nameOf(file);
    // Variables that were made of it are others, which may be reported or not.
    const isVariable = (path: string, line: number) => /_(?:taken|direct)\.js$/.test(path) && line === 1;
    const written = Object.entries(files).flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, row) =>
          [...line.matchAll(new RegExp(`(?<!^const )\\b${name}\\b`, 'g'))].flatMap(({ index }) =>
            isVariable(path, row) ? [] : [`${path}:${row + 1}:${index + 1}`],
          ),
        ),
    );
    expect(written.filter((place) => !places.includes(place))).toEqual([]);
    expect(complete).toBe(true);
  });

  test.each([
    ['merged.js', 'lib/merged_member.js:2'],
    ['late.js', 'lib/later_late.js:4'],
  ])('what cannot be followed out of %s makes the answer incomplete, and refuses a rename', async (file, place) => {
    const { complete, why } = await referencesTo(file);
    expect({ complete, why }).toEqual({ complete: false, why: expect.stringContaining(place) });
    const refused = await real.agent.refusal('rename_symbol', { symbol: pointed(file), new_name: 'renewed' });
    expect(refused).toMatchObject({ error: 'knowledge_incomplete', message: expect.stringContaining(place) });
  });

  // TypeScript 7 follows nothing out of it, 6 everything.
  test('a module that is a function with properties is followed, or said not to be', async () => {
    const { complete, why, places } = await referencesTo('callable.js');
    const isFollowed = places.some((place) => place.startsWith('lib/callable_member.js'));
    expect({ complete, why }).toEqual(isFollowed ? { complete: true } : { complete: false, why: expect.stringContaining('lib/callable_member.js:2') });
  });

  test('a class that is a module is followed through the modules that have it as a property', async () => {
    const { complete, places } = await referencesTo('whole.js');
    expect(complete).toBe(true);
    expect(Object.keys(WHOLE).filter((path) => !places.some((place) => place.startsWith(path)))).toEqual([]);
  });

  // TypeScript 7 makes no symbol of it.
  test('a property that the engine does not know is not called unused', async () => {
    const { complete, places } = await referencesTo('instance.js');
    expect(complete && places.length < 2).toBe(false);
  });

  test('programs run as before when everything is renamed', async () => {
    expect(await failuresOf(files)).toEqual([]);
    for (const file of [...Object.keys(EXPORTS), 'whole.js'])
      await real.agent.call('rename_symbol', { symbol: pointed(file), new_name: `renewed_${nameOf(file)}` });
    const { documents, project } = real.agent.ide;
    const signal = new AbortController().signal;
    const now = await Promise.all(Object.keys(files).map(async (path) => [path, (await documents.read(`${project.uri}/${path}`, signal)).text] as const));
    expect(
      now.filter(([path, text]) => /_(?:member|renamed|behind)\.js$/.test(path) && !/(?:merged|callable|whole)_/.test(path) && !text.includes('renewed_')),
    ).toEqual([]);
    expect(await failuresOf(Object.fromEntries(now))).toEqual([]);
  });
});

// Which files fail when they are run; TypeScript as it is compiled.
async function failuresOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-commonjs-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      const to = join(folder, path.replace(/\.ts$/, '.js'));
      await mkdir(dirname(to), { recursive: true });
      const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
      await writeFile(to, path.endsWith('.ts') ? ts.transpileModule(text, { compilerOptions }).outputText : text);
    }
    const scripts = Object.keys(files).filter((path) => path.endsWith('.js'));
    const each = `for (const path of ${JSON.stringify(scripts)}) try { const it = require('./' + path); if (path.endsWith('_late.js')) it(); } catch (error) { console.log(path + ': ' + error.message); }`;
    return execFileSync(process.execPath, ['-e', each], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
