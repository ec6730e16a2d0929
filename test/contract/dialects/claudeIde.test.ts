// What a client of Claude Code's IDE protocol gets over a WebSocket from the built daemon: the older description's example session word for word, diffs that a person decides in the window, and diagnostics of the text on disk now.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { eventually } from '../../faults/machine.ts';
import { type Home, temporaryHome } from '../../support/builtProgram.ts';
import { connect, type IdeClient, type IdeLock, lockFolderOf, locksIn } from '../../support/ideClient.ts';
import { type ServedProject, serveProject } from '../../support/servedProject.ts';
import { linkOf, WindowClient } from '../../support/windowClient.ts';

const REJECTED = {
  content: [
    { type: 'text', text: 'DIFF_REJECTED' },
    { type: 'text', text: '✻ [Claude Code] cart.ts (e18e1e) ⧉' },
  ],
};
const TAB = '✻ [Claude Code] cart.ts (e18e1e) ⧉';
const RIGHT = 'export const one: number = 1;\n';
const WRONG = "export const one: number = 'one';\n";

let home: Home;
let shop: string;
let served: ServedProject;
let window: WindowClient;
let command: IdeClient;

beforeAll(async () => {
  home = await temporaryHome();
  shop = join(home.folder, 'my shop');
  await mkdir(shop, { recursive: true });
  await writeFile(join(shop, 'tsconfig.json'), '{"compilerOptions":{"strict":true},"include":["*.ts"]}\n');
  await writeFile(join(shop, 'cart.ts'), RIGHT);
  await writeFile(join(shop, 'windows.txt'), 'one\r\ntwo\r\nthree\r\n');
  await writeFile(join(shop, 'image.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  await writeFile(join(home.folder, 'secret.txt'), 'the secret\n');
  served = await serveProject(home, shop);
  window = await WindowClient.open(await linkOf(home, shop));
  window.subscribe('reviews');
  command = await connect(await lock());
});

afterAll(async () => {
  command[Symbol.dispose]();
  window[Symbol.dispose]();
  await served[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

test('the example session of the older description, word for word', async () => {
  const { port, authToken } = await lock();
  const socket = new WebSocket(`ws://localhost:${port}/mcp`, { headers: { 'X-Claude-Code-Ide-Authorization': authToken } });
  const got: unknown[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    got.push(JSON.parse(String(data)));
    wake();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const heard = async (wanted: object): Promise<unknown> => {
    for (;;) {
      const found = got.find((message) => Object.entries(wanted).every(([name, value]) => Reflect.get(Object(message), name) === value));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  socket.send(
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{"roots":{"listChanged":true},"sampling":{}},"clientInfo":{"name":"Claude Code JetBrains Plugin","version":"0.1.11-beta"}}}',
  );
  expect(await heard({ id: 1 })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: {
      protocolVersion: '2024-11-05',
      capabilities: { logging: {}, prompts: { listChanged: true }, resources: { subscribe: true, listChanged: true }, tools: { listChanged: true } },
      serverInfo: expect.objectContaining({ name: 'binnacle' }),
    },
  });
  socket.send('{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}');
  expect(await heard({ method: 'notifications/ide_connected' })).toMatchObject({ params: { project_path: shop } });
  socket.send('{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}');
  const { tools } = z.object({ result: ListToolsResultSchema }).parse(await heard({ id: 2 })).result;
  expect(tools.map(({ name }) => name)).toEqual([
    'read_file',
    'openDiff',
    'open_file',
    'close_tab',
    'list_opened_files',
    'reformat_file',
    'get_cursor_position',
    'set_cursor_position',
    'get_selection',
    'set_selection',
    'get_diagnostics',
  ]);
  socket.send(
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"openDiff","arguments":{"old_file_path":"src/main.ts","new_file_contents":"console.log(\'Hello World\');","tab_name":"Fix main.ts"}}}',
  );
  await decide({ decision: 'accept' });
  const saved = {
    content: [
      { type: 'text', text: 'FILE_SAVED' },
      { type: 'text', text: "console.log('Hello World');" },
    ],
  };
  expect(await heard({ id: 3 })).toEqual({ jsonrpc: '2.0', id: 3, result: saved });
  socket.send('{"jsonrpc":"2.0","id":4,"method":"ping","params":{}}');
  expect(await heard({ id: 4 })).toEqual({ jsonrpc: '2.0', id: 4, result: {} });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.close();
  await closed;
});

test('lists of the command pass the checks of a strict client', async () => {
  const { result } = await command.request('tools/list', {});
  const { tools } = ListToolsResultSchema.parse(result);
  expect(tools.map(({ name }) => name)).toEqual([
    'openDiff',
    'close_tab',
    'closeAllDiffTabs',
    'openFile',
    'getDiagnostics',
    'getOpenEditors',
    'getCurrentSelection',
    'getLatestSelection',
    'getWorkspaceFolders',
    'checkDocumentDirty',
    'saveDocument',
  ]);
  for (const { name, inputSchema } of tools) expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
});

test('a diff of a file with CRLF is one line for the person, and is answered in the line breaks that came', async () => {
  const file = join(shop, 'windows.txt');
  const waiting = call('openDiff', { old_file_path: file, new_file_path: file, new_file_contents: 'one\n2\nthree\n', tab_name: TAB });
  expect(await decide({ decision: 'accept' })).toMatchObject({ hunks: 1 });
  expect(await waiting).toEqual({
    content: [
      { type: 'text', text: 'FILE_SAVED' },
      { type: 'text', text: 'one\n2\nthree\n' },
    ],
  });
  expect(await readFile(file, 'utf8')).toBe('one\r\ntwo\r\nthree\r\n');
});

test('nothing of a file outside the project is read by a diff, whoever decides it', async () => {
  for (const file of [join(home.folder, 'secret.txt'), '../secret.txt', join(home.folder, '.config', 'binnacle', 'policy.json')]) {
    const { answer, review } = await rejectedIfAsked(call('openDiff', { old_file_path: file, new_file_path: file, new_file_contents: 'x\n', tab_name: TAB }));
    expect(answer).toEqual(review === undefined ? expect.objectContaining({ isError: true }) : REJECTED);
    expect(JSON.stringify([answer, review])).not.toContain('the secret');
  }
});

test('diagnostics are those of the text on disk at the moment when they are asked for', async () => {
  const file = join(shop, 'cart.ts');
  const uri = `file://${file}`;
  // The first answers come while the engine still loads, and say so.
  const isWhole = async () => isDeepStrictEqual(await diagnostics({ uri }), [{ uri, diagnostics: [] }]);
  await eventually(isWhole, () => 'the file has no errors', seconds(60));
  await writeFile(file, WRONG);
  const [group] = await diagnostics({});
  expect(group).toEqual({
    uri,
    diagnostics: [
      {
        message: expect.stringContaining("Type 'string' is not assignable to type 'number'"),
        severity: 'Error',
        range: { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } },
        source: expect.any(String),
        code: '2322',
      },
    ],
  });
  await writeFile(file, RIGHT);
  expect(await diagnostics({})).toEqual([{ uri, diagnostics: [] }]);
});

test('what is no text is decided or refused, what lies outside is not formatted, and no file has changed', async () => {
  const image = join(shop, 'image.png');
  const { answer, review } = await rejectedIfAsked(call('openDiff', { old_file_path: image, new_file_path: image, new_file_contents: 'x', tab_name: TAB }));
  expect(answer).toEqual(review === undefined ? expect.objectContaining({ isError: true }) : REJECTED);
  const before = await readFile(join(shop, 'cart.ts'), 'utf8');
  using seed = await connect(await lock(), '/mcp');
  const denied = await seed.request('tools/call', { name: 'reformat_file', arguments: { file_path: '../secret.txt' } });
  expect(denied.result).toMatchObject({ isError: true });
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toBe(before);
});

const Listed = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.object({ properties: z.record(z.string(), z.unknown()).default({}), required: z.array(z.string()).default([]) }),
    }),
  ),
});

