// Characters that are not seen, or that change how others are shown: controls, formats (zero width, bidirectional, tags) and blank letters.

export const HIDDEN = /[[\p{Cc}\p{Cf}\u2028\u2029\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]--[\n\t]]/gv;

const NAMES: Readonly<Record<number, string>> = { 27: 'ESC', 13: 'CR', 0: 'NUL', 8: 'BS', 7: 'BEL', 8203: 'ZWSP', 8205: 'ZWJ', 8204: 'ZWNJ', 65279: 'BOM' };

// What stands in the box, and what is said of it.
export function hiddenCharacter(code: number): { readonly name: string; readonly title: string } {
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return { name: NAMES[code] ?? hex, title: `hidden character ${hex}` };
}
