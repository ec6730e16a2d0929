// What a person asks of the history: rows by filter, one call whole, a file of it, and to forget it.
import { z } from 'zod';
import { callNotFound } from '../../ide/errors/machineErrors.ts';
import type { CallRecord } from '../../server/history/callRecord.ts';
import { csvRow, historyHeader } from '../../server/history/historyExport.ts';
import type { HistoryFilter } from '../../server/history/historyFilter.ts';
import type { History } from '../../server/history/journal.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { MethodsOf } from '../sources.ts';
import { callRow } from '../topics/calls.ts';
import { idShape, method, nothing, pathShape } from './method.ts';

export interface HistoryParts {
  readonly history: Pick<History, 'list' | 'read' | 'clear'>;
  readonly catalogue: Catalogue;
}

const MOST_ROWS = 1_000;
const USUAL_ROWS = 200;
const LONGEST_WORD = 500;
// What goes over the socket at once.
const LONGEST_PART = 1024 * 1024;

// The filter line, taken apart.
const filterShape = {
  // The client's name of it or ours; a star stands for anything.
  tool: z.string().min(1).max(LONGEST_WORD).optional(),
  status: z.enum(['pending', 'success', 'error']).optional(),
  // A part of its name.
  client: z.string().min(1).max(LONGEST_WORD).optional(),
  connection: idShape.optional(),
  project: pathShape.optional(),
  // Milliseconds.
  slowerThan: z.number().min(0).optional(),
  text: z.string().min(1).max(LONGEST_WORD).optional(),
  // ISO 8601.
  since: z.iso.datetime({ offset: true }).optional(),
  requests: z.boolean().optional(),
};

// Behind this row: with its time, because it may be forgotten by now.
const before = z.strictObject({ id: idShape, time: z.iso.datetime({ offset: true }) }).optional();

const Listed = z.strictObject({ ...filterShape, limit: z.int().min(1).max(MOST_ROWS).default(USUAL_ROWS), before });
// Asked again with `before` as long as the answer has a `next`; the texts one behind the other are the file.
const Exported = z.strictObject({ ...filterShape, format: z.enum(['json', 'csv']), before });

export function historyMethods({ history, catalogue }: HistoryParts): MethodsOf<'history'> {
  return {
    'history.list': method('history.list', Listed, async ({ limit, before: last, ...filter }) => {
      const all = await history.list(given(filter));
      const rows = behind(all, last).slice(0, limit);
      return { rows: rows.map((record) => callRow(record, catalogue)), total: all.length };
    }),
    'history.read': method('history.read', z.strictObject({ id: idShape }), async ({ id }) => {
      const record = await history.read(id);
      if (record === undefined) throw callNotFound(id);
      return { record, row: callRow(record, catalogue) };
    }),
    'history.export': method('history.export', Exported, async ({ format, before: last, ...filter }) => {
      const all = await history.list(given(filter));
      return { ...part(behind(all, last), format, last === undefined), total: all.length };
    }),
    'history.clear': method('history.clear', nothing, async () => {
      await history.clear();
      return {};
    }),
  };
}

function given(filter: Readonly<Record<string, unknown>> & HistoryFilterGiven): HistoryFilter {
  const { tool, status, client, connection, project, slowerThan, text, since, requests } = filter;
  return {
    ...(tool !== undefined && { tool }),
    ...(status !== undefined && { status }),
    ...(client !== undefined && { client }),
    ...(connection !== undefined && { connection }),
    ...(project !== undefined && { project }),
    ...(slowerThan !== undefined && { slowerThan }),
    ...(text !== undefined && { text }),
    ...(since !== undefined && { since }),
    ...(requests !== undefined && { requests }),
  };
}

type HistoryFilterGiven = { readonly [Name in keyof Omit<HistoryFilter, 'id' | 'door' | 'limit'>]?: HistoryFilter[Name] | undefined };

// Newest first, those after the last that is known.
function behind(all: readonly CallRecord[], last: z.output<typeof before>): readonly CallRecord[] {
  if (last === undefined) return all;
  const at = all.findIndex(({ id }) => id === last.id);
  const moment = Date.parse(last.time);
  return at >= 0 ? all.slice(at + 1) : all.filter(({ time }) => Date.parse(time) < moment);
}

function part(records: readonly CallRecord[], format: 'json' | 'csv', isFirst: boolean): { text: string; next?: { id: string; time: string } } {
  const pieces: string[] = isFirst ? [format === 'csv' ? historyHeader : '[\n'] : [];
  let length = 0;
  let last: CallRecord | undefined;
  for (const record of records) {
    if (length > LONGEST_PART) break;
    const comma = isFirst && last === undefined ? '' : ',\n';
    const piece = format === 'csv' ? csvRow(record) : `${comma}${JSON.stringify(record)}`;
    pieces.push(piece);
    length += piece.length;
    last = record;
  }
  const hasMore = last !== undefined && last !== records.at(-1);
  if (!hasMore && format === 'json') pieces.push('\n]\n');
  return { text: pieces.join(''), ...(hasMore && last !== undefined && { next: { id: last.id, time: last.time } }) };
}
