// The calls of agents as lines of text, in a file that a person asked for: for grep and tail, without secrets, and never larger than two files.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CallRecord } from '../../server/history/callRecord.ts';
import type { History } from '../../server/history/journal.ts';

const LARGEST_FILE = 10 * 1024 * 1024;
const LONGEST_PARAMETERS = 500;

// path: empty for the usual one. A disk that is full or a folder that is not there costs the lines, never a call.
export function logCalls(history: Pick<History, 'onEvent'>, path: string, state: string, onFailure: (why: string) => void): Disposable {
  const file = path === '' ? join(state, 'logs', 'calls.log') : path;
  let failed = false;
  // More may become known of a call that has ended; its line is written.
  const pending = new Set<string>();
  return history.onEvent((event) => {
    if (event.kind === 'cleared' || failed) return;
    const { record } = event;
    if (record.status === 'pending') pending.add(record.id);
    if (record.status === 'pending' || !(event.kind === 'added' || pending.delete(record.id))) return;
    try {
      append(file, lineOf(record));
    } catch (error) {
      failed = true;
      onFailure(`calls are not written to ${file} any more: ${String(error)}`);
    }
  });
}

function append(file: string, line: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_FILE) renameSync(file, `${file}.1`);
  appendFileSync(file, `${line}\n`, { mode: 0o600 });
}

// In one line, whatever stands in it.
function lineOf({ time, status, tool, client, project, durationMs, parameters, error }: CallRecord): string {
  const asked = JSON.stringify(parameters) ?? '';
  const shown = asked.length > LONGEST_PARAMETERS ? `${asked.slice(0, LONGEST_PARAMETERS)}…` : asked;
  const parts = [time, status, tool, `${durationMs ?? 0} ms`, client, project ?? '-', shown, ...(error === undefined ? [] : [JSON.stringify(error)])];
  return parts.map((part) => part.replace(/\s+/g, ' ')).join('\t');
}
