// Whether projects with options that TypeScript 7 has removed are served by TypeScript 6, as rightly as by its compiler.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const LEGACY = {
  ...{ target: 'es5', module: 'commonjs', moduleResolution: 'node10', baseUrl: 'src', paths: { '~/*': ['*'] } },
  ...{ strict: true, types: [], ignoreDeprecations: '6.0' },
};
const MODERN = { target: 'es2022', module: 'preserve', strict: true, types: [], paths: { '~/*': ['./src/*'], 'model/*': ['./src/model/*'] } };
const WHY = 'TypeScript 6 answers because tsconfig.json sets baseUrl, target es5, moduleResolution node10, which TypeScript 7 has removed.';
const config = (compilerOptions: object, more: object = { include: ['src'] }) => JSON.stringify({ compilerOptions, ...more });

const shop = {
  'tsconfig.json': config(LEGACY),
  'src/model/cart.ts': `/** Adds up what is in the cart. */
export function total(items: string[]): number {
  return items.length;
}
export interface Priced { price(): number }
export class Cart implements Priced {
  items: string[] = [];
  price(): number { return total(this.items); }
}
`,
  'src/checkout.ts': `import { total, Cart } from 'model/cart';
import { tax } from '~/tax';
export function bill(): number { return total(['tea']) + tax + new Cart().price(); }
const wrong: string = total([]);
`,
  'src/tax.ts': 'export const tax = 2;\n',
};
const TOTAL = ['src/checkout.ts:1:10', 'src/checkout.ts:3:41', 'src/checkout.ts:4:23', 'src/model/cart.ts:2:17', 'src/model/cart.ts:8:28'];

test('imports through baseUrl and paths lead to what they mean, and the answer says why TypeScript 6 gave it', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.languages.definition(await workspace.place('src/checkout.ts', 'total'), live());
  expect(workspace.shown(answer.value)).toEqual(['src/model/cart.ts:2:17']);
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 6.0.3', notes: [WHY] });
  const tax = await workspace.languages.definition(await workspace.place('src/checkout.ts', 'tax'), live());
  expect(workspace.shown(tax.value)).toEqual(['src/tax.ts:1:14']);
  expect((await workspace.languages.status()).map(({ engine, state, files, detail }) => [engine, state, files, detail])).toEqual([
    ['typescript 6.0.3', 'ready', 3, WHY],
    [expect.stringContaining('json'), 'notStarted', 1, undefined],
  ]);
});

test('every question has its answer', async () => {
  const workspace = await openWorkspace(shop);
  const { languages } = workspace;
  const references = await workspace.references('src/model/cart.ts', 'total');
  expect(references).toMatchObject({ complete: true, engine: 'typescript 6.0.3' });
  expect(workspace.shown(references.value)).toEqual(TOTAL);
  const without = await languages.references(await workspace.place('src/model/cart.ts', 'total'), { includeDeclaration: false }, live());
  expect(workspace.shown(without.value)).toEqual(TOTAL.filter((place) => place !== 'src/model/cart.ts:2:17'));

  const implementations = await languages.implementations(await workspace.place('src/model/cart.ts', 'Priced'), live());
  expect(workspace.shown(implementations.value)).toEqual(['src/model/cart.ts:6:14']);
  const type = await languages.typeDefinition({ uri: workspace.uri('src/checkout.ts'), position: { line: 2, character: 69 } }, live());
  expect(workspace.shown(type.value)).toEqual(['src/model/cart.ts:6:14']);

  const hover = await languages.hover(await workspace.place('src/checkout.ts', 'total'), live());
  expect(hover.value).toMatchObject({
    signature: '(alias) function total(items: string[]): number\nimport total',
    documentation: 'Adds up what is in the cart.',
  });

  const outline = await languages.outline(workspace.uri('src/model/cart.ts'), live());
  expect(outline.value.map(({ name, kind, children }) => [name, kind, children.map((child) => child.name)])).toEqual([
    ['total', 'function', []],
    ['Priced', 'interface', ['price']],
    ['Cart', 'class', ['items', 'price']],
  ]);
  const checkout = await languages.outline(workspace.uri('src/checkout.ts'), live());
  expect(checkout.value.map(({ name }) => name)).toEqual(['bill', 'wrong']);

  const symbols = await languages.symbols('price', live());
  expect(symbols).toMatchObject({ complete: true, engine: 'typescript 6.0.3', notes: [WHY] });
  expect(symbols.value.map(({ name, kind, container, location }) => [name, kind, container, ...workspace.shown([location])])).toEqual([
    ['price', 'method', 'Priced', 'src/model/cart.ts:5:27'],
    ['price', 'method', 'Cart', 'src/model/cart.ts:8:3'],
    ['Priced', 'interface', undefined, 'src/model/cart.ts:5:18'],
  ]);

  const callers = await languages.calls(await workspace.place('src/model/cart.ts', 'total'), 'callers', live());
  expect(callers.value?.calls.map(({ callable: { name, container } }) => [name, container])).toEqual(
    expect.arrayContaining([
      ['price', 'Cart'],
      ['bill', undefined],
      ['checkout.ts', undefined],
    ]),
  );
  const callees = await languages.calls(await workspace.place('src/checkout.ts', 'bill'), 'callees', live());
  expect(callees.value?.calls.map(({ callable }) => callable.name)).toEqual(expect.arrayContaining(['total', 'price']));
  const below = await languages.types(await workspace.place('src/model/cart.ts', 'Priced'), 'down', live());
  expect(below.value?.related.map(({ name }) => name)).toEqual(['Cart']);
});

