// Whether our server for TypeScript 6 says what the language service says, and applies nothing by itself.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pathOf } from '../../../src/base/files/fileUri.ts';
import { formatOf, PREFERENCES } from '../../../src/engines/typescript6/code/style.ts';
import { bareService, openServer, positionIn, type Server } from './typescript6.ts';

const LEGACY = JSON.stringify({
  compilerOptions: {
    ...{ target: 'es5', moduleResolution: 'node10', baseUrl: '.', ignoreDeprecations: '6.0', lib: ['es2020'] },
    ...{ strict: true, noUnusedLocals: true, noImplicitOverride: true, types: [] },
  },
});

const position = z.object({ line: z.number(), character: z.number() });
const range = z.object({ start: position, end: position });
const textEdit = z.object({ range, newText: z.string() });
const documentChange = z.union([
  z.object({ kind: z.literal('create'), uri: z.string() }),
  z.object({ textDocument: z.object({ uri: z.string() }), edits: z.array(textEdit) }),
]);
const actions = z.array(
  z.looseObject({
    title: z.string(),
    kind: z.string(),
    edit: z.object({ documentChanges: z.array(documentChange) }).optional(),
    disabled: z.object({ reason: z.string() }).optional(),
  }),
);

// One error after the other, each with a remedy.
const broken = {
  'tsconfig.json': LEGACY,
  'model.ts': `export interface Shape { area(): number; name: string }
export abstract class Base { abstract draw(): void; size = 1; constructor(n: number) { this.size = n; } }
export const helper = 1;
`,
  'broken.ts': `import { Base, Shape } from 'model';
const one = helper;
class Circle implements Shape { name = 'c'; }
class Square extends Base { }
class Line extends Base { constructor() { } draw() { } size = 2; }
function later() { return await Promise.resolve(1); }
const shape: Shape = { name: 's' };
console.log(shape.nmae, shape.colour);
function loose(parameter) { return parameter + 1; }
class Thing extends Shape { }
class Member { value = 1; static shared = 2; show() { return value + shared; } }
later().toFixed();
let never: string = undefined as unknown as number;
enum Colour { Red } function paint(c: Colour): number { switch (c) { } }
const twice = lone(1, 2); function lone(a: number) { return a; }
export const used = [one, Circle, Square, Line, loose, Thing, Member, never, paint, twice];
let unused = 5;
`,
};

