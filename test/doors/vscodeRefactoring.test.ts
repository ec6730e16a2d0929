// The dialect of a VS Code extension that refactors, through its own endpoint: names, sentences, and what holds for any input.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { vscodeRefactoring } from '../../src/dialects/vscode/vscodeRefactoring.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { LocalClient } from '../../src/transports/localClient.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { type Caller, script } from './callers.ts';
import { partsWith, TOKEN } from './house.ts';

const SHOP = `
// @file src/cart.ts
export function total(prices: number[]): number {
  return prices.length;
}
export const taken = 1;
// @file src/main.ts
import { total } from './cart.ts';
export const bill = total([1]);
`;

const Result = z.object({ content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1), isError: z.boolean().optional() });

let ide: ScriptedIde;
let doors: Doors;
let caller: Caller;
let inProcess: LocalClient;
beforeAll(async () => {
  ide = openScriptedIde(SHOP, { mistakes: ['wrong'] }, 'shop');
  const parts = partsWith(allTools, new ScriptedWorkbench([ide]));
  doors = await startDoors({ parts, dialects: [vscodeRefactoring], port: 0, token: TOKEN });
  caller = script(`${doors.url}/vscode-mcp`);
  inProcess = new LocalClient(parts, { name: 'vscode', version: '1.100.0', dialect: vscodeRefactoring });
});
afterAll(async () => {
  await inProcess[Symbol.asyncDispose]();
  await doors.close();
});

const uriOf = (path: string) => ide.documents.uriOf(path);
async function called(name: string, given: unknown): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = Result.parse(await caller.ask('tools/call', { name, arguments: given }));
  return { text: content.map(({ text }) => text).join('\n'), isError };
}

test('every tool is listed with its whole definition, examples that fit and notes, by a server of the name that its clients know', async () => {
  const { tools } = z
    .object({ tools: z.array(z.looseObject({ name: z.string(), description: z.string(), inputSchema: z.looseObject({ examples: z.array(z.unknown()) }) })) })
    .parse(await caller.ask('tools/list', {}));
  expect(tools.map(({ name }) => name)).toEqual(vscodeRefactoring.tools.map(({ name }) => name));
  for (const row of vscodeRefactoring.tools) {
    const listed = tools.find(({ name }) => name === row.name);
    expect(listed).toMatchObject({ _meta: { examples: row.examples, notes: row.notes }, description: expect.stringContaining(row.notes ?? '') });
    for (const example of listed?.inputSchema.examples ?? []) expect(row.input.safeParse(example).success).toBe(true);
  }
  const hello = await caller.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  expect(hello).toMatchObject({ serverInfo: { name: 'vscode-refactoring-tools', version: '1.0.0' } });
});

test('its event stream names the path /message', async () => {
  const end = new AbortController();
  const response = await fetch(`${doors.url}/vscode-mcp/sse`, { headers: { authorization: `Bearer ${TOKEN}` }, signal: end.signal });
  const first = await response.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toMatch(/^event: endpoint\ndata: \S+\/vscode-mcp\/message\?sessionId=/);
  end.abort();
});

describe('rename_file', () => {
  test('moves the file to any valid place, updates its imports, says so, and the way back is the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), async (folder, name) => {
        const [oldUri, newUri] = [uriOf('src/cart.ts'), uriOf(`lib-${folder}/${name}.ts`)];
        expect(await called('rename_file', { oldUri, newUri })).toEqual({
          text: `Renamed file from ${oldUri} to ${newUri}. Success: true. Imports updated: true`,
          isError: false,
        });
        expect((await ide.documents.read(newUri)).text).toContain('function total(');
        expect(await called('rename_file', { oldUri: newUri, newUri: oldUri })).toMatchObject({ isError: false });
        expect((await ide.documents.read(uriOf('src/main.ts'))).text).toContain("'./cart.ts'");
      }),
      { numRuns: 15 },
    );
  });

  test('a file that is not there is an error with details, and nothing changes', async () => {
    const before = (await ide.documents.read(uriOf('src/main.ts'))).text;
    const { text, isError } = await called('rename_file', { oldUri: uriOf('src/gone.ts'), newUri: uriOf('src/new.ts') });
    expect(isError).toBe(true);
    expect(text).toMatch(/^Error: .*gone\.ts/);
    expect((await ide.documents.read(uriOf('src/main.ts'))).text).toBe(before);
  });
});

