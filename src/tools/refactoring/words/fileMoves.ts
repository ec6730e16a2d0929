// The files and folders that one call moves: which they are, that none is in the way of another, and what engines say of each of them as one.
import { groupBy } from '../../../base/groupBy.ts';
import { refactoringRefused } from '../../../ide/errors/editErrors.ts';
import { fileExists, IdeError, invalidArguments } from '../../../ide/errors/errors.ts';
import type { FileOperation, TextEdit } from '../../../ide/workspaceEdit.ts';
import { isInside, type PathMove } from '../../../source/paths/pathMove.ts';
import type { ProjectContext } from '../../tool.ts';
import { type MovedPaths, overlap, writtenPathsIn } from '../../words/mentions/writtenPaths.ts';
import { fileOf } from '../../words/place.ts';
import { entryOf, refuseBrokenLinks } from './links.ts';

export interface FileEntryMove {
  readonly from: string;
  readonly to: string;
  readonly path: PathMove;
  // The file itself, or the files of a folder.
  readonly files: readonly string[];
}

export type FileEdit = Extract<FileOperation, { kind: 'edit' }>;

interface Wanted {
  readonly file: string;
  readonly new_file: string;
}

// Throws where one of them cannot be, or two cannot be together.
export async function fileMoves(context: ProjectContext, wanted: readonly Wanted[], allowed: readonly string[]): Promise<readonly FileEntryMove[]> {
  const { ide } = context;
  const refused = (problem: string) => invalidArguments('rename_file', [problem], allowed);
  const entries = await Promise.all(
    wanted.map(async ({ file, new_file }) => {
      const [from, to] = await Promise.all([entryOf(context, file), entryOf(context, new_file)]);
      return { file, from, to, path: { from: fileOf(ide.project, from), to: fileOf(ide.project, to) } };
    }),
  );
  for (const { path } of entries) {
    if (path.from === path.to) throw refused(`it is ${path.from} already`);
    if (isInside(path.to, path.from)) throw refused(`${path.from} cannot be moved into itself`);
  }
  const conflict = conflictOf(entries.map(({ path }) => path));
  if (conflict !== undefined) throw refused(conflict);
  const moves: FileEntryMove[] = [];
  for (const { file, from, to, path } of entries) {
    // Of a link those that it leads to, by the names that they have through it.
    const own = await ide.documents.locate(file);
    const files = (await filesOf(context, own)).map((uri) => from + uri.slice(own.length));
    if (await isThere(context, to, from)) throw fileExists(path.to);
    await refuseBrokenLinks(context, `rename ${path.from}`, from, to);
    moves.push({ from, to, path, files });
  }
  const arriving = moves.flatMap(({ from, to, files }) => files.map((uri) => to + uri.slice(from.length)));
  const taken = arriving.find((uri, index) => arriving.indexOf(uri) !== index);
  if (taken !== undefined) throw refused(`two files would become ${fileOf(ide.project, taken)}`);
  return moves;
}

// Why these cannot be moved at once.
function conflictOf(moves: readonly PathMove[]): string | undefined {
  for (const [index, one] of moves.entries()) {
    for (const other of moves.slice(index + 1)) {
      if (one.from === other.from) return `${one.from} is named twice`;
      if (one.to === other.to) return `${one.from} and ${other.from} cannot both become ${one.to}`;
    }
    for (const other of moves) {
      if (other === one) continue;
      if (isInside(one.from, other.from)) return `${one.from} moves with ${other.from} already; move one of them in a call of its own`;
      if (isInside(one.to, other.from)) return `${one.to} is free only once ${other.from} has moved; move that in a call of its own first`;
    }
  }
  return undefined;
}

// Engines are asked about one move at a time. In a file that moves itself, the paths to others that move are known only from all moves together: those
// edits are left out, for whoever follows written paths.
export async function joinedImports(context: ProjectContext, imports: readonly (readonly FileEdit[])[], moved: MovedPaths): Promise<readonly FileEdit[]> {
  const [first, ...others] = imports;
  if (first === undefined || others.length === 0) return first ?? [];
  const moving = new Set(moved.moved);
  const joined: FileEdit[] = [];
  for (const [uri, operations] of groupBy(imports.flat(), (operation) => operation.uri)) {
    const file = fileOf(context.ide.project, uri);
    const paths = moving.has(uri) ? writtenPathsIn(await context.ide.documents.read(uri, context.signal), file, moved.moves, moved.files) : [];
    const edits = new Map<string, TextEdit>();
    for (const edit of operations.flatMap((operation) => operation.edits)) {
      if (paths.some(({ range }) => overlap(range, edit.range))) continue;
      const clash = [...edits.values()].find((known) => overlap(known.range, edit.range) && JSON.stringify(known) !== JSON.stringify(edit));
      if (clash !== undefined)
        throw refactoringRefused(
          'move these together',
          `${file}:${edit.range.start.line + 1} would change with two of them.`,
          'Nothing was changed. Move one of them in a call of its own.',
        );
      edits.set(JSON.stringify(edit), edit);
    }
    if (edits.size > 0) joined.push({ kind: 'edit', uri, edits: [...edits.values()] });
  }
  return joined;
}

async function filesOf({ ide, signal }: ProjectContext, uri: string): Promise<readonly string[]> {
  try {
    await ide.documents.read(uri, signal);
    return [uri];
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    if (error.code === 'binary_file' || error.code === 'file_too_large') return [uri];
    if (error.code !== 'is_a_folder') throw error;
    const listed = await ide.documents.list({ under: fileOf(ide.project, uri) }, signal);
    return listed.map((file) => file.uri);
  }
}

async function isThere({ ide, signal }: ProjectContext, uri: string, from: string): Promise<boolean> {
  // On some disks these are one file, whose name may be written in another case.
  if (uri.toLowerCase() === from.toLowerCase()) return false;
  try {
    await ide.documents.read(uri, signal);
    return true;
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    if (error.code === 'cancelled') throw error;
    return error.code !== 'file_not_found';
  }
}
