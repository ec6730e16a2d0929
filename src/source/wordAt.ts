// The identifier at a place in text.
import type { Position, TextSnapshot } from '../ide/text.ts';

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

// A place right behind a word still means it, as a cursor does; and the mark of a private name, where engines say that it begins.
export function wordAt(snapshot: TextSnapshot, position: Position): string | undefined {
  const line = snapshot.line(position.line) ?? '';
  for (const found of line.matchAll(WORD)) {
    const start = line[found.index - 1] === '#' ? found.index - 1 : found.index;
    if (start <= position.character && position.character <= found.index + found[0].length) return found[0];
  }
  return undefined;
}
