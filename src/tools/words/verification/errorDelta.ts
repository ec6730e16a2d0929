// Which errors an edit brings and which it fixes: those of the files that it touches and of the files that name them, before and after.
import { z } from 'zod';
import { hunksBetween, type LineHunk } from '../../../base/text/lineDiff.ts';
import { type ChangePlan, type RenamedWord, textOf } from '../../../ide/doors/changes.ts';
import type { DiagnosticsReport } from '../../../ide/doors/languages.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf, lineAndColumn } from '../place.ts';
import { dependentsOf, MOST_DEPENDENTS } from './dependents.ts';

export const errorOutput = z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string(), code: z.string().optional() });
export type ErrorRow = z.infer<typeof errorOutput>;

export interface Errors {
  readonly rows: readonly ErrorRow[];
  // Why some errors may be missing; undefined when none are.
  readonly unverified?: string | undefined;
  // Nobody could look, so that nothing can be said of which are new or gone.
  readonly isUnknown?: true;
  // Files whose errors depend on the order in which their engine came by files.
  readonly unsteady?: readonly string[];
  // There was time for these files only, as agents write them.
  readonly only?: ReadonlySet<string>;
}

// What an edit touches is looked at first, then who names it.
export interface Looked {
  readonly touched: readonly string[];
  readonly neighbours: readonly string[];
}

export interface ComparedScope {
  readonly before: Looked;
  readonly after: Looked;
  // Names of files that move, as agents write them: from old to new.
  readonly renamed: ReadonlyMap<string, string>;
  // Code goes from one file to another, and takes its errors along.
  readonly movesCode?: boolean;
  // Where a line of a file, under the name that it has afterwards, went; from 1. Lines of other files stay.
  readonly lineNow?: (file: string, line: number) => number;
  // Files that may break too and are not looked at, in words; undefined when there are none.
  readonly unlooked?: string;
}

export interface Delta {
  readonly appeared: ErrorRow[];
  readonly gone: ErrorRow[];
  readonly unverified?: string | undefined;
}

