// Is the extension loaded with what V8 compiled of it before, and as without wherever that is not there, not whole or not ours? The entry that is packaged, in a Node of its own.
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { skipOrFail } from '../../support/testTools.ts';

const ENTRY = fileURLToPath(new URL('../../../extension/entry.cjs', import.meta.url));
// An extension that says what it finds where it is loaded.
const BODY = `const word = 'one';
exports.activate = async () => ({
  word,
  folder: __dirname,
  file: __filename,
  required: require('./neighbour.cjs'),
  trace: new Error('here').stack.split('\\n')[1].trim(),
});
exports.deactivate = () => 'ended';
`;
// As VS Code does it, with a pause that ends when it is asked to: [extension, storage, user, whether the window is closed before].
const HOST = `
const fs = require('node:fs');
const vm = require('node:vm');
const [extension, storage, user, isClosed] = process.argv.slice(1);
if (user !== '') process.geteuid = () => Number(user);
const compiled = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    compiled.push(options.cachedData === undefined ? 'anew' : this.cachedDataRejected ? 'rejected' : 'before');
  }
};
const pauses = [];
globalThis.setTimeout = (act) => { const pause = { act, unref() {} }; pauses.push(pause); return pause; };
globalThis.clearTimeout = (pause) => pauses.splice(0, pauses.length, ...pauses.filter((each) => each !== pause));
const listed = () => { try { return fs.readdirSync(storage + '/compiled'); } catch { return []; } };
(async () => {
  const { activate, deactivate } = require(extension);
  const context = { globalStorageUri: { scheme: 'file', fsPath: storage } };
  const found = await activate(context);
  const atOnce = listed();
  const ended = isClosed === 'closed' ? deactivate() : undefined;
  for (const { act } of pauses) await act();
  await activate(context);
  console.log(JSON.stringify({ compiled, found, atOnce, later: listed(), ended }));
})();
`;
const Start = z.object({
  compiled: z.array(z.string()),
  found: z.record(z.string(), z.string()),
  atOnce: z.array(z.string()),
  later: z.array(z.string()),
  ended: z.string().optional(),
});

let scratch: string;
let dist: string;
let storage: string;
let kept: string;

beforeEach(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-entry-')));
  [dist, storage] = [join(scratch, 'dist'), join(scratch, 'storage')];
  kept = join(storage, 'compiled');
  await mkdir(dist);
  await copyFile(ENTRY, join(dist, 'extension.cjs'));
  await writeFile(join(dist, 'extensionBody.cjs'), BODY);
  await writeFile(join(dist, 'neighbour.cjs'), "module.exports = 'required';\n");
});

afterEach(() => rm(scratch, { recursive: true, force: true }));

test('the first start writes nothing before the pause, and the second loads what the first has compiled', async () => {
  const first = await start();
  expect(first).toMatchObject({ compiled: ['anew'], atOnce: [], later: [expect.stringMatching(/^extension-[0-9a-f]{64}-\d+-/)] });
  const bytes = await onlyKept();
  const second = await start();
  expect(second).toMatchObject({ compiled: ['before'], atOnce: first.later, later: first.later });
  expect((await onlyKept()).equals(bytes)).toBe(true);
});

test('code finds the same around it and in stack traces, compiled anew or before', async () => {
  const file = join(dist, 'extensionBody.cjs');
  const expected = { word: 'one', folder: dist, file, required: 'required' };
  const [first, second] = [await start(), await start()];
  expect(first.found).toMatchObject(expected);
  expect(first.found['trace']).toContain(`${file}:7:10`);
  expect(second.compiled).toEqual(['before']);
  expect(second.found).toEqual(first.found);
});

test('the first line of the extension has its own columns in stack traces', async () => {
  await writeFile(join(dist, 'extensionBody.cjs'), "exports.activate = async () => ({ trace: new Error('here').stack.split('\\n')[1].trim() });\n");
  expect((await start()).found['trace']).toContain('extensionBody.cjs:1:42');
});

test.for([
  [
    'one byte is another',
    async (file: string, bytes: Buffer) => writeFile(file, bytes.fill(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1)),
  ],
  ['it was torn', async (file: string, bytes: Buffer) => truncate(file, bytes.length >> 1)],
  ['it is empty', async (file: string) => truncate(file, 0)],
] as const)('what was compiled is compiled anew and replaced where %s', async ([, damage]) => {
  const { later } = await start();
  const whole = await onlyKept();
  await damage(join(kept, later[0] ?? ''), Buffer.from(whole));
  expect((await onlyKept()).equals(whole)).toBe(false);
  expect(await start()).toMatchObject({ compiled: ['anew'], found: { word: 'one' }, later });
  expect(await start()).toMatchObject({ compiled: ['before'], found: { word: 'one' } });
});

test('what is no file can be neither read nor replaced, and the extension starts', async () => {
  const { later } = await start();
  const file = join(kept, later[0] ?? '');
  await rm(file);
  await mkdir(file);
  expect(await start()).toMatchObject({ compiled: ['anew'], found: { word: 'one' }, later });
});

test('what was compiled of another build is not loaded, though it has the same length, and is removed', async () => {
  const { later } = await start();
  await writeFile(join(dist, 'extensionBody.cjs'), BODY.replace("'one'", "'two'"));
  const other = await start();
  expect(other).toMatchObject({ compiled: ['anew'], found: { word: 'two' } });
  expect(other.later).toHaveLength(1);
  expect(other.later).not.toEqual(later);
});

test('a storage that takes nothing changes nothing', async () => {
  await writeFile(storage, 'a file\n');
  expect(await start()).toMatchObject({ compiled: ['anew'], found: { word: 'one' }, later: [] });
});

test('a window that closes before the pause writes nothing', async () => {
  expect(await start({ isClosed: true })).toMatchObject({ ended: 'ended', later: [] });
});

test('what another user could write is neither loaded nor written', async (context) => {
  if (process.platform === 'win32') skipOrFail(context, 'Windows has no modes');
  const { later } = await start();
  const file = join(kept, later[0] ?? '');
  await chmod(file, 0o620);
  expect((await start()).compiled).toEqual(['anew']);
  // It was written anew, for us alone.
  expect((await start()).compiled).toEqual(['before']);
  await chmod(kept, 0o777);
  expect((await start()).compiled).toEqual(['anew']);
  await rm(file);
  expect((await start()).later).toEqual([]);
});

test('what another user owns is neither loaded nor written', async (context) => {
  if (process.platform === 'win32') skipOrFail(context, 'Windows has no owners by number');
  const { later } = await start();
  const bytes = await onlyKept();
  expect(await start({ user: '54321' })).toMatchObject({ compiled: ['anew'], found: { word: 'one' }, later });
  expect((await onlyKept()).equals(bytes)).toBe(true);
});

async function start({ user = '', isClosed = false } = {}) {
  const args = ['-e', HOST, join(dist, 'extension.cjs'), storage, user, isClosed ? 'closed' : 'open'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: scratch });
  return Start.parse(JSON.parse(stdout));
}

async function onlyKept(): Promise<Buffer> {
  const [name = '', ...more] = await readdir(kept);
  expect(more).toEqual([]);
  return readFile(join(kept, name));
}
