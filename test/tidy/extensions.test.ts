// Does everyone who knows files by their names agree on the language? The table of ids owns that; the others may know less, but nothing else.
import { expect, test } from 'vitest';
import { catalogue } from '../../src/hosts/headless/languages/catalogue.ts';
import { languageIdOf } from '../../src/machine/files/languageIds.ts';
import { GRAMMARS } from '../../src/machine/search/grammars.ts';
import { OUTLINE_GRAMMARS } from '../../src/machine/syntax/declarations/languages.ts';
import { familyOf } from '../../src/source/language.ts';

interface KnownFiles {
  readonly who: string;
  readonly languages: readonly string[];
  readonly extensions: readonly string[];
}

// What ast-grep calls a language, where the protocol calls it otherwise.
const IDS: Readonly<Record<string, readonly string[]>> = { bash: ['shellscript'], hcl: ['terraform', 'hcl'] };

test('servers serve files only as the language that they are', () => {
  const rows = catalogue.flatMap(({ id, languages }) => languages.map((language) => ({ who: id, languages: [language.id], extensions: language.extensions })));
  expect(rows.flatMap(disagreements)).toEqual([]);
});

test('grammars of outlines and of structural search read files only as the language that they are', () => {
  const outlines = OUTLINE_GRAMMARS.map(({ grammar, languages, extensions }) => ({ who: `outline ${grammar}`, languages, extensions }));
  const searched = Object.entries(GRAMMARS).flatMap(([language, grammars]) =>
    grammars.map(({ extensions }) => ({ who: `search ${language}`, languages: IDS[language] ?? [language], extensions })),
  );
  expect([...outlines, ...searched].flatMap(disagreements)).toEqual([]);
});

// What begins with a dot may be an extension or a whole name, such as .bashrc.
function disagreements({ who, languages, extensions }: KnownFiles): readonly string[] {
  const families = languages.map(familyOf);
  return extensions.flatMap((extension) => {
    const known = [`name${extension}`, extension].map((name) => languageIdOf(name));
    return known.some((id) => families.includes(familyOf(id))) ? [] : [`${who}: ${extension} is ${known[0]}`];
  });
}
