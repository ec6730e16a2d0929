// Through the front door: an agent renames a file.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file package.json
{ "name": "shop", "main": "./src/cart.ts", "exports": { ".": "./src/cart.ts" } }
// @file src/cart.ts
export const total = 1;
// @file src/main.ts
import { total } from './cart.ts';
export const bill = total;
// @file README.md
See src/cart.ts.
`;

const textOf = async (agent: Awaited<ReturnType<typeof agentOn>>, file: string) => (await agent.ide.documents.read(agent.ide.documents.uriOf(file))).text;

test('moves the file, with imports and the paths in package.json, and says who else writes its name', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('rename_file', { file: 'src/cart.ts', new_file: 'src/basket.ts' });
  expect(value).toMatchObject({ applied: true, notes: ['These write cart.ts too, and were left as they are: README.md'] });
  expect(await textOf(agent, 'src/basket.ts')).toContain('export const total = 1;');
  expect(await textOf(agent, 'src/main.ts')).toContain("import { total } from './basket.ts';");
  expect(await textOf(agent, 'package.json')).toContain('"main": "./src/basket.ts", "exports": { ".": "./src/basket.ts" }');
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent, 'src/main.ts')).toContain("import { total } from './cart.ts';");
});

test('a preview writes nothing', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('rename_file', { file: 'src/cart.ts', new_file: 'src/basket.ts', preview: true });
  expect(value).toMatchObject({ applied: false, diff: expect.stringContaining("+import { total } from './basket.ts';") });
  expect(await textOf(agent, 'src/cart.ts')).toContain('total');
});

test('refuses a missing file, an existing target, and a target that is the file itself, inside it or outside the project', async () => {
  await using agent = await agentOn(SHOP);
  const refused = async (file: string, newFile: string) => agent.refusal('rename_file', { file, new_file: newFile });
  expect(await refused('src/gone.ts', 'src/new.ts')).toMatchObject({ error: 'file_not_found' });
  expect(await refused('src/cart.ts', 'src/main.ts')).toMatchObject({ error: 'file_exists' });
  expect(await refused('src/cart.ts', 'src/cart.ts')).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('already') });
  expect(await refused('src/cart.ts', '../elsewhere.ts')).toMatchObject({ error: 'outside_project' });
  expect(await refused('src', 'src/inner')).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('into itself') });
});

test('where not every import may be known it is refused, unless the agent wants it so', async () => {
  await using agent = await agentOn(SHOP, { script: { incomplete: 'The engine is still loading.' } });
  const given = { file: 'src/cart.ts', new_file: 'src/basket.ts' };
  expect(await agent.refusal('rename_file', given)).toMatchObject({ error: 'knowledge_incomplete' });
  expect((await agent.call('rename_file', { ...given, allow_incomplete: true })).value).toMatchObject({ applied: true });
});

test('who writes the name of another file of that name, or a folder on the way, is not said to write this one', async () => {
  await using agent = await agentOn(`
// @file src/cart.ts
export const total = 1;
// @file src/web/cart.ts
export const shown = 1;
// @file src/web/page.ts
import { shown } from './cart.ts';
export const page = shown;
// @file docs/web.md
See src/web/cart.ts.
// @file docs/shop.md
See src/cart.ts, and ../src/web/cart.ts.
// @file docs/word.md
Every cart.ts is one.
`);
  const { value } = await agent.call('rename_file', { file: 'src/cart.ts', new_file: 'src/basket.ts' });
  expect(value).toMatchObject({ applied: true, notes: ['These write cart.ts too, and were left as they are: docs/shop.md, docs/word.md'] });
});

test('says who writes the path of a folder that moves', async () => {
  await using agent = await agentOn(`
