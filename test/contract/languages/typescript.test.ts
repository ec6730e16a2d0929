// What TypeScript and JavaScript mean, asked of the real engine over real files.
import { expect, test } from 'vitest';
import { live, openWorkspace } from './workspace.ts';

const TSCONFIG = JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'preserve', types: [] }, include: ['src'] });

const shop = {
  'tsconfig.json': TSCONFIG,
  'src/cart.ts': `import { price } from './price';

/** Adds up what is in the cart. */
export function total(items: readonly string[]): number {
  return items.reduce((sum, item) => sum + price(item), 0);
}

export class Cart {
  readonly items: string[] = [];
  get total(): number {
    return total(this.items);
  }
}
`,
  'src/price.ts': `export const price = (item: string): number => item.length;\n`,
  'src/checkout.ts': `import { Cart, total } from './cart';

export const bill = total(['tea']) + new Cart().total;
const wrong: string = total([]);
`,
};

test('a definition is found from a use in a file nobody has opened', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.languages.definition(await workspace.place('src/checkout.ts', 'total'), live());
  expect(workspace.shown(answer.value)).toEqual(['src/cart.ts:4:17']);
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 7.0.2' });
});

test('references are whole, sorted, and include the declaration only when asked', async () => {
  const workspace = await openWorkspace(shop);
  const uses = ['src/cart.ts:4:17', 'src/cart.ts:11:12', 'src/checkout.ts:1:16', 'src/checkout.ts:3:21', 'src/checkout.ts:4:23'];
  const answer = await workspace.references('src/cart.ts', 'total');
  expect(answer.complete).toBe(true);
  expect(workspace.shown(answer.value)).toEqual(uses);
  const without = await workspace.languages.references(await workspace.place('src/cart.ts', 'total'), { includeDeclaration: false }, live());
  expect(workspace.shown(without.value)).toEqual(uses.slice(1));
});

test('hover returns the signature without markup, and the documentation apart', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.languages.hover(await workspace.place('src/checkout.ts', 'total'), live());
  expect(answer.value).toMatchObject({
    signature: '(alias) function total(items: readonly string[]): number',
    documentation: 'Adds up what is in the cart.',
  });
});

test('hover over nothing is nothing', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.languages.hover({ uri: workspace.uri('src/cart.ts'), position: { line: 1, character: 0 } }, live());
  expect(answer).toMatchObject({ complete: true, value: undefined });
});

test('an outline lists what a file declares, not what it imports', async () => {
  const workspace = await openWorkspace({
    ...shop,
    'src/imports.ts': `import type { Cart } from './cart';
import * as everything from './cart';
import {
  total,
  total as sum,
} from './cart';
import fallback, { price } from './price';
export const own = 1; import { price as cost } from './price';
export function importer(cart: Cart) { return [everything, total, sum, fallback, price, cost, cart]; }
const { length } = 'destructured';
`,
  });
  const cart = await workspace.languages.outline(workspace.uri('src/cart.ts'), live());
  expect(cart.value.map(({ name, kind, children }) => [name, kind, children.map((child) => child.name)])).toEqual([
    ['total', 'function', []],
    ['Cart', 'class', ['items', 'total']],
  ]);
  const imports = await workspace.languages.outline(workspace.uri('src/imports.ts'), live());
  expect(imports.value.map(({ name }) => name)).toEqual(['own', 'importer', 'length']);
});

test('symbols are found although no file was ever opened', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.languages.symbols('total', live());
  expect(answer.complete).toBe(true);
  expect(answer.value.map(({ name, kind, container, location }) => [name, kind, container, ...workspace.shown([location])])).toEqual([
    ['total', 'function', undefined, 'src/cart.ts:4:17'],
    ['total', 'property', 'Cart', 'src/cart.ts:10:7'],
  ]);
});

test('an answer that the engine has cut says so', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `export const member${index} = ${index};`).join('\n');
  const workspace = await openWorkspace({ 'tsconfig.json': TSCONFIG, 'src/many.ts': many });
  const answer = await workspace.languages.symbols('member', live());
  expect(answer).toMatchObject({ complete: false, why: expect.stringContaining('256') });
});

test('diagnostics come for every file asked for, in that order, and unserved files apart', async () => {
  const workspace = await openWorkspace({ ...shop, 'README.md': '# shop' });
  const uris = ['src/checkout.ts', 'README.md', 'src/price.ts'].map((path) => workspace.uri(path));
  const messages: string[] = [];
  const answer = await workspace.languages.diagnostics(uris, live(), (message) => messages.push(message));
  expect(answer.complete).toBe(true);
  expect(answer.value.unserved).toEqual([workspace.uri('README.md')]);
  expect(
    answer.value.files.map(({ uri, diagnostics }) => [
      workspace.path(uri),
      diagnostics.filter(({ severity }) => severity === 'error').map(({ code, range }) => [code, range.start]),
    ]),
  ).toEqual([
    ['src/checkout.ts', [['2322', { line: 3, character: 6 }]]],
    ['src/price.ts', []],
  ]);
  expect(messages.at(-1)).toContain('2 of 2');
  expect(workspace.languages.diagnosable(uris)).toEqual([uris[0], uris[2]]);
});

