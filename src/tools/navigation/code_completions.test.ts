// Through the front door: an agent asks what can be written. What real engines offer is in test/contract/tools/completions.test.ts.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file cart.ts
export class Cart {
  // What it costs.
  total(): number { return 1; }
  // @deprecated use total
  tally(): number { return 1; }
}
// @file main.ts
const cart = 1;
cart.t;
Ca
const cat = 2;
`;

test('members behind a dot, with signatures and what is deprecated', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('code_completions', { file: 'main.ts', line: 2, column: 7 });
  expect(value).toEqual({
    caret: { file: 'main.ts', line: 2, column: 7 },
    prefix: 't',
    total: 2,
    completions: [
      { label: 'tally', kind: 'method', detail: 'tally(): number', deprecated: true },
      { label: 'total', kind: 'method', detail: 'total(): number' },
    ],
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe('2 completions at main.ts:2:7 behind "t"\ntally (method, deprecated)  tally(): number\ntotal (method)  total(): number');
});

test('only what fits the beginning: the same letters first, then capitals aside; a name of another file shows its import', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('code_completions', { file: 'main.ts', line: 3 });
  expect(value).toMatchObject({
    prefix: 'Ca',
    total: 3,
    completions: [
      { label: 'Cart', kind: 'class', from: './cart.ts', alsoWrites: [{ line: 1, added: "import { Cart } from './cart.ts';" }] },
      { label: 'cart' },
      { label: 'cat' },
    ],
  });
});

test('documentation only when it is asked for, and details only of what is listed', async () => {
  const questions: string[] = [];
  await using agent = await agentOn(SHOP, { script: { onQuestion: (question) => questions.push(question) } });
  const listed = await agent.call('code_completions', { file: 'main.ts', line: 2, column: 7, documentation: true, limit: 1 });
  expect(listed.value).toMatchObject({ total: 2, completions: [{ label: 'tally', documentation: '@deprecated use total' }] });
  expect(questions).toEqual(['completions', 'completionDetails']);
});

test('a snippet marks the caret, alone or behind what is written', async () => {
  await using agent = await agentOn(SHOP);
  expect((await agent.call('code_completions', { file: 'main.ts', snippet: 'cart.<<>>t;' })).value).toMatchObject({ prefix: '', total: 2 });
  expect((await agent.call('code_completions', { file: 'main.ts', snippet: 'cart.<<t>>' })).value).toMatchObject({ prefix: 't', caret: { column: 7 } });
  expect(await agent.refusal('code_completions', { file: 'main.ts', snippet: 'cart.t' })).toMatchObject({
    error: 'snippet_not_found',
    message: expect.stringContaining('no caret'),
  });
  expect(await agent.refusal('code_completions', { file: 'main.ts', snippet: 'nothing.<<>>' })).toMatchObject({ error: 'snippet_not_found' });
});

test('pages, and an answer that fits no name is an answer', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('code_completions', { file: 'main.ts', line: 2, column: 7, page_size: 1 });
  expect(value).toMatchObject({ total: 2, completions: [{ label: 'tally' }], cursor: expect.any(String) });
  const next = await agent.call('code_completions', { file: 'main.ts', line: 2, column: 7, page_size: 1, cursor: value['cursor'] });
  expect(next.value).toMatchObject({ completions: [{ label: 'total' }] });
  expect((await agent.call('code_completions', { file: 'main.ts', line: 2, column: 1 })).value).toMatchObject({ prefix: '', total: 3 });
  expect((await agent.call('code_completions', { file: 'main.ts', line: 2, column: 900 })).value).toMatchObject({ caret: { column: 8 } });
});

test('a caret that is nowhere is refused with the way to say it', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('code_completions', { file: 'main.ts' })).toMatchObject({ error: 'invalid_arguments', message: expect.stringContaining('<<>>') });
  expect(await agent.refusal('code_completions', { file: 'main.ts', line: 99 })).toMatchObject({ error: 'line_out_of_range' });
  expect(await agent.refusal('code_completions', { file: 'mian.ts', line: 1 })).toMatchObject({ error: 'file_not_found' });
});
