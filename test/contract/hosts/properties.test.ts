// What holds for any input in a real window, whichever way a call comes in, with the extension installed from its package as a person installs it.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { vscodeRefactoring } from '../../../src/dialects/vscode/vscodeRefactoring.ts';
import { chromium } from '../../support/chromium.ts';
import { execute } from '../../support/npmInstall.ts';
import { skipOrFail, testTool } from '../../support/testTools.ts';
import { FILES } from './project.ts';
import { openVscodeWindow, type VscodeWindow } from './vscodeWindow.ts';

let scratch: string;
let project: string;
let vsix: string;
let opened: VscodeWindow | undefined;
let missing: unknown;

beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (missing !== undefined) return;
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-properties-')));
  project = join(scratch, 'project');
  const files = {
    ...FILES,
    'src/rate.js': 'export const rate = 2;\n',
    'src/useRate.js': "import { rate } from './rate.js';\nexport const twice = 2 * rate;\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  vsix = join(scratch, 'binnacle.vsix');
  await execute([process.execPath, fileURLToPath(new URL('../../../extension/package.mjs', import.meta.url)), vsix], scratch);
  opened = await openVscodeWindow(project, scratch, { vsix });
}, minutes(12));

afterAll(async () => {
  await opened?.close();
  if (scratch !== undefined) await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}, minutes(1));

function window(context: TestContext): VscodeWindow {
  return opened ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

// Nothing but what the protocol allows.
const Answer = z.strictObject({
  content: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })).min(1),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});
const Parts = z.array(z.object({ value: z.string() }));

