// What Go code means, asked of the real gopls, found on the PATH as a person has it.
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { onPath } from './onPath.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const files = {
  'go.mod': 'module example.com/shop\n\ngo 1.21\n',
  'cart/cart.go': `package cart

// Priced is what can be paid for.
type Priced interface {
	Price() int
}

// Tagged embeds Priced.
type Tagged interface {
	Priced
	Tag() string
}

type Item struct{ Cents int }

func (i Item) Price() int { return i.Cents }

// Total adds everything up.
func Total(items []Priced) int {
	sum := 0
	for _, item := range items {
		sum += item.Price()
	}
	return sum
}
`,
  'main.go': `package main

import (
	"fmt"

	"example.com/shop/cart"
)

func main() {
	fmt.Println(cart.Total([]cart.Priced{cart.Item{Cents: 3}}))
}
`,
};

test('references and definitions in files that nobody has opened', async (context) => {
  const workspace = await goWorkspace(context);
  const at = await declared(workspace, 'func Total', 'Total');
  const found = await workspace.languages.references(at, { includeDeclaration: true }, live());
  expect(found).toMatchObject({ complete: true, engine: 'gopls 0.23.0' });
  expect(workspace.shown(found.value)).toEqual(['cart/cart.go:19:6', 'main.go:10:19']);
  const definition = await workspace.languages.definition(await workspace.place('main.go', 'Total'), live());
  expect(workspace.shown(definition.value)).toEqual(['cart/cart.go:19:6']);
});

test('outline, hover and symbols', async (context) => {
  const workspace = await goWorkspace(context);
  const outline = await workspace.languages.outline(workspace.uri('cart/cart.go'), live());
  expect(outline.value.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    'interface Priced',
    'interface Tagged',
    'struct Item',
    'method (Item).Price',
    'function Total',
  ]);
  expect((await workspace.languages.hover(await workspace.place('main.go', 'Total'), live())).value).toMatchObject({
    signature: expect.stringContaining('func cart.Total(items []cart.Priced) int'),
    documentation: expect.stringContaining('adds everything up'),
  });
  const symbols = await workspace.languages.symbols('Tagged', live());
  expect(symbols.value.map(({ name, location }) => `${name} ${workspace.path(location.uri)}`)).toContain('Tagged cart/cart.go');
});

test('diagnostics are those of the text as it is now', async (context) => {
  const workspace = await goWorkspace(context);
  expect(await workspace.diagnosticsOf('main.go')).toEqual([]);
  await workspace.write('main.go', 'package main\n\nfunc main() {\n\tvar unused int = "text"\n}\n');
  const found = await workspace.diagnosticsOf('main.go');
  expect(found.map(({ severity, source, code }) => [severity, source, code])).toEqual([
    ['error', 'compiler', 'UnusedVar'],
    ['error', 'compiler', 'IncompatibleAssign'],
  ]);
  await workspace.write('main.go', files['main.go']);
  expect(await workspace.diagnosticsOf('main.go')).toEqual([]);
});

test('what another file breaks is reported too, and new and deleted files are seen by the next call', async (context) => {
  const workspace = await goWorkspace(context);
  expect((await references(workspace)).length).toBe(2);
  await workspace.write('report/report.go', 'package report\n\nimport "example.com/shop/cart"\n\nvar Empty = cart.Total(nil)\n');
  expect(await references(workspace)).toContain('report/report.go:5:18');
  await workspace.remove('report');
  expect((await references(workspace)).length).toBe(2);
  await workspace.write('cart/cart.go', files['cart/cart.go'].replace('Total(items []Priced) int', 'Total(items []Priced) string'));
  expect((await workspace.diagnosticsOf('cart/cart.go')).map(({ severity }) => severity)).toEqual(['error']);
});

test('symbols are found in every module; uses in other modules are found where a go.work joins them, and else said to be missing', async (context) => {
  const workspace = await goWorkspace(context, {
    'one/go.mod': 'module example.com/one\n\ngo 1.21\n',
    'one/one.go': 'package one\n\nfunc SharedName() {}\n',
    'two/go.mod': 'module example.com/two\n\ngo 1.21\n\nrequire example.com/one v0.0.0\n\nreplace example.com/one => ../one\n',
    'two/two.go': 'package two\n\nimport "example.com/one"\n\nfunc SharedName() { one.SharedName() }\n',
  });
  const symbols = await workspace.languages.symbols('SharedName', live());
  expect(symbols.value.map(({ location }) => workspace.path(location.uri)).sort()).toEqual(['one/one.go', 'two/two.go']);
  expect(await workspace.references('one/one.go', 'SharedName')).toMatchObject({
    complete: false,
    why: expect.stringContaining('no go.work joins the modules'),
  });
  await workspace.write('go.work', 'go 1.21\n\nuse (\n\t./one\n\t./two\n)\n');
  const joined = await workspace.references('one/one.go', 'SharedName');
  expect(joined.complete).toBe(true);
  expect([...workspace.shown(joined.value)].sort()).toEqual(['one/one.go:3:6', 'two/two.go:5:25']);
});

test('without gopls the answer says how to get it, and other languages are not disturbed', async () => {
  onPath('');
  const workspace = await openWorkspace({ ...files, 'data.json': '{' });
  await expect(workspace.references('main.go', 'main')).rejects.toMatchObject({
    code: 'no_engine',
    next: 'There is no gopls on the PATH. To install it: install Go 1.26 or newer, then: go install golang.org/x/tools/gopls@v0.23.0',
  });
  expect(await workspace.languages.status()).toContainEqual(
    expect.objectContaining({
      language: 'go',
      state: 'missing',
      detail: 'There is no gopls on the PATH.',
      install: 'install Go 1.26 or newer, then: go install golang.org/x/tools/gopls@v0.23.0',
      files: 2,
    }),
  );
  const answer = await workspace.languages.diagnostics(
    ['main.go', 'data.json'].map((path) => workspace.uri(path)),
    live(),
    () => {},
  );
  expect(answer.value.files.map(({ uri }) => workspace.path(uri))).toEqual(['data.json']);
  expect(answer.value.unserved.map((uri) => workspace.path(uri))).toEqual(['main.go']);
  expect(answer.notes).toEqual([expect.stringContaining('gopls was not asked')]);
  expect(await workspace.languages.symbols('Total', live())).toMatchObject({
    value: [{ name: 'Total' }],
    notes: [expect.stringContaining('gopls was not asked')],
  });
});

async function goWorkspace(context: TestContext, project: Record<string, string> = files): Promise<Workspace> {
  const [program = ''] = (await needs(context, 'gopls')).command;
  onPath(program);
  return openWorkspace(project);
}

async function references(workspace: Workspace): Promise<readonly string[]> {
  const at = await declared(workspace, 'func Total', 'Total');
  return workspace.shown((await workspace.languages.references(at, { includeDeclaration: true }, live())).value);
}

async function declared(workspace: Workspace, declaration: string, name: string) {
  const uri = workspace.uri('cart/cart.go');
  const snapshot = await workspace.documents.read(uri, live());
  return { uri, position: snapshot.positionAt(snapshot.text.indexOf(declaration) + declaration.indexOf(name)) };
}
