// What a client that takes us for its editor is answered: its diffs, its diagnostics, and what is wrong with a call.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CompanionClient, type Message, TAB, texts } from '../../test/support/companionClient.ts';
import { hashOfText } from '../base/text/textHash.ts';
import { claudeIde } from '../dialects/claudeIde/claudeIde.ts';
import { claudeIdeSeed } from '../dialects/claudeIde/claudeIdeSeed.ts';
import { defaultPolicy } from './permission/permission.ts';

const diff = (text: string, more: Message = {}) => ({ old_file_path: 'cart.ts', new_file_path: 'cart.ts', new_file_contents: text, tab_name: TAB, ...more });

test('the command is greeted with the capabilities that it expects, and is listed with its process', async () => {
  await using client = await CompanionClient.on(claudeIde);
  expect(client.got[0]).toMatchObject({
    result: { capabilities: { logging: {}, prompts: { listChanged: true }, tools: { listChanged: true } }, serverInfo: { name: 'binnacle', version: '1.2.3' } },
  });
  await client.send({ method: 'ide_connected', params: { pid: 4711 } });
  await client.send({ method: 'log_event', params: { eventName: 'x', eventData: {} } });
  expect(await client.ask('ping')).toMatchObject({ result: {} });
  expect(await client.ask('prompts/list')).toMatchObject({ result: { prompts: [] } });
  expect(await client.ask('resources/list')).toMatchObject({ error: { code: -32601 } });
  expect(await client.ask('no/such')).toMatchObject({ error: { code: -32601 } });
  expect(client.connections.list()).toMatchObject([{ client: 'claude-code 2.1.325', dialect: 'claudeIde', root: client.ide.project.path, pid: 4711 }]);
});

test.each([
  ['no', {}],
  ['a negative', { pid: -1 }],
  ['a text for a', { pid: '4711' }],
  ['a huge', { pid: 2 ** 60 }],
])('%s process id is no process', async (_, params) => {
  await using client = await CompanionClient.on(claudeIde);
  await client.send({ method: 'ide_connected', params });
  expect((await client.ask('ping'))['result']).toEqual({});
  expect(client.connections.list()[0]).not.toHaveProperty('pid');
});

test('tools that need a person are listed while one is there, and the list says when that changes', async () => {
  await using client = await CompanionClient.on(claudeIde);
  expect(await client.names()).not.toContain('openDiff');
  const isChange = ({ method }: Message) => method === 'notifications/tools/list_changed';
  const window = client.window();
  await client.heard(isChange);
  expect(await client.names()).toEqual(expect.arrayContaining(['openDiff', 'closeAllDiffTabs', 'getDiagnostics']));
  client.got.length = 0;
  window.leave();
  await client.heard(isChange);
  expect(await client.names()).not.toContain('closeAllDiffTabs');
});

test('accepted is FILE_SAVED with the final text, as proposed or as the person made it', async () => {
  await using client = await CompanionClient.on(claudeIde);
  const window = client.window();
  const proposed = client.call('openDiff', diff('export const one = 2;\n'));
  const review = await window.next();
  // No time limit, and not asked at the client, which asks in its terminal anyway.
  expect(review).toMatchObject({ tool: 'open_diff', author: 'claude-code 2.1.325', connection: 'c1', files: [{ file: 'cart.ts' }] });
  expect(review).not.toHaveProperty('expires');
  client.reviews.answer(review.id, { decision: 'accept' }, 'the window');
  expect(await proposed).toEqual(texts('FILE_SAVED', 'export const one = 2;\n'));
  const edited = client.call('openDiff', diff('export const one = 2;\n'));
  client.reviews.answer((await window.next()).id, { decision: 'accept', texts: { 'cart.ts': 'mine\n' } }, 'the window');
  expect(await edited).toEqual(texts('FILE_SAVED', 'mine\n'));
  expect(client.got.filter(({ method }) => method === 'elicitation/create')).toEqual([]);
  const rows = client.records.filter(({ tool }) => tool === 'openDiff');
  expect(rows.at(-1)).toMatchObject({ tool: 'openDiff', dialect: 'claudeIde', status: 'success', client: 'claude-code 2.1.325' });
});

test('rejected and sent back are DIFF_REJECTED with the name of the tab', async () => {
  await using client = await CompanionClient.on(claudeIde);
  const window = client.window();
  const rejected = client.call('openDiff', diff('x'));
  client.reviews.answer((await window.next()).id, { decision: 'reject', note: 'ugly' }, 'the window');
  expect(await rejected).toEqual(texts('DIFF_REJECTED', TAB));
  const returned = client.call('openDiff', diff('x'));
  client.reviews.answer((await window.next()).id, { decision: 'sendBack', note: 'shorter' }, 'the window');
  expect(await returned).toEqual(texts('DIFF_REJECTED', TAB));
});