test('rename_symbol renames every reference, whatever the names, and back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[a-z][A-Za-z0-9]{2,8}$/), async (suffix) => {
      const newName = `sum_${suffix}`;
      const { text } = await called('rename_symbol', { fileUri: uriOf('src/cart.ts'), originalName: 'total', newName });
      expect(text).toBe(`Renamed symbol total to ${newName}. Success: true. Files changed: 2`);
      expect((await ide.documents.read(uriOf('src/main.ts'))).text).toContain(`import { ${newName} } from './cart.ts';\nexport const bill = ${newName}([1]);`);
      expect(await called('rename_symbol', { fileUri: uriOf('src/cart.ts'), originalName: newName, newName: 'total' })).toMatchObject({ isError: false });
    }),
    { numRuns: 15 },
  );
});

test.each([
  ['a name that is taken', { originalName: 'total', newName: 'taken' }, /^Error: .*taken/],
  ['a symbol that is not there', { originalName: 'nowhere', newName: 'sum' }, /^Error: .*nowhere/],
  ['what is no name', { originalName: 'total', newName: 'not valid' }, /^Error: /],
])('rename_symbol: %s is an error with details', async (_, given, expected) => {
  const { text, isError } = await called('rename_symbol', { fileUri: uriOf('src/cart.ts'), ...given });
  expect(isError).toBe(true);
  expect(text).toMatch(expected);
});

test('whatever does not fit is a validation error that names what is wrong, on both ways alike, and the server goes on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('rename_file', 'rename_symbol'),
      fc.oneof(
        fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,12}$/), fc.jsonValue(), { maxKeys: 3 }),
        fc.record({ oldUri: fc.webUrl(), newUri: fc.string() }),
        fc.record({ fileUri: fc.string(), originalName: fc.integer() }),
      ),
      async (name, given) => {
        const answer = await called(name, given);
        expect(answer.isError).toBe(true);
        expect(answer.text).toMatch(/^Validation error: .+\. Its arguments are: /s);
        expect(await inProcess.call(name, given, AbortSignal.timeout(30_000))).toEqual(answer);
      },
    ),
    { numRuns: 40 },
  );
  expect(await called('rename_symbol', { fileUri: uriOf('src/cart.ts'), originalName: 'taken', newName: 'kept' })).toMatchObject({ isError: false });
  expect(await called('rename_symbol', { fileUri: uriOf('src/cart.ts'), originalName: 'kept', newName: 'taken' })).toMatchObject({ isError: false });
});

test('a setting is read as it was set, at its level, on both ways alike', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^editor\.[a-z]{3,8}Size$/),
      fc.oneof(fc.boolean(), fc.integer(), fc.constant(null), fc.stringMatching(/^[a-z]{1,8}$/)),
      async (key, value) => {
        const text = `Set ${key} to ${JSON.stringify(value)} in the workspace settings. Success: true`;
        expect(await called('set_setting', { key, value, scope: 'workspace' })).toEqual({ text, isError: false });
        const read = await called('get_setting', { key });
        expect(JSON.parse(read.text)).toEqual({ key, value, from: 'workspace' });
        expect(await inProcess.call('get_setting', { key }, AbortSignal.timeout(30_000))).toEqual(read);
        await called('set_setting', { key });
        expect(JSON.parse((await called('get_setting', { key, scope: 'workspace' })).text)).toEqual({ key, from: 'not set' });
      },
    ),
    { numRuns: 15 },
  );
});

test.each([
  ['what could run something', { key: 'git.path', value: '/tmp/evil' }, /^Error: .*git\.path/],
  ["what is VS Code's user's, without a window", { key: 'editor.tabSize', value: 2, scope: 'user' }, /^Error: .*editor\.tabSize.* window/],
  ['what says what agents may do', { key: 'binnacle.policy', value: {}, scope: 'user' }, /^Error: .*binnacle\.policy/],
  ['no level', { key: 'editor.tabSize', value: 2, scope: 'folder' }, /^Validation error: .*scope/],
])('set_setting: %s is an error with details', async (_, given, expected) => {
  const answer = await called('set_setting', given);
  expect(answer.isError).toBe(true);
  expect(answer.text).toMatch(expected);
  expect(await inProcess.call('set_setting', given, AbortSignal.timeout(30_000))).toEqual(answer);
});

test('calls at the same time are answered each for itself', async () => {
  const names = ['nowhere', 'taken', 'gone', 'never', 'elsewhere'];
  const answers = await Promise.all(names.map((originalName) => called('rename_symbol', { fileUri: uriOf('src/cart.ts'), originalName, newName: 'bill' })));
  for (const [index, { text, isError }] of answers.entries()) {
    expect(isError).toBe(originalIsMissing(names[index] ?? ''));
    expect(text).toContain(names[index]);
  }
});

function originalIsMissing(name: string): boolean {
  return name !== 'taken';
}

test('what only the tool itself can refuse is an error too, and an unknown tool names those that are there', async () => {
  const { text, isError } = await called('rename_everything', {});
  expect(isError).toBe(true);
  expect(text).toMatch(/^Error: .*rename_everything/);
});
