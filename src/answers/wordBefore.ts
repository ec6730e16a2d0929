// The word before the caret, which is what a completion without a range of its own continues.
import type { Position, Range, TextSnapshot } from '../ide/text.ts';

export function wordBefore(snapshot: TextSnapshot, caret: Position): Range {
  const before = (snapshot.line(caret.line) ?? '').slice(0, caret.character);
  const word = /[\p{ID_Continue}$]*$/u.exec(before)?.[0] ?? '';
  return { start: { line: caret.line, character: caret.character - word.length }, end: caret };
}