test('a tab that the client closes withdraws its review, one by its name or all', async () => {
  await using client = await CompanionClient.on(claudeIde);
  const window = client.window();
  const first = client.call('openDiff', diff('x'));
  await window.next();
  const second = client.call('openDiff', diff('y', { tab_name: 'other' }));
  await window.next();
  expect(await client.call('close_tab', { tab_name: TAB })).toEqual(texts('TAB_CLOSED'));
  expect(await first).toEqual(texts('DIFF_REJECTED', TAB));
  expect(client.reviews.list()).toHaveLength(1);
  expect(await client.call('closeAllDiffTabs')).toEqual(texts('CLOSED_1_DIFF_TABS'));
  expect(await second).toEqual(texts('DIFF_REJECTED', 'other'));
  expect(client.reviews.list()).toEqual([]);
  expect(await client.call('closeAllDiffTabs')).toEqual(texts('CLOSED_0_DIFF_TABS'));
  expect(await client.call('close_tab', { tab_name: TAB })).toEqual(texts('TAB_CLOSED'));
});

test('where nobody decides, the client is answered with an error and asks by itself', async () => {
  await using client = await CompanionClient.on(claudeIde);
  expect(await client.call('openDiff', diff('x'))).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('nobody is there to ask') }] });
  const window = client.window();
  const waiting = client.call('openDiff', diff('x'));
  await window.next();
  window.leave();
  expect(await waiting).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('the window was closed without an answer') }] });
});

test('a connection that ends withdraws what it asked', async () => {
  const client = await CompanionClient.on(claudeIde);
  const window = client.window();
  void client.call('openDiff', diff('x'));
  await window.next();
  const closed = new Promise<void>((resolve) => client.reviews.onEvent(({ kind }) => kind === 'closed' && resolve()));
  await client[Symbol.asyncDispose]();
  await closed;
  expect(client.reviews.list()).toEqual([]);
});

test('a text that is there already needs nobody, and a new file ends in the break that the command would lose', async () => {
  await using client = await CompanionClient.on(claudeIde);
  const text = (await client.ide.documents.read(client.ide.documents.uriOf('cart.ts'))).text;
  expect(await client.call('openDiff', diff(text))).toEqual(texts('FILE_SAVED', text));
  const window = client.window();
  for (const [file, answer] of [
    ['new.ts', 'hello\n\n'],
    ['empty.txt', 'hello\n\n'],
    ['cart.ts', 'hello\n'],
  ] as const) {
    const waiting = client.call('openDiff', diff('hello\n', { old_file_path: file, new_file_path: file }));
    client.reviews.answer((await window.next()).id, { decision: 'accept' }, 'the window');
    expect(await waiting).toEqual(texts('FILE_SAVED', answer));
  }
});

test('diagnostics are grouped by the URI as it was asked for, and without one are those of the files that were asked about', async () => {
  await using client = await CompanionClient.on(claudeIde, { script: { mistakes: ['one'] } });
  const uri = `file://${client.ide.project.path}/cart.ts`;
  const range = { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } };
  const group = { uri, diagnostics: [expect.objectContaining({ message: expect.any(String), severity: 'Error', range })] };
  expect(await client.json('getDiagnostics', {})).toEqual([]);
  expect(await client.json('getDiagnostics', { uri })).toEqual([group]);
  expect(await client.json('getDiagnostics', {})).toEqual([group]);
  const missing = `file://${client.ide.project.path}/not there.ts`;
  expect(await client.json('getDiagnostics', { uri: missing })).toEqual([{ uri: missing, diagnostics: [] }]);
  expect(await client.json('getDiagnostics', {})).toEqual([group]);
});

test.each([{ delay: Number.POSITIVE_INFINITY }, { incomplete: 'the project is still loading' }])(
  'a client never waits for an engine, and reads that diagnostics are incomplete: %s',
  async (script) => {
    await using client = await CompanionClient.on(claudeIde, { script });
    const uri = `file://${client.ide.project.path}/cart.ts`;
    const incomplete = expect.objectContaining({
      severity: 'Info',
      source: 'binnacle',
      message: expect.stringMatching(/^These diagnostics are incomplete: the /),
    });
    const older = expect.objectContaining({ message: expect.stringContaining('may be older than the change') });
    expect(await client.json('getDiagnostics', { uri })).toEqual([{ uri, diagnostics: [incomplete] }]);
    expect(await client.json('getDiagnostics', {})).toEqual([{ uri, diagnostics: script.delay === undefined ? [incomplete, older] : [incomplete] }]);
  },
);

