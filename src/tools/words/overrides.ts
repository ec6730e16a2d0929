// A rename with the members that override or are overridden, where the engine of the language leaves them behind.
import type { Answer } from '../../ide/answer.ts';
import type { Place } from '../../ide/languages.ts';
import type { Renaming } from '../../ide/renaming.ts';
import { compare } from '../../ide/text.ts';
import { wordAt } from '../../ide/wordAt.ts';
import type { FileOperation, TextEdit } from '../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../tool.ts';
import { isInProject } from './place.ts';
import { superMembersOf } from './superMembers.ts';
import type { PointedSymbol } from './symbol.ts';

// basedpyright renames a method in one class; all other engines that we know rename it in the whole family, or refuse.
const STOPS_AT_OVERRIDES: ReadonlySet<string> = new Set(['python']);

export async function renamingOf(context: ProjectContext, symbol: PointedSymbol, newName: string): Promise<Answer<Renaming>> {
  const { ide, signal } = context;
  const first = await ide.languages.rename(symbol.place, newName, signal);
  if (!STOPS_AT_OVERRIDES.has(symbol.document.languageId)) return first;
  const member = await superMembersOf(context, symbol.place);
  if (member === undefined) return first;
  const renamings = [first];
  const queue: Place[] = [member.of, ...member.above].map(({ location }) => ({ uri: location.uri, position: location.range.start }));
  for (const root of [...queue]) {
    const below = await ide.languages.implementations(root, signal);
    queue.push(...below.value.map(({ uri, range }) => ({ uri, position: range.start })));
    if (!below.complete) renamings.push({ ...first, complete: false, why: below.why });
  }
  for (const place of queue) {
    if (!isInProject(ide.project, place.uri) || renamings.some(({ value }) => isEdited(value, place))) continue;
    if (wordAt(await ide.documents.read(place.uri, signal), place.position) === symbol.name) renamings.push(await ide.languages.rename(place, newName, signal));
  }
  const unread = member.unread.filter((name) => name !== 'object');
  const notes = [
    ...renamings.flatMap((answer) => answer.notes ?? []),
    ...(unread.length > 0 ? [`Whether ${unread.join(', ')}, which a library declares, has a member ${symbol.name} too was not looked at.`] : []),
  ];
  return together(renamings, [...new Set(notes)]);
}

function together(renamings: readonly Answer<Renaming>[], notes: readonly string[]): Answer<Renaming> {
  const edits = new Map<string, Map<string, TextEdit>>();
  for (const { value } of renamings)
    for (const operation of value.edit.operations) {
      if (operation.kind !== 'edit') continue;
      const own = edits.get(operation.uri) ?? new Map<string, TextEdit>();
      edits.set(operation.uri, own);
      for (const edit of operation.edits) own.set(`${edit.range.start.line}:${edit.range.start.character}`, edit);
    }
  const operations = [...edits].map(([uri, own]): FileOperation => ({ kind: 'edit', uri, edits: [...own.values()] }));
  const value = { edit: { operations }, collisions: renamings.flatMap((answer) => answer.value.collisions) };
  const why = [...new Set(renamings.flatMap((answer) => (answer.complete ? [] : [answer.why])))].join(' ');
  const engine = renamings[0]?.engine;
  const certificate = { ...(engine !== undefined && { engine }), ...(notes.length > 0 && { notes }) };
  return why === '' ? { complete: true, value, ...certificate } : { complete: false, value, why, ...certificate };
}

function isEdited({ edit }: Renaming, { uri, position }: Place): boolean {
  return edit.operations.some(
    (operation) => operation.kind === 'edit' && operation.uri === uri && operation.edits.some(({ range }) => compare(range.start, position) === 0),
  );
}
