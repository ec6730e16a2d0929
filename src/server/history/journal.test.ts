// Whether the history keeps what happened, across restarts and in bounds, and can be read back.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { historyAsCsv, historyAsJson } from './historyExport.ts';
import { clearDeadHistory, headerLine, readHistory } from './historyFiles.ts';
import { type CallRecord, History } from './journal.ts';

let folder: string;
const failures: unknown[] = [];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'binnacle-history-')), 'history');
  failures.length = 0;
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const DEAD = { pid: 2 ** 22 + 1, started: 'long ago' };

function open(size?: number): History {
  return new History({ folder, onFailure: (error) => failures.push(error), ...(size !== undefined && { size }) });
}

function call(id: string, more: Partial<CallRecord> = {}): CallRecord {
  return {
    id,
    time: `2026-11-15T10:00:${id.padStart(2, '0')}.000Z`,
    client: 'claude 2.1',
    tool: 'find_references',
    parameters: {},
    status: 'success',
    ...more,
  };
}

test('a call is one record, with its end', async () => {
  const history = open();
  history.record(call('1', { status: 'pending' }));
  history.record(call('1', { durationMs: 12 }));
  expect(await history.list()).toEqual([call('1', { durationMs: 12 })]);
});

test('the history of a daemon that ended is kept by the next', async () => {
  const first = open();
  first.record(call('1'));
  await first.flush();
  asIfDead(onlyFile());
  const second = open();
  second.record(call('2'));
  expect((await second.list()).map(({ id }) => id)).toEqual(['2', '1']);
  await second.flush();
  expect(readdirSync(folder)).toHaveLength(1);
  expect((await readHistory(folder)).map(({ id }) => id)).toEqual(['1', '2']);
});

test('a call that was running when the daemon was killed shows as an error', async () => {
  const first = open();
  first.record(call('1', { status: 'pending' }));
  await first.flush();
  asIfDead(onlyFile());
  // Killed in the middle of a line.
  writeFileSync(onlyFile(), `${readFileSync(onlyFile(), 'utf8')}{"id":"2","ti`);
  const [record] = await open().list();
  expect(record).toMatchObject({ id: '1', status: 'error', error: expect.stringContaining('daemon ended') });
});

test('a living daemon keeps its own file, and both histories are read together', async () => {
  await open().flush();
  const other = open();
  other.record(call('7'));
  await other.flush();
  expect((await readHistory(folder)).map(({ id }) => id)).toEqual(['7']);
});

