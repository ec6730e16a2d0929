// Which calls of the history someone wants to see.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { machineClock } from '../../base/waiting/clock.ts';
import { milliseconds } from '../../base/waiting/duration.ts';
import type { CallRecord, CallStatus } from './callRecord.ts';
import { BEGINNING } from './cleanRecord.ts';

export interface HistoryFilter {
  readonly id?: string;
  // The client's name of it, ours, or that of a call in it; a star stands for anything.
  readonly tool?: string;
  readonly status?: CallStatus;
  // Anywhere in what the row says, in any case.
  readonly text?: string;
  readonly client?: string;
  readonly connection?: string;
  readonly door?: string;
  readonly project?: string;
  // In milliseconds; calls that took at least so long.
  readonly slowerThan?: number;
  // ISO 8601; at or after it.
  readonly since?: string;
  // Also what is no call of a tool, such as tools/list; found by its method in any case.
  readonly requests?: boolean;
  // The newest ones.
  readonly limit?: number;
}

// The newest first, as a person reads a history.
export function filtered(records: readonly CallRecord[], filter: HistoryFilter): CallRecord[] {
  const matches = matcher(filter);
  const most = filter.limit ?? records.length;
  const found: CallRecord[] = [];
  for (let index = records.length - 1; index >= 0 && found.length < most; index -= 1) {
    const record = records[index];
    if (record !== undefined && matches(record)) found.push(record);
  }
  return found;
}

// The same of rows that are read one by one, only as far as they are wanted, and in turns with whoever else waits: there may be many thousands.
export async function filteredInTurns(ids: readonly string[], read: (id: string) => CallRecord | undefined, filter: HistoryFilter): Promise<CallRecord[]> {
  const matches = matcher(filter);
  const most = filter.limit ?? ids.length;
  const found: CallRecord[] = [];
  let turn = machineClock.steady();
  for (let index = ids.length - 1; index >= 0 && found.length < most; index -= 1) {
    if (index % ROWS_BETWEEN_LOOKS === 0 && machineClock.steady() - turn > LONGEST_TURN) {
      await nextTurn();
      turn = machineClock.steady();
    }
    const record = read(ids[index] ?? '');
    if (record !== undefined && matches(record)) found.push(record);
  }
  return found;
}

// At the clock.
const ROWS_BETWEEN_LOOKS = 50;
const LONGEST_TURN = milliseconds(5);

function matcher({ id, tool, status, text, client, connection, door, project, slowerThan, since, requests }: HistoryFilter): (record: CallRecord) => boolean {
  const named = tool === undefined ? undefined : nameMatcher(tool);
  const from = since === undefined ? undefined : Date.parse(since);
  const wantedText = text?.toLowerCase();
  const wantedClient = client?.toLowerCase();
  return (record) => {
    if (id !== undefined && record.id !== id && !(id.length >= SHORTEST_ID && record.id.startsWith(id))) return false;
    if (record.isRequest === true && requests !== true && id === undefined && named === undefined) return false;
    if (named !== undefined && !namesOf(record).some(named)) return false;
    if (status !== undefined && record.status !== status) return false;
    if (wantedClient !== undefined && !record.client.toLowerCase().includes(wantedClient)) return false;
    if (connection !== undefined && record.connection !== connection) return false;
    if (door !== undefined && record.door !== door) return false;
    if (project !== undefined && record.project !== project) return false;
    if (slowerThan !== undefined && (record.durationMs ?? 0) < slowerThan) return false;
    if (from !== undefined && Date.parse(record.time) < from) return false;
    return wantedText === undefined || searchText(record).includes(wantedText);
  };
}

// Enough of an id to type.
const SHORTEST_ID = 6;

function namesOf({ tool, ownTool, inner = [] }: CallRecord): readonly string[] {
  return [tool, ...(ownTool === undefined ? [] : [ownTool]), ...inner.map((call) => call.tool)];
}

function nameMatcher(pattern: string): (name: string) => boolean {
  const pieces = pattern.split('*');
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return (name) => name === pattern;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = name.indexOf(piece, at);
      if (found === -1 || found + piece.length > name.length - last.length) return false;
      at = found + piece.length;
    }
    return true;
  };
}

// Made once for each row: a person types a filter letter by letter.
const texts = new WeakMap<CallRecord, string>();

function searchText(record: CallRecord): string {
  const known = texts.get(record);
  if (known !== undefined) return known;
  const { id, client, project, tool, ownTool, caption, parameters, result, error, affectedFiles, changeId, inner } = record;
  let said = `${id}\n${client}`;
  const say = (part: string | undefined) => {
    if (part !== undefined) said += `\n${part}`;
  };
  for (const part of [project, tool, ownTool, caption, result?.slice(0, BEGINNING), error, changeId]) say(part);
  for (const file of affectedFiles ?? []) say(file);
  sayValues(parameters, say);
  for (const call of inner ?? []) {
    for (const part of [call.tool, call.caption, call.project, call.result, call.error, call.changeId]) say(part);
    sayValues(call.parameters, say);
  }
  const text = said.toLowerCase();
  texts.set(record, text);
  return text;
}

function sayValues(value: unknown, say: (part: string) => void): void {
  if (typeof value === 'string') say(value);
  else if (Array.isArray(value)) for (const inner of value) sayValues(inner, say);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      say(name);
      sayValues(inner, say);
    }
  else if (value !== undefined && value !== null) say(String(value));
}
