// Another name through CommonJS modules: TypeScript renames the variable or the assignment, and leaves the property and those who require it.

import type { Place } from '../../../../ide/doors/languages.ts';
import { cannotRename } from '../../../../ide/errors/editErrors.ts';
import { placeKey, type TextSnapshot } from '../../../../ide/text.ts';
import { locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PlacedEdit } from '../engine/middleware.ts';
import { sameNames } from './commonJs.ts';
import { behindBraces, isInModuleObject, openingBrace } from './exportedProperties.ts';

interface Names {
  readonly old: string;
  readonly newName: string;
}

// The same edits with those that the others need. Where a file is to export the old name nobody beyond it changes.
export async function renamedThroughAssignments(
  session: EngineSession,
  at: Place,
  edits: readonly PlacedEdit[],
  names: Names,
  keptIn: readonly string[],
  signal: AbortSignal,
): Promise<readonly PlacedEdit[]> {
  const asked = { textDocument: { uri: at.uri }, position: at.position, context: { includeDeclaration: true } };
  const reported = locationsOf(await session.request('textDocument/references', asked, signal));
  const { uses, leadsTo, gap } = await sameNames(session, names.old, [...reported, ...edits.map(({ uri, range }) => ({ uri, range }))], at, signal);
  if (gap !== undefined) throw cannotRename(names.old, gap);
  if (edits.some(({ uri, newText }) => keptIn.includes(uri) && newText === `${names.newName} as ${names.old}`)) {
    const engine = new Set(reported.map(placeKey));
    const beyond = uses.find((use) => !engine.has(placeKey(use)));
    if (beyond === undefined) return edits;
    throw cannotRename(names.old, `${beyond.uri.split('/').slice(-2).join('/')} requires it, and may do so through a module that keeps the old name.`);
  }
  const texts = new Map<string, TextSnapshot | undefined>();
  const textOf = async (uri: string): Promise<TextSnapshot | undefined> => {
    if (!texts.has(uri)) texts.set(uri, await textOrNothing(session, uri, signal));
    return texts.get(uri);
  };
  const through: PlacedEdit[] = [];
  for (const edit of edits) {
    const snapshot = edit.newText === `${names.old}: ${names.newName}` ? await textOf(edit.uri) : undefined;
    const offset = snapshot?.offsetAt(edit.range.start) ?? 0;
    const isExported = snapshot !== undefined && (leadsTo.has(placeKey(edit)) || isInModuleObject(snapshot.text, offset));
    if (isExported && keptIn.includes(edit.uri)) return edits;
    const isTaken = snapshot !== undefined && edit.uri !== at.uri && isPattern(snapshot.text, offset + names.old.length);
    through.push(isTaken ? { ...edit, newText: `${names.newName}: ${names.old}` } : isExported ? { ...edit, newText: names.newName } : edit);
  }
  const known = new Set(edits.map(placeKey));
  for (const use of uses) {
    const snapshot = known.has(placeKey(use)) ? undefined : await textOf(use.uri);
    const newText = snapshot === undefined ? undefined : propertyText(snapshot, snapshot.offsetAt(use.range.start), names);
    if (newText !== undefined) through.push({ ...use, newText });
  }
  return through;
}

// Undefined where it is no property but a variable that was made of one, which keeps its name.
function propertyText({ text }: TextSnapshot, start: number, { old, newName }: Names): string | undefined {
  const end = start + old.length;
  if (text.slice(start, end) !== old) return undefined;
  const before =
    text
      .slice(Math.max(0, start - LONGEST_GAP), start)
      .trimEnd()
      .at(-1) ?? '';
  const behind = text.slice(end, end + LONGEST_GAP).trimStart();
  if (before === '.') return newName;
  if (`'"`.includes(before) && text[start - 1] === before && text[end] === before) return isKey(text, start - 1, end + 1) ? newName : undefined;
  const brace = before === '{' || before === ',' ? openingBrace(text, start) : undefined;
  if (brace === undefined) return undefined;
  const list = /\b(import|export)\s+(?:type\s+)?(?:[\p{ID_Continue}$]+\s*,\s*)?$/u.exec(text.slice(Math.max(0, brace - LONGEST_GAP), brace))?.[1];
  if (list !== undefined) return list === 'export' || /^as\b/.test(behind) ? newName : `${newName} as ${old}`;
  // Taken out of a module, or put into one.
  if (!isPattern(text, end) && !isInModuleObject(text, start)) return undefined;
  return behind.startsWith(':') ? newName : `${newName}: ${old}`;
}

// Between the braces that take properties out of an object. What TypeScript does there in other files, to the variable, is the wrong side of the colon.
function isPattern(text: string, end: number): boolean {
  return /^\s*(?:=(?![=>])|\)\s*=>)/.test(behindBraces(text, end));
}

// `exports['total']`, or what a property is defined by.
function isKey(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_GAP), start);
  return (/[\p{ID_Continue}$)\]]\s*\[\s*$/u.test(before) && /^\s*\]/.test(text.slice(end, end + LONGEST_GAP))) || /\bexports\s*,\s*$/.test(before);
}

const LONGEST_GAP = 200;
