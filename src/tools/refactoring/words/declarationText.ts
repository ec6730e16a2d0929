// The lines of a declaration as its outline gives them, where no engine can say what goes with it: whole lines, or nothing.

import type { OutlineSymbol, Place } from '../../../ide/doors/languages.ts';
import { refactoringRefused } from '../../../ide/errors/editErrors.ts';
import { contains, type TextSnapshot } from '../../../ide/text.ts';
import type { TextEdit, WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';

interface LinePatterns {
  // What may stand before a declaration on its line although its outline leaves it out.
  readonly before: RegExp;
  // What may stand behind it on its last line.
  readonly behind: RegExp;
  // Lines above that belong to it.
  readonly above: RegExp;
}

const CURLY: LinePatterns = {
  before: /^\s*(?:(?:var|const|type|static|inline|extern|template\s*<[^<>]*>)\s*)*$/,
  behind: /^\s*;?\s*(?:\/\/.*)?$/,
  above: /^\s*(?:\/\/|\/\*|\*)/,
};
// The outline of a variable may end with its name; what it is given stands behind, on one line as long as no bracket is open.
const PYTHON: LinePatterns = { before: /^\s*(?:async\s+)?$/, behind: /^(?:\s*(?:=|:)(?!.*[([{\\;]\s*$)[^;]*|\s*(?:#.*)?)$/, above: /^\s*[#@]/ };

// The edit that takes out the declaration of what stands at a place.
export async function withoutDeclaration({ ide, signal }: ProjectContext, at: Place): Promise<WorkspaceEdit> {
  const definition = await ide.languages.definition(at, signal);
  const [declared, ...others] = definition.value;
  if (declared === undefined || others.length > 0) throw refusal(declared === undefined ? 'it is declared nowhere.' : 'it is declared in several places.');
  const [snapshot, outline] = await Promise.all([ide.documents.read(declared.uri, signal), ide.languages.outline(declared.uri, signal)]);
  const symbol = symbolAt(outline.value, declared.range.start);
  if (symbol === undefined) throw refusal('the outline of its file does not list it.');
  return { operations: [{ kind: 'edit', uri: declared.uri, edits: [deletionOf(snapshot, symbol)] }] };
}

function deletionOf(snapshot: TextSnapshot, { range }: Pick<OutlineSymbol, 'range'>): TextEdit {
  const patterns = snapshot.languageId === 'python' ? PYTHON : CURLY;
  const line = (index: number): string => snapshot.line(index) ?? '';
  const isWhole =
    patterns.before.test(line(range.start.line).slice(0, range.start.character)) && patterns.behind.test(line(range.end.line).slice(range.end.character));
  if (!isWhole) throw refusal('it shares its line with other code.');
  let first = range.start.line;
  while (first > 0 && patterns.above.test(line(first - 1)) && !line(first - 1).startsWith('#!')) first -= 1;
  let end = range.end.line + 1;
  const isBlank = (index: number): boolean => index >= 0 && index < snapshot.lineCount && line(index).trim() === '';
  // Of the blank lines around it those above stay.
  if (first === 0 || isBlank(first - 1)) while (isBlank(end) && end < snapshot.lineCount - 1) end += 1;
  const lineBreak = snapshot.text.includes('\r\n') ? '\r\n' : '\n';
  const newText =
    snapshot.languageId === 'python' && isOnlyStatement(snapshot, first, end) ? `${/^\s*/.exec(line(range.start.line))?.[0] ?? ''}pass${lineBreak}` : '';
  return { range: { start: { line: first, character: 0 }, end: { line: end, character: 0 } }, newText };
}

// A block of Python must not be empty.
function isOnlyStatement(snapshot: TextSnapshot, first: number, end: number): boolean {
  const indent = (text: string): number => text.length - text.trimStart().length;
  const lines = Array.from({ length: snapshot.lineCount }, (_, index) => snapshot.line(index) ?? '');
  const above = lines.slice(0, first).findLast((text) => text.trim() !== '');
  const below = lines.slice(end).find((text) => text.trim() !== '');
  const own = indent(lines.slice(first, end).find((text) => text.trim() !== '') ?? '');
  return above !== undefined && /:\s*(?:#.*)?$/.test(above) && indent(above) < own && (below === undefined || indent(below) < own);
}

// The innermost whose name is at the place.
function symbolAt(symbols: readonly OutlineSymbol[], at: Place['position']): OutlineSymbol | undefined {
  for (const symbol of symbols) {
    const found = symbolAt(symbol.children, at) ?? (contains(symbol.selection, at) ? symbol : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function refusal(why: string): Error {
  return refactoringRefused('delete this declaration', why);
}
