// Extracts with a server's code action, and gives what it has made the name that was asked for.
import type { Refactored } from '../../../../ide/refactorings.ts';
import { type Range, TextSnapshot } from '../../../../ide/text.ts';
import type { Engine } from '../engine/engine.ts';
import { RefusedRefactoring } from './refused.ts';
import { type Action, actionsAt, editOfAction, type FileTexts, firstDifference, operationsFor, renamedIn, textsAfter } from './serverActions.ts';

export interface ServerExtraction {
  readonly engine: Engine;
  readonly uri: string;
  readonly range: Range;
  readonly name: string;
  // The kind that is asked for, and the first of what is offered that fits.
  readonly kind: string;
  readonly choose: (offered: readonly Action[], selected: string) => Action | undefined;
  // What may be selected, for a refusal.
  readonly selectable: string;
  // The name that the server makes up, as the first group, where it is declared.
  readonly declared: RegExp;
}

export async function extractedBy(
  { engine, uri, range, name, kind, choose, selectable, declared }: ServerExtraction,
  signal: AbortSignal,
): Promise<Refactored> {
  const { value: made } = await engine.run(signal, async (session) => {
    const before = await session.project.documents.read(uri, signal);
    const selected = trimmed(before, range);
    const text = before.textIn(selected);
    if (text === '') throw new RefusedRefactoring('nothing is selected.');
    const offered = choose(await actionsAt(session, uri, selected, kind, signal), text);
    if (offered === undefined)
      throw new RefusedRefactoring(`${session.name} does not offer it for what is selected on line ${selected.start.line + 1}: ${selectable}`);
    return { before: before.text, texts: await textsAfter(session, await editOfAction(session, offered, signal), new Map(), signal) };
  });
  const texts = await named(engine, made, { uri, name, declared }, signal);
  const { value: operations } = await engine.run(signal, (session) => operationsFor(session, texts, new Set(), signal));
  return { edit: { operations }, notes: [] };
}

async function named(
  engine: Engine,
  { before, texts }: { before: string; texts: FileTexts },
  { uri, name, declared }: { uri: string; name: string; declared: RegExp },
  signal: AbortSignal,
): Promise<FileTexts> {
  const after = texts.get(uri) ?? before;
  const changed = firstDifference(before, after);
  const found = [...after.matchAll(new RegExp(declared, 'dgm'))].map(({ indices }) => indices?.[1]).find((place) => place !== undefined && place[1] >= changed);
  if (found === undefined) throw new RefusedRefactoring('nobody can tell how the server has called what it made.');
  const [start, end] = found;
  if (after.slice(start, end) === name) return texts;
  const at = new TextSnapshot({ uri, text: after, version: 0, languageId: '' }).positionAt(start);
  return renamedIn(engine, texts, { uri, at, name }, signal);
}

// Servers want exactly the code, without the blanks around it.
export function trimmed(snapshot: TextSnapshot, range: Range): Range {
  const text = snapshot.textIn(range);
  const start = snapshot.offsetAt(range.start) + (text.length - text.trimStart().length);
  const end = Math.max(start, snapshot.offsetAt(range.start) + text.trimEnd().length);
  return { start: snapshot.positionAt(start), end: snapshot.positionAt(end) };
}
