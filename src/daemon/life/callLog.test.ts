// Calls as lines of a file: whole, in one line each, and without an end to the daemon where they cannot be written.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord } from '../../server/history/callRecord.ts';
import { History } from '../../server/history/journal.ts';
import { logCalls } from './callLog.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-calls-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call: CallRecord = {
  id: '1',
  time: '2026-11-18T10:00:00.000Z',
  client: 'a\nb 1',
  tool: 'read_file',
  parameters: { file: 'a\tb\n.ts' },
  status: 'pending',
};

test('a call that has ended is one line, in the file that was asked for or in the usual one', async () => {
  const history = new History({ folder: join(folder, 'history'), onFailure: () => {} });
  using _own = logCalls(history, join(folder, 'deep', 'own.log'), folder, () => {});
  using _usual = logCalls(history, '', folder, () => {});
  history.record(call);
  history.record({ ...call, status: 'error', durationMs: 12, error: 'no\nsuch file' });
  history.record({ ...call, status: 'error', durationMs: 12, error: 'no\nsuch file', answerTokens: 3 });
  const line = '2026-11-18T10:00:00.000Z\terror\tread_file\t12 ms\ta b 1\t-\t{"file":"a\\tb\\n.ts"}\t"no\\nsuch file"\n';
  await history.flush();
  expect(readFileSync(join(folder, 'deep', 'own.log'), 'utf8')).toBe(line);
  expect(readFileSync(join(folder, 'logs', 'calls.log'), 'utf8')).toBe(line);
});

test('a file that cannot be written is reported once, and calls go on', async () => {
  const history = new History({ folder: join(folder, 'history'), onFailure: () => {} });
  const failures: string[] = [];
  using _ = logCalls(history, folder, folder, (why) => failures.push(why));
  for (const id of ['1', '2']) history.record({ ...call, id, status: 'success' });
  await history.flush();
  expect(failures).toEqual([expect.stringContaining(folder)]);
});
