// binnacle history: what agents asked, for the person whose code it is.
import { join, resolve } from 'node:path';
import { stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { ask } from '../daemon/people/control.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { historyAsCsv, historyAsJson } from '../server/history/historyExport.ts';
import { clearDeadHistory, readHistory } from '../server/history/historyFiles.ts';
import { filtered, type HistoryFilter } from '../server/history/historyFilter.ts';
import type { CallRecord } from '../server/history/journal.ts';
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
  const all = await readHistory(folder);
  const wanted = { ...filter, ...(project !== undefined && { project: resolve(project) }) };
  const found = filtered(all, json || csv ? wanted : { limit: SHOWN, ...wanted });
  if (json) sayJsonText(historyAsJson(found).trimEnd());
  else if (csv) print(historyAsCsv(found));
  else say(found.length === 0 ? 'No calls.' : columns(found.map(row), ''));
}

function row({ time, status, tool, client, durationMs, answerTokens, parameters, error }: CallRecord): string[] {
  const cost = [durationMs === undefined ? '' : `${durationMs} ms`, answerTokens === undefined ? '' : `${answerTokens} tokens`].filter(Boolean).join(', ');
  const asked = JSON.stringify(parameters) ?? '';
  return [
    time.slice(0, 19).replace('T', ' '),
    status,
    tool,
    client,
    cost,
    error ?? (asked.length > LONGEST_PARAMETERS ? `${asked.slice(0, LONGEST_PARAMETERS)}…` : asked),
  ];
}
