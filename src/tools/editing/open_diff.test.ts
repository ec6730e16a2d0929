// Through the front door: an agent shows a person what a file would become.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import type { Review, ReviewAnswer } from '../../server/reviews/reviewShape.ts';

const CART = `
// @file cart.ts
export const one = 1;
`;

const textOf = async (agent: Awaited<ReturnType<typeof agentOn>>) => (await agent.ide.documents.read(agent.ide.documents.uriOf('cart.ts'))).text;

test('returns the text that was accepted, and writes nothing', async () => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'accept' }) });
  const before = await textOf(agent);
  const { value, text } = await agent.call('open_diff', { file: 'cart.ts', text: 'export const one = 2;\n' });
  expect(value).toEqual({ file: 'cart.ts', accepted: true, text: 'export const one = 2;\n' });
  expect(text).toBe('cart.ts: accepted. The final text:\nexport const one = 2;\n');
  expect(await textOf(agent)).toBe(before);
});

test('returns what the person made of it, also of a file that is not there yet', async () => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'accept', texts: { 'new.ts': 'mine\n' } }) });
  expect((await agent.call('open_diff', { file: 'new.ts', text: 'yours\n' })).value).toEqual({
    file: 'new.ts',
    accepted: true,
    changed: true,
    isNew: true,
    text: 'mine\n',
  });
});

test('a file with CRLF is compared as such, and answered in the line breaks that came', async () => {
  let hunks = 0;
  const person = ({ files }: Review): ReviewAnswer => {
    hunks = files.flatMap((file) => file.hunks).length;
    return { decision: 'accept' };
  };
  await using agent = await agentOn(CART, { person });
  agent.ide.documents.write('cart.ts', 'one\r\ntwo\r\nthree\r\n');
  const { value } = await agent.call('open_diff', { file: 'cart.ts', text: 'one\n2\nthree\n' });
  expect({ value, hunks }).toEqual({ value: { file: 'cart.ts', accepted: true, text: 'one\n2\nthree\n' }, hunks: 1 });
  expect((await agent.call('open_diff', { file: 'cart.ts', text: 'one\ntwo\nthree\n' })).value).toMatchObject({ unchanged: true, text: 'one\ntwo\nthree\n' });
});

test.each([
  ['both kinds of breaks', 'one\r\ntwo\nthree\r\nfour\r\n', 'one\ntwo\nthree\nfour\n', 'one\ntwo\n3\nfour\n', 'one\r\ntwo\n3\r\nfour\r\n'],
  ['mostly LF', 'one\ntwo\r\nthree\nfour', 'one\ntwo\nthree\nfour', 'one\ntwo\nnew\nthree\nfour', 'one\ntwo\r\nnew\nthree\nfour'],
  ['a mark of its encoding', '\uFEFFone\r\ntwo\r\nthree\r\n', '\uFEFFone\ntwo\nthree\n', '\uFEFFone\n2\nthree\n', 'one\r\n2\r\nthree\r\n'],
])('of a file with %s a person sees what differs, and the answer has the form that came', async (_, stored, read, given, shown) => {
  const seen: unknown[] = [];
  let answer: ReviewAnswer = { decision: 'accept' };
  const person = ({ files: [file] }: Review): ReviewAnswer => {
    seen.push(file?.hunks.length, file?.after);
    return answer;
  };
  await using agent = await agentOn(CART, { person });
  // Hosts take the mark off with the encoding.
  agent.ide.documents.write('cart.ts', stored.replace('\uFEFF', ''));
  expect((await agent.call('open_diff', { file: 'cart.ts', text: read })).value).toMatchObject({ unchanged: true, text: read });
  expect((await agent.call('open_diff', { file: 'cart.ts', text: given })).value).toEqual({ file: 'cart.ts', accepted: true, text: given });
  expect(seen).toEqual([1, shown]);
  answer = { decision: 'accept', texts: { 'cart.ts': 'mine\r\n' } };
  const mark = given.startsWith('\uFEFF') ? '\uFEFF' : '';
  expect((await agent.call('open_diff', { file: 'cart.ts', text: given })).value).toMatchObject({ changed: true, text: `${mark}mine\n` });
});

