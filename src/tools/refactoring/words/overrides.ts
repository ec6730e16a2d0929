// A rename with the members that override or are overridden, where the engine of the language leaves them behind.
import type { Answer } from '../../../ide/answer.ts';
import type { RenamedWord } from '../../../ide/changes.ts';
import type { Place } from '../../../ide/languages.ts';
import type { Renaming } from '../../../ide/renaming.ts';
import { compare } from '../../../ide/text.ts';
import type { FileOperation, TextEdit, WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';
import { familyOf } from '../../words/language.ts';
import { isInProject } from '../../words/place.ts';
import { superMembersOf } from '../../words/superMembers.ts';
import type { PointedSymbol } from '../../words/symbol.ts';
import { Verification } from '../../words/verification.ts';
import { relativesOf } from './relatives.ts';

// basedpyright renames a method in one class; all other engines that we know rename it in the whole family, or refuse.
const STOPS_AT_OVERRIDES: ReadonlySet<string> = new Set(['python']);

export async function renamingOf(context: ProjectContext, symbol: PointedSymbol, newName: string): Promise<Answer<Renaming>> {
  const { ide, signal } = context;
  const first = await ide.languages.rename(symbol.place, newName, signal);
  if (familyOf(symbol.document.languageId) === 'typescript') return withCousins(context, symbol, newName, first);
  if (!STOPS_AT_OVERRIDES.has(symbol.document.languageId)) return first;
  const relatives = await relativesOf(context, symbol);
  if (relatives === undefined) return first;
  const renamings = [first, ...relatives.lacking.map((why): Answer<Renaming> => ({ ...first, complete: false, why }))];
  for (const place of relatives.places)
    if (!renamings.some(({ value }) => isEdited(value, place))) renamings.push(await ide.languages.rename(place, newName, signal));
  const { unread } = relatives;
  const notes = [
    ...renamings.flatMap((answer) => answer.notes ?? []),
    ...(unread.length > 0 ? [`Whether ${unread.join(', ')}, which a library declares, has a member ${symbol.name} too was not looked at.`] : []),
  ];
  return together(renamings, [...new Set(notes)]);
}

// Each of them is a few questions; beyond these, nobody has looked.
const MOST_IMPLEMENTATIONS = 40;

// From one of two interfaces that a class implements, TypeScript renames the class and forgets the other interface. What it forgets is renamed only
// where its own edit would bring errors: types with a member in common are often not meant to be one.
async function withCousins(context: ProjectContext, symbol: PointedSymbol, newName: string, first: Answer<Renaming>): Promise<Answer<Renaming>> {
  const { ide, signal } = context;
  const member = await superMembersOf(context, symbol.place);
  // Literals have the members of several types by their shape only, and TypeScript knows best which of them is meant.
  if (member === undefined || !member.isInType) return first;
  const renamings = [first];
  const places = [member.of, ...member.above].map(({ location }): Place => ({ uri: location.uri, position: location.range.start }));
  const seen = new Set<string>();
  for (let next = places.shift(); next !== undefined; next = places.shift()) {
    const below = (await ide.languages.implementations(next, signal)).value.map(({ uri, range }): Place => ({ uri, position: range.start }));
    for (const place of below) {
      if (seen.size >= MOST_IMPLEMENTATIONS || seen.has(keyOf(place)) || !isInProject(ide.project, place.uri)) continue;
      seen.add(keyOf(place));
      const implementing = await superMembersOf(context, place);
      if (implementing === undefined || !implementing.isInType) continue;
      const above = implementing.above.map(({ location }): Place => ({ uri: location.uri, position: location.range.start }));
      const forgotten = above.filter((each) => !renamings.some(({ value }) => isEdited(value, each)));
      if (forgotten.length === 0) continue;
      renamings.push(await ide.languages.rename(place, newName, signal));
      places.push(...forgotten);
    }
  }
  const notes =
    seen.size < MOST_IMPLEMENTATIONS ? [] : [`Only ${MOST_IMPLEMENTATIONS} implementations were asked whether other types declare ${symbol.name} too.`];
  const mended = together(renamings, [...new Set([...renamings.flatMap((answer) => answer.notes ?? []), ...notes])]);
  if (renamings.length === 1) return notes.length === 0 ? first : mended;
  const names = { from: symbol.name, to: newName };
  const alone = await errorsBroughtBy(context, first.value.edit, names);
  if (alone === 0) return first;
  return (await errorsBroughtBy(context, mended.value.edit, names)) < alone ? mended : first;
}

async function errorsBroughtBy(context: ProjectContext, edit: WorkspaceEdit, names: RenamedWord): Promise<number> {
  const plan = await context.ide.changes.plan(edit, context.signal);
  return (await (await Verification.withoutLinters(context, plan, { renames: names })).appearedInMemory()).length;
}

function keyOf({ uri, position }: Place): string {
  return `${uri}#${position.line}:${position.character}`;
}

export function together(renamings: readonly Answer<Renaming>[], notes: readonly string[]): Answer<Renaming> {
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

export function isEdited({ edit }: Renaming, { uri, position }: Place): boolean {
  return edit.operations.some(
    (operation) => operation.kind === 'edit' && operation.uri === uri && operation.edits.some(({ range }) => compare(range.start, position) === 0),
  );
}
