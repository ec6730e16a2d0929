// How the endpoint of the JetBrains index server behaves around its tools: several projects, errors without a number, long answers, and what is on the wire.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openScriptedIde, type ScriptedIde } from '../../src/hosts/scripted/scriptedIde.ts';
import type { Doors } from '../../src/transports/startDoors.ts';
import { script } from './callers.ts';
import { TOKEN } from './house.ts';
import { disposable, doorsOn, jsonOf, SHOP } from './jetbrainsShop.ts';

const API = `
// @file main.ts
export function serve() {}
`;

let shop: ScriptedIde;
let doors: Doors;
beforeAll(async () => {
  shop = openScriptedIde(SHOP, {}, 'shop');
  doors = await doorsOn([shop]);
});
afterAll(() => doors.close());

test('with several projects open and none named, the answer lists them', async () => {
  await using both = await disposable(doorsOn([shop, openScriptedIde(API, {}, 'api')]));
  const caller = script(`${both.url}/index-mcp`);
  const result = await caller.ask('tools/call', { name: 'ide_index_status', arguments: {} });
  expect(result['isError']).toBe(true);
  expect(jsonOf(result)).toEqual({
    error: 'multiple_projects_open',
    message: expect.stringContaining('project_path'),
    available_projects: [
      { name: 'shop', path: '/shop' },
      { name: 'api', path: '/api' },
    ],
  });
  await expect(caller.ask('resources/read', { uri: 'index://status' })).rejects.toMatchObject({
    code: -32603,
    data: { error: 'multiple_projects_open', available_projects: [{ path: '/shop' }, { path: '/api' }] },
  });
});

test('with several projects open, project_path and ?project= say which is meant', async () => {
  await using both = await disposable(doorsOn([shop, openScriptedIde(API, {}, 'api')]));
  const caller = script(`${both.url}/index-mcp`);
  const structure = (given: Record<string, unknown>) => caller.ask('tools/call', { name: 'ide_file_structure', arguments: given }).then(jsonOf);
  expect(await structure({ project_path: '/api', file: 'main.ts' })).toMatchObject({ structure: [{ name: 'serve' }] });
  await expect(structure({ project_path: '/shop', file: 'main.ts' })).rejects.toMatchObject({ code: -32002 });
  const { resources } = await caller.ask('resources/list', {});
  expect(resources).toMatchObject([
    { uri: 'project://structure' },
    { uri: 'index://status' },
    { uri: 'project://structure?project=%2Fshop', name: 'Project Structure: shop' },
    { uri: 'index://status?project=%2Fshop' },
    { uri: 'project://structure?project=%2Fapi', name: 'Project Structure: api' },
    { uri: 'index://status?project=%2Fapi' },
  ]);
  const read = async (uri: string) =>
    z.looseObject({ contents: z.tuple([z.looseObject({ text: z.string() })]) }).parse(await caller.ask('resources/read', { uri })).contents[0].text;
  expect(JSON.parse(await read('project://structure?project=%2Fapi'))).toMatchObject({ name: 'api', basePath: '/api' });
  expect(await read('project://file/main.ts?project=/api')).toContain('function serve');
  expect(JSON.parse(await read('project://symbol/1/17/main.ts?project=/api'))).toMatchObject({ name: 'serve', kind: 'FUNCTION' });
  await expect(read('project://structure?project=/elsewhere')).rejects.toMatchObject({ data: { error: 'project_not_open' } });
});

test('an error without a number of its own is a result, in the dialect’s own tool names', async () => {
  const caller = script(`${doors.url}/index-mcp`);
  const result = await caller.ask('tools/call', { name: 'ide_index_status', arguments: { project_path: '/elsewhere' } });
  expect(result['isError']).toBe(true);
  const body = jsonOf(result);
  expect(body).toMatchObject({ error: 'project_not_open', available_projects: [{ path: '/shop' }] });
  expect(JSON.stringify(body)).not.toContain('open_project');
});

test('every usage comes, however many pages our own tool would make of them', async () => {
  const uses = Array.from({ length: 1_203 }, (_, index) => `use(${index}, total);`).join('\n');
  await using many = await disposable(doorsOn([openScriptedIde(`\n// @file many.ts\nexport const total = 1;\n${uses}\n`, {}, 'many')]));
  const answer = jsonOf(
    await script(`${many.url}/index-mcp`).ask('tools/call', { name: 'ide_find_references', arguments: { file: 'many.ts', line: 1, column: 14 } }),
  );
  const { usages, totalCount } = z.object({ usages: z.array(z.object({ line: z.number() })), totalCount: z.number() }).parse(answer);
  expect(totalCount).toBe(1_203);
  expect(new Set(usages.map(({ line }) => line)).size).toBe(1_203);
});

test('a line or message that is longer than an answer can be is cut, and says so', async () => {
  const long = 'x'.repeat(30_000);
  const text = `
// @file lines.ts
export function total() { return 1; }
total(); // ${'y'.repeat(5_000)}
total(); // ${long}
const wrong = 1;
//    ^^^^^ error: ${long}
`;
  await using lines = await disposable(doorsOn([openScriptedIde(text, {}, 'lines')]));
  const caller = script(`${lines.url}/index-mcp`);
  const call = async (name: string, given: object) => jsonOf(await caller.ask('tools/call', { name, arguments: { file: 'lines.ts', ...given } }));
  expect(await call('find_usages', { line: 1, column: 17 })).toMatchObject({
    usages: [
      { line: 2, context: `total(); // ${'y'.repeat(5_000)}` },
      { line: 3, context: expect.stringMatching(/^total.*x…$/), contextTruncated: true, contextLength: 30_012 },
    ],
    totalCount: 2,
  });
  expect(await call('ide_analyze_code', {})).toMatchObject({
    problems: [{ message: expect.stringMatching(/^x{20000}…$/), messageTruncated: true, messageLength: 30_000 }],
  });
});

