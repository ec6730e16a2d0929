// A Go constant with a plain value: the value stands wherever its name stood.
import type { Location } from '../../../../../ide/text.ts';
import { TextSnapshot } from '../../../../../ide/text.ts';
import { editedText, type TextEdit } from '../../../../../ide/workspaceEdit.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import type { FileTexts } from '../../refactorings/serverActions.ts';
import { type GoDeclaration, withoutLines } from './declarations.ts';

const LITERAL = /^(?:-?(?:0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?)|'(?:[^'\\]|\\.)+'|"(?:[^"\\]|\\.)*"|`[^`]*`|true|false)$/;

export async function constantTexts(session: EngineSession, declared: GoDeclaration, uses: readonly Location[], signal: AbortSignal): Promise<FileTexts> {
  const own = await session.project.documents.read(declared.uri, signal);
  const row = declared.location.range.start.line;
  const line = own.line(row) ?? '';
  const [, type = '', value = ''] = new RegExp(`^\\s*(?:const\\s+)?${declared.name}(?:\\s+([\\w.]+))?\\s*=\\s*(.*?)\\s*(?://.*)?$`).exec(line) ?? [];
  if (!LITERAL.test(value)) throw new RefusedRefactoring(`line ${row + 1}: the value of ${declared.name} is no plain literal in a line of its own.`);
  const isListed = !/^\s*const\b/.test(line);
  const next = own.line(row + 1) ?? '';
  if (isListed && /^\s*[\p{L}_]\w*\s*(?:\/\/.*)?$/u.test(next)) throw new RefusedRefactoring(`line ${row + 2} repeats the value of ${declared.name}.`);
  const text = type === '' ? (value.startsWith('-') ? `(${value})` : value) : `${type}(${value})`;
  const edits = new Map<string, TextEdit[]>();
  for (const { uri, range } of uses) {
    const snapshot = await session.project.documents.read(uri, signal);
    const before = (snapshot.line(range.start.line) ?? '').slice(0, range.start.character);
    // The package that it is taken from goes with the name.
    const [qualifier = ''] = /[\p{L}_]\w*\.$/u.exec(before) ?? [];
    const start = { line: range.start.line, character: range.start.character - qualifier.length };
    edits.set(uri, [...(edits.get(uri) ?? []), { range: { start, end: range.end }, newText: text }]);
  }
  const texts = new Map<string, string>();
  for (const [uri, made] of edits) texts.set(uri, editedText(await session.project.documents.read(uri, signal), made));
  const after = new TextSnapshot({ uri: declared.uri, text: texts.get(declared.uri) ?? own.text, version: 0, languageId: 'go' });
  return texts.set(declared.uri, withoutLines(after, row, row).replace(/^const \(\s*\)\r?\n(?:\r?\n)?/m, ''));
}