test('diagnostics are those of the compiler, also for files that nobody has opened', async () => {
  const workspace = await openWorkspace({ ...shop, 'src/broken.ts': 'export const x: number = "a";\nexport const y = missing;\nlet z = {;\n' });
  const paths = ['src/checkout.ts', 'src/broken.ts', 'src/tax.ts', 'src/model/cart.ts'];
  const answer = await workspace.languages.diagnostics(
    paths.map((path) => workspace.uri(path)),
    live(),
    () => {},
  );
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 6.0.3', notes: [WHY] });
  const reported = answer.value.files.flatMap(({ uri, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, range, message }) => `${workspace.path(uri)}:${range.start.line}:${range.start.character} ${code} ${message}`),
  );
  expect(reported.length).toBeGreaterThan(3);
  expect([...reported].sort()).toEqual(compilerErrors(workspace));
});

test('the problems of a configuration are those that the compiler of its files has', async () => {
  const workspace = await openWorkspace({ ...shop, 'tsconfig.json': config({ ...LEGACY, ignoreDeprecations: undefined }) });
  const problems = await workspace.diagnosticsOf('tsconfig.json');
  expect([...new Set(problems.map(({ code }) => code))].sort()).toEqual(compilerConfigErrors(workspace));
  expect(problems[0]?.message).toContain('deprecated');
  await workspace.write('tsconfig.json', config(LEGACY));
  expect(await workspace.diagnosticsOf('tsconfig.json')).toEqual([]);
});

test('what is written, created and deleted on disk counts in the next call', async () => {
  const workspace = await openWorkspace(shop);
  expect(workspace.shown((await workspace.references('src/model/cart.ts', 'total')).value)).toEqual(TOTAL);
  await workspace.write('src/late.ts', "import { total } from 'model/cart';\nexport const late = total([]);\n");
  expect((await workspace.references('src/model/cart.ts', 'total')).value).toHaveLength(TOTAL.length + 2);
  await workspace.write('src/tax.ts', 'export const tax = "two";\n');
  expect((await workspace.diagnosticsOf('src/checkout.ts')).filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['2322', '2322']);
  await workspace.remove('src/late.ts');
  await workspace.remove('src/tax.ts');
  expect((await workspace.references('src/model/cart.ts', 'total')).value).toHaveLength(TOTAL.length);
  expect((await workspace.diagnosticsOf('src/checkout.ts')).map(({ code }) => code)).toContain('2307');
  await workspace.write('src/tax.ts', shop['src/tax.ts']);
  expect((await workspace.diagnosticsOf('src/checkout.ts')).map(({ code }) => code)).not.toContain('2307');
});

