// Quick looks at single characters of a text, by their codes: a pattern for each would take many times as long.

export type Character = (code: number) => boolean;

// A table of two letters of ASCII.
export type LetterPairs = Uint8Array;

const ASCII = 128;
const SPACE = /\s/;

export function letterPairs(pairs: readonly string[]): LetterPairs {
  const table = new Uint8Array(ASCII * ASCII);
  for (const pair of pairs) table[pair.charCodeAt(0) * ASCII + pair.charCodeAt(1)] = 1;
  return table;
}

export function isPairBefore(pairs: LetterPairs, text: string, end: number): boolean {
  if (end < 2) return false;
  const first = text.charCodeAt(end - 2);
  const second = text.charCodeAt(end - 1);
  return first < ASCII && second < ASCII && pairs[first * ASCII + second] === 1;
}

// The first place from which all up to `to` are such characters, and no earlier than `from`.
export function backOver(is: Character, text: string, from: number, to: number): number {
  let at = to;
  while (at > from && is(text.charCodeAt(at - 1))) at--;
  return at;
}

// As \s has it.
export function isSpace(code: number): boolean {
  return code < ASCII ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : SPACE.test(String.fromCharCode(code));
}

// As \w has it.
export function isWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

export function isOneOf(characters: string): Character {
  const codes = new Set(Array.from(characters, (character) => character.charCodeAt(0)));
  return (code) => codes.has(code);
}
