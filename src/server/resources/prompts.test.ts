// Prompts as a client sees them: listed, filled in, completed while a person types, and refused when wrong.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { allTools, Catalogue } from '../../tools/catalogue.ts';
import { prompts, promptsFor } from './prompts.ts';

const SHOP = `
// @file src/cart.ts
export class Cart {
  total() { return 1; }
}
// @file src/[id]/page.ts
export const page = 1;
`;

test('lists the journeys with their arguments', async () => {
  await using agent = await agentOn(SHOP);
  const listed = (await agent.client.listPrompts()).prompts;
  expect(listed.map(({ name }) => name)).toEqual(['understand_symbol', 'fix_diagnostics', 'safe_rename', 'debug_bug']);
  expect(listed[2]).toMatchObject({
    title: 'Rename safely',
    arguments: [
      { name: 'symbol', required: true },
      { name: 'new_name', required: true },
    ],
  });
});

test('every text says what was given and names only tools that exist', () => {
  const names = new Set(allTools.map(({ name }) => name));
  const arguments_ = new Set(allTools.flatMap(({ input }) => Object.keys(input.shape)));
  for (const prompt of prompts) {
    const given = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `THE ${name.toUpperCase()}`]));
    const text = prompt.text(given);
    for (const value of Object.values(given)) expect(text, prompt.name).toContain(value);
    const words: readonly string[] = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
    expect(
      words.filter((word) => !names.has(word) && !arguments_.has(word)),
      prompt.name,
    ).toEqual([]);
    expect(
      prompt.tools.filter((tool) => !words.includes(tool)),
      prompt.name,
    ).toEqual([]);
    expect(
      words.filter((word) => names.has(word) && !prompt.tools.includes(word)),
      prompt.name,
    ).toEqual([]);
  }
});

test('a prompt that names a tool which is not there is not offered', () => {
  const without = allTools.filter(({ name }) => name !== 'search_symbols');
  expect(promptsFor(new Catalogue(without)).map(({ name }) => name)).toEqual(['understand_symbol', 'fix_diagnostics', 'debug_bug']);
});

test('gives the text for what the person filled in', async () => {
  await using agent = await agentOn(SHOP);
  const whole = await agent.client.getPrompt({ name: 'fix_diagnostics', arguments: { file: '' } });
  expect(JSON.stringify(whole.messages)).toContain('Fix the problems in this project.');
  const one = await agent.client.getPrompt({ name: 'fix_diagnostics', arguments: { file: 'src/cart.ts' } });
  expect(one.messages).toMatchObject([{ role: 'user', content: { type: 'text', text: expect.stringContaining('with file "src/cart.ts"') } }]);
});

test.each([
  [{ name: 'understand_symbl', arguments: { symbol: 'x' } }, 'Did you mean understand_symbol?'],
  [{ name: 'understand_symbol' }, 'symbol is missing'],
  [{ name: 'safe_rename', arguments: { symbol: 'Cart', new_name: ' ' } }, 'new_name is missing'],
  [{ name: 'understand_symbol', arguments: { symbol: 'x', sybmol: 'y' } }, 'sybmol is not an argument'],
])('%j is refused: %s', async (params, reason) => {
  await using agent = await agentOn(SHOP);
  await expect(agent.client.getPrompt(params)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(reason) });
});

test.each([
  [{ type: 'ref/prompt' as const, name: 'understand_symbol' }, { name: 'symbol', value: 'tot' }, ['Cart/total']],
  [{ type: 'ref/prompt' as const, name: 'understand_symbol' }, { name: 'symbol', value: 'Cart/t' }, ['Cart/total']],
  [{ type: 'ref/prompt' as const, name: 'understand_symbol' }, { name: 'symbol', value: '' }, []],
  [{ type: 'ref/prompt' as const, name: 'fix_diagnostics' }, { name: 'file', value: 'car' }, ['src/cart.ts']],
  [{ type: 'ref/prompt' as const, name: 'fix_diagnostics' }, { name: 'file', value: 'src/[i' }, ['src/[id]/page.ts']],
  [{ type: 'ref/prompt' as const, name: 'safe_rename' }, { name: 'new_name', value: 'x' }, []],
  [{ type: 'ref/resource' as const, uri: 'file:///{+path}' }, { name: 'path', value: 'cart' }, ['fixture/src/cart.ts']],
  [{ type: 'ref/resource' as const, uri: 'file:///{+path}' }, { name: 'path', value: 'fixture/src/c' }, ['fixture/src/cart.ts']],
  [{ type: 'ref/resource' as const, uri: 'symbol:///{+name}{?project}' }, { name: 'name', value: 'Car' }, ['Cart']],
])('completes %j %j', async (ref, argument, values) => {
  await using agent = await agentOn(SHOP);
  expect((await agent.client.complete({ ref, argument })).completion.values).toEqual(values);
});

test.each([
  [{ type: 'ref/prompt' as const, name: 'nothing' }, 'symbol'],
  [{ type: 'ref/prompt' as const, name: 'understand_symbol' }, 'file'],
  [{ type: 'ref/resource' as const, uri: 'other://{x}' }, 'x'],
])('there is nothing to complete in %j %s', async (ref, name) => {
  await using agent = await agentOn(SHOP);
  await expect(agent.client.complete({ ref, argument: { name, value: 'x' } })).rejects.toMatchObject({ code: -32602 });
});
