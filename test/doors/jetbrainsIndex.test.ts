// The dialect of the JetBrains index server through its own endpoint: every tool that exists, with every field, by the clients that would use it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openScriptedIde, type ScriptedIde } from '../../src/hosts/scripted/scriptedIde.ts';
import type { Doors } from '../../src/transports/startDoors.ts';
import { type Caller, newerHttp, olderHttp, olderSse, script, scriptWithStream } from './callers.ts';
import { doorsOn, jsonOf, SHOP } from './jetbrainsShop.ts';

const NAMES =
  'ide_find_references ide_find_definition ide_type_hierarchy ide_call_hierarchy ide_find_implementations ide_inspect_symbol ide_code_completions ' +
  'ide_analyze_code ide_list_quick_fixes ide_apply_quick_fix ide_project_structure ide_file_structure ide_list_dependencies ide_index_status ' +
  'ide_refactor_rename ide_refactor_extract_method ide_refactor_extract_variable ide_refactor_inline ide_refactor_safe_delete ide_refactor_move find_usages';
const ONE_BUSY_ENGINE = [{ language: 'typescript', engine: 'typescript 7', state: 'loading' as const, root: '/shop', restarts: 0 }];

const callers: readonly { name: string; enter(url: string): Promise<Caller> }[] = [
  { name: 'SDK v1 over SSE', enter: (url) => olderSse(`${url}/index-mcp/sse`) },
  { name: 'SDK v1 over Streamable HTTP', enter: (url) => olderHttp(`${url}/index-mcp`) },
  { name: 'SDK v1 that posts to the stream', enter: (url) => olderHttp(`${url}/index-mcp/sse`) },
  { name: 'SDK v2, 2026-07-28', enter: (url) => newerHttp(`${url}/index-mcp`, '2026-07-28') },
  { name: 'the script of the original', enter: (url) => scriptWithStream(`${url}/index-mcp/sse`) },
  { name: 'a script that only posts', enter: async (url) => script(`${url}/index-mcp`) },
];

let shop: ScriptedIde;
let doors: Doors;
beforeAll(async () => {
  shop = openScriptedIde(SHOP, {}, 'shop');
  doors = await doorsOn([shop]);
});
afterAll(() => doors.close());

