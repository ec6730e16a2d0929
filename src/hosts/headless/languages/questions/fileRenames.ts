// What must change in other files, and in themselves, when files move: the imports, as the engines of their languages write them.
import { basename, dirname } from 'node:path/posix';
import { pathOf } from '../../../../base/files/fileUri.ts';
import { groupBy } from '../../../../base/groupBy.ts';
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import { noEngine, unsupportedByEngine } from '../../../../ide/errors/errors.ts';
import type { FileMove } from '../../../../ide/renaming.ts';
import { compare } from '../../../../ide/text.ts';
import type { FileOperation, TextEdit, WorkspaceEdit } from '../../../../ide/workspaceEdit.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineRow } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { MovedFile, MovingFiles } from '../engine/middleware.ts';
import { prepared } from '../engine/prepared.ts';
import { notesOf, presentOf } from '../engine/presentEngines.ts';
import type { Route } from '../engine/route.ts';
import { workspaceEditOf } from './codeActions.ts';

// A folder's projects are found by its first files.
const MOST_WITNESSES = 20;
// Nothing imports these, or names them in a way that an engine would follow.
const PROSE: ReadonlySet<string> = new Set(['json', 'jsonc', 'html', 'css', 'scss', 'less', 'markdown', 'yaml', 'shellscript']);

// The engines that must be asked. Throws unsupported where a language has files among them whose imports nobody follows.
export function rowsOfMove({ from, to }: FileMove, files: readonly string[], route: Route): readonly EngineRow[] {
  const rows = new Set(files.flatMap((uri) => route.rowOf(uri) ?? []));
  // TypeScript 7 crashes when it hears that a component moves.
  const siblingsThatRead = (row: EngineRow) => route.siblingsOf(row).filter((sibling) => files.some((uri) => languageIn(sibling, uri) !== undefined));
  const staysInFolder = dirname(from) === dirname(to);
  const isFile = files.every((uri) => uri === from);
  for (const { id, moves, language, languages } of rows) {
    const isProse = languages.every((one) => PROSE.has(one.id));
    if (isProse || moves === 'edited' || (moves !== undefined && staysInFolder && isFile)) continue;
    const where = moves === undefined ? 'gets another name' : 'moves to another folder';
    throw unsupportedByEngine(id, `nobody tells what must change in ${language ?? id} code when ${basename(from)} ${where}`);
  }
  return [...new Set([...rows].filter(({ moves }) => moves?.startsWith('edited') === true).flatMap((row) => [row, ...siblingsThatRead(row)]))];
}

interface Surroundings {
  readonly documents: DiskDocuments;
  readonly route: Route;
}

export async function movedBy(
  wanted: readonly Engine[],
  { move, files }: MovingFiles,
  place: Surroundings,
  signal: AbortSignal,
): Promise<Answer<WorkspaceEdit>> {
  const { present: engines, missing } = await presentOf(wanted);
  const absent = missing.find(({ engine }) => engine.row.embeds === undefined);
  if (absent !== undefined) throw noEngine(pathOf(move.from), absent.engine.row.language ?? absent.engine.row.id, absent.failure);
  const outcomes = await Promise.all(engines.map((engine) => engine.run(signal, (session) => importsAfter(session, { move, files }, signal))));
  const edits = new Map<string, Map<string, TextEdit>>();
  for (const operation of outcomes.flatMap(({ value }) => value.operations)) {
    if (operation.kind !== 'edit') continue;
    const own = edits.get(operation.uri) ?? new Map<string, TextEdit>();
    edits.set(operation.uri, own);
    for (const edit of operation.edits) own.set(`${edit.range.start.line}:${edit.range.start.character}`, edit);
  }
  const operations = [...edits].map(
    ([uri, own]): FileOperation => ({ kind: 'edit', uri, edits: [...own.values()].sort((a, b) => compare(a.range.start, b.range.start)) }),
  );
  const { route } = place;
  const unread = wanted.flatMap(({ row }) => row.unread ?? [])[0];
  const notAsked = [
    ...missing.map(({ engine, failure }) => ({ holds: (uri: string) => route.rowOf(uri) === engine.row, failure })),
    ...(unread === undefined ? [] : [{ holds: (uri: string) => unread.test(uri), failure: 'No engine of ours reads such files.' }]),
  ];
  const unseen = await Promise.all(notAsked.map((unseenBy) => unseenImports(unseenBy, files, place.documents, signal)));
  const why = [...new Set([...outcomes.flatMap(({ value }) => value.gaps), ...unseen.flat()])].join(' ');
  const certificate = {
    ...(engines.length > 0 && { engine: engines.map(({ name }) => name).join(', ') }),
    ...notesOf(
      outcomes,
      outcomes.flatMap(({ value }) => value.notes ?? []),
    ),
  };
  return why === '' ? complete({ operations }, certificate) : incomplete({ operations }, why, certificate);
}

