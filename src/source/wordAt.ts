// The identifier at a place in text.
import type { Position, TextSnapshot } from '../ide/text.ts';

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

// A place right behind a word still means it, as a cursor does.
export function wordAt(snapshot: TextSnapshot, position: Position): string | undefined {
  for (const found of (snapshot.line(position.line) ?? '').matchAll(WORD)) {
    if (found.index <= position.character && position.character <= found.index + found[0].length) return found[0];
  }
  return undefined;
}
