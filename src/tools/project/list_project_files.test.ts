// Through the front door: an agent looks at what there is.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = ['package.json', 'src/cart.ts', 'src/deep/local.ts', 'src/main.ts', 'test/cart.test.ts'].map((path) => `// @file ${path}\ntext`).join('\n');

test('lists files by folder', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('list_project_files', {});
  expect(value).toEqual({ total: 5, folders: { '.': ['package.json'], src: ['cart.ts', 'main.ts'], 'src/deep': ['local.ts'], test: ['cart.test.ts'] } });
  expect(text).toContain('src/\n  cart.ts\n  main.ts');
});

test.each([
  ['globs', { include: ['src/**/*.ts'] }, { src: ['cart.ts', 'main.ts'], 'src/deep': ['local.ts'] }],
  ['what to leave out', { include: ['**/*.ts'], exclude: ['**/*.test.ts', 'src/deep/**'] }, { src: ['cart.ts', 'main.ts'] }],
  ['a folder', { under: 'src/deep/' }, { 'src/deep': ['local.ts'] }],
  ['the root as a folder', { under: '.', include: ['*.json'] }, { '.': ['package.json'] }],
  ['nothing that exists', { include: ['*.rs'] }, {}],
])('lists by %s', async (_, given, folders) => {
  await using agent = await agentOn(SHOP);
  expect((await agent.call('list_project_files', given)).value['folders']).toEqual(folders);
});

test('a thousand files come in pages within the budget; the first says where the rest is', async () => {
  const files = Array.from({ length: 1_000 }, (_, index) => `// @file packages/p${index % 20}/src/module${index}.ts\n`);
  await using agent = await agentOn(files.join('\n'));
  const { value } = await agent.call('list_project_files', { max_tokens: 4_000 });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(4_000);
  const { folders, otherFolders } = z
    .object({ folders: z.record(z.string(), z.array(z.string())), otherFolders: z.record(z.string(), z.number()) })
    .parse(value);
  const shown = Object.values(folders).flat().length;
  expect(Object.values(otherFolders).reduce((sum, count) => sum + count, shown)).toBe(1_000);
  expect((await agent.call('list_project_files', { max_tokens: 4_000, cursor: value['cursor'] })).value).toMatchObject({ total: 1_000 });
});

test('refuses a folder outside the project and a misspelled argument', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('list_project_files', { under: '../..' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('list_project_files', { under: 'scr' })).toMatchObject({ error: 'file_not_found' });
  expect(await agent.refusal('list_project_files', { includes: ['*'] })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('did you mean include'),
  });
});
