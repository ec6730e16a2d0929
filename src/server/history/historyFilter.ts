// Which calls of the history someone wants to see.
import type { CallRecord } from './journal.ts';

export interface HistoryFilter {
  readonly tool?: string;
  readonly status?: CallRecord['status'];
  // Anywhere in the tool, client, project, parameters, result, error or files, in any case.
  readonly text?: string;
  readonly client?: string;
  readonly project?: string;
  // ISO 8601; at or after it.
  readonly since?: string;
  // The newest ones.
  readonly limit?: number;
}

// The newest first, as a person reads a history.
export function filtered(records: readonly CallRecord[], filter: HistoryFilter): CallRecord[] {
  const found = records.filter((record) => matches(record, filter)).reverse();
  return filter.limit === undefined ? found : found.slice(0, filter.limit);
}

function matches(record: CallRecord, { tool, status, text, client, project, since }: HistoryFilter): boolean {
  if (tool !== undefined && record.tool !== tool) return false;
  if (status !== undefined && record.status !== status) return false;
  if (client !== undefined && !holds(record.client, client)) return false;
  if (project !== undefined && record.project !== project) return false;
  if (since !== undefined && Date.parse(record.time) < Date.parse(since)) return false;
  return text === undefined || holds(JSON.stringify(record), JSON.stringify(text).slice(1, -1));
}

function holds(whole: string, part: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}
