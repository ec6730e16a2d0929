// Whether the history keeps what happened, across restarts and in bounds, and can be read back.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord } from './callRecord.ts';
import { historyAsCsv, historyAsJson } from './historyExport.ts';
import { clearDeadHistory, headerLine, readHistory } from './historyFiles.ts';
import { History } from './journal.ts';

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

test('what was written before it was forgotten is not read from the disk any more', async () => {
  const history = open(3);
  for (let id = 1; id <= 12; id++) {
    history.record(call(String(id), { result: 'y'.repeat(2_000) }));
    await history.flush();
  }
  expect((await readHistory(folder)).map(({ id, result }) => [id, result?.length])).toEqual([
    ['10', 2_000],
    ['11', 2_000],
    ['12', 2_000],
  ]);
  expect(readFileSync(onlyFile(), 'utf8')).not.toContain('"id":"9"');
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

test('listeners hear of each call, and of the end of all, until they leave', async () => {
  const history = open();
  const heard: string[] = [];
  const listening = history.onEvent((event) => heard.push(event.kind === 'cleared' ? 'cleared' : `${event.kind} ${event.record.status}`));
  history.record(call('1', { status: 'pending' }));
  history.record(call('1'));
  await history.clear();
  listening[Symbol.dispose]();
  history.record(call('2'));
  expect(heard).toEqual(['added pending', 'updated success', 'cleared']);
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
  expect(header).toBe(
    'id,time,client,connection,door,dialect,project,tool,ownTool,caption,status,durationMs,answerTokens,changeId,affectedFiles,parameters,inner,result,error',
  );
  expect(rows).toEqual([
    '1,2026-11-15T10:00:01.000Z,claude 2.1,,,,,\'=cmd(),,,success,-1,,,"[""a.ts"",""b.ts""]","{""a"":""x,\\""y\\""""}",,"two\nlines",',
    '',
  ]);
});

test('no cell of a CSV begins like a formula, behind whatever, or holds what a terminal obeys', () => {
  const hostile = ['=1+1', '  =1+1', '\u200b@SUM(A1)', '\uFF1Dcmd', '\t=1', '\n-1', '|calc', 'a\u0007\u001b[31mb'];
  for (const tool of hostile) {
    const cells =
      historyAsCsv([call('1', { tool })])
        .split('\r\n')[1]
        ?.split(',') ?? [];
    expect(cells[7]).toMatch(tool.startsWith('a') ? /^a\uFFFD\uFFFD\[31mb$/ : /^"?'/);
  }
});

test('whole answers are kept for the newest calls, up to 256 KB, in memory and on disk; of earlier ones their beginning', async () => {
  const history = open(500);
  const text = (id: number, length: number) => `answer ${id} `.padEnd(length, 'word ');
  history.record(call('1', { result: text(1, 300 * 1024) }));
  history.record(call('2', { result: text(2, 100_000) }));
  history.record(call('3', { result: 'short' }));
  expect((await history.list({ id: '2' }))[0]).toMatchObject({ result: expect.stringContaining(text(2, 400)), cutFrom: 100_000 });
  expect(await history.read('1')).toMatchObject({ result: text(1, 256 * 1024), cutFrom: 300 * 1024 });
  await history.flush();
  expect((await readHistory(folder)).map(({ result, cutFrom }) => [result?.length, cutFrom])).toEqual([
    [256 * 1024, 300 * 1024],
    [100_000, undefined],
    [5, undefined],
  ]);
  asIfDead(onlyFile());
  const next = open(500);
  expect((await next.read('2'))?.result).toBe(text(2, 100_000));
  const later = (id: number) => new Date(Date.UTC(2026, 10, 16, 0, 0, id)).toISOString();
  for (let id = 4; id < 203; id++) next.record(call(String(id), { time: later(id), parameters: { text: 'x y '.repeat(1_000) } }));
  expect((await next.read('2'))?.result?.length).toBeLessThanOrEqual(500);
  expect((await next.read('3'))?.result).toBe('short');
  for (let id = 203; id < 300; id++) next.record(call(String(id), { time: later(id) }));
  expect(JSON.stringify((await next.read('4'))?.parameters).length).toBeLessThan(1_100);
  expect(JSON.stringify((await next.read('202'))?.parameters).length).toBeGreaterThan(3_000);
  await next.flush();
  expect((await readHistory(folder)).find(({ id }) => id === '2')?.result?.length).toBeLessThanOrEqual(500);
});

test('a file that is written anew between two writes of answers loses none of them, and holds no secret', async () => {
  const history = open(30);
  const answer = (id: number) => `${id} ${'x'.repeat(600)} ghp_${'a1B2'.repeat(9)}`;
  // More lines than a file of so few rows may have, so that it is written anew again and again, each time with answers that nobody has searched yet.
  for (let id = 0; id < 1_000; id += 1) {
    history.record(call(String(id), { result: answer(id) }));
    if (id % 25 === 0) await history.list({ limit: 1 });
    if (id === 500) await history.flush();
  }
  await history.flush();
  const stored = await readHistory(folder);
  expect(stored).toHaveLength(30);
  for (const { id, result } of stored) expect(result).toBe(`${id} ${'x'.repeat(600)} [redacted]`);
  expect(readFileSync(onlyFile(), 'utf8')).not.toContain('a1B2');
  expect(failures).toEqual([]);
});

test('a secret at the place where an answer is cut is not kept by half, in the row or in the whole answer', async () => {
  const history = open();
  const secret = 'correct horse battery staple';
  const places = [...Array.from({ length: 60 }, (_, index) => 400 + index * 3), 256 * 1024 - 20];
  for (const [id, at] of places.entries())
    history.record(call(`s${id}`, { result: `${'text '.repeat(at / 5)}${'x'.repeat(at % 5)} password: "${secret}" ${'more '.repeat(5_000)}` }));
  await history.flush();
  const kept = readFileSync(onlyFile(), 'utf8') + JSON.stringify(await history.list());
  expect(kept).toContain('[redacted]');
  expect(kept).not.toContain(secret.slice(0, 4));
});

test('other requests have rows of their own, and push no call out', async () => {
  const history = open(50);
  history.record(call('1'));
  for (let id = 0; id < 500; id++) history.record(call(`r${id}`, { tool: 'tools/list', isRequest: true }));
  expect((await history.list()).map(({ id }) => id)).toEqual(['1']);
  expect(await history.list({ requests: true })).toHaveLength(21);
  expect((await history.list({ tool: 'tools/*', limit: 1 })).map(({ id }) => id)).toEqual(['r499']);
});

test('calls in a call are found by their names, and every filter finds errors', async () => {
  const history = open();
  const more = { connection: 'c1', door: 'http', dialect: 'jetbrainsIndex', project: '/a', client: 'cursor 2', durationMs: 700, ownTool: 'find_references' };
  const error = { status: 'error', error: 'index_not_ready: later' } as const;
  const inner = [{ time: call('1').time, tool: 'find_references', parameters: { symbol: { name: 'Cart' } }, ...error }];
  history.record(call('1', { ...more, ...error, tool: 'ide_find_references', inner }));
  history.record(call('2', { tool: 'read_file', durationMs: 3 }));
  const filters = [{ tool: 'find_references' }, { tool: 'ide_*' }, { tool: '*_ref*s' }, { status: 'error' }, { text: 'NOT_READY' }, { text: 'cart' }] as const;
  for (const filter of [...filters, { client: 'cursor' }, { connection: 'c1' }, { door: 'http' }, { project: '/a' }, { slowerThan: 500 }, { id: '1' }])
    expect(
      (await history.list(filter)).map(({ id }) => id),
      JSON.stringify(filter),
    ).toEqual(['1']);
  expect(await history.list({ tool: 'ide_*references_more' })).toEqual([]);
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