// @file src/shop/cart.ts
export const total = 1;
// @file src/main.ts
import { total } from './shop/cart.ts';
export const bill = total;
// @file scripts/build.mjs
build('src/shop/cart.ts');
// @file README.md
The folder src/shop/ holds the cart; a shop is something else, and so is src/shopping.
// @file OTHER.md
A shop is something else, and so is src/shopping.
`);
  const { value } = await agent.call('rename_file', { file: 'src/shop', new_file: 'src/market' });
  expect(value).toMatchObject({ applied: true, notes: ['These write src/shop too, and were left as they are: scripts/build.mjs, README.md'] });
});

const TOGETHER = `
// @file src/cart.ts
import { rate } from './rate.ts';
export const total = rate;
// @file src/rate.ts
export const rate = 1;
// @file src/main.ts
import { total } from './cart.ts';
import { rate } from './rate.ts';
export const bill = total + rate;
// @file src/old/deep.ts
import { rate } from '../rate.ts';
export const deep = rate;
`;

test('moves several files and a folder as one change: what moves together finds each other, and one undo takes it all back', async () => {
  await using agent = await agentOn(TOGETHER);
  const moves = [
    { file: 'src/cart.ts', new_file: 'src/shop/basket.ts' },
    { file: 'src/rate.ts', new_file: 'src/shop/rates/rate.ts' },
    { file: 'src/old', new_file: 'src/shop/new' },
  ];
  const { value } = await agent.call('rename_file', { moves });
  expect(value).toMatchObject({ applied: true });
  expect(await textOf(agent, 'src/shop/basket.ts')).toContain("import { rate } from './rates/rate.ts';");
  expect(await textOf(agent, 'src/shop/new/deep.ts')).toContain("import { rate } from '../rates/rate.ts';");
  expect(await textOf(agent, 'src/main.ts')).toContain("import { total } from './shop/basket.ts';\nimport { rate } from './shop/rates/rate.ts';");
  const { value: history } = await agent.call('list_changes', {});
  expect(history).toMatchObject({ changes: [{ title: 'move 3 files' }] });
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await textOf(agent, 'src/cart.ts')).toContain("import { rate } from './rate.ts';");
});

test('moves that are in each other’s way are refused in words, and nothing changes', async () => {
  await using agent = await agentOn(TOGETHER);
  const refused = (...moves: readonly (readonly [string, string])[]) =>
    agent.refusal('rename_file', { moves: moves.map(([file, new_file]) => ({ file, new_file })) });
  const saying = (text: string) => ({ error: 'invalid_arguments', message: expect.stringContaining(text) });
  expect(await refused(['src/cart.ts', 'src/rate.ts'], ['src/rate.ts', 'src/cart.ts'])).toMatchObject(saying('src/rate.ts is free only once'));
  expect(await refused(['src/cart.ts', 'a.ts'], ['src/rate.ts', 'a.ts'])).toMatchObject(saying('cannot both become a.ts'));
  expect(await refused(['src/cart.ts', 'a.ts'], ['src/cart.ts', 'b.ts'])).toMatchObject(saying('src/cart.ts is named twice'));
  expect(await refused(['src/old', 'new'], ['src/old/deep.ts', 'deep.ts'])).toMatchObject(saying('src/old/deep.ts moves with src/old already'));
  expect(await refused(['src/old', 'new'], ['src/cart.ts', 'src/old/cart.ts'])).toMatchObject(saying('src/old/cart.ts is free only once'));
  expect(await refused(['src/old', 'new'], ['src/cart.ts', 'new/deep.ts'])).toMatchObject(saying('two files would become new/deep.ts'));
  expect(await refused(['src/old', 'src/old/inner'], ['src/cart.ts', 'a.ts'])).toMatchObject(saying('into itself'));
  expect(await refused(['src/cart.ts', 'a.ts'], ['src/gone.ts', 'b.ts'])).toMatchObject({ error: 'file_not_found' });
  expect(await refused(['src/cart.ts', 'a.ts'], ['src/rate.ts', 'src/main.ts'])).toMatchObject({ error: 'file_exists' });
  expect(await agent.refusal('rename_file', { file: 'src/cart.ts' })).toMatchObject(saying('file and new_file, or moves'));
  expect(await agent.refusal('rename_file', { file: 'src/cart.ts', moves: [{ file: 'src/rate.ts', new_file: 'a.ts' }] })).toMatchObject(saying('instead of'));
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [] });
});
