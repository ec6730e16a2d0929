// Diffs of a client that hears by notification what a person decided: at once, later, never, and closed by the client itself.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CompanionClient, type Message } from '../../test/support/companionClient.ts';
import { geminiIde } from '../dialects/geminiIde/geminiIde.ts';

let client: CompanionClient;
let file: string;
beforeEach(async () => {
  client = await CompanionClient.on(geminiIde, { name: 'streamable-http-client' });
  file = `${client.ide.project.path}/cart.ts`;
});
afterEach(() => client[Symbol.asyncDispose]());

const sent = (method: string) => client.heard((message) => message['method'] === method);
const decisions = () => client.got.filter(({ method }) => String(method).startsWith('ide/diff'));
const propose = (given: Message = {}) => client.call('openDiff', { filePath: file, newContent: 'export const one = 2;\n', ...given });

test('a diff is answered at once, and what is accepted follows', async () => {
  const window = client.window();
  expect(await propose()).toEqual({ content: [] });
  const { id } = await window.next();
  expect(decisions()).toEqual([]);
  client.reviews.answer(id, { decision: 'accept' }, 'the window');
  expect(await sent('ide/diffAccepted')).toMatchObject({ params: { filePath: file, content: 'export const one = 2;\n' } });
});

test('what a person makes of it is what is sent', async () => {
  const window = client.window();
  await propose();
  const { id } = await window.next();
  client.reviews.answer(id, { decision: 'accept', texts: { 'cart.ts': 'export const one = 3;\n' } }, 'the window');
  expect(await sent('ide/diffAccepted')).toMatchObject({ params: { content: 'export const one = 3;\n' } });
});

test('a rejection is sent as one', async () => {
  const window = client.window();
  await propose();
  client.reviews.answer((await window.next()).id, { decision: 'reject', note: 'no' }, 'the window');
  expect(await sent('ide/diffRejected')).toMatchObject({ params: { filePath: file } });
});

test('a diff that nobody sees waits for the next who looks, and is no error meanwhile', async () => {
  expect(await propose()).toEqual({ content: [] });
  const window = client.window();
  client.reviews.answer((await window.next()).id, { decision: 'accept' }, 'the window');
  await sent('ide/diffAccepted');
});

test.each([true, false])('the client closes it: its review is withdrawn (suppressNotification %s)', async (suppressNotification) => {
  const window = client.window();
  await propose();
  await window.next();
  expect(await client.call('closeDiff', { filePath: file, suppressNotification })).toEqual({ content: [{ type: 'text', text: '{"content":null}' }] });
  expect(client.reviews.list()).toEqual([]);
  expect(await client.call('closeDiff', { filePath: file })).toEqual({ content: [{ type: 'text', text: '{"content":null}' }] });
  expect(decisions().map(({ method }) => method)).toEqual(suppressNotification ? [] : ['ide/diffClosed']);
});

test('a second diff of the same file takes the place of the first', async () => {
  const window = client.window();
  await propose();
  const first = await window.next();
  await propose({ newContent: 'export const one = 4;\n' });
  const second = await window.next();
  expect(client.reviews.list().map(({ id }) => id)).toEqual([second.id]);
  expect(() => client.reviews.answer(first.id, { decision: 'accept' }, 'the window')).toThrow(expect.objectContaining({ code: 'review_over' }));
});

test.each([
  ['outside the project', { filePath: '/elsewhere/a.ts' }],
  ['too long for a page', { newContent: 'x'.repeat(5 * 1024 * 1024) }],
])('what is %s is left to the terminal, without an error', async (_, given) => {
  client.window();
  expect(await propose(given)).toEqual({ content: [] });
  await client.call('closeDiff', { filePath: 'another' });
  expect([client.reviews.list(), decisions()]).toEqual([[], []]);
});

test.each([
  ['no path', { filePath: undefined }, 'filePath is missing'],
  ['a text that is none', { newContent: 7 }, 'newContent'],
  ['an argument that nobody knows', { mode: 'fast' }, 'mode'],
])('%s is an error that says so', async (_, given, said) => {
  expect(await propose(given)).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(said) }] });
});

test('more than sixteen at a time are left to the terminal', async () => {
  client.window();
  for (let each = 0; each < 20; each++) expect(await propose({ filePath: `${client.ide.project.path}/new${each}.ts` })).toEqual({ content: [] });
  await expect.poll(() => client.reviews.list().length).toBe(16);
});

test('its tools are listed though nobody looks, because it asks once', async () => expect(await client.names()).toEqual(['openDiff', 'closeDiff']));

test('a person knows the client by its own name', () => expect(client.connections.list()).toMatchObject([{ client: 'gemini-cli 2.1.325' }]));