test('no is an answer, with the reason', async () => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'reject', reason: 'ugly' }) });
  const { value, text } = await agent.call('open_diff', { file: 'cart.ts', text: 'x' });
  expect(value).toEqual({ file: 'cart.ts', accepted: false, why: 'ugly', note: 'ugly' });
  expect(text).toBe('cart.ts: not accepted, ugly.');
});

test('a folder is refused, and nobody there is an error', async () => {
  await using agent = await agentOn(CART);
  expect(await agent.refusal('open_diff', { file: '.', text: 'x' })).toMatchObject({ error: 'is_a_folder' });
  expect(await agent.refusal('open_diff', { file: 'new/', text: 'x' })).toMatchObject({ error: 'is_a_folder' });
  expect(await agent.refusal('open_diff', { file: 'cart.ts', text: 'x' })).toMatchObject({
    error: 'not_permitted',
    message: expect.stringContaining('nobody is there'),
  });
});

test('a text that is there already is accepted as it is, and nobody is asked', async () => {
  await using agent = await agentOn(CART);
  const text = await textOf(agent);
  expect(await agent.call('open_diff', { file: 'cart.ts', text })).toEqual({
    value: { file: 'cart.ts', accepted: true, text, unchanged: true },
    text: 'cart.ts: holds this text already.',
  });
});

test('what a person says of it is in the answer, also what they say of single lines', async () => {
  const comments = [{ file: 'cart.ts', line: 1, text: 'why two?' }];
  await using agent = await agentOn(CART, { person: () => ({ decision: 'sendBack', note: 'keep one', comments }) });
  const { value, text } = await agent.call('open_diff', { file: 'cart.ts', text: 'export const two = 2;\n' });
  expect(value).toMatchObject({ file: 'cart.ts', accepted: false, why: 'keep one', sentBack: true, personReviews: [{ note: 'keep one', comments }] });
  expect(text).toContain('cart.ts: not accepted, keep one.');
  expect(text).toContain('why two?');
});

test('its title is the one that was given', async () => {
  const titles: string[] = [];
  const person = ({ title }: { title: string }) => {
    titles.push(title);
    return { decision: 'accept' } as const;
  };
  await using agent = await agentOn(CART, { person });
  await agent.call('open_diff', { file: 'cart.ts', text: 'x', title: '✻ [Claude Code] cart.ts ⧉' });
  await agent.call('open_diff', { file: 'cart.ts', text: 'x', title: ' ' });
  expect(titles).toEqual(['✻ [Claude Code] cart.ts ⧉', 'change cart.ts']);
});

test.for([
  ['an empty text', 'cart.ts', ''],
  ['an empty new file', 'none.ts', ''],
  ['line breaks of any kind', 'cart.ts', 'a\r\nb\rc\nd'],
  ['a file that is not text so far', 'logo.bin', 'text now\n'],
])('%s is shown and comes back as it is', async ([, file, text]) => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'accept' }) });
  agent.ide.documents.write('logo.bin', 'a\0b');
  expect((await agent.call('open_diff', { file, text })).value).toEqual({ file, accepted: true, text, ...(file === 'none.ts' && { isNew: true }) });
});

test('of a file with other line breaks a person may take a part, and the rest stays as it is', async () => {
  await using agent = await agentOn(CART, { person: () => ({ decision: 'accept', hunks: [2] }) });
  agent.ide.documents.write('dos.ts', 'one\r\ntwo\r\nthree\r\n');
  const { value } = await agent.call('open_diff', { file: 'dos.ts', text: 'ONE\r\ntwo\r\nTHREE\r\n' });
  expect(value).toEqual({ file: 'dos.ts', accepted: true, changed: true, text: 'one\r\ntwo\r\nTHREE\r\n' });
});

test('a file outside the project is refused alike, whatever it holds and whether it is there', async () => {
  let isAsked = false;
  await using agent = await agentOn(CART, {
    person: () => {
      isAsked = true;
      return { decision: 'accept' };
    },
  });
  const texts = ['x', readFileSync(new URL(import.meta.url), 'utf8')];
  for (const file of [new URL(import.meta.url).pathname, '/none/at/all', '../beside.ts'])
    for (const text of texts) {
      const { error, message } = await agent.refusal('open_diff', { file, text });
      expect({ error, message }).toEqual({ error: 'outside_project', message: `${file} is outside the project /fixture.` });
    }
  expect(isAsked).toBe(false);
});
