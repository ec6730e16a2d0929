// What Python means, asked of the real engine over real files.

import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { live, openWorkspace } from './workspace.ts';

const shop = {
  'shop/__init__.py': '',
  'shop/cart.py': `"""The cart."""


def total(items: list[str]) -> int:
    """Adds up what is in the cart."""
    return len(items)


class Cart:
    def add(self, item: str) -> None:
        self.item = item
`,
  'app/main.py': `from shop.cart import Cart, total

Cart().add("tea")
print(total(["tea"]))
`,
  'app/wrong.py': `from shop.cart import total

total(1)
`,
};

test('definition, hover and outline', async () => {
  const workspace = await openWorkspace(shop);
  const place = await workspace.place('app/main.py', 'total');
  const definition = await workspace.languages.definition(place, live());
  expect(workspace.shown(definition.value)).toEqual(['shop/cart.py:4:5']);
  expect(definition.engine).toBe('basedpyright 1.40.1');
  const hover = await workspace.languages.hover(place, live());
  expect(hover.value).toMatchObject({ signature: '(function) def total(items: list[str]) -> int', documentation: 'Adds up what is in the cart.' });
  const outline = await workspace.languages.outline(workspace.uri('shop/cart.py'), live());
  expect(outline.value.map(({ name, kind, children }) => [name, kind, children.map((child) => child.name)])).toEqual([
    ['total', 'function', ['items']],
    ['Cart', 'class', ['add', 'item']],
  ]);
});

test('references asked in the first moment are whole', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.references('shop/cart.py', 'total');
  expect(answer.complete).toBe(true);
  expect(workspace.shown(answer.value)).toEqual(['app/main.py:1:29', 'app/main.py:4:7', 'app/wrong.py:1:23', 'app/wrong.py:3:1', 'shop/cart.py:4:5']);
});

test('symbols asked in the first moment are whole', async () => {
  const workspace = await openWorkspace(shop);
  const answer = await workspace.languages.symbols('Cart', live(), { language: 'python' });
  expect(answer).toMatchObject({ complete: true, engine: 'basedpyright 1.40.1' });
  expect(answer.value[0]).toMatchObject({ name: 'Cart', kind: 'class' });
});

test('searches for references that run at the same time do not end each other', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`app/use${index}.py`, `from shop.cart import Cart, total\n\nprint(total([]), Cart())\n`]),
  );
  const workspace = await openWorkspace({ ...shop, ...many });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => workspace.references('shop/cart.py', index % 2 === 0 ? 'total' : 'Cart')));
  expect(answers.map(({ complete, value }) => [complete, value.length])).toEqual(Array.from({ length: 12 }, (_, index) => [true, index % 2 === 0 ? 125 : 123]));
});

test('diagnostics of files that nobody has opened', async () => {
  const workspace = await openWorkspace(shop);
  expect((await workspace.diagnosticsOf('app/wrong.py')).map(({ severity, code, range }) => [severity, code, range.start.line])).toEqual([
    ['error', 'reportArgumentType', 2],
  ]);
  expect(await workspace.diagnosticsOf('app/main.py')).toEqual([]);
});

test('diagnostics of a file that the configuration excludes', async () => {
  const workspace = await openWorkspace({ ...shop, 'pyrightconfig.json': '{ "exclude": ["app"], "typeCheckingMode": "standard" }' });
  expect((await workspace.diagnosticsOf('app/wrong.py')).map(({ code }) => code)).toEqual(['reportArgumentType']);
});

test('changes, creations, deletions and configuration are seen by the next call', async () => {
  const workspace = await openWorkspace(shop);
  const count = async () => (await workspace.references('shop/cart.py', 'total')).value.length;
  expect(await count()).toBe(5);
  await workspace.write('app/main.py', 'from shop.cart import total\n');
  expect(await count()).toBe(4);
  for (let round = 0; round < 5; round++) {
    await workspace.write('app/new.py', 'from shop.cart import total\n\ntotal("x")\n');
    expect(await count()).toBe(6);
    expect((await workspace.diagnosticsOf('app/new.py')).map(({ code }) => code)).toEqual(['reportArgumentType']);
    await workspace.remove('app/new.py');
    expect(await count()).toBe(4);
  }
  await workspace.write('pyrightconfig.json', '{ "typeCheckingMode": "standard", "reportArgumentType": "none" }');
  expect(await workspace.diagnosticsOf('app/wrong.py')).toEqual([]);
  await workspace.remove('pyrightconfig.json');
  expect((await workspace.diagnosticsOf('app/wrong.py')).map(({ code }) => code)).toEqual(['reportArgumentType']);
});

