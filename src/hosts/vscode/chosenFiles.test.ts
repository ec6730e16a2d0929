// Which files TypeScript is shown: one of each folder before a second of any.
import { expect, test } from 'vitest';
import { chosenFiles } from './chosenFiles.ts';

const uris = ['file:///a/1.ts', 'file:///a/2.ts', 'file:///b/1.ts', 'file:///c/1.ts'];

test('every folder is there before any is there twice', () => {
  expect(chosenFiles(uris, 3)).toEqual({ chosen: ['file:///a/1.ts', 'file:///b/1.ts', 'file:///c/1.ts'], foldersLeftOut: 0 });
  expect(chosenFiles(uris, 10).chosen).toHaveLength(4);
});

test('folders that are left out are counted', () => {
  expect(chosenFiles(uris, 2)).toEqual({ chosen: ['file:///a/1.ts', 'file:///b/1.ts'], foldersLeftOut: 1 });
});