test('JavaScript without any configuration is searched too', async () => {
  const workspace = await openWorkspace({
    'lib/tax.js': `export const tax = (amount) => amount * 0.2;\n`,
    'bin/run.js': `import { tax } from '../lib/tax.js';\nconsole.log(tax(1));\n`,
    'web/page.mjs': `import { tax } from '../lib/tax.js';\ntax(3);\n`,
  });
  const answer = await workspace.references('lib/tax.js', 'tax');
  expect(answer.complete).toBe(true);
  expect(new Set(answer.value.map(({ uri }) => workspace.path(uri)))).toEqual(new Set(['bin/run.js', 'lib/tax.js', 'web/page.mjs']));
  const symbols = await workspace.languages.symbols('tax', live());
  expect(symbols.value.map(({ location }) => workspace.path(location.uri))).toContain('lib/tax.js');
});

test('every extension of the language is known by its id', async () => {
  const workspace = await openWorkspace({});
  const languages = ['a.ts', 'a.mts', 'a.cts', 'a.tsx', 'a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.py', 'a.json', 'tsconfig.json', 'a.xyz'].map((path) =>
    workspace.languages.languageOf(workspace.uri(path)),
  );
  expect(languages).toEqual([
    'typescript',
    'typescript',
    'typescript',
    'typescriptreact',
    'javascript',
    'javascript',
    'javascript',
    'javascriptreact',
    'python',
    'json',
    'jsonc',
    undefined,
  ]);
});

test('a file that no engine serves is an error that says so', async () => {
  const workspace = await openWorkspace({ 'main.xyz': 'what is this' });
  await expect(workspace.languages.outline(workspace.uri('main.xyz'), live())).rejects.toMatchObject({ code: 'no_engine' });
});

test('problems of a tsconfig.json are reported for it and noted with other answers', async () => {
  const workspace = await openWorkspace({
    'tsconfig.json': `{ "compilerOptions": { "strict": "very", "types": [] }, "include": ["src"] } // wrong\n`,
    'src/a.ts': 'export const a = 1;\n',
  });
  const problems = await workspace.diagnosticsOf('tsconfig.json');
  expect(problems.map(({ code }) => code)).toContain('5024');
  const answer = await workspace.references('src/a.ts', 'a');
  expect(answer.notes).toEqual([expect.stringMatching(/^TypeScript finds problems in the configuration tsconfig\.json, so answers/)]);
  await workspace.write('tsconfig.json', TSCONFIG);
  expect(await workspace.diagnosticsOf('tsconfig.json')).toEqual([]);
  expect((await workspace.references('src/a.ts', 'a')).notes).toBeUndefined();
});

test('the status names the engine, its process and its memory, and rows without files are left out', async () => {
  const workspace = await openWorkspace(shop);
  expect(await workspace.languages.status()).toMatchObject([
    { language: 'typescript', engine: 'typescript 7.0.2', state: 'notStarted', restarts: 0 },
    { language: 'json', state: 'notStarted' },
  ]);
  await workspace.languages.warm(workspace.uri('src/cart.ts'));
  // It has answered about one file; what it goes on loading it reports itself.
  const first = async () => (await workspace.languages.status())[0];
  await expect.poll(first).toMatchObject({ state: 'ready' });
  const typescript = await first();
  expect(typescript).toMatchObject({ root: workspace.root, pid: expect.any(Number), restarts: 0 });
  if (process.platform !== 'win32') expect(typescript?.memoryMb).toBeGreaterThan(10);
});

test('an import of a component that is there is no error, and of one that is not is', async () => {
  const workspace = await openWorkspace({
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'preserve', types: [], paths: { '@/*': ['./src/*'] } }, include: ['src'] }),
    'src/main.ts': [
      "import App from './App.vue';",
      "import Card from '@/parts/Card.svelte';",
      "import raw from './App.vue?raw';",
      "import Gone from './Gone.vue';",
      "import Lost from '@/parts/Lost.astro';",
      "import { data } from './data';",
      'export const all = [App, Card, raw, Gone, Lost, data];',
    ].join('\n'),
    'src/App.vue': '<template><p /></template>\n',
    'src/parts/Card.svelte': '<p></p>\n',
  });
  expect((await workspace.diagnosticsOf('src/main.ts')).map(({ message }) => /'([^']+)'/.exec(message)?.[1])).toEqual([
    './Gone.vue',
    '@/parts/Lost.astro',
    './data',
  ]);
});