test('only the newest calls are kept, in memory and on disk', async () => {
  const history = open(3);
  for (let id = 1; id <= 40; id++) history.record(call(String(id)));
  await history.flush();
  expect((await history.list()).map(({ id }) => id)).toEqual(['40', '39', '38']);
  expect(readFileSync(onlyFile(), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(13);
});

test('nobody else may read it', async () => {
  const history = open();
  history.record(call('1'));
  await history.flush();
  if (process.platform !== 'win32') expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
});

test('secrets are not in it', async () => {
  const history = open();
  history.record(
    call('1', {
      parameters: { api_key: 'abc', header: 'Bearer abcdefgh12345678' },
      result: 'token ghp_abcdefghijklmnopqrstuvwx',
      error: 'AKIAABCDEFGHIJKLMNOP',
    }),
  );
  await history.flush();
  const text = readFileSync(onlyFile(), 'utf8');
  for (const secret of ['"abc"', 'abcdefgh12345678', 'ghp_', 'AKIA']) expect(text).not.toContain(secret);
});

test('parameters of megabytes are shortened', async () => {
  const history = open();
  history.record(call('1', { parameters: { text: 'x'.repeat(1_000_000) } }));
  expect(JSON.stringify(await history.list()).length).toBeLessThan(10_000);
});

test('finds calls by tool, status, text, client, project and time', async () => {
  const history = open();
  history.record(call('1', { tool: 'read_file', parameters: { file: 'Größe "A".ts' }, project: '/a' }));
  history.record(call('2', { status: 'error', error: 'file_not_found', client: 'codex 1' }));
  const ids = async (filter: Parameters<History['list']>[0]) => (await history.list(filter)).map(({ id }) => id);
  expect(await ids({ tool: 'read_file' })).toEqual(['1']);
  expect(await ids({ status: 'error' })).toEqual(['2']);
  expect(await ids({ text: 'größe "a"' })).toEqual(['1']);
  expect(await ids({ client: 'CODEX' })).toEqual(['2']);
  expect(await ids({ project: '/a' })).toEqual(['1']);
  expect(await ids({ since: '2026-11-15T10:00:02Z' })).toEqual(['2']);
  expect(await ids({ limit: 1 })).toEqual(['2']);
});

test('listeners hear of each call until they leave', () => {
  const history = open();
  const heard: string[] = [];
  const listening = history.onRecord(({ status }) => heard.push(status));
  history.record(call('1', { status: 'pending' }));
  history.record(call('1'));
  listening[Symbol.dispose]();
  history.record(call('2'));
  expect(heard).toEqual(['pending', 'success']);
});

test('clearing forgets everything, also what dead daemons left', async () => {
  const history = open();
  history.record(call('1'));
  await history.flush();
  writeFileSync(join(folder, 'old.jsonl'), `${headerLine(DEAD)}${JSON.stringify(call('2'))}\n`);
  await history.clear();
  expect(await history.list()).toEqual([]);
  expect(await readHistory(folder)).toEqual([]);
  history.record(call('3'));
  await history.flush();
  await clearDeadHistory(folder);
  expect(await readHistory(folder)).toHaveLength(1);
});

test.skipIf(process.platform !== 'linux')('a full disk costs the file and not the call', async () => {
  const history = open();
  await history.flush();
  rmSync(onlyFile());
  symlinkSync('/dev/full', join(folder, `${fileName}`));
  history.record(call('1'));
  await history.flush();
  history.record(call('2'));
  await history.flush();
  expect(failures).toHaveLength(1);
  expect(await history.list()).toHaveLength(2);
});

test('a folder that cannot be made costs the file and not the call', async () => {
  writeFileSync(folder, 'not a folder');
  const history = open();
  history.record(call('1'));
  expect(await history.list()).toHaveLength(1);
  expect(failures).toHaveLength(1);
});

test('JSON holds everything', () => {
  expect(JSON.parse(historyAsJson([call('1')]))).toEqual([call('1')]);
});

test('CSV follows RFC 4180 and hides formulas from spreadsheets', () => {
  const csv = historyAsCsv([call('1', { tool: '=cmd()', parameters: { a: 'x,"y"' }, result: 'two\nlines', durationMs: -1, affectedFiles: ['a.ts', 'b.ts'] })]);
  const [header, ...rows] = csv.split('\r\n');
  expect(header).toBe('id,time,client,project,tool,status,durationMs,answerTokens,affectedFiles,parameters,result,error');
  expect(rows).toEqual(['1,2026-11-15T10:00:01.000Z,claude 2.1,,\'=cmd(),success,-1,,"[""a.ts"",""b.ts""]","{""a"":""x,\\""y\\""""}","two\nlines",', '']);
});

let fileName = '';

function onlyFile(): string {
  const [name, ...others] = readdirSync(folder);
  if (name === undefined || others.length > 0) throw new Error(`expected one file, found ${[name, ...others].join(', ')}`);
  fileName = name;
  return join(folder, name);
}

// As if the process that wrote it had ended.
function asIfDead(file: string): void {
  const [, ...lines] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(join(folder, '1-1.jsonl'), headerLine(DEAD) + lines.join('\n'));
  rmSync(file);
}

test('an agent that asks without end forgets its own calls, not those of others', async () => {
  const history = open(20);
  history.record(call('1', { client: 'quiet 1' }));
  history.record(call('2', { client: 'quiet 2' }));
  for (let id = 3; id < 60; id++) history.record(call(String(id), { client: 'loud 1' }));
  const ids = (await history.list()).map(({ id }) => id);
  expect(ids).toHaveLength(20);
  expect(ids).toEqual(expect.arrayContaining(['1', '2', '59']));
});