test('every file that a refactoring touched is named', async () => {
  const users = Array.from({ length: 120 }, (_, index) => `// @file user${index}.ts\nimport { total } from './many.ts';\ntotal;\n`).join('');
  await using many = await disposable(doorsOn([openScriptedIde(`\n// @file many.ts\nexport const total = 1;\n${users}`, {}, 'many')]));
  const given = { file: 'many.ts', line: 1, column: 14, new_name: 'sum' };
  const done = jsonOf(await script(`${many.url}/index-mcp`).ask('tools/call', { name: 'ide_refactor_rename', arguments: given }));
  const { affectedFiles } = z.object({ affectedFiles: z.array(z.string()) }).parse(done);
  expect(new Set(affectedFiles).size).toBe(121);
  expect(done).toMatchObject({ success: true, changesCount: 241 });
  expect(done).not.toHaveProperty('affectedFilesTruncated');
});

test('a tree of calls of which a part was not followed says so', async () => {
  const callers = Array.from({ length: 320 }, (_, index) => `export function caller${index}() { return total(); }`).join('\n');
  const text = `\n// @file many.ts\nexport function total() { return again(); }\nfunction again() { return total(); }\n${callers}\n`;
  await using many = await disposable(doorsOn([openScriptedIde(text, {}, 'many')]));
  const calls = async (more: object) =>
    jsonOf(
      await script(`${many.url}/index-mcp`).ask('tools/call', { name: 'ide_call_hierarchy', arguments: { file: 'many.ts', line: 1, column: 17, ...more } }),
    );
  const deep = await calls({ depth: 2 });
  expect(deep).toMatchObject({ element: { name: 'total', file: 'many.ts', line: 1 }, truncated: true });
  expect(JSON.stringify(deep)).toContain('"cut":"not followed"');
  expect(JSON.stringify(deep)).toContain('"cut":"cycle"');
  expect(await calls({ depth: 1 })).not.toHaveProperty('truncated');
});

test('a refactoring whose uses are not all known is −32001, with advice that its schema accepts', async () => {
  await using own = await disposable(doorsOn([shop]));
  const rename = (more: object) =>
    script(`${own.url}/index-mcp`)
      .ask('tools/call', { name: 'ide_refactor_rename', arguments: { file: 'packages/cart/src/gift.ts', line: 7, column: 10, new_name: 'wrapped', ...more } })
      .then(jsonOf);
  shop.languages.script = { incomplete: 'one folder could not be read.' };
  await expect(rename({})).rejects.toMatchObject({
    code: -32001,
    data: { error: 'knowledge_incomplete', next: expect.stringMatching(/ide_index_status says isDumbMode: false, or pass allow_incomplete: true/) },
  });
  expect(await rename({ allow_incomplete: true })).toMatchObject({ success: true, affectedFiles: ['packages/cart/src/gift.ts'] });
  shop.languages.script = {};
});

test('an answer never holds a null, nor both a result and an error', async () => {
  const post = async (message: unknown, isText = false) => {
    const response = await fetch(`${doors.url}/index-mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: isText ? String(message) : JSON.stringify(message),
    });
    return { status: response.status, text: await response.text() };
  };
  const good = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ide_index_status', arguments: {} } });
  expect(good.text).not.toMatch(/"error":|:null/);
  const bad = await post({ jsonrpc: '2.0', id: 'two', method: 'tools/call', params: { name: 'ide_find_definition', arguments: {} } });
  expect(bad.text).not.toMatch(/"result":|:null/);
  expect(JSON.parse(bad.text)).toMatchObject({ id: 'two', error: { code: -32602 } });
  expect(await post({ jsonrpc: '2.0', id: 3, method: 'no/such' })).toMatchObject({ status: 200, text: expect.stringContaining('-32601') });
  expect(await post('{', true)).toMatchObject({ status: 200, text: expect.stringContaining('-32700') });
  expect(await post({ id: 4, method: 'ping' })).toMatchObject({ status: 400, text: expect.stringContaining('-32600') });
  expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({ status: 202, text: '' });
  const batch = await post([
    { jsonrpc: '2.0', id: 5, method: 'ping' },
    { jsonrpc: '2.0', id: 6, method: 'ping' },
  ]);
  expect(JSON.parse(batch.text)).toEqual([
    { jsonrpc: '2.0', id: 5, result: {} },
    { jsonrpc: '2.0', id: 6, result: {} },
  ]);
});

test('a token in the URL of the stream is enough, for clients that cannot send headers', async () => {
  const gone = new AbortController();
  const stream = await fetch(`${doors.url}/index-mcp/sse?token=${TOKEN}`, { signal: gone.signal });
  const first = await stream.body?.pipeThrough(new TextDecoderStream()).getReader().read();
  const endpoint = /data: (\S+)/.exec(first?.value ?? '')?.[1] ?? '';
  const response = await fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  gone.abort();
});
