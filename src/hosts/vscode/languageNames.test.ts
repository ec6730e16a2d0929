// A file's language by its name, as VS Code would decide it.
import { expect, test } from 'vitest';
import { LanguageNames } from './languageNames.ts';

const names = new LanguageNames([
  { id: 'json', extensions: ['.json'], filenames: ['composer.lock'], filenamePatterns: [] },
  { id: 'jsonc', extensions: ['.code-workspace'], filenames: ['tsconfig.json'], filenamePatterns: ['tsconfig-*.json', '**/.vscode/*.json'] },
  { id: 'typescript', extensions: ['.ts'], filenames: [], filenamePatterns: [] },
  { id: 'blade', extensions: ['.blade.php'], filenames: [], filenamePatterns: [] },
  { id: 'php', extensions: ['.php'], filenames: [], filenamePatterns: [] },
]);

test.each([
  ['file:///a/data.json', 'json'],
  ['file:///a/composer.lock', 'json'],
  ['file:///a/tsconfig.json', 'jsonc'],
  ['file:///a/tsconfig-build.json', 'jsonc'],
  ['file:///a/.vscode/settings.json', 'jsonc'],
  ['file:///a/My%20File.TS', 'typescript'],
  ['file:///a/page.blade.php', 'blade'],
  ['file:///a/page.php', 'php'],
  ['file:///a/Makefile', undefined],
  ['file:///a/notes.unknown', undefined],
])('%s is %s', (uri, language) => {
  expect(names.languageOf(uri)).toBe(language);
});
