// Types above and below a type, from an engine that returns only definitions and references.
import { expect, test } from 'vitest';
import type { Place, TypeDirection } from '../ide/doors/languages.ts';
import { compare, type Location, TextSnapshot } from '../ide/text.ts';
import { builtTypes, type TypeQuestions } from './builtTypes.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'file:///base.ts': 'export interface Priced {}\nexport class Item implements Priced {}\nexport const made = mixin(Item);\n',
  'file:///more.ts': 'class Offer extends Item {}\nclass Odd extends made {}\nclass Lost extends Nowhere {}\nlet one: Item;\n',
};
const snapshots = Object.entries(TEXTS).map(([uri, text]) => new TextSnapshot({ uri, text, version: 1, languageId: 'typescript' }));

// Every occurrence of a word is a reference to its first one, except of a word that is declared nowhere.
const engine: TypeQuestions = {
  definition: async (at) => occurrences(wordAt(at)).slice(0, wordAt(at) === 'Nowhere' ? 0 : 1),
  typeDefinition: async (at) => (wordAt(at) === 'one' ? occurrences('Item').slice(0, 1) : []),
  references: async (at) => occurrences(wordAt(at)),
  text: async (uri) => snapshots.find((snapshot) => snapshot.uri === uri),
};

test.each<[string, TypeDirection, string[], string[]]>([
  ['Item', 'up', ['interface Priced'], []],
  ['Item', 'down', ['class Offer'], []],
  ['Priced', 'down', ['class Item'], []],
  ['Priced', 'up', [], []],
  // A variable that holds a class, and a name that leads nowhere.
  ['Odd', 'up', ['variable made'], []],
  ['Lost', 'up', [], ['Nowhere']],
  // The type of what is named.
  ['one', 'down', ['class Offer'], []],
])('%s %s', async (name, direction, related, unresolved) => {
  const built = await builtTypes(engine, placeOf(name), direction);
  expect(built.value?.related.map((type) => `${type.kind} ${type.name}`)).toEqual(related);
  expect(built.unresolved).toEqual(unresolved);
});

test('what is no type and has none is nothing', async () => {
  expect(await builtTypes(engine, placeOf('mixin'), 'up')).toEqual({ value: undefined, unresolved: [] });
});

function occurrences(word: string): Location[] {
  return snapshots.flatMap((snapshot) =>
    [...snapshot.text.matchAll(new RegExp(`\\b${word}\\b`, 'g'))].map(({ index }) => ({
      uri: snapshot.uri,
      range: { start: snapshot.positionAt(index), end: snapshot.positionAt(index + word.length) },
    })),
  );
}

function placeOf(word: string): Place {
  const [first] = occurrences(word);
  if (first === undefined) throw new Error(`there is no ${word}`);
  return { uri: first.uri, position: first.range.start };
}

function wordAt({ uri, position }: Place): string {
  const snapshot = snapshots.find((candidate) => candidate.uri === uri);
  const found = [...(snapshot?.text.matchAll(/\w+/g) ?? [])].find(({ index }) => compare(snapshot?.positionAt(index) ?? position, position) === 0);
  return found?.[0] ?? '';
}