test('more new files than are worth opening are awaited', async () => {
  const workspace = await openWorkspace(shop);
  expect((await workspace.references('shop/cart.py', 'total')).value).toHaveLength(5);
  for (let index = 0; index < 50; index++) await workspace.write(`app/more${index}.py`, 'from shop.cart import total\n');
  let answer = await workspace.references('shop/cart.py', 'total');
  // On a busy machine it may take longer than a call waits; then the answer says that it is not whole.
  for (let rounds = 0; !answer.complete && rounds < 10; rounds++) answer = await workspace.references('shop/cart.py', 'total');
  expect(answer).toMatchObject({ complete: true, value: { length: 55 } });
});

const posix = process.platform !== 'win32';

test.skipIf(!posix)('an interpreter inside the project runs only when the project is trusted', async () => {
  const files = { ...shop, '.venv/pyvenv.cfg': 'home = /usr/bin\n', '.venv/bin/python': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n' };
  for (const trusted of [true, false]) {
    const workspace = await openWorkspace(files, { trusted });
    await chmod(join(workspace.root, '.venv/bin/python'), 0o755);
    expect((await workspace.references('shop/cart.py', 'total')).value).toHaveLength(5);
    expect(existsSync(join(workspace.root, '.venv/bin/ran'))).toBe(trusted);
  }
});

test('files that the configuration leaves out are searched too, for uses and for names', async () => {
  const workspace = await openWorkspace({
    ...shop,
    'pyproject.toml': '[tool.pyright]\ninclude = ["shop"]\n',
    'tests/test_cart.py': 'import shop.cart\n\n\ndef test_total():\n    assert shop.cart.total([]) == 0\n',
  });
  const uses = await workspace.references('shop/cart.py', 'total');
  expect(uses.complete).toBe(true);
  expect(workspace.shown(uses.value)).toContain('tests/test_cart.py:5:22');
  const named = await workspace.languages.symbols('test_total', live(), { language: 'python' });
  expect(named.value.map(({ name }) => name)).toEqual(['test_total']);
});

test('documentation is plain Markdown, without the entities and trailing blanks that only a browser needs', async () => {
  const workspace = await openWorkspace({ 'a.py': 'def f(x):\n    """Does it.\n\n    :param x: first line\n        second line\n    """\n' });
  const hover = await workspace.languages.hover(await workspace.place('a.py', 'f'), live());
  expect(hover.value?.documentation).not.toMatch(/&nbsp;|[ \t]$/m);
  expect(hover.value?.documentation).toContain('    second line');
});

test('uses under the name that an import has given are uses; namesakes are not', async () => {
  const workspace = await openWorkspace({
    ...shop,
    'app/renamed.py': 'from shop.cart import total as add_up\n\nprint(add_up([]))\n',
    'app/caught.py': 'from shop.cart import Cart, total\n\nwith total([]) as each, total as other:\n    print(each, other)\n',
    'app/again.py': 'from app.renamed import add_up\n\nadd_up([])\n',
    'app/other.py': 'def total():\n    return 0\n\n\nfrom app import other as total_of\n',
  });
  const uses = await workspace.references('shop/cart.py', 'total');
  expect(uses.complete).toBe(true);
  const renamed = workspace.shown(uses.value).filter((place) => /^app\/(renamed|again|other|caught)/.test(place));
  expect(renamed).toEqual([
    'app/again.py:1:25',
    'app/again.py:3:1',
    'app/caught.py:1:29',
    'app/caught.py:3:6',
    'app/caught.py:3:25',
    'app/renamed.py:1:23',
    'app/renamed.py:1:32',
    'app/renamed.py:3:7',
  ]);
});
