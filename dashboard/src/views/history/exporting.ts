// The calls that a filter means, all of them, as a file.
import type { ParamsOf } from '../../../../src/dashboard/protocol/methods.ts';
import type { CallCursor } from '../../../../src/dashboard/protocol/shownCalls.ts';
import { downloadText } from '../../parts/download.ts';
import { type AskOptions, ask } from '../../wire/asking.ts';
import { type CallFilter, daemonFilter, isProject } from './filter.ts';

export type ExportFormat = 'json' | 'csv';

export async function exportCalls(filter: CallFilter, format: ExportFormat, options: AskOptions): Promise<void> {
  const projects = filter.project === undefined ? [undefined] : await projectsMeant(filter, options);
  const files: string[] = [];
  for (const project of projects) files.push(await wholeFile({ ...daemonFilter(filter), format, ...(project !== undefined && { project }) }, options));
  downloadText(joined(files, format), `binnacle-history.${format}`);
}

async function wholeFile(params: ParamsOf<'history.export'>, options: AskOptions): Promise<string> {
  let text = '';
  let before: CallCursor | undefined;
  do {
    const part = await ask('history.export', { ...params, ...(before !== undefined && { before }) }, options);
    text += part.text;
    before = part.next;
  } while (before !== undefined);
  return text;
}

function joined(files: readonly string[], format: ExportFormat): string {
  const [first] = files;
  if (files.length === 1 && first !== undefined) return first;
  if (format === 'csv') return files.map((text, index) => (index === 0 ? text : text.slice(text.indexOf('\n') + 1))).join('');
  const rows: unknown[] = files.flatMap((text) => JSON.parse(text));
  return `${JSON.stringify(rows, undefined, 1)}\n`;
}

const PAGE = 1_000;

// The daemon takes a path, a person types a part of one; also of projects that nobody has open any more.
async function projectsMeant(filter: CallFilter, options: AskOptions): Promise<readonly string[]> {
  const found = new Set<string>();
  let before: CallCursor | undefined;
  do {
    const { rows } = await ask('history.list', { ...daemonFilter(filter), limit: PAGE, ...(before !== undefined && { before }) }, options);
    for (const { project } of rows) if (project !== undefined && isProject(project, filter.project)) found.add(project);
    const last = rows.at(-1);
    before = last === undefined || rows.length < PAGE ? undefined : { id: last.id, time: last.time };
  } while (before !== undefined);
  return [...found];
}
