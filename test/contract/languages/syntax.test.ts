// What tree-sitter knows about code whose language server is not there: real grammars on code with the tricky forms of each language.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import type { EngineRow } from '../../../src/hosts/headless/languages/engine/engineRow.ts';
import type { OutlineSymbol } from '../../../src/ide/doors/languages.ts';
import { live, openWorkspace } from './workspace.ts';

const SOURCES = join(import.meta.dirname, '..', '..', 'workspaces', 'grammars');

test('outlines every language that has a grammar, nested, with what each name is', async () => {
  const names = (await readdir(SOURCES)).filter((name) => !name.endsWith('.txt')).sort();
  const files = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(SOURCES, name), 'utf8')] as const)));
  const { languages, uri } = bound(await openWorkspace(files, { rows: [] }));
  const printed: string[] = [];
  for (const name of names) {
    const outline = await languages.outline(uri(name), live());
    expect(outline).toMatchObject({ complete: true, engine: expect.stringMatching(/^tree-sitter \(ast-grep \d/) });
    printed.push(`== ${name}`, ...outline.value.flatMap((symbol) => lines(symbol)), '');
  }
  // Read by a person when it was written: each line is a declaration of the source, at the line where it stands there.
  await expect(printed.join('\n')).toMatchFileSnapshot(join(SOURCES, 'outlines.txt'));
});

test('says what it is, and how to get the server, where the server is missing', async () => {
  const rust = bound(await openWorkspace({ 'cart.rs': 'fn total() -> u32 { 1 }\n' }, { rows: [missing('rust-analyzer')] }));
  const outline = await rust.languages.outline(rust.uri('cart.rs'), live());
  expect(outline.value).toMatchObject([{ name: 'total', kind: 'function', children: [] }]);
  expect(outline.notes?.join(' ')).toMatch(/tree-sitter, from the syntax alone.* To install it: (?:install rustup, then: )?rustup component add rust-analyzer/);
  const symbols = await rust.languages.symbols('total', live());
  expect(symbols).toMatchObject({ complete: true, value: [{ name: 'total' }], engine: expect.stringContaining('tree-sitter') });
  expect(symbols.notes?.join(' ')).toMatch(/^rust-analyzer was not asked: .* To install it: .* Its files were read by tree-sitter/);
});

test('answers in the place of a server that dies at its start, and says that it died', async () => {
  const dying: EngineRow = {
    ...missing('gopls'),
    origin: { npm: 'zod' },
    command: () => ({ program: process.execPath, args: ['-e', 'process.exit(3)'] }),
  };
  const { languages, uri } = bound(await openWorkspace({ 'cart.go': 'package shop\n\nfunc Total() int { return 1 }\n' }, { rows: [dying] }));
  const outline = await languages.outline(uri('cart.go'), live());
  expect(outline).toMatchObject({ value: [{ name: 'Total' }], engine: expect.stringContaining('tree-sitter') });
  expect(outline.notes?.join(' ')).toContain('crashed');
  expect((await languages.symbols('Total', live())).value).toHaveLength(1);
});

test('knows a declaration by its place, and says that only a server knows what a use means', async () => {
  const workspace = await openWorkspace({ 'cart.rs': '/// Sum.\npub fn total(items: &[u32]) -> u32 { 1 }\nfn main() { total(&[]); }\n' }, { rows: [] });
  const at = await workspace.place('cart.rs', 'total');
  expect(workspace.shown((await workspace.languages.definition(at, live())).value)).toEqual(['cart.rs:2:8']);
  expect((await workspace.languages.hover(at, live())).value?.signature).toBe('pub fn total(items: &[u32]) -> u32');
  const use = { uri: at.uri, position: { line: 2, character: 13 } };
  await expect(workspace.languages.definition(use, live())).rejects.toMatchObject({ code: 'no_engine', next: expect.stringContaining('No server is known') });
  await expect(workspace.languages.outline(workspace.uri('notes.xyz'), live())).rejects.toMatchObject({ code: 'no_engine' });
});

test('finds symbols by name in many languages, the nearest first, each with what it stands in', async () => {
  const { languages } = await openWorkspace(
    {
      'cart.rs': 'pub struct Cart;\nimpl Cart { pub fn total(&self) -> u32 { let subtotal = 1; subtotal } }\n',
      'cart.go': 'package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Total() int { return 1 }\n',
      'cart.swift': 'extension Cart { func totalPrice() -> Int { 1 } }\n',
      'notes.txt': 'total',
      'other.rs': 'fn unrelated() {}\n',
    },
    { rows: [] },
  );
  const found = await languages.symbols('total', live());
  expect(found.value.map(({ name, kind, container }) => `${kind} ${container ?? ''}/${name}`)).toEqual([
    'method Cart/total',
    'method Cart/Total',
    'method Cart/totalPrice',
  ]);
  expect((await languages.symbols('tlprc', live())).value.map(({ name }) => name)).toEqual(['totalPrice']);
  expect((await languages.symbols('Cart', live())).value.map(({ kind }) => kind)).toEqual(['struct', 'struct']);
  expect(await languages.symbols('nothing here ( [', live())).toMatchObject({ complete: true, value: [] });
  expect((await languages.symbols('total', live(), { language: 'swift' })).value.map(({ name }) => name)).toEqual(['totalPrice']);
});

test('places names right behind characters of any width, and reads what was just written', async () => {
  const workspace = await openWorkspace({ 'a.lua': 'local s = "😀é"; function total() end\n' }, { rows: [] });
  const outline = await workspace.languages.outline(workspace.uri('a.lua'), live());
  expect(outline.value.find(({ name }) => name === 'total')?.selection).toEqual({ start: { line: 0, character: 26 }, end: { line: 0, character: 31 } });
  await workspace.write('a.lua', 'function renamed() end\n');
  expect((await workspace.languages.outline(workspace.uri('a.lua'), live())).value.map(({ name }) => name)).toEqual(['renamed']);
  await workspace.write('b.lua', 'function added() end\r\nfunction second() end\r\n');
  expect((await workspace.languages.symbols('added', live())).value).toHaveLength(1);
  expect((await workspace.languages.outline(workspace.uri('b.lua'), live())).value.map(({ range }) => range.start.line)).toEqual([0, 1]);
});

test('a header is C or C++ by what is in it', async () => {
  const { languages, uri } = bound(
    await openWorkspace({ 'a.h': 'namespace shop {\nclass Cart { int total(); };\n}\n', 'b.h': 'struct cart { int class; };\n' }, { rows: [] }),
  );
  expect((await languages.outline(uri('a.h'), live())).value.flatMap((symbol) => lines(symbol))).toEqual([
    'namespace shop 1',
    '  class Cart 2',
    '    method total 2',
  ]);
  expect((await languages.outline(uri('b.h'), live())).value.flatMap((symbol) => lines(symbol))).toEqual(['struct cart 1', '  field class 1']);
});

function lines(symbol: OutlineSymbol, indent = ''): string[] {
  const own = `${indent}${symbol.kind} ${symbol.name}${symbol.detail === undefined ? '' : ` «${symbol.detail}»`} ${symbol.selection.start.line + 1}`;
  return [own, ...symbol.children.flatMap((child) => lines(child, `${indent}  `))];
}

function missing(id: string): EngineRow {
  const row = catalogue.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`there is no row ${id}`);
  return { ...row, origin: { program: 'binnacle-no-such-server', versionArguments: [] } };
}

function bound(workspace: Awaited<ReturnType<typeof openWorkspace>>) {
  return { languages: workspace.languages, uri: (path: string) => workspace.uri(path) };
}
