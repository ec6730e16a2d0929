// A new name through modules: TypeScript keeps the name that a module shows to others, and an IDE's user means that one too.
import type { Place } from '../../../../ide/doors/languages.ts';
import { compare, type Position, placeKey, type TextSnapshot } from '../../../../ide/text.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PlacedEdit, WantedName } from '../engine/middleware.ts';
import { renamedAt } from '../questions/renames.ts';
import { renamedThroughAssignments } from './commonJsRenames.ts';

// It answers some thousand small questions in a second, but all at once they would make other agents wait.
const AT_ONCE = 16;

// TypeScript makes `import { total }` into `import { sum as total }` and stops there. So each such name is made `sum`, and asked about in turn.
// Where a list of exports is to keep the old name, TypeScript's own answer is what is wanted, and nobody behind it is asked.
export async function renamedThroughModules(session: EngineSession, { at, newName, keptIn }: WantedName, signal: AbortSignal): Promise<readonly PlacedEdit[]> {
  const old = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (old === undefined) return renamedAt(session, at, newName, signal);
  const [keepsOld, keepsModule] = [`${newName} as ${old}`, `${old} as ${newName}`];
  const edits = new Map<string, PlacedEdit>();
  const links = new Set<string>();
  let next = await started(session, at, { old, newName, keepsModule }, signal);
  while (next.length > 0) {
    const followed: PlacedEdit[] = [];
    for (const edit of next) {
      const key = placeKey(edit);
      if (edit.newText === keepsOld && keptIn.includes(edit.uri) && (await isExported(session, edit, signal))) {
        edits.set(key, edit);
        continue;
      }
      const isLink = edit.newText === keepsOld;
      // From its other side the same link reads `total as sum`; both together are `sum`.
      if (isLink || (edit.newText === keepsModule && links.has(key))) edits.set(key, { ...edit, newText: newName });
      else if (!edits.has(key)) edits.set(key, edit);
      if (!isLink || links.has(key)) continue;
      links.add(key);
      followed.push(edit);
    }
    const found: PlacedEdit[] = [];
    for (let from = 0; from < followed.length; from += AT_ONCE) {
      const answers = await Promise.all(
        followed.slice(from, from + AT_ONCE).map(async ({ uri, range }) => renamedAt(session, { uri, position: range.start }, newName, signal)),
      );
      found.push(...answers.flat());
    }
    next = found;
  }
  const all = [...edits.values()];
  const through = await renamedThroughAssignments(session, at, all, { old, newName }, keptIn, signal);
  return Promise.all(through.map((edit) => privateKept(session, edit, newName, signal)));
}

interface Names {
  readonly old: string;
  readonly newName: string;
  readonly keepsModule: string;
}

// A use of an imported name means the name that the other module declares; TypeScript would rename it in this file only.
async function started(session: EngineSession, at: Place, names: Names, signal: AbortSignal): Promise<readonly PlacedEdit[]> {
  const { old, newName, keepsModule } = names;
  const own = await renamedAt(session, at, newName, signal);
  const link = own.find(({ newText }) => newText === keepsModule);
  if (link === undefined) return withProperty(session, at, own, newName, signal);
  await session.documents.open(link.uri, signal);
  const asked = { textDocument: { uri: link.uri }, position: link.range.start };
  const declared = locationsOf(await session.request('textDocument/definition', asked, signal));
  for (const { uri, range } of declared) {
    if (!isOther(session, uri, link) && (uri !== link.uri || compare(range.start, link.range.start) === 0)) continue;
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot === undefined || wordAt(snapshot, range.start) !== old) continue;
    await session.documents.open(uri, signal);
    return renamedAt(session, { uri, position: range.start }, newName, signal);
  }
  const uses = locationsOf(await session.request('textDocument/references', { ...asked, context: { includeDeclaration: true } }, signal));
  for (const { uri, range } of uses) {
    const snapshot = isOther(session, uri, link) ? await textOrNothing(session, uri, signal) : undefined;
    if (snapshot === undefined || wordAt(snapshot, range.start) !== old || !isExportedAs(snapshot, range.start)) continue;
    await session.documents.open(uri, signal);
    return renamedAt(session, { uri, position: range.start }, newName, signal);
  }
  return own;
}

// In a list of exports, and not in one of imports.
async function isExported(session: EngineSession, { uri, range }: PlacedEdit, signal: AbortSignal): Promise<boolean> {
  const snapshot = await textOrNothing(session, uri, signal);
  return /\bexport\s+(?:type\s+)?\{[^{}]*$/.test(snapshot?.text.slice(0, snapshot.offsetAt(range.start)).slice(-LONGEST_LIST) ?? '');
}

// In another file of the project, not of a package.
function isOther({ project }: EngineSession, uri: string, link: PlacedEdit): boolean {
  return uri !== link.uri && uri.startsWith(`${project.rootUri}/`) && !uri.includes('/node_modules/');
}

// Behind `export { sum as` or `export * as`: the name itself is made there.
function isExportedAs(snapshot: TextSnapshot, at: Position): boolean {
  const before = snapshot.text.slice(0, snapshot.offsetAt(at));
  return /\bexport\b(?:(?!\b(?:import|export)\b)[^;'"])*\bas\s+$/.test(before.slice(-LONGEST_LIST));
}

// More than any list of exports that a person writes.
const LONGEST_LIST = 4_000;
// Of a parameter of a constructor: members of types are read-only too, and are TypeScript's own to follow.
const MODIFIER = /\bconstructor\s*\((?:(?!\)\s*\{)[\s\S])*\b(?:public|private|protected|readonly|override)\s+$/;

// A use of a parameter that is a property too: TypeScript 7 leaves out what uses the property outside of the class.
async function withProperty(
  session: EngineSession,
  at: Place,
  own: readonly PlacedEdit[],
  newName: string,
  signal: AbortSignal,
): Promise<readonly PlacedEdit[]> {
  const snapshot = await session.project.documents.read(at.uri, signal);
  const textBefore = (position: Position): string => snapshot.text.slice(Math.max(0, snapshot.offsetAt(position) - LONGEST_LIST), snapshot.offsetAt(position));
  const declared = own.find(({ uri, range }) => uri === at.uri && MODIFIER.test(textBefore(range.start)));
  if (declared === undefined || compare(declared.range.start, at.position) === 0) return own;
  return [...own, ...(await renamedAt(session, { uri: at.uri, position: declared.range.start }, newName, signal))];
}

// The name of a private member begins with a number sign, which agents leave out.
async function privateKept(session: EngineSession, edit: PlacedEdit, newName: string, signal: AbortSignal): Promise<PlacedEdit> {
  if (newName.startsWith('#')) return edit;
  const snapshot = await textOrNothing(session, edit.uri, signal);
  const isPrivate = snapshot?.text[snapshot.offsetAt(edit.range.start)] === '#';
  return isPrivate ? { ...edit, newText: `#${edit.newText}` } : edit;
}