test('a configuration that becomes modern hands its files to TypeScript 7, and back', async () => {
  const workspace = await openWorkspace(shop);
  expect(await workspace.references('src/model/cart.ts', 'total')).toMatchObject({ engine: 'typescript 6.0.3', value: { length: TOTAL.length } });
  await workspace.write('tsconfig.json', config(MODERN));
  const modern = await workspace.references('src/model/cart.ts', 'total');
  expect(modern).toMatchObject({ engine: 'typescript 7.0.2', complete: true });
  expect(modern.notes).toBeUndefined();
  expect(workspace.shown(modern.value)).toEqual(TOTAL);
  await workspace.write('tsconfig.json', config(LEGACY));
  const legacy = await workspace.references('src/model/cart.ts', 'total');
  expect(legacy).toMatchObject({ engine: 'typescript 6.0.3', complete: true, notes: [WHY] });
  expect(workspace.shown(legacy.value)).toEqual(TOTAL);
});

test('removed options count also where they come from a base, in a folder or in a package', async () => {
  const workspace = await openWorkspace({
    'bases/old.json': config({ baseUrl: '..', ignoreDeprecations: '6.0' }, {}),
    'node_modules/@team/tsconfig/tsconfig.json': config({ moduleResolution: 'Node', target: 'ES5', ignoreDeprecations: '6.0' }, {}),
    'one/tsconfig.json': JSON.stringify({ extends: '../bases/old', include: ['src'] }),
    'one/src/a.ts': "export { b } from 'two/src/b';\n",
    'two/tsconfig.json': JSON.stringify({ extends: '@team/tsconfig', include: ['src'] }),
    'two/src/b.ts': 'export const b = 1;\n',
    'three/tsconfig.json': JSON.stringify({ extends: ['../bases/old.json'], compilerOptions: { baseUrl: null }, include: ['src'] }),
    'three/src/c.ts': 'export const c = 1;\n',
  });
  const engineOf = async (path: string) => (await workspace.languages.outline(workspace.uri(path), live())).engine;
  expect(await engineOf('one/src/a.ts')).toBe('typescript 6.0.3');
  expect(await engineOf('two/src/b.ts')).toBe('typescript 6.0.3');
  expect(await engineOf('three/src/c.ts')).toBe('typescript 7.0.2');
  const definition = await workspace.languages.definition(await workspace.place('one/src/a.ts', 'b'), live());
  expect(workspace.shown(definition.value)).toEqual(['two/src/b.ts:1:14']);
  await workspace.write('bases/old.json', config({}, {}));
  expect(await engineOf('one/src/a.ts')).toBe('typescript 7.0.2');
});

test('a base that is installed later counts from then on', async () => {
  const workspace = await openWorkspace({
    'tsconfig.json': JSON.stringify({ extends: '@team/tsconfig/old.json', include: ['src'] }),
    'src/a.ts': 'export const a = 1;\n',
  });
  const engine = async () => (await workspace.languages.outline(workspace.uri('src/a.ts'), live())).engine;
  expect(await engine()).toBe('typescript 7.0.2');
  await workspace.write('node_modules/@team/tsconfig/old.json', config({ moduleResolution: 'node', ignoreDeprecations: '6.0' }, {}));
  await workspace.write('node_modules/.package-lock.json', '{}');
  expect(await engine()).toBe('typescript 6.0.3');
});

test('tests that a legacy configuration leaves out are searched with its options', async () => {
  const workspace = await openWorkspace({
    ...shop,
    'tsconfig.json': config(LEGACY, { include: ['src'], exclude: ['**/*.test.ts'] }),
    'src/checkout.test.ts': "import { total } from 'model/cart';\ntotal([]);\n",
  });
  const answer = await workspace.references('src/model/cart.ts', 'total');
  expect(workspace.shown(answer.value)).toEqual(['src/checkout.test.ts:1:10', 'src/checkout.test.ts:2:1', ...TOTAL]);
});