describe.each(callers)('$name', ({ enter }) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await enter(doors.url);
  });
  afterAll(() => caller.close());
  const call = (name: string, given: Record<string, unknown>) => caller.ask('tools/call', { name, arguments: given }).then(jsonOf);

  test('lists the tools that exist, by their original names', async () => {
    const { tools } = z
      .looseObject({ tools: z.array(z.looseObject({ name: z.string(), description: z.string(), inputSchema: z.looseObject({}) })) })
      .parse(await caller.ask('tools/list', {}));
    expect(tools.map(({ name }) => name)).toEqual(NAMES.split(' '));
    expect(tools[0]?.inputSchema).toMatchObject({
      type: 'object',
      required: ['file', 'line', 'column'],
      properties: { project_path: {}, file: {}, line: {}, column: {} },
    });
  });

  test('ide_find_references: flat usages with the original’s words, without the declaration', async () => {
    expect(await call('ide_find_references', { file: 'packages/cart/src/cart.ts', line: 1, column: 14 })).toEqual({
      usages: [
        { file: 'packages/cart/src/checkout.ts', line: 1, column: 10, context: "import { Cart } from './cart.ts';", type: 'IMPORT' },
        { file: 'packages/cart/src/checkout.ts', line: 2, column: 18, context: 'const cart = new Cart();', type: 'METHOD_CALL' },
        { file: 'packages/cart/src/gift.ts', line: 1, column: 10, context: "import { Cart } from './cart.ts';", type: 'IMPORT' },
        {
          file: 'packages/cart/src/gift.ts',
          line: 3,
          column: 31,
          context: 'export class GiftCart extends Cart implements Priced {',
          type: 'REFERENCE',
        },
      ],
      totalCount: 4,
    });
  });

  test('ide_find_definition', async () => {
    expect(await call('ide_find_definition', { file: 'packages/cart/src/checkout.ts', line: 2, column: 18 })).toEqual({
      file: 'packages/cart/src/cart.ts',
      line: 1,
      column: 14,
      preview: expect.stringMatching(/^export class Cart \{\n/),
      symbolName: 'Cart',
    });
  });

  test('ide_type_hierarchy: the element, and everything above and below it in flat lists', async () => {
    const file = 'packages/cart/src/gift.ts';
    expect(await call('ide_type_hierarchy', { file, line: 3, column: 14 })).toEqual({
      element: { name: 'GiftCart', file, kind: 'CLASS' },
      supertypes: [
        { name: 'Cart', file: 'packages/cart/src/cart.ts', kind: 'CLASS' },
        { name: 'Priced', file, kind: 'INTERFACE' },
      ],
      subtypes: [{ name: 'LargeGiftCart', file, kind: 'CLASS' }],
    });
    expect(await call('ide_type_hierarchy', { file: 'packages/cart/src/cart.ts', line: 1, column: 14 })).toMatchObject({
      supertypes: [],
      subtypes: [{ name: 'GiftCart' }, { name: 'LargeGiftCart' }],
    });
  });

  test('ide_call_hierarchy: callers or callees as a tree, to a depth', async () => {
    const file = 'packages/cart/src/gift.ts';
    const place = { file, line: 7, column: 10 };
    expect(await call('ide_call_hierarchy', place)).toEqual({
      element: { name: 'wrapping', file, line: 7 },
      calls: [{ name: 'GiftCart.total', file, line: 4, children: expect.arrayContaining([{ name: 'giftPrice', file, line: 8 }]) }],
    });
    expect(await call('ide_call_hierarchy', { ...place, direction: 'callers', depth: 1 })).toEqual({
      element: { name: 'wrapping', file, line: 7 },
      calls: [{ name: 'GiftCart.total', file, line: 4 }],
    });
    expect(await call('ide_call_hierarchy', { file, line: 4, column: 3, direction: 'callees' })).toEqual({
      element: { name: 'GiftCart.total', file, line: 4 },
      calls: [{ name: 'wrapping', file, line: 7 }],
    });
  });

  test('ide_find_implementations: of a class, of a method, and none', async () => {
    const file = 'packages/cart/src/gift.ts';
    expect(await call('ide_find_implementations', { file: 'packages/cart/src/cart.ts', line: 3, column: 3 })).toEqual({
      implementations: [{ name: 'GiftCart.total', kind: 'METHOD', file, line: 4, column: 3, context: 'total() { return wrapping(); }' }],
      totalCount: 1,
    });
    expect(await call('ide_find_implementations', { file: 'packages/cart/src/cart.ts', line: 1, column: 14 })).toMatchObject({ totalCount: 2 });
    expect(await call('ide_find_implementations', { file, line: 6, column: 14 })).toEqual({ implementations: [], totalCount: 0 });
  });

  test('ide_inspect_symbol', async () => {
    expect(await call('ide_inspect_symbol', { file: 'packages/cart/src/checkout.ts', line: 3, column: 27 })).toEqual({
      name: 'total',
      kind: 'METHOD',
      type: expect.stringContaining('total()'),
      documentation: 'What it costs.',
      container: 'Cart',
      file: 'packages/cart/src/cart.ts',
      line: 3,
      column: 3,
      otherDeclarations: [{ file: 'packages/cart/src/gift.ts', line: 4, column: 3 }],
    });
  });

  test('ide_analyze_code: a file, and a range of it', async () => {
    const file = 'packages/cart/src/checkout.ts';
    const problem = { file, line: 4, column: 7, endLine: 4, endColumn: 12, severity: 'ERROR', message: 'nobody uses this' };
    expect(await call('ide_analyze_code', { file })).toMatchObject({ problems: [problem], totalCount: 1 });
    expect(await call('ide_analyze_code', { file, start_line: 1, end_line: 3 })).toEqual({ problems: [], totalCount: 0 });
  });

  test('find_usages is the same under the name of the original’s pages', async () => {
    const given = { file: 'packages/cart/src/cart.ts', line: 1, column: 14 };
    expect(await call('find_usages', given)).toEqual(await call('ide_find_references', given));
  });

  test('ide_project_structure: the modules with absolute source roots', async () => {
    expect(await call('ide_project_structure', {})).toEqual({
      name: 'shop',
      basePath: '/shop',
      modules: [
        { name: 'shop', sourceRoots: [] },
        { name: 'cart', sourceRoots: ['/shop/packages/cart/src'] },
      ],
    });
  });

  test('ide_list_dependencies: flat, per module, and of one module', async () => {
    const zod = { module: 'cart', name: 'zod', version: '4.6.7', declaredVersion: '^4.0.0', scope: 'COMPILE' };
    const vitest = { module: 'cart', name: 'vitest', version: '^4.1.0', declaredVersion: '^4.1.0', scope: 'TEST' };
    expect(await call('ide_list_dependencies', {})).toEqual({ dependencies: [zod, vitest], totalCount: 2 });
    expect(await call('ide_list_dependencies', { module: 'shop' })).toEqual({ dependencies: [], totalCount: 0 });
  });

  test('ide_file_structure', async () => {
    expect(await call('ide_file_structure', { file: 'packages/cart/src/cart.ts' })).toMatchObject({
      file: 'packages/cart/src/cart.ts',
      structure: [{ name: 'Cart', kind: 'CLASS', line: 1, endLine: 4, children: [{ name: 'total', kind: 'METHOD', line: 3 }] }],
    });
  });

  test('ide_index_status says dumb or smart, as the resource does', async () => {
    expect(await call('ide_index_status', {})).toMatchObject({ isDumbMode: false, isIndexing: false, project: '/shop' });
    expect(await contentOf(caller, 'index://status')).toEqual({ isDumbMode: false, isIndexing: false });
    shop.languages.script = { engines: ONE_BUSY_ENGINE };
    expect(await call('ide_index_status', {})).toMatchObject({ isDumbMode: true, isIndexing: true });
    expect(await contentOf(caller, 'index://status')).toEqual({ isDumbMode: true, isIndexing: true });
    shop.languages.script = {};
  });

  test('project://structure has the modules and their source roots', async () => {
    expect(await contentOf(caller, 'project://structure')).toEqual({
      name: 'shop',
      basePath: '/shop',
      modules: [
        { name: 'shop', sourceRoots: [] },
        { name: 'cart', sourceRoots: ['/shop/packages/cart/src'] },
      ],
    });
  });

  test('resources are listed with every field of the original', async () => {
    const mimeType = 'application/json';
    expect(await caller.ask('resources/list', {})).toMatchObject({
      resources: [
        { uri: 'project://structure', name: 'Project Structure', description: 'Current project module structure', mimeType },
        { uri: 'index://status', name: 'Index Status', description: 'IDE indexing status', mimeType },
      ],
    });
  });

  test('files and symbols can be read as resources', async () => {
    const { resourceTemplates } = await caller.ask('resources/templates/list', {});
    expect(resourceTemplates).toMatchObject([
      { uriTemplate: 'project://file/{+path}', name: 'File Content', description: expect.any(String) },
      { uriTemplate: 'project://symbol/{line}/{column}/{+path}', name: 'Symbol Info', description: expect.any(String), mimeType: 'application/json' },
    ]);
    const uri = 'project://file/packages/cart/src/cart.ts';
    expect(await caller.ask('resources/read', { uri })).toMatchObject({
      contents: [{ uri, mimeType: 'text/plain', text: expect.stringContaining('class Cart') }],
    });
    expect(await textOfResource(caller, 'project://file/packages/cart/package.json')).toContain('{ "name": "cart", ');
    expect(await contentOf(caller, 'project://symbol/1/14/packages/cart/src/cart.ts')).toEqual({
      name: 'Cart',
      kind: 'CLASS',
      type: expect.stringContaining('class Cart'),
      file: 'packages/cart/src/cart.ts',
      line: 1,
      column: 14,
    });
  });

  test.each([
    { uri: 'project://file/none.ts', code: -32002 },
    { uri: 'project://file/../../etc/passwd', code: -32002 },
    { uri: 'project://file/packages', code: -32002 },
    { uri: 'project://symbol/4/1/packages/cart/src/cart.ts', code: -32003 },
    { uri: 'project://symbol/x/1/packages/cart/src/cart.ts', code: -32602 },
    { uri: 'project://file/%zz', code: -32602 },
    { uri: 'project://nothing', code: -32602 },
  ])('$uri is $code', async ({ uri, code }) => {
    await expect(caller.ask('resources/read', { uri })).rejects.toMatchObject({ code });
  });

  test.each([
    { what: 'a missing argument', name: 'ide_find_references', given: { file: 'package.json', line: 1 }, code: -32602, says: /column is missing/ },
    {
      what: 'an argument that does not exist',
      name: 'ide_find_references',
      given: { file: 'package.json', line: 1, column: 1, collumn: 1 },
      code: -32602,
      says: /did you mean column/,
    },
    { what: 'a module that does not exist', name: 'ide_list_dependencies', given: { module: 'basket' }, code: -32602, says: /no package basket/ },
    {
      what: 'a line behind the end',
      name: 'ide_find_definition',
      given: { file: 'packages/cart/src/cart.ts', line: 99, column: 1 },
      code: -32602,
      says: /no line 99/,
    },
    { what: 'a file that is not there', name: 'ide_find_references', given: { file: 'none.ts', line: 1, column: 1 }, code: -32002, says: /none\.ts/ },
    { what: 'a file outside the project', name: 'ide_file_structure', given: { file: '../secret.ts' }, code: -32002, says: /outside the project/ },
    { what: 'a folder', name: 'ide_analyze_code', given: { file: 'packages' }, code: -32002, says: /is a folder/ },
    { what: 'a tool that does not exist', name: 'ide_find_usages', given: {}, code: -32602, says: /ide_find_usages/ },
    {
      what: 'a line without a name',
      name: 'ide_find_references',
      given: { file: 'packages/cart/src/cart.ts', line: 4, column: 1 },
      code: -32003,
      says: /no name/,
    },
    {
      what: 'a direction that does not exist',
      name: 'ide_call_hierarchy',
      given: { file: 'packages/cart/src/gift.ts', line: 7, column: 10, direction: 'sideways' },
      code: -32602,
      says: /direction/,
    },
    {
      what: 'the hierarchy of what is no type',
      name: 'ide_type_hierarchy',
      given: { file: 'packages/cart/src/gift.ts', line: 7, column: 10 },
      code: -32003,
      says: /not a class or interface/,
    },
    {
      what: 'the calls of what cannot be called',
      name: 'ide_call_hierarchy',
      given: { file: 'packages/cart/src/gift.ts', line: 2, column: 18 },
      code: -32003,
      says: /not a function/,
    },
  ])('$what is a JSON-RPC error with the original’s number', async ({ name, given, code, says }) => {
    await expect(call(name, given)).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
  });

  test('an answer that is not whole because the engine still loads is −32001, never a short list', async () => {
    shop.languages.script = { incomplete: 'typescript is still loading.', engines: ONE_BUSY_ENGINE };
    const asked = call('ide_find_references', { file: 'packages/cart/src/cart.ts', line: 1, column: 14 });
    await expect(asked).rejects.toMatchObject({
      code: -32001,
      message: expect.stringContaining('typescript is still loading.'),
      data: { error: 'index_not_ready' },
    });
    shop.languages.script = { incomplete: 'one folder could not be read.' };
    expect(await call('ide_find_references', { file: 'packages/cart/src/cart.ts', line: 1, column: 14 })).toMatchObject({
      totalCount: 4,
      complete: false,
      why: 'one folder could not be read.',
    });
    shop.languages.script = {};
  });
});

const resourceContent = z.looseObject({ contents: z.tuple([z.looseObject({ text: z.string() })]) });

async function textOfResource(caller: Caller, uri: string): Promise<string> {
  return resourceContent.parse(await caller.ask('resources/read', { uri })).contents[0].text;
}

async function contentOf(caller: Caller, uri: string): Promise<unknown> {
  return JSON.parse(await textOfResource(caller, uri));
}
