// Whether a local variable of Go can become its value: gopls replaces it without asking whether that still is its value.
import { z } from 'zod';
import { range as protocolRange } from '../../../../../answers/engineAnswers.ts';
import { compare, type Location, type Position, type TextSnapshot } from '../../../../../ide/text.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import type { GoDeclaration } from './declarations.ts';

const WRITE = 3;
const highlights = z.array(z.object({ range: protocolRange, kind: z.number().nullish() })).nullable();

// The lines of the declaration, which go.
export async function checkVariable(
  session: EngineSession,
  declared: GoDeclaration,
  uses: readonly Location[],
  signal: AbortSignal,
): Promise<{ first: number; last: number }> {
  const snapshot = await session.project.documents.read(declared.uri, signal);
  const { start } = declared.location.range;
  const line = snapshot.line(start.line) ?? '';
  const where = `line ${start.line + 1}`;
  const [, value] = new RegExp(`^\\s*(?:var\\s+)?${declared.name}(?:\\s+[\\w.*\\[\\]]+)?\\s*:?=\\s*(.*?)\\s*(?://.*)?$`).exec(line) ?? [];
  if (!/^\s/.test(line) || value === undefined || value === '' || /[{([,]$/.test(value))
    throw new RefusedRefactoring(`${where} is not the declaration of one local variable with its value in one line.`);
  if (new RegExp(`^\\s*var\\s+${declared.name}\\s+\\S+\\s*=`).test(line))
    throw new RefusedRefactoring(`${where} gives ${declared.name} a type that its value alone may not have.`);
  const last = uses.reduce((latest, { range }) => (compare(range.end, latest) > 0 ? range.end : latest), start);
  if (/[({]|<-/.test(value)) {
    checkOnce(snapshot, declared, value, uses);
    return { first: start.line, last: start.line };
  }
  const isRead = /[.[*]/.test(value.replace(/\b[\w]+\.\d|\d\.\d/g, ''));
  if (isRead && !isNextLine(snapshot, start.line, last.line))
    throw new RefusedRefactoring(`what ${value} is may change between ${where} and line ${last.line + 1}.`);
  for (const { index, 0: name } of value.matchAll(/(?<![\w.])[\p{L}_]\w*/gu))
    await checkSteady(session, declared, { line: start.line, character: line.indexOf(value) + index }, name, last, signal);
  return { first: start.line, last: start.line };
}

// A call is made once and at the same time: in the next line, before anything else there is called.
function checkOnce(snapshot: TextSnapshot, declared: GoDeclaration, value: string, uses: readonly Location[]): void {
  const [use, second] = uses;
  const { line } = declared.location.range.start;
  if (use === undefined) return;
  if (second !== undefined) throw new RefusedRefactoring(`${value} would be evaluated ${uses.length} times.`);
  if (!isNextLine(snapshot, line, use.range.start.line))
    throw new RefusedRefactoring(`line ${use.range.start.line + 1} does not follow line ${line + 1} directly, and the order may matter.`);
  const before = (snapshot.line(use.range.start.line) ?? '').slice(0, use.range.start.character);
  if (/\)|<-|\b(?:for|func|go|defer|case|else|select)\b|&&|\|\||;/.test(before))
    throw new RefusedRefactoring(`line ${use.range.start.line + 1} does something else before it uses ${declared.name}, or uses it only sometimes.`);
}

function isNextLine(snapshot: TextSnapshot, from: number, to: number): boolean {
  for (let line = from + 1; line < to; line++) if (!/^\s*(?:\/\/.*)?$/.test(snapshot.line(line) ?? '')) return false;
  return to > from;
}

// Nobody may give the name another value behind the declaration.
async function checkSteady(
  session: EngineSession,
  declared: GoDeclaration,
  position: Position,
  name: string,
  last: Position,
  signal: AbortSignal,
): Promise<void> {
  const found = highlights.parse(await session.request('textDocument/documentHighlight', { textDocument: { uri: declared.uri }, position }, signal)) ?? [];
  const written = found.find(({ kind, range }) => kind === WRITE && compare(range.start, declared.location.range.start) > 0);
  if (written !== undefined)
    throw new RefusedRefactoring(
      `line ${written.range.start.line + 1} gives ${name} another value${compare(written.range.start, last) > 0 ? ', and a loop may lead back' : ''}.`,
    );
}