test('packages that refer to each other are searched by their sources, not by what they have built', async () => {
  const composite = { ...LEGACY, baseUrl: '.', paths: { core: ['../core/src'] }, composite: true, outDir: 'dist' };
  const workspace = await openWorkspace({
    'core/tsconfig.json': config(composite),
    'core/src/index.ts': 'export function total(): number { return 1; }\n',
    'web/tsconfig.json': config(composite, { include: ['src'], references: [{ path: '../core' }] }),
    'web/src/page.ts': "import { total } from 'core';\nexport const page = total();\n",
    'cli/tsconfig.json': config(composite, { include: ['src'], references: [{ path: '../core' }] }),
    'cli/src/run.ts': "import { total } from '../../core/src';\nexport const run = total();\n",
  });
  const answer = await workspace.references('core/src/index.ts', 'total');
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 6.0.3' });
  const uses = ['cli/src/run.ts:1:10', 'cli/src/run.ts:2:20', 'core/src/index.ts:1:17', 'web/src/page.ts:1:10', 'web/src/page.ts:2:21'];
  expect(workspace.shown(answer.value)).toEqual(uses);
  expect(workspace.shown((await workspace.references('web/src/page.ts', 'total')).value)).toEqual(uses);
  expect(await workspace.diagnosticsOf('web/src/page.ts')).toEqual([]);
});

test('JavaScript with a jsconfig.json and a baseUrl is served too', async () => {
  const workspace = await openWorkspace({
    'jsconfig.json': config({ baseUrl: 'src', jsx: 'react-jsx' }),
    'src/parts/button.jsx': 'export function Button() { return null; }\n',
    'src/app.js': "import { Button } from 'parts/button';\nexport const app = Button();\n",
  });
  const answer = await workspace.references('src/parts/button.jsx', 'Button');
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 6.0.3', notes: [expect.stringContaining('jsconfig.json sets baseUrl')] });
  expect(workspace.shown(answer.value)).toEqual(['src/app.js:1:10', 'src/app.js:2:20', 'src/parts/button.jsx:1:17']);
});

test('after the engine was killed the next call works and says so', async () => {
  const workspace = await openWorkspace(shop);
  await workspace.references('src/model/cart.ts', 'total');
  process.kill(await workspace.pid('typescript6'), 'SIGKILL');
  const answer = await workspace.references('src/model/cart.ts', 'total');
  expect(workspace.shown(answer.value)).toEqual(TOTAL);
  expect(answer.notes).toEqual(['typescript 6.0.3 had crashed and was restarted', WHY]);
});

test('a plugin that a tsconfig.json names is not loaded, trusted or not', async () => {
  for (const trusted of [true, false]) {
    const plugin =
      'require("node:fs").writeFileSync(require("node:path").join(__dirname, "trace"), ""); module.exports = () => ({ create: (i) => i.languageService });';
    const workspace = await openWorkspace(
      {
        ...shop,
        'tsconfig.json': config({ ...LEGACY, plugins: [{ name: 'planted' }, { name: './planted.js' }] }),
        'node_modules/planted/package.json': '{ "name": "planted", "main": "index.js" }',
        'node_modules/planted/index.js': plugin,
        'planted.js': plugin,
      },
      { trusted },
    );
    expect((await workspace.references('src/model/cart.ts', 'total')).value).toHaveLength(TOTAL.length);
    await workspace.diagnosticsOf('src/checkout.ts');
    expect(existsSync(join(workspace.root, 'trace')) || existsSync(join(workspace.root, 'node_modules/planted/trace'))).toBe(false);
  }
});

function compilerErrors(workspace: Workspace): readonly string[] {
  const program = compiler(workspace);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, start = 0, code, messageText }) => {
      const at = file?.getLineAndCharacterOfPosition(start);
      const path = file === undefined ? '' : workspace.path(workspace.uri(file.fileName.slice(workspace.root.replaceAll('\\', '/').length + 1)));
      return `${path}:${at?.line}:${at?.character} ${code} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    })
    .sort();
}

function compilerConfigErrors(workspace: Workspace): readonly string[] {
  return [
    ...new Set(
      compiler(workspace)
        .getOptionsDiagnostics()
        .map(({ code }) => String(code)),
    ),
  ].sort();
}

function compiler({ root }: Workspace): ts.Program {
  const path = join(root, 'tsconfig.json');
  const { config: read } = ts.readConfigFile(path, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(read, ts.sys, root, undefined, path);
  return ts.createProgram(fileNames, options);
}
