// Text that somebody else wrote, safe to show to a person: what would move the cursor or reorder the line is made visible.

// Everything that a terminal obeys, and everything that makes a line look other than it is; tabs and line breaks stay.
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

// In JSON, which stays the same JSON.
export function escapedText(json: string): string {
  return json.replaceAll(UNSEEN, (characters) => Array.from({ length: characters.length }, (_, at) => `\\u${hexOf(characters.charCodeAt(at))}`).join(''));
}

export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, (character) => `<${hexOf(character.codePointAt(0) ?? 0)}>`);
}

function hexOf(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
