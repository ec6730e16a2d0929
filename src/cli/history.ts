// binnacle history: what agents asked, for the person whose code it is.
import { join, resolve } from 'node:path';
import { configurationFolder, stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { ask } from '../daemon/people/control.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { settingValues } from '../daemon/settings.ts';
import { callNotFound } from '../ide/errors/machineErrors.ts';
import type { CallRecord, RecordedCall } from '../server/history/callRecord.ts';
import { historyAsCsv, historyAsJson } from '../server/history/historyExport.ts';
import { clearDeadHistory, readHistory } from '../server/history/historyFiles.ts';
import { filtered, type HistoryFilter } from '../server/history/historyFilter.ts';
import { columns, print, say, sayJsonText } from './screen.ts';

export interface HistoryFlags extends HistoryFilter {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly clear?: boolean;
}

// A screen full; exports have everything.
const SHOWN = 30;
const LONGEST_PARAMETERS = 100;

export async function showHistory({ json, csv, clear, project, ...filter }: HistoryFlags): Promise<void> {
  const state = stateFolder();
  const folder = join(state, 'history');
  if (clear) {
    await onlyForPeople('binnacle history --clear', state);
    await Promise.all(liveInstances(state).map((instance) => ask(instance, 'clearHistory')));
    await clearDeadHistory(folder);
    say('The history is empty.');
    return;
  }
  // Daemons write a moment later, and whole answers some seconds.
  await Promise.all(liveInstances(state).map((instance) => ask(instance, 'flushHistory')));
  const all = await readHistory(folder);
  const wanted = { ...filter, ...(project !== undefined && { project: resolve(project) }) };
  const found = filtered(all, json || csv || filter.id !== undefined ? wanted : { limit: SHOWN, ...wanted });
  const [first] = found;
  if (filter.id !== undefined && first === undefined) throw callNotFound(filter.id);
  if (json) sayJsonText(historyAsJson(found).trimEnd());
  else if (csv) print(historyAsCsv(found));
  else if (filter.id !== undefined) say(found.map(detail).join('\n\n'));
  else say(found.length === 0 ? 'No calls.' : columns(rowsOf(found), ''));
}

// The time comes first, for whoever wants to see it.
function rowsOf(calls: readonly CallRecord[]): string[][] {
  const { showTimestamps } = settingValues(configurationFolder()).values;
  return calls.map(row).map(([when = '', ...rest]) => (showTimestamps ? [when, ...rest] : rest));
}

function row({ id, time, status, tool, client, durationMs, answerTokens, caption, parameters, error }: CallRecord): string[] {
  const cost = [durationMs === undefined ? '' : `${durationMs} ms`, answerTokens === undefined ? '' : `${answerTokens} tokens`].filter(Boolean).join(', ');
  const asked = JSON.stringify(parameters) ?? '';
  return [
    time.slice(0, 19).replace('T', ' '),
    id.slice(0, 8),
    status,
    tool,
    client,
    cost,
    error ?? caption ?? (asked.length > LONGEST_PARAMETERS ? `${asked.slice(0, LONGEST_PARAMETERS)}…` : asked),
  ];
}

function detail(record: CallRecord): string {
  const { id, client, door, dialect, connection, ownTool, inner = [], moreInner, cutFrom } = record;
  const lines = [
    `${record.time} ${record.status} ${record.tool}${ownTool === undefined ? '' : ` (our ${ownTool})`}`,
    ...named('what', record.caption),
    `id: ${id}`,
    `client: ${[client, door === undefined ? undefined : `over ${door}`, dialect].filter((part) => part !== undefined).join(', ')}`,
    ...named('connection', connection),
    ...recordLines(record),
  ];
  const calls = inner.flatMap((call) => ['', `call in it: ${call.status} ${call.tool}`, ...recordLines(call)].map((line) => `  ${line}`.trimEnd()));
  const cut = cutFrom === undefined ? [] : [`(the answer had ${cutFrom} characters)`];
  return [...lines, ...cut, ...calls, ...(moreInner === undefined ? [] : [`  and ${moreInner} more`])].join('\n');
}

function recordLines({ project, durationMs, answerTokens, changeId, affectedFiles = [], moreFiles, parameters, error, result }: RecordedCall): string[] {
  return [
    ...named('project', project),
    ...named('took', durationMs === undefined ? undefined : `${durationMs} ms${answerTokens === undefined ? '' : `, ${answerTokens} tokens`}`),
    ...named('change', changeId),
    ...named('files', affectedFiles.length === 0 ? undefined : `${affectedFiles.join(', ')}${moreFiles === undefined ? '' : ` and ${moreFiles} more`}`),
    ...named('request', JSON.stringify(parameters, undefined, 2)),
    ...named('error', error),
    ...named('answer', result),
  ];
}

function named(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}: ${value}`];
}
