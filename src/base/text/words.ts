// What a word is. The definition is ripgrep's (\w in Unicode), so that every search agrees with it.

// Letters, marks, digits, connectors and joiners. "$" belongs to no word: a search for "store" also finds "$store", as a person's search does.
export const WORD_CHARACTER = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;
const WORD = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]+/gu;

export function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

export function isOneWord(text: string): boolean {
  const words = wordsIn(text);
  return words.length === 1 && words[0] === text;
}

// Whether the text holds the phrase, such as "$store" or "foo-bar", with no word going on at either end.
export function holdsWord(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (!endsWithWordCharacter(text.slice(Math.max(0, at - 2), at)) && !startsWithWordCharacter(text.slice(at + phrase.length, at + phrase.length + 2)))
      return true;
  }
  return false;
}

function endsWithWordCharacter(text: string): boolean {
  return WORD_CHARACTER.test([...text].at(-1) ?? '');
}

function startsWithWordCharacter(text: string): boolean {
  return WORD_CHARACTER.test([...text].at(0) ?? '');
}
