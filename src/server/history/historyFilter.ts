// Which calls of the history someone wants to see.

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
  const said = [id, client, project, tool, ownTool, caption, result?.slice(0, BEGINNING), error, changeId, ...(affectedFiles ?? []), ...valuesIn(parameters)];
  for (const call of inner ?? []) said.push(call.tool, call.caption, call.project, call.result, call.error, call.changeId, ...valuesIn(call.parameters));
  const text = said
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
  texts.set(record, text);
  return text;
}

function valuesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return value === undefined || value === null ? [] : [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => (Array.isArray(value) ? valuesIn(inner) : [name, ...valuesIn(inner)]));
}