async function asked({ url, token }: VscodeWindow, method: string, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/vscode-mcp`, { method: 'POST', headers, body });
  return z.object({ result: z.unknown() }).parse(await response.json()).result;
}

async function overHttp(at: VscodeWindow, name: string, given: unknown): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = Answer.parse(await asked(at, 'tools/call', { name, arguments: given }));
  return { text: content.map(({ text }) => text).join('\n'), isError };
}

async function inVscode({ probe }: VscodeWindow, name: string, given: unknown): Promise<string> {
  const parts = await probe.run(`
    const result = await vscode.lm.invokeTool(${JSON.stringify(name)}, { input: ${JSON.stringify(given)}, toolInvocationToken: undefined });
    return result.content.map(({ value }) => ({ value }));`);
  return Parts.parse(parts)
    .map(({ value }) => value)
    .join('\n');
}

const textIn = (path: string) => readFile(join(project, path), 'utf8');
const uriIn = (path: string) => uriOf(join(project, path));
const word = fc.stringMatching(/^[a-z][a-z0-9]{2,7}$/);
const anySetting = fc.constantFrom(
  'editor.tabSize',
  'editor.fontSize',
  'files.eol',
  'editor.rulers',
  'no.such.setting',
  'binnacle.maxHistorySize',
  'binnacle.policy',
);

// What reads, and what fails, each in its own way.
function anyCall() {
  return fc.oneof(
    fc.record({
      name: fc.constant('get_setting'),
      given: fc.record({ key: anySetting, scope: fc.constantFrom('workspace', 'user') }, { requiredKeys: ['key'] }),
    }),
    // What fails, each in its own way, and without asking a person: the window shows its reviews, and nobody answers here.
    fc.record({
      name: fc.constant('set_setting'),
      given: fc.record({ key: fc.constantFrom('binnacle.policy', 'binnacle.evaluation'), value: fc.jsonValue() }),
    }),
    fc.record({
      name: fc.constant('rename_file'),
      given: fc.record({ oldUri: word.map((name) => uriIn(`src/no-${name}.ts`)), newUri: fc.constant(uriIn('src/new.ts')) }),
    }),
    fc.record({
      name: fc.constant('rename_symbol'),
      given: fc.record({ fileUri: fc.constant(uriIn('src/cart.ts')), originalName: word.map((name) => `no_${name}`), newName: word }),
    }),
    fc.record({
      name: fc.constantFrom('get_setting', 'set_setting', 'rename_file', 'rename_symbol'),
      given: fc.dictionary(fc.stringMatching(/^[a-zA-Z]{3,10}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxKeys: 3 }),
    }),
  );
}

test('every tool is exposed with its whole definition, over HTTP and to VS Code (property 15)', async (context) => {
  const at = window(context);
  const Listed = z.object({
    tools: z.array(
      z.object({ name: z.string(), description: z.string().min(20), inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) }),
    ),
  });
  const { tools } = Listed.parse(await asked(at, 'tools/list', {}));
  expect(tools.map(({ name }) => name)).toEqual(vscodeRefactoring.tools.map(({ name }) => name));
  const inWindow = z
    .array(z.object({ name: z.string(), inputSchema: z.object({ properties: z.record(z.string(), z.unknown()) }) }))
    .parse(
      await at.probe.run(
        'return vscode.lm.tools.map(({ name, inputSchema }) => ({ name, inputSchema })).filter(({ inputSchema }) => inputSchema && inputSchema.properties)',
      ),
    );
  for (const { name, inputSchema } of tools)
    expect(Object.keys(inWindow.find((one) => one.name === name)?.inputSchema.properties ?? {}), name).toEqual(Object.keys(inputSchema.properties));
});

test('whatever is asked has the same answer on both ways, in the form of the protocol (properties 1, 2, 8, 9, 12)', async (context) => {
  const at = window(context);
  await fc.assert(
    fc.asyncProperty(anyCall(), async ({ name, given }) => {
      // Over JSON both times.
      const { text, isError } = await overHttp(at, name, JSON.parse(JSON.stringify(given)));
      expect(await inVscode(at, name, given)).toBe(text);
      expect(isError).toBe(/^(?:Error|Validation error): .{10}/s.test(text));
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

test('a setting that was set by either way is what both read, and is kept by VS Code (property 11)', async (context) => {
  const at = window(context);
  const user = join(scratch, 'user', 'User', 'settings.json');
  const files = { workspace: join(project, '.vscode', 'settings.json'), user } as const;
  const setting = fc.oneof(
    fc.record({ key: fc.constant('editor.tabSize'), value: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ key: fc.constant('editor.rulers'), value: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 3 }) }),
    fc.record({ key: fc.constant('files.exclude'), value: word.map((name) => ({ [`**/${name}`]: true })) }),
  );
  await fc.assert(
    fc.asyncProperty(setting, fc.constantFrom('workspace', 'user'), fc.boolean(), async ({ key, value }, scope, isOverHttp) => {
      const given = { key, value, scope };
      const text = isOverHttp ? (await overHttp(at, 'set_setting', given)).text : await inVscode(at, 'set_setting', given);
      expect(text).toBe(`Set ${key} to ${JSON.stringify(value)} in the ${scope} settings. Success: true`);
      const read = await overHttp(at, 'get_setting', { key, scope });
      expect(JSON.parse(read.text)).toEqual({ key, value, from: scope });
      expect(await inVscode(at, 'get_setting', { key, scope })).toBe(read.text);
      expect(parse(await readFile(files[scope], 'utf8'))).toHaveProperty([key], value);
      await overHttp(at, 'set_setting', { key, scope });
      expect(JSON.parse((await overHttp(at, 'get_setting', { key, scope })).text)).toEqual({ key, from: 'not set' });
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test('a file that is renamed takes its imports along whatever the setting says, and the answer says so (properties 5, 6, 7)', async (context) => {
  const at = window(context);
  const kinds = [
    { from: 'src/cart.ts', user: 'src/checkout.ts', to: (name: string) => `src/cart-${name}.ts`, setting: 'typescript' },
    { from: 'src/rate.js', user: 'src/useRate.js', to: (name: string) => `src/rate-${name}.js`, setting: 'javascript' },
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), fc.constantFrom('never', 'prompt', 'always'), word, fc.boolean(), async (kind, decided, name, isOverHttp) => {
      const [oldUri, newUri] = [uriIn(kind.from), uriIn(kind.to(name))];
      await overHttp(at, 'set_setting', { key: `${kind.setting}.updateImportsOnFileMove.enabled`, value: decided });
      const before = await textIn(kind.user);
      const given = { oldUri, newUri };
      const text = isOverHttp ? (await overHttp(at, 'rename_file', given)).text : await inVscode(at, 'rename_file', given);
      expect(text).toBe(`Renamed file from ${oldUri} to ${newUri}. Success: true. Imports updated: true`);
      const after = await textIn(kind.user);
      expect(after).toContain(kind.to(name).replace(/^src\//, './'));
      expect(after).not.toBe(before);
      expect(await overHttp(at, 'rename_file', { oldUri: newUri, newUri: oldUri })).toMatchObject({ isError: false });
      expect(await textIn(kind.user)).toBe(before);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('a symbol that is renamed is renamed wherever it is used, by either way (property 10)', async (context) => {
  const at = window(context);
  const before = await textIn('src/checkout.ts');
  await fc.assert(
    fc.asyncProperty(word, async (name) => {
      const newName = `sum_${name}`;
      const fileUri = uriIn('src/cart.ts');
      const text = await inVscode(at, 'rename_symbol', { fileUri, originalName: 'total', newName });
      expect(text).toMatch(new RegExp(`^Renamed symbol total to ${newName}\\. Success: true\\. Files changed: \\d+$`));
      expect(await textIn('src/checkout.ts')).toBe(before.replaceAll(/\btotal\b(?!:)/g, newName));
      expect(await textIn('tools/report.ts')).toContain(`${newName}([])`);
      expect(await overHttp(at, 'rename_symbol', { fileUri, originalName: newName, newName: 'total' })).toMatchObject({ isError: false });
      expect(await textIn('src/checkout.ts')).toBe(before);
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

test('any calls at the same time are answered each for itself, on both ways, and the window is as it was after all of it (properties 3, 14)', async (context) => {
  const at = window(context);
  const listed = await asked(at, 'tools/list', {});
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall(), { minLength: 2, maxLength: 12 }), async (calls) => {
      const alone: string[] = [];
      for (const { name, given } of calls) alone.push((await overHttp(at, name, given)).text);
      const together = await Promise.all(
        calls.map(({ name, given }, index) => (index % 2 === 0 ? overHttp(at, name, given).then(({ text }) => text) : inVscode(at, name, given))),
      );
      expect(together).toEqual(alone);
      expect(await asked(at, 'tools/list', {})).toEqual(listed);
      expect(await at.probe.run("return vscode.extensions.getExtension('binnacle.binnacle')?.isActive")).toBe(true);
    }),
    { numRuns: 6, endOnFailure: true },
  );
  const log = await readFile(join(scratch, 'state', 'binnacle', 'logs', 'daemon.log'), 'utf8');
  expect(log).toContain('serves this window');
  expect(log).not.toMatch(/ error .*(?:TypeError|ReferenceError)/i);
});

test('the package holds what an editor needs and no program, and is small', async (context) => {
  window(context);
  const bytes = await readFile(vsix);
  // The script that makes it has counted the rest without its images.
  expect(bytes.length).toBeLessThanOrEqual(1.5 * 1024 * 1024);
  const names = namesIn(bytes);
  expect(names).toEqual(
    expect.arrayContaining([
      'extension.vsixmanifest',
      '[Content_Types].xml',
      'extension/package.json',
      'extension/README.md',
      'extension/dist/extension.cjs',
      'extension/dist/extensionBody.cjs',
      'extension/dist/LICENSE',
    ]),
  );
  expect(names.filter((name) => /ripgrep|ast-grep|typescript\/|pyright|\.node$|\.exe$|\.map$|bundle\.mjs|\.test\./.test(name))).toEqual([]);
});

test('what V8 has compiled of the extension is kept for the next window', async (context) => {
  window(context);
  const folder = join(scratch, 'user', 'User', 'globalStorage', 'binnacle.binnacle', 'compiled');
  await expect.poll(() => readdir(folder).catch(() => [])).toEqual([expect.stringMatching(/^extension-[0-9a-f]{64}-\d+-[^/]+$/)]);
});

// By the directory at the end of the archive.
function namesIn(archive: Buffer): readonly string[] {
  const end = archive.length - 22;
  const names: string[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const length = archive.readUInt16LE(at + 28);
    names.push(archive.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length;
  }
  return names;
}
