// Is the inside divided as it should be? What is not yet so is written down in debts.ts, and may only become less.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { groupBy } from '../../src/base/groupBy.ts';
import { crowdedFolders, engineNamesInTools, languageIdsInTools, typesDefinedTwice } from './debts.ts';
import { filesUnder, textOf } from './house.ts';

const MOST_FILES = 25;
// A family of tools has one file for each tool.
const FAMILY = /^src\/tools\/(?!words)[a-z]+$/;
const ENGINE_NAMES = /basedpyright|pyright|gopls|clangd|rust-analyzer|jdtls|tsserver|eslint|debugpy|delve|lldb/gi;

// As the language server protocol names them, where they are written as values.
const LANGUAGE_IDS =
  /'(?:typescript|typescriptreact|javascript|javascriptreact|python|go|rust|c|cpp|objective-c|objective-cpp|java|kotlin|csharp|ruby|php|lua|swift|scala|zig|shellscript|jsonc?)'/g;

const sources = filesUnder('src', '.ts').filter((path) => !path.endsWith('.test.ts'));
const page = filesUnder('dashboard/src', '.ts', '.tsx', '.css').filter((path) => !path.endsWith('.test.ts'));

test('no folder holds more than 25 source files', () => {
  const crowded = [...groupBy([...sources, ...page], (path) => posix.dirname(path))].filter(
    ([folder, files]) => files.length > MOST_FILES && !FAMILY.test(folder),
  );
  expect(Object.fromEntries(crowded.map(([folder, files]) => [folder, files.length]))).toEqual(crowdedFolders);
});

test('no tool names an engine', () => {
  expect(timesInTools(ENGINE_NAMES)).toEqual(engineNamesInTools);
});

test('no tool decides by the id of a language', () => {
  expect(timesInTools(LANGUAGE_IDS)).toEqual(languageIdsInTools);
});

function timesInTools(pattern: RegExp): Record<string, number> {
  const files = sources.filter((path) => path.startsWith('src/tools/'));
  return Object.fromEntries(files.map((path) => [path, textOf(path).match(pattern)?.length ?? 0] as const).filter(([, times]) => times > 0));
}

test('an exported type has its name to itself', () => {
  const places = sources.flatMap((path) => [...textOf(path).matchAll(TYPE)].map(([, name = '']) => ({ name, path })));
  const twice = [...groupBy(places, ({ name }) => name)].filter(([, own]) => own.length > 1).map(([name]) => name);
  expect(twice.sort()).toEqual(typesDefinedTwice);
});

const TYPE = /^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
