// A new name through modules: TypeScript keeps the name that a module shows to others, and an IDE's user means that one too.
import type { Place } from '../../../../ide/languages.ts';
import { compare } from '../../../../ide/text.ts';
import { wordAt } from '../../../../ide/wordAt.ts';
import { locationsOf } from '../answers.ts';
import type { EngineSession } from '../engineSession.ts';
import { type PlacedEdit, placeKey, renamedAt } from '../renames.ts';
import { textOrNothing } from '../sourceText.ts';

// It answers some thousand small questions in a second, but all at once they would make other agents wait.
const AT_ONCE = 16;

// TypeScript makes `import { total }` into `import { sum as total }` and stops there. So each such name is made `sum`, and asked about in turn.
export async function renamedThroughModules(session: EngineSession, at: Place, newName: string, signal: AbortSignal): Promise<readonly PlacedEdit[]> {
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
  return Promise.all([...edits.values()].map((edit) => privateKept(session, edit, newName, signal)));
}

// A use of an imported name means the name that the other module declares; TypeScript would rename it in this file only.
async function started(
  session: EngineSession,
  at: Place,
  { old, newName, keepsModule }: { readonly old: string; readonly newName: string; readonly keepsModule: string },
  signal: AbortSignal,
): Promise<readonly PlacedEdit[]> {
  const own = await renamedAt(session, at, newName, signal);
  const link = own.find(({ newText }) => newText === keepsModule);
  if (link === undefined) return own;
  await session.documents.open(link.uri, signal);
  const declared = locationsOf(await session.request('textDocument/definition', { textDocument: { uri: link.uri }, position: link.range.start }, signal));
  for (const { uri, range } of declared) {
    if (!uri.startsWith(`${session.project.rootUri}/`) || uri.includes('/node_modules/') || (uri === link.uri && compare(range.start, link.range.start) === 0))
      continue;
    const snapshot = await textOrNothing(session, uri, signal);
    // Behind `export { sum as total }` there is another name, which nobody asked to change.
    if (snapshot === undefined || wordAt(snapshot, range.start) !== old) continue;
    await session.documents.open(uri, signal);
    return renamedAt(session, { uri, position: range.start }, newName, signal);
  }
  return own;
}

// The name of a private member begins with a number sign, which agents leave out.
async function privateKept(session: EngineSession, edit: PlacedEdit, newName: string, signal: AbortSignal): Promise<PlacedEdit> {
  if (newName.startsWith('#')) return edit;
  const snapshot = await textOrNothing(session, edit.uri, signal);
  const isPrivate = snapshot?.text[snapshot.offsetAt(edit.range.start)] === '#';
  return isPrivate ? { ...edit, newText: `#${edit.newText}` } : edit;
}