test('the older description has its own names, capabilities and greeting', async () => {
  await using client = await CompanionClient.on(claudeIdeSeed, { name: 'other' });
  expect(client.got[0]).toMatchObject({ result: { capabilities: { resources: { subscribe: true, listChanged: true } } } });
  expect(await client.heard(({ method }) => method === 'notifications/ide_connected')).toMatchObject({ params: { project_path: client.ide.project.path } });
  expect(await client.ask('resources/list')).toMatchObject({ result: { resources: [] } });
  expect(await client.call('read_file', { path: 'cart.ts' })).toEqual(texts('export const one = 1;'));
  const window = client.window();
  const waiting = client.call('openDiff', { old_file_path: 'new.ts', new_file_contents: 'hello\n' });
  client.reviews.answer((await window.next()).id, { decision: 'accept' }, 'the window');
  expect(await waiting).toEqual(texts('FILE_SAVED', 'hello\n'));
  const rejected = client.call('openDiff', { old_file_path: 'new.ts', new_file_contents: 'hello\n' });
  client.reviews.answer((await window.next()).id, { decision: 'reject' }, 'the window');
  expect(await rejected).toEqual(texts('DIFF_REJECTED'));
});

const RANGE = { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } };
const schema = z.looseObject({ properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })), required: z.array(z.string()).optional() });
const LONG = 'x'.repeat(200_000);

// Each row once with an argument that it does not have, once with a value that is too long.
test.each([claudeIde, claudeIdeSeed])('$name answers a wrong call and an over-long value of every row with an error that is short', async (dialect) => {
  await using client = await CompanionClient.on(dialect);
  client.window();
  for (const row of dialect.tools) {
    const wrong = await client.call(row.name, { no_such: LONG });
    expect(wrong, row.name).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('no_such') }] });
    expect(JSON.stringify(wrong).length, row.name).toBeLessThan(5_000);
    const { properties, required = [] } = schema.parse(row.inputSchema);
    for (const [name, { type }] of Object.entries(properties)) {
      if (type !== 'string' || name === 'new_file_contents') continue;
      const others = Object.fromEntries(required.map((needed) => [needed, needed === 'range' ? RANGE : needed === 'line' ? 1 : 'cart.ts']));
      const long = await client.call(row.name, { ...others, [name]: LONG });
      expect(long, `${row.name}.${name}`).toMatchObject({ isError: true });
      expect(JSON.stringify(long).length, `${row.name}.${name}`).toBeLessThan(5_000);
    }
  }
});

test('more diffs than a person can look at are refused, and a name of a tab is shown to nobody', async () => {
  await using client = await CompanionClient.on(claudeIde);
  client.window();
  const all = Array.from({ length: 40 }, (_, at) => client.call('openDiff', diff(`x${at}`, { tab_name: `\u001b]0;evil\u0007${at}` })));
  expect(await Promise.any(all)).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('wait for a person already') }] });
  const waiting = client.reviews.list();
  expect(waiting.length).toBeLessThanOrEqual(16);
  expect(JSON.stringify(waiting)).not.toContain('evil');
  expect(await client.call('closeAllDiffTabs')).toEqual(texts(`CLOSED_${waiting.length}_DIFF_TABS`));
  await Promise.all(all);
  expect(client.reviews.list()).toEqual([]);
});

test.each([
  [claudeIde, 'saveDocument', { filePath: 'cart.ts' }],
  [claudeIdeSeed, 'reformat_file', { file_path: 'cart.ts' }],
] as const)('what the policy denies is denied under the names of $0.name too', async (dialect, name, given) => {
  const policy = { effects: { ...defaultPolicy.effects, edits: 'deny' as const }, tools: {} };
  await using client = await CompanionClient.on(dialect, { policy });
  const { editor } = client.ide;
  const uri = client.ide.documents.uriOf('cart.ts');
  const { signal } = new AbortController();
  await editor?.open(uri, {}, signal);
  const base = hashOfText('export const one = 1;');
  await editor?.write(uri, { text: 'export  const one = 3', base }, signal);
  expect(await client.call(name, given)).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('the policy denies it') }] });
  expect((await client.ide.documents.read(uri)).text).toBe('export const one = 1;');
});