// Of a common word there are many, and few of them have to do with it.
const MOST_NAMESAKES = 20;
const LONGEST_MESSAGE = 300;
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`/g;

// What an edit does besides, by which old errors are distinguished from new ones.
export interface WhatChanges {
  // The symbol that has another name afterwards, which errors that were there before may mention.
  readonly renames?: RenamedWord;
  // Code goes from one file to another, and what was wrong with it before is not new.
  readonly movesCode?: boolean;
}

export async function scopeOf(context: ProjectContext, plan: ChangePlan, { renames, movesCode = false }: WhatChanges): Promise<ComparedScope> {
  const { ide, signal } = context;
  const { files } = plan;
  const before = files.flatMap(({ uri, movedFrom, before: text }) => (text === undefined ? [] : [movedFrom ?? uri]));
  const after = files.flatMap(({ uri, after: text }) => (text === undefined ? [] : [uri]));
  const neighbours = new Set<string>();
  const add = async (words: Iterable<string>, most: number) => {
    for (const word of words) {
      const readers = ide.languages.diagnosable(await ide.documents.filesWithWord(word, signal), [...before, ...after]);
      for (const uri of readers) if (neighbours.size < most) neighbours.add(uri);
    }
  };
  // Whoever can break because of a name that is no member's says that name, or the one that it gets.
  const isOfName = renames?.isMember === false;
  if (isOfName && ide.languages.diagnosable([...before, ...after]).length > 0) await add([renames.from, renames.to], MOST_DEPENDENTS);
  // Types can be equal by their shape only, so whoever still says the old name of a member may need it.
  if (renames?.isMember) await add([renames.from], MOST_NAMESAKES + before.length);
  const dependents = isOfName ? undefined : await dependentsOf(context, plan, before, after);
  for (const uri of dependents?.uris ?? []) if (neighbours.size < MOST_DEPENDENTS) neighbours.add(uri);
  const others = ide.languages.diagnosable([...neighbours].filter((uri) => !before.includes(uri) && !after.includes(uri)));
  return {
    before: { touched: ide.languages.diagnosable([...new Set(before)]), neighbours: others },
    after: { touched: ide.languages.diagnosable([...new Set(after)]), neighbours: others },
    renamed: new Map(files.flatMap(({ uri, movedFrom }) => (movedFrom === undefined ? [] : [[fileOf(ide.project, movedFrom), fileOf(ide.project, uri)]]))),
    movesCode,
    lineNow: linesAfter(ide.project, files),
    ...(dependents?.unlooked !== undefined && { unlooked: dependents.unlooked }),
  };
}

function linesAfter(project: ProjectContext['ide']['project'], files: ChangePlan['files']): (file: string, line: number) => number {
  const planned = new Map(files.map((file) => [fileOf(project, file.uri), file]));
  // Only files with errors are compared.
  const hunks = new Map<string, readonly LineHunk[]>();
  return (name, line) => {
    const file = planned.get(name);
    if (file?.before === undefined || file.after === undefined) return line;
    const known = hunks.get(name) ?? hunksBetween(textOf(file.before), textOf(file.after));
    hunks.set(name, known);
    const last = known.findLast(({ oldStart }) => oldStart < line);
    if (last === undefined) return line;
    const within = line - 1 - last.oldStart;
    // A line that became others is where the first of them stands, as far as there are as many.
    return within < last.removed.length
      ? last.newStart + Math.min(within, Math.max(0, last.added.length - 1)) + 1
      : line + last.newStart + last.added.length - (last.oldStart + last.removed.length);
  };
}

// An engine whose errors depend on the order in which it comes by files may find after an edit what it passed over before. Files of which it now says
// more than before are looked at again as they were: what is wrong there too is not new. Where files come, go or move they cannot be shown as they were.
export async function withoutOldErrors(
  { ide }: Pick<ProjectContext, 'ide'>,
  { files }: ChangePlan,
  { before, after, scope, renamed }: ComparedErrors,
  lookAgain: (uris: readonly string[]) => Promise<Errors>,
): Promise<Delta> {
  const delta = deltaOf(before, after, scope, renamed);
  const suspects = new Set(delta.appeared.map(({ file }) => file));
  const uris = (after.unsteady ?? []).filter((uri) => suspects.has(fileOf(ide.project, uri)));
  if (uris.length === 0 || files.some((file) => file.before === undefined || file.after === undefined || file.movedFrom !== undefined)) return delta;
  const { rows, isUnknown } = await lookAgain(uris);
  if (isUnknown) return delta;
  const known = [...before.rows, ...beyond(rows, before.rows, sameness(renamed, scope.movesCode))];
  return { ...delta, appeared: deltaOf({ ...before, rows: known }, after, scope, renamed).appeared };
}

export interface ComparedErrors {
  readonly before: Errors;
  readonly after: Errors;
  readonly scope: ComparedScope;
  readonly renamed: RenamedWord | undefined;
}

// Lines move when text is edited, so an error is the same when file, code and message are; where code moves, the file may be another.
export function deltaOf(before: Errors, after: Errors, scope: Pick<ComparedScope, 'renamed' | 'movesCode' | 'lineNow'>, renamed?: RenamedWord): Delta {
  const unverified = before.unverified ?? after.unverified;
  if (before.isUnknown || after.isUnknown) return { appeared: [], gone: [], ...(unverified !== undefined && { unverified }) };
  const newName = (file: string) => scope.renamed.get(file) ?? file;
  const isKnown = (file: string) => [before.only && new Set([...before.only].map(newName)), after.only].every((only) => only?.has(file) ?? true);
  const known = before.rows.map((row) => ({ ...row, file: newName(row.file) })).filter(({ file }) => isKnown(file));
  const now = after.rows.filter(({ file }) => isKnown(file));
  const same = sameness(renamed, scope.movesCode);
  const { left, right } = withoutPairs(beyond(known, now, same), beyond(now, known, same), scope.lineNow ?? ((_, line) => line));
  return { appeared: right, gone: left, ...(unverified !== undefined && { unverified }) };
}

// Messages quote types and names that the edit may have changed: an error with the same number at the same place is still the one that was there.
function withoutPairs(
  gone: readonly ErrorRow[],
  appeared: readonly ErrorRow[],
  lineNow: (file: string, line: number) => number,
): { readonly left: ErrorRow[]; readonly right: ErrorRow[] } {
  const place = ({ file, line, code, message }: ErrorRow) => JSON.stringify([file, line, code, message.replace(QUOTED, '')]);
  const moved = new Map(gone.map((row) => [{ ...row, line: lineNow(row.file, row.line) }, row]));
  const left = beyond([...moved.keys()], appeared, place).map((row) => moved.get(row) ?? row);
  return { left, right: beyond(appeared, [...moved.keys()], place) };
}

function sameness(renamed: RenamedWord | undefined, movesCode = false): (row: ErrorRow) => string {
  return ({ file, code, message }) =>
    JSON.stringify([movesCode ? '' : file, code, renamed === undefined ? message : message.replaceAll(renamed.to, renamed.from)]);
}

function beyond(rows: readonly ErrorRow[], known: readonly ErrorRow[], same: (row: ErrorRow) => string): ErrorRow[] {
  const left = new Map<string, number>();
  for (const row of known) left.set(same(row), (left.get(same(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(same(row)) ?? 0;
    left.set(same(row), count - 1);
    return count <= 0;
  });
}

export function rowsOf(project: ProjectContext['ide']['project'], { files }: DiagnosticsReport): readonly ErrorRow[] {
  return files.flatMap(({ uri, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ range, message, code }) => ({
        file: fileOf(project, uri),
        ...lineAndColumn(range.start),
        message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
        ...(code !== undefined && { code }),
      })),
  );
}
