// Through the front door: an agent reads what authors say. What real engines know is in test/contract/tools/documentation.test.ts.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file cart.ts
/** What the cart costs.
 * Without taxes. */
export function total(prices: number[]): number {
  return prices.length;
}
export function bare() {}
// @file main.ts
import { parse } from 'reader';
export const value = parse('text');
// @file node_modules/reader/package.json
{ "name": "reader", "version": "2.1.0" }
// @file node_modules/reader/deep/other.d.ts
export declare function parse(a: string): void;
// @file node_modules/reader/index.d.ts
/** Reads a text. */
export declare function parse(text: string): string;
export declare class Reader {
  /** Reads on. */
  next(): string;
}
`;

const LIBRARY = {
  uri: 'file:///fixture/node_modules/reader/index.d.ts',
  range: { start: { line: 1, character: 24 }, end: { line: 1, character: 29 } },
};

test('documentation and signature of a symbol of the project', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('get_documentation', { symbol: { name: 'total' } });
  expect(value).toMatchObject({
    place: { file: 'cart.ts', line: 3, column: 17 },
    signature: expect.stringContaining('total(prices: number[])'),
    documentation: expect.stringContaining('What the cart costs.'),
    declared: [{ file: 'cart.ts', line: 3, column: 17 }],
    complete: true,
  });
  expect(value).not.toHaveProperty('from');
  expect(text).toContain('What the cart costs.');
});

test('a symbol without documentation says so', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('get_documentation', { symbol: { name: 'bare' } });
  expect(value).toMatchObject({ notes: ['It has no documentation.'] });
  expect(value).not.toHaveProperty('documentation');
});

test('a file in a language without an engine does not hide the library behind it', async () => {
  const own = SHOP.replace(/\/\/ @file node_modules\/reader\/(index|deep\/other)[\s\S]*/, '');
  await using agent = await agentOn(`// @file a.go\nvar value = parse("text")\n${own.trimStart()}`, { script: { libraries: { parse: LIBRARY } } });
  const { value } = await agent.call('get_documentation', { symbol: { name: 'parse' } });
  expect(value).toMatchObject({ place: { file: 'main.ts', line: 1 }, from: 'reader 2.1.0' });
});

test('a name that the project only uses leads to its library', async () => {
  await using agent = await agentOn(SHOP.replace(/\/\/ @file node_modules\/reader\/(index|deep\/other)[\s\S]*/, ''), {
    script: { libraries: { parse: LIBRARY } },
  });
  const { value } = await agent.call('get_documentation', { symbol: { name: 'parse' } });
  expect(value).toMatchObject({ place: { file: 'main.ts', line: 1 }, from: 'reader 2.1.0', declared: [{ file: 'node_modules/reader/index.d.ts', line: 2 }] });
});

test('what an installed package declares is found, used or not, also a member', async () => {
  await using agent = await agentOn(SHOP);
  expect((await agent.call('get_documentation', { symbol: { name: 'parse' }, package: 'reader' })).value).toMatchObject({
    place: { file: 'node_modules/reader/index.d.ts', line: 2, column: 25 },
    documentation: expect.stringContaining('Reads a text.'),
    from: 'reader 2.1.0',
  });
  expect((await agent.call('get_documentation', { symbol: { name: 'Reader/next' }, package: 'reader' })).value).toMatchObject({
    place: { file: 'node_modules/reader/index.d.ts', line: 5 },
    documentation: expect.stringContaining('Reads on.'),
  });
});

test('refuses an undeclared name and a package that is not installed', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('get_documentation', { symbol: { name: 'nothing' } })).toMatchObject({ error: 'symbol_not_found' });
  expect(await agent.refusal('get_documentation', { symbol: { name: 'nothing' }, package: 'reader' })).toMatchObject({
    error: 'symbol_not_found',
    next: expect.stringContaining('search_text'),
  });
  expect(await agent.refusal('get_documentation', { symbol: { name: 'parse' }, package: 'writer' })).toMatchObject({
    error: 'symbol_not_found',
    next: expect.stringContaining('list_dependencies'),
  });
  expect(await agent.refusal('get_documentation', { symbol: { line: 1 } })).toMatchObject({ error: 'symbol_underspecified' });
});

test('a package that only one package of a workspace has installed', async () => {
  await using agent = await agentOn(`
// @file package.json
{ "workspaces": ["packages/*"] }
// @file packages/app/package.json
{ "name": "app" }
// @file packages/app/node_modules/inner/package.json
{ "name": "inner", "version": "3.0.0" }
// @file packages/app/node_modules/inner/index.d.ts
/** Only here. */
export declare function inside(): void;
// @file services/api/pyproject.toml
[project]
name = "api"
// @file services/api/.venv/lib/python3.12/site-packages/only_here/__init__.py
# Says hello.
def hello():
    pass
`);
  expect((await agent.call('get_documentation', { symbol: { name: 'inside' }, package: 'inner' })).value).toMatchObject({
    place: { file: 'packages/app/node_modules/inner/index.d.ts' },
    documentation: 'Only here.',
    from: 'inner 3.0.0',
  });
  expect((await agent.call('get_documentation', { symbol: { name: 'hello' }, package: 'only-here' })).value).toMatchObject({ documentation: 'Says hello.' });
});