test.each([
  ['/', 11],
  ['/mcp', 11],
])('each wrong call of each tool at %s is an error that names what is wrong, and nothing happens', async (path, count) => {
  using client = await connect(await lock(), path);
  const { tools } = Listed.parse((await client.request('tools/list')).result);
  expect(tools).toHaveLength(count);
  const wrong = tools.flatMap(({ name, inputSchema: { properties, required } }) => [
    { name, given: { no_such_argument: 1 }, said: 'no_such_argument' },
    ...Object.keys(properties).map((argument) => ({ name, given: { [argument]: { not: 'this' } }, said: argument })),
    ...required.map((argument) => ({ name, given: {}, said: `${argument} is missing` })),
    { name, given: 'a text', said: '' },
  ]);
  for (const { name, given, said } of wrong) {
    const { result, error } = await client.request('tools/call', { name, arguments: given });
    // What is no object of arguments at all the protocol itself refuses.
    if (typeof given === 'string') expect(error, name).toMatchObject({ code: expect.any(Number) });
    else expect(result, `${name} ${JSON.stringify(given)}`).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(said) }] });
  }
  expect((await client.request('tools/call', { name: 'noSuchTool', arguments: {} })).result).toMatchObject({ isError: true });
  expect(window.rows('reviews').filter((row) => !('decided' in row) && !answered.has(row.id))).toEqual([]);
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toBe(RIGHT);
});