test('quick fixes for more than twelve kinds of errors are those of the language service', async () => {
  const server = await openServer(broken);
  const text = await server.open('broken.ts');
  const bare = bareService(server.root);
  const path = join(server.root, 'broken.ts');
  const fixed = new Set<number>();
  for (const { start = 0, length = 0, code } of [...bare.getSemanticDiagnostics(path), ...bare.getSuggestionDiagnostics(path)]) {
    const expected = bare.getCodeFixesAtPosition(path, start, start + length, [code], formatOf(text), PREFERENCES).filter(({ changes }) => changes.length > 0);
    const span = { start: positionIn(text, start), end: positionIn(text, start + length) };
    const found = await actionsOf(server, 'broken.ts', span, { diagnostics: [{ range: span, code, message: '' }], only: ['quickfix'] });
    expect(found.map(({ title, edit }) => [title, editsIn(edit)])).toEqual(expected.map(({ description, changes }) => [description, bareEdits(changes)]));
    for (const { title, isPreferred } of found) if (title.startsWith('Implement interface')) expect(isPreferred).toBe(true);
    if (expected.length > 0) fixed.add(code);
  }
  expect(fixed.size).toBeGreaterThanOrEqual(12);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('who names no problem gets the fixes of those in the range', async () => {
  const server = await openServer(broken);
  const text = await server.open('broken.ts');
  const at = positionIn(text, text.indexOf('helper'));
  const found = await actionsOf(server, 'broken.ts', { start: at, end: at }, { diagnostics: [], only: ['quickfix'] });
  expect(found.map(({ title }) => title)).toEqual(expect.arrayContaining([expect.stringMatching(/Add import from|Update import from/)]));
});

test('a partial program knows the same fixes for what is open', async () => {
  const [whole, partial] = await Promise.all([openServer(broken), openServer(broken, { partial: true })]);
  const text = await whole.open('broken.ts');
  await partial.open('broken.ts');
  const everything = { start: { line: 0, character: 0 }, end: positionIn(text, text.length) };
  const context = { diagnostics: [], only: ['quickfix'] };
  const known = await actionsOf(partial, 'broken.ts', everything, context);
  expect(known.length).toBeGreaterThanOrEqual(12);
  expect(known.map(({ title, edit }) => [title, editsIn(edit)])).toEqual(
    (await actionsOf(whole, 'broken.ts', everything, context)).map(({ title, edit }) => [title, editsIn(edit)]),
  );
});

const shop = {
  'tsconfig.json': LEGACY,
  'cart.ts':
    'export function total(items: string[]): number {\n  const count = items.length * 2;\n  return count;\n}\nexport class Cart { items: string[] = []; }\n',
  'checkout.ts':
    "import { total as sum, Cart } from 'cart';\nexport { total } from './cart';\nconst { items } = new Cart();\nexport const bill = sum(items);\n",
};

test('a rename changes what the language service would change', async () => {
  const server = await openServer(shop);
  const text = await server.open('cart.ts');
  const bare = bareService(server.root);
  for (const [word, newName] of [
    ['total', 'sumUp'],
    ['items', 'things'],
    ['Cart', 'Basket'],
  ] as const) {
    const offset = word === 'items' ? text.lastIndexOf('items') : text.indexOf(word);
    const edit = z
      .object({ changes: z.record(z.string(), z.array(textEdit)) })
      .parse(await server.ask('textDocument/rename', { ...placeIn(server, 'cart.ts', text, offset), newName }));
    const planned = bare.findRenameLocations(join(server.root, 'cart.ts'), offset, false, false, PREFERENCES) ?? [];
    expect(Object.values(edit.changes).flat()).toHaveLength(planned.length);
    const texts = Object.values(edit.changes).flatMap((edits) => edits.map((each) => each.newText));
    expect(texts.sort()).toEqual(planned.map(({ prefixText = '', suffixText = '' }) => prefixText + newName + suffixText).sort());
  }
  await expect(server.ask('textDocument/prepareRename', placeIn(server, 'cart.ts', text, text.indexOf('string')))).rejects.toThrow('cannot rename');
});

test('a file that moves takes its importers along', async () => {
  const server = await openServer(shop);
  await server.open('checkout.ts');
  const answer = await server.ask('workspace/willRenameFiles', { files: [{ oldUri: server.uri('cart.ts'), newUri: server.uri('model/basket.ts') }] });
  const edit = z.object({ documentChanges: z.array(documentChange) }).parse(answer);
  expect(editsIn(edit).map(({ file, text }) => [file, text])).toEqual([
    ['checkout.ts', 'model/basket'],
    ['checkout.ts', './model/basket'],
  ]);
});

test('refactorings are offered by kind, and their edits come when one is chosen', async () => {
  const server = await openServer(shop);
  const text = await server.open('cart.ts');
  const span = { start: positionIn(text, text.indexOf('items.length')), end: positionIn(text, text.indexOf(' * 2') + 4) };
  const extract = await actionsOf(server, 'cart.ts', span, { diagnostics: [], only: ['refactor.extract'] });
  expect(extract.map(({ kind }) => kind.split('.').slice(0, 2).join('.'))).toEqual(extract.map(() => 'refactor.extract'));
  const constant = extract.find(({ title, disabled }) => title.includes('module scope') && disabled === undefined);
  const resolved = z
    .looseObject({ edit: z.object({ documentChanges: z.array(documentChange) }) })
    .parse(await server.ask('codeAction/resolve', constant ?? {}));
  expect(
    editsIn(resolved.edit)
      .map(({ text: added }) => added)
      .join('\n'),
  ).toContain('function newFunction');

  const whole = { start: { line: 4, character: 0 }, end: { line: 4, character: 20 } };
  const move = await actionsOf(server, 'cart.ts', whole, { diagnostics: [], only: ['refactor.move'] });
  const newFile = await server.ask('codeAction/resolve', move.find(({ title }) => title === 'Move to a new file') ?? {});
  const { edit } = z.looseObject({ edit: z.object({ documentChanges: z.array(documentChange) }) }).parse(newFile);
  expect(edit.documentChanges).toContainEqual({ kind: 'create', uri: server.uri('Cart.ts') });
  expect(existsSync(join(server.root, 'Cart.ts'))).toBe(false);
  expect((await actionsOf(server, 'cart.ts', span, { diagnostics: [], only: ['refactor'] })).length).toBeGreaterThan(extract.length);
});

test('a completion returns its import when it is asked about', async () => {
  const server = await openServer({ ...shop, 'late.ts': 'export const bill = tot\n' });
  const text = await server.open('late.ts');
  await server.open('cart.ts');
  const list = z
    .object({ items: z.array(z.looseObject({ label: z.string(), data: z.unknown() })) })
    .parse(await server.ask('textDocument/completion', placeIn(server, 'late.ts', text, text.indexOf('tot') + 3)));
  const item = list.items.find(({ label }) => label === 'total');
  const resolved = z.looseObject({ additionalTextEdits: z.array(textEdit), detail: z.string() }).parse(await server.ask('completionItem/resolve', item ?? {}));
  expect(resolved.additionalTextEdits.map(({ newText }) => newText).join('')).toMatch(/import \{ total \} from ["'](\.\/)?cart["']/);
  expect(resolved.detail).toContain('function total(items: string[]): number');
});

test('an open text counts before the disk, in whole or in changed ranges, until it is closed', async () => {
  const server = await openServer(shop);
  await server.open('cart.ts');
  const uri = server.uri('cart.ts');
  const names = async () => z.array(z.object({ name: z.string() })).parse(await server.ask('textDocument/documentSymbol', { textDocument: { uri } }));
  server.notify('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: { line: 0, character: 16 }, end: { line: 0, character: 21 } }, text: 'summed' }],
  });
  expect((await names()).map(({ name }) => name)).toEqual(['summed', 'Cart']);
  await server.write('cart.ts', 'export const onDisk = 1;\n');
  expect((await names()).map(({ name }) => name)).toEqual(['summed', 'Cart']);
  server.notify('textDocument/didClose', { textDocument: { uri } });
  expect((await names()).map(({ name }) => name)).toEqual(['onDisk']);
});

test('what is no question of the protocol is refused, and the next is answered', async () => {
  const server = await openServer(shop);
  await expect(server.ask('textDocument/hover', { textDocument: {} })).rejects.toThrow('uri');
  await expect(server.ask('textDocument/formatting', { textDocument: { uri: server.uri('cart.ts') } })).rejects.toThrow('Unhandled method');
  expect(await server.ask('textDocument/definition', placeIn(server, 'cart.ts', shop['cart.ts'], 17))).toHaveLength(1);
  const nowhere = { textDocument: { uri: server.uri('none.ts') }, position: { line: 9, character: 9 } };
  await expect(server.ask('textDocument/hover', nowhere)).rejects.toThrow('Could not find source file');
  expect(await server.ask('textDocument/hover', { ...placeIn(server, 'cart.ts', shop['cart.ts'], 17), position: { line: 99, character: 0 } })).toBeNull();
});

async function actionsOf(server: Server, path: string, span: z.infer<typeof range>, context: object) {
  return actions.parse(await server.ask('textDocument/codeAction', { textDocument: { uri: server.uri(path) }, range: span, context }));
}

function placeIn(server: Server, path: string, text: string, offset: number) {
  return { textDocument: { uri: server.uri(path) }, position: positionIn(text, offset) };
}

function editsIn(edit: { documentChanges: readonly z.infer<typeof documentChange>[] } | undefined) {
  return (edit?.documentChanges ?? []).flatMap((change) =>
    'edits' in change ? change.edits.map((each) => ({ file: nameOf(pathOf(change.textDocument.uri)), at: each.range.start, text: each.newText })) : [],
  );
}

function bareEdits(changes: readonly ts.FileTextChanges[]) {
  return changes.flatMap(({ fileName, textChanges }) => {
    const text = ts.sys.readFile(fileName) ?? '';
    return textChanges.map(({ span, newText }) => ({ file: nameOf(fileName), at: positionIn(text, span.start), text: newText }));
  });
}

function nameOf(path: string): string {
  return path.replaceAll('\\', '/').split('/').at(-1) ?? '';
}
