// Which errors an edit brings and which it mends: those of the files that it touches and of the files that name them, before and after.
import { posix } from 'node:path';
import { z } from 'zod';
import { type Plan, textOf } from '../../ide/changes.ts';
import type { DiagnosticsReport } from '../../ide/languages.ts';
import type { ProjectContext } from '../tool.ts';
import { fileOf, lineAndColumn } from './place.ts';

export const errorOutput = z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string(), code: z.string().optional() });
export type ErrorRow = z.infer<typeof errorOutput>;

export interface Errors {
  readonly rows: readonly ErrorRow[];
  // Why some errors may be missing; undefined when none are.
  readonly unverified?: string | undefined;
  // Nobody could look, so that nothing can be said of which are new or gone.
  readonly isUnknown?: true;
  // There was time for these files only, as agents write them.
  readonly only?: ReadonlySet<string>;
}

// What an edit touches is looked at first, then who names it.
export interface Looked {
  readonly touched: readonly string[];
  readonly neighbours: readonly string[];
}

export interface Scope {
  readonly before: Looked;
  readonly after: Looked;
  // Names of files that move, as agents write them: from old to new.
  readonly renamed: ReadonlyMap<string, string>;
  // Code goes from one file to another, and takes its errors along.
  readonly movesCode?: boolean;
}

export interface Delta {
  readonly appeared: ErrorRow[];
  readonly gone: ErrorRow[];
  readonly unverified?: string | undefined;
}

// Beyond this many, the files that name a touched one are not looked at.
const MOST_NEIGHBOURS = 60;
// Of a common word there are many, and few of them have to do with it.
const MOST_NAMESAKES = 20;
const LONGEST_MESSAGE = 300;

// What an edit does besides, by which old errors are told from new ones.
export interface WhatChanges {
  // The symbol that has another name afterwards, which errors that were there before may mention.
  readonly renames?: Renamed;
  // Code goes from one file to another, and what was wrong with it before is not new.
  readonly movesCode?: boolean;
}

export async function scopeOf({ ide, signal }: ProjectContext, { files }: Plan, { renames, movesCode = false }: WhatChanges): Promise<Scope> {
  const before = files.flatMap(({ uri, movedFrom, before: text }) => (text === undefined ? [] : [movedFrom ?? uri]));
  const after = files.flatMap(({ uri, after: text }) => (text === undefined ? [] : [uri]));
  const names = new Set([...before, ...after].map(moduleName).filter((name) => name.length > 2));
  const neighbours = new Set<string>();
  // Types can be equal by their shape only, so whoever still says the old name of a member may need it.
  const namesakes = renames?.isMember ? (await ide.documents.filesWithWord(renames.from, signal)).filter((uri) => !before.includes(uri)) : [];
  for (const uri of namesakes.slice(0, MOST_NAMESAKES)) neighbours.add(uri);
  // Files say where they import from, so whoever can break because of a file names it somewhere.
  for (const name of ide.languages.diagnosable([...before, ...after]).length === 0 ? [] : names)
    for (const uri of await ide.documents.filesWithWord(name, signal)) if (neighbours.size < MOST_NEIGHBOURS) neighbours.add(uri);
  const others = ide.languages.diagnosable([...neighbours].filter((uri) => !before.includes(uri) && !after.includes(uri)));
  return {
    before: { touched: ide.languages.diagnosable([...new Set(before)]), neighbours: others },
    after: { touched: ide.languages.diagnosable([...new Set(after)]), neighbours: others },
    renamed: new Map(files.flatMap(({ uri, movedFrom }) => (movedFrom === undefined ? [] : [[fileOf(ide.project, movedFrom), fileOf(ide.project, uri)]]))),
    movesCode,
  };
}

export async function errorsNow({ ide, signal, progress }: ProjectContext, uris: readonly string[]): Promise<Errors> {
  if (uris.length === 0) return { rows: [] };
  const answer = await ide.languages.diagnostics(uris, signal, progress);
  return { rows: rowsOf(ide.project, answer.value), ...(!answer.complete && { unverified: answer.why }) };
}