// Imports by a name that only a configuration explains, such as `@/cart`, in components or of one: relative ones can be followed without an engine.
async function unseenImports(
  { holds, failure }: NotAsked,
  files: readonly string[],
  documents: DiskDocuments,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const unseen = new Set<string>();
  for (const file of files) {
    const word = moduleWord(file);
    const named = new RegExp(`\\b(?:from|import|require)\\s*\\(?\\s*['"](?![./])[^'"\\n]*[/#~@$]${word.replace(/\$/g, '\\$&')}(?![\\w$-])`);
    for (const uri of await documents.filesWithWord(word, signal)) {
      const mayImport = holds(uri) || (holds(file) && IMPORTS.test(uri));
      if (mayImport && named.test((await documents.read(uri, signal)).text)) unseen.add(uri);
    }
  }
  const names = [...unseen].map((uri) => basename(uri)).slice(0, MOST_NAMED);
  return unseen.size === 0
    ? []
    : [`Imports in ${names.join(', ')}${unseen.size > MOST_NAMED ? ' and others' : ''} may lead there and would not be changed. ${failure}`];
}

interface NotAsked {
  // Whether the file is one that nobody was asked about.
  holds(uri: string): boolean;
  // Why, as a sentence.
  readonly failure: string;
}

const IMPORTS = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const MOST_NAMED = 5;

async function importsAfter(session: EngineSession, moving: MovingFiles, signal: AbortSignal): Promise<MovedFile> {
  const { move, files } = moving;
  const gaps = new Set<string>();
  // An image among them is nothing that an engine could open.
  const witnesses = files.filter((uri) => languageIn(session.row, uri) !== undefined).slice(0, MOST_WITNESSES);
  for (const [word, [witness]] of groupBy(witnesses, moduleWord)) {
    if (witness === undefined) continue;
    await session.documents.open(witness, signal);
    const { gap: unseen } = await prepared(session, { kind: 'word', word, from: witness }, signal, async () => undefined);
    if (unseen !== undefined) gaps.add(unseen);
  }
  const next = async () => {
    const answer = await session.request('workspace/willRenameFiles', { files: [{ oldUri: move.from, newUri: move.to }] }, signal);
    return { operations: answer === null ? [] : workspaceEditOf(answer).operations, gaps: [] };
  };
  const moved = await (session.middleware.moveFiles?.(moving, next, signal) ?? next());
  return { ...moved, gaps: [...gaps, ...moved.gaps] };
}

// What an import of the file must contain: its name, or for the file that stands for its folder the folder's.
function moduleWord(uri: string): string {
  const path = decodeURIComponent(uri).split('/');
  const name = basename(uri).replace(/\..*$/, '');
  const module = name === 'index' || name === '__init__' ? (path.at(-2) ?? name) : name;
  return module.match(/[\p{ID_Continue}$]+/gu)?.toSorted((a, b) => b.length - a.length)[0] ?? module;
}
