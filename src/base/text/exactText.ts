// Somebody else's text for a person who decides on it, to the byte: what cannot be seen, or could be taken for something else, stands there as its number.

// Whatever has no shape of its own, or that of a space: controls, marks that reorder or join, fillers, spaces of other widths, halves of characters.
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}`;
const IN_JSON = new RegExp(String.raw`(?!\n)(?:${UNSEEN})`, 'gu');
// Also what looks like a number of ours, or like a tab of ours.
const IN_LINE = new RegExp(`<(?=[0-9A-F]{4,6}>)|⇥|${UNSEEN}`, 'gu');
const TAB = '⇥   ';

// One line, whatever breaks are in it.
export function exactLine(text: string): string {
  return text.replaceAll(IN_LINE, (character) => (character === '\t' ? TAB : `<${hexOf(character.codePointAt(0) ?? 0)}>`));
}

// The same JSON for every program that reads it.
export function exactJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return text.replaceAll(IN_JSON, (characters) => Array.from({ length: characters.length }, (_, at) => `\\u${hexOf(characters.charCodeAt(at))}`).join(''));
}

function hexOf(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
