// A diff as agents read it: files with their hunks, long hunks in pieces, so that a page can end between them.
import { z } from 'zod';
import { counted } from '../../../base/text/counted.ts';
import type { DiffFile } from '../../../ide/doors/git.ts';
import type { Project } from '../../../ide/ide.ts';
import { countsByFile } from '../../words/countsByFile.ts';
import { type PageRequest, pageOf, pageOutput, weighJson } from '../../words/page.ts';
import { fileOf } from '../../words/place.ts';

// Most tools of git have these words, so they are short, and their switches are one list.
export const pathsWord = z.array(z.string().min(1)).optional().describe('Globs; !x excludes.');
// A bound in the schema costs what it says to nobody.
export const contextWord = z
  .int()
  .refine((lines) => lines >= 0 && lines <= 100, 'is 0 to 100')
  .optional()
  .describe('Default 3.');
export const cursorWord = z.string().optional().describe('For more.');

export const DIFF_FLAGS = ['ignore_whitespace', 'words', 'stat'] as const;

const hunkOutput = z.object({
  // For git_stage and git_unstage.
  id: z.string().optional(),
  at: z.string().optional(),
  text: z.string(),
});

const fileOutput = z.object({
  file: z.string(),
  kind: z.string(),
  from: z.string().optional(),
  added: z.number(),
  removed: z.number(),
  binary: z.boolean().optional(),
  submodule: z.boolean().optional(),
  // Not merged: the hunks compare with our side.
  conflict: z.boolean().optional(),
  mode: z.string().optional(),
  hunks: z.array(hunkOutput).optional(),
});

export const diffPageOutput = {
  // Files, in all pages.
  total: z.number(),
  added: z.number(),
  removed: z.number(),
  files: z.array(fileOutput),
  // How many pieces the files have that this page does not show; only on the first page.
  otherFiles: z.record(z.string(), z.number()).optional(),
  ...pageOutput,
};

const shape = z.object(diffPageOutput);
export type DiffPage = z.infer<typeof shape>;

interface Row {
  readonly file: string;
  readonly about: Omit<z.infer<typeof fileOutput>, 'hunks'>;
  readonly hunk?: z.infer<typeof hunkOutput>;
}

export interface DiffPageRequest {
  readonly tool: string;
  readonly input: PageRequest<Row>['input'];
  // Without the hunks.
  readonly onlyCounts: boolean;
  readonly budget: number;
}

// Of the first page of a long answer.
const SHARE_OF_OTHER_FILES = 0.1;
const OVERHEAD = 120;

export function diffPage(project: Project, files: readonly DiffFile[], { tool, input, onlyCounts, budget }: DiffPageRequest): DiffPage {
  const longest = Math.max(500, Math.min(LONGEST_PIECE, budget - 2 * OVERHEAD));
  const rows = files.flatMap((file) => rowsOf(project, file, onlyCounts, longest));
  const forOthers = input.cursor === undefined ? budget * SHARE_OF_OTHER_FILES : 0;
  const page = pageOf({ tool, input, rows, weigh: weighRow, budget: budget - forOthers - OVERHEAD });
  const others = page.isFirst && page.turn.cursor !== undefined ? countsByFile(rows.slice(page.rows.length), forOthers) : undefined;
  return {
    total: files.length,
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
    files: grouped(page.rows),
    ...(others !== undefined && { otherFiles: others }),
    ...page.turn,
  };
}

export function tellDiff(value: DiffPage): string[] {
  return [
    value.total === 0 ? 'No differences.' : `${counted(value.total, 'file')}, +${value.added} −${value.removed}`,
    ...value.files.flatMap((file) => [tellFile(file), ...(file.hunks ?? []).map(tellHunk)]),
    ...tellTurn(value),
  ];
}

export function tellDiffShortly(value: DiffPage): string[] {
  return [`${counted(value.total, 'file')}, +${value.added} −${value.removed}`, ...value.files.map(tellFile), ...tellTurn(value)];
}

export function tellTurn({
  cursor,
  stale,
  otherFiles = {},
}: {
  cursor?: string | undefined;
  stale?: boolean | undefined;
  otherFiles?: Record<string, number> | undefined;
}): string[] {
  const rest = Object.keys(otherFiles);
  return [
    ...(stale === true ? ['It has changed since the cursor was given out; earlier pages are out of date.'] : []),
    ...(cursor === undefined ? [] : [`More: cursor ${cursor}${rest.length === 0 ? '' : `; not shown: ${rest.join(', ')}`}`]),
  ];
}

// In characters, which are fewer tokens: a piece must fit the smallest page.
const LONGEST_PIECE = 4_000;
const LONGEST_LINE = 1_000;

function rowsOf(project: Project, file: DiffFile, onlyCounts: boolean, longest: number): readonly Row[] {
  const { uri, kind, from, added, removed, binary, submodule, conflict, mode } = file;
  const name = fileOf(project, uri);
  const about = {
    file: name,
    kind,
    ...(from !== undefined && { from: fileOf(project, from) }),
    added,
    removed,
    ...(binary !== undefined && { binary }),
    ...(submodule !== undefined && { submodule }),
    ...(conflict !== undefined && { conflict }),
    ...(mode !== undefined && { mode }),
  };
  const hunks = onlyCounts
    ? []
    : file.hunks.flatMap(({ id, header, text }) =>
        pieces(text, longest).map((piece, index) => ({ ...(index === 0 && { ...(id !== undefined && { id }), at: header }), text: piece })),
      );
  return hunks.length === 0 ? [{ file: name, about }] : hunks.map((hunk) => ({ file: name, about, hunk }));
}

// Of whole lines; only a line that is longer than anybody reads is cut, which is seen.
function pieces(text: string, longest: number): string[] {
  const widest = Math.min(LONGEST_LINE, longest);
  const readable = text.length <= widest ? text : text.replace(new RegExp(`^(.{${widest}}).+$`, 'gm'), '$1…');
  if (readable.length <= longest) return [readable];
  const found: string[] = [];
  let piece = '';
  for (const line of readable.split(/(?<=\n)/)) {
    if (piece.length + line.length > longest && piece !== '') {
      found.push(piece);
      piece = '';
    }
    piece += line;
  }
  return piece === '' ? found : [...found, piece];
}

function grouped(rows: readonly Row[]): DiffPage['files'] {
  const files: DiffPage['files'] = [];
  let last: string | undefined;
  for (const { file, about, hunk } of rows) {
    if (file !== last) files.push({ ...about, ...(hunk !== undefined && { hunks: [] }) });
    if (hunk !== undefined) files.at(-1)?.hunks?.push(hunk);
    last = file;
  }
  return files;
}

function weighRow({ file, about, hunk }: Row, previous: Row | undefined): number {
  return (hunk === undefined ? 0 : weighJson(hunk)) + (previous?.file === file ? 0 : weighJson(about));
}

function tellFile({ file, kind, from, added, removed, binary, conflict, mode }: DiffPage['files'][number]): string {
  const marks = [...(binary === true ? ['binary'] : []), ...(conflict === true ? ['not merged'] : []), ...(mode === undefined ? [] : [mode])];
  return `${kind} ${from === undefined ? '' : `${from} → `}${file} +${added} −${removed}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

function tellHunk({ id, at, text }: z.infer<typeof hunkOutput>): string {
  const head = at === undefined ? '(continued)' : `${at}${id === undefined ? '' : `  [${id}]`}`;
  return `${head}\n${text.replace(/\n$/, '')}`;
}