test('a text over the bound of a message is refused by the id of its request, and the connection goes on', async () => {
  const tooLong = { old_file_path: join(shop, 'cart.ts'), new_file_path: join(shop, 'cart.ts'), new_file_contents: 'x'.repeat(5 * 1024 * 1024), tab_name: TAB };
  const { error, id } = await command.request('tools/call', { name: 'openDiff', arguments: tooLong });
  expect(error).toMatchObject({ code: -32600, message: expect.stringContaining('4194304') });
  expect(id).toBeGreaterThan(0);
  expect((await command.request('ping')).result).toEqual({});
  expect(await call('close_tab', { tab_name: TAB })).toEqual({ content: [{ type: 'text', text: 'TAB_CLOSED' }] });
});

async function lock(): Promise<IdeLock> {
  const locks = () => locksIn(lockFolderOf(home));
  await eventually(
    () => locks().length > 0,
    () => 'there is a lock',
  );
  const [found] = locks();
  if (found === undefined) throw new Error('the lock is gone');
  return found;
}

async function call(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { result, error } = await command.request('tools/call', { name, arguments: given });
  if (error !== undefined) throw new Error(error.message);
  return { ...result };
}

const oneText = z.object({ content: z.tuple([z.object({ text: z.string() })]) });

async function diagnostics(given: Record<string, unknown>): Promise<unknown[]> {
  return z.array(z.unknown()).parse(JSON.parse(oneText.parse(await call('getDiagnostics', given)).content[0].text));
}

// What the window has answered already may still be among its rows.
const answered = new Set<string>();

function waitingReview() {
  return window.rows('reviews').find((row) => !('decided' in row) && !answered.has(row.id));
}

// The review that waits, as its row shows it.
async function decide(answer: { decision: 'accept' | 'reject' }): Promise<unknown> {
  await window.until(() => waitingReview() !== undefined, 'a review');
  const row = waitingReview();
  if (row === undefined) throw new Error('the review is gone');
  answered.add(row.id);
  await window.ask('review.answer', { id: row.id, answer });
  return row;
}

// With what the person was shown; undefined where the call ended without them.
async function rejectedIfAsked(call: Promise<Record<string, unknown>>): Promise<{ answer: Record<string, unknown>; review: unknown }> {
  let isAnswered = false;
  const ended = call.finally(() => {
    isAnswered = true;
  });
  await Promise.race([ended, window.until(() => waitingReview() !== undefined || isAnswered, 'a review')]);
  const row = isAnswered ? undefined : waitingReview();
  const review = row === undefined ? undefined : await window.ask('review.read', { id: row.id });
  if (row !== undefined) await decide({ decision: 'reject' });
  return { answer: await ended, review };
}
