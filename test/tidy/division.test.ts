// Is the inside divided as it should be? What is not yet so is written down in debts.ts, and may only become less.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { groupBy } from '../../src/base/groupBy.ts';
import { crowdedFolders, engineNamesInTools, typesDefinedTwice } from './debts.ts';
import { filesUnder, textOf } from './house.ts';

const MOST_FILES = 25;
// A family of tools has one file for each tool.
const FAMILY = /^src\/tools\/(?!words)[a-z]+$/;
const ENGINE_NAMES = /basedpyright|pyright|gopls|clangd|rust-analyzer|jdtls|tsserver|eslint|debugpy|delve|lldb/gi;

const sources = filesUnder('src', '.ts').filter((path) => !path.endsWith('.test.ts'));

test('no folder holds more than 25 source files', () => {
  const crowded = [...groupBy(sources, (path) => posix.dirname(path))].filter(([folder, files]) => files.length > MOST_FILES && !FAMILY.test(folder));
  expect(Object.fromEntries(crowded.map(([folder, files]) => [folder, files.length]))).toEqual(crowdedFolders);
});

test('no tool names an engine', () => {
  const named = sources
    .filter((path) => path.startsWith('src/tools/'))
    .map((path) => [path, textOf(path).match(ENGINE_NAMES)?.length ?? 0] as const)
    .filter(([, times]) => times > 0);
  expect(Object.fromEntries(named)).toEqual(engineNamesInTools);
});

test('an exported type has its name to itself', () => {
  const places = sources.flatMap((path) => [...textOf(path).matchAll(TYPE)].map(([, name = '']) => ({ name, path })));
  const twice = [...groupBy(places, ({ name }) => name)].filter(([, own]) => own.length > 1).map(([name]) => name);
  expect(twice.sort()).toEqual(typesDefinedTwice);
});

const TYPE = /^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