export async function errorsPlanned(context: ProjectContext, { files }: Plan, scope: Scope): Promise<Errors> {
  const after = [...scope.after.touched, ...scope.after.neighbours];
  if (after.length === 0) return { rows: [] };
  const { ide } = context;
  const answer = await errorsWith(context, files, 'after', after);
  const leaving = files.some(({ movedFrom, after: text }) => movedFrom !== undefined || text === undefined);
  const why = [
    ...(answer.complete ? [] : [answer.why]),
    ...(leaving ? ['The engine still sees the files that would go, so uses of them count as right.'] : []),
  ].join(' ');
  return { rows: rowsOf(ide.project, answer.value), ...(why !== '' && { unverified: why }) };
}

// What the engine says of the texts as they were, now that it has seen the new ones.
export async function errorsAsBefore(context: ProjectContext, { files }: Plan, uris: readonly string[]): Promise<Errors> {
  return { rows: rowsOf(context.ide.project, (await errorsWith(context, files, 'before', uris)).value) };
}

function errorsWith({ ide, signal, progress }: ProjectContext, files: Plan['files'], side: 'before' | 'after', uris: readonly string[]) {
  const texts = new Map(
    files.flatMap((file) => {
      const text = file[side];
      return text === undefined || !('text' in text) ? [] : [[file.uri, textOf(text)]];
    }),
  );
  return ide.languages.plannedDiagnostics(texts, uris, signal, progress);
}

// What basedpyright infers depends on the order in which it comes by files, so after an edit it may find what it passed over before. Files of which it now says
// more than before are looked at again as they were: what is wrong there too is not new. Where files come, go or move they cannot be shown as they were.
export async function withoutOldErrors(
  { ide }: Pick<ProjectContext, 'ide'>,
  { files }: Plan,
  { before, after, scope, renamed }: Compared,
  lookAgain: (uris: readonly string[]) => Promise<Errors>,
): Promise<Delta> {
  const delta = deltaOf(before, after, scope, renamed);
  const suspects = new Set(delta.appeared.map(({ file }) => file));
  const uris = [...scope.after.touched, ...scope.after.neighbours].filter(
    (uri) => suspects.has(fileOf(ide.project, uri)) && ide.languages.languageOf(uri) === 'python',
  );
  if (uris.length === 0 || files.some((file) => file.before === undefined || file.after === undefined || file.movedFrom !== undefined)) return delta;
  const { rows, isUnknown } = await lookAgain(uris);
  if (isUnknown) return delta;
  const known = [...before.rows, ...beyond(rows, before.rows, sameness(renamed, scope.movesCode))];
  return { ...delta, appeared: deltaOf({ ...before, rows: known }, after, scope, renamed).appeared };
}

export interface Compared {
  readonly before: Errors;
  readonly after: Errors;
  readonly scope: Scope;
  readonly renamed: Renamed | undefined;
}

// A name that is another afterwards, also in what compilers say.
export interface Renamed {
  readonly from: string;
  readonly to: string;
  // Of a type, so that others may need it without naming the type.
  readonly isMember?: boolean;
}

// Lines move when text is edited, so an error is the same when file, code and message are; where code moves, the file may be another.
export function deltaOf(before: Errors, after: Errors, scope: Pick<Scope, 'renamed' | 'movesCode'>, renamed?: Renamed): Delta {
  const unverified = before.unverified ?? after.unverified;
  if (before.isUnknown || after.isUnknown) return { appeared: [], gone: [], ...(unverified !== undefined && { unverified }) };
  const newName = (file: string) => scope.renamed.get(file) ?? file;
  const isKnown = (file: string) => [before.only && new Set([...before.only].map(newName)), after.only].every((only) => only?.has(file) ?? true);
  const known = before.rows.map((row) => ({ ...row, file: newName(row.file) })).filter(({ file }) => isKnown(file));
  const now = after.rows.filter(({ file }) => isKnown(file));
  const same = sameness(renamed, scope.movesCode);
  return {
    appeared: beyond(now, known, same),
    gone: beyond(known, now, same),
    ...(unverified !== undefined && { unverified }),
  };
}

function sameness(renamed: Renamed | undefined, movesCode = false): (row: ErrorRow) => string {
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

function rowsOf(project: ProjectContext['ide']['project'], { files }: DiagnosticsReport): readonly ErrorRow[] {
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

// As others import it: the file without its endings, or the folder whose entrance it is.
function moduleName(uri: string): string {
  const path = decodeURIComponent(uri);
  const [name = ''] = posix.basename(path).split('.');
  return name === 'index' || name === '__init__' || name === 'mod' ? posix.basename(posix.dirname(path)) : name;
}
