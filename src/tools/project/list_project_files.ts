// Which files the project has, folder by folder, without what version control ignores.

import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { counted } from '../../base/text/counted.ts';
import { defineTool } from '../tool.ts';
import { filesAsked, filesInput } from '../words/files.ts';
import { foreignNote, includeIgnored, isForeignFile } from '../words/foreignFiles.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';

const output = z.object({
  total: z.number(),
  notes: z.array(z.string()).optional(),
  // Folder to the names of its files: the path of a file is written once per folder, not once per file.
  folders: z.record(z.string(), z.array(z.string())),
  // How many files each folder has that this page does not show; only on the first page.
  otherFolders: z.record(z.string(), z.number()).optional(),
  ...pageOutput,
});

interface Row {
  readonly folder: string;
  readonly name: string;
}

export const listProjectFiles = defineTool({
  name: 'list_project_files',
  title: 'List project files',
  description: 'Files of the project by glob or folder, gitignore respected, grouped by folder.',
  effect: 'reads',
  input: z.strictObject({
    ...filesInput,
    include_ignored: includeIgnored('Also what git ignores, is generated or vendored.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal, budget } = context;
    const asked = await filesAsked(context, input);
    const listed = await ide.documents.list({ ...asked, links: true }, signal);
    // A glob names what it wants.
    const isAskedFor = input.include_ignored || input.include !== undefined;
    const files = isAskedFor ? listed : listed.filter(({ path }) => !isForeignFile(path, asked.under));
    const notes = foreignNote(listed.length - files.length, 'is left out', 'are left out');
    const rows = files.map(({ path }) => rowOf(path)).toSorted((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0));
    const forOthers = input.cursor === undefined ? budget * SHARE_OF_OTHER_FOLDERS : 0;
    const page = pageOf({ tool: 'list_project_files', input, rows, weigh: weighRow, budget: budget - forOthers - OVERHEAD });
    return {
      total: rows.length,
      ...(notes.length > 0 && { notes }),
      folders: Object.fromEntries([...groupBy(page.rows, ({ folder }) => folder)].map(([folder, inside]) => [folder, inside.map(({ name }) => name)])),
      ...(page.isFirst && page.turn.cursor !== undefined && { otherFolders: otherFolders(rows.slice(page.rows.length), forOthers) }),
      ...page.turn,
    };
  },
  *tell(value) {
    const foot = [...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]), ...(value.notes ?? []).map((note) => `Note: ${note}`)];
    yield [
      counted(value.total, 'file'),
      ...Object.entries(value.folders).flatMap(([folder, names]) => [`${folder}/`, ...names.map((name) => `  ${name}`)]),
      ...foot,
    ].join('\n');
    yield [counted(value.total, 'file'), ...Object.entries(value.folders).map(([folder, names]) => `${folder}/: ${names.join(' ')}`), ...foot].join('\n');
  },
});

const SHARE_OF_OTHER_FOLDERS = 0.1;
const OVERHEAD = 80;

function rowOf(path: string): Row {
  const slash = path.lastIndexOf('/');
  return { folder: slash < 0 ? '.' : path.slice(0, slash), name: path.slice(slash + 1) };
}

function weighRow(row: Row, previous: Row | undefined): number {
  return weighJson(row.name) + (previous?.folder === row.folder ? 0 : weighJson({ [row.folder]: [] }));
}

// By the first folders of the path when there are too many to list each.
function otherFolders(rows: readonly Row[], budget: number): Record<string, number> {
  for (const depth of [DEEPEST, 3, 2]) {
    const counts = countsByFolder(rows, depth);
    if (weighJson(counts) <= budget) return counts;
  }
  return countsByFolder(rows, 1);
}

const DEEPEST = 20;

function countsByFolder(rows: readonly Row[], depth: number): Record<string, number> {
  const groups = groupBy(rows, ({ folder }) => folder.split('/').slice(0, depth).join('/'));
  return Object.fromEntries([...groups].map(([folder, inside]) => [folder, inside.length]));
}
