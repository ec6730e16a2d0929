// Is a test runner one folder and one line? Each folder of runners has a row with one export, which is in the list, and what it loads into the runner lies beside it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runnerRows } from '../../src/machine/testing/runnerRows.ts';
import { filesUnder, root, textOf } from './house.ts';

const RUNNERS = 'src/machine/testing/runners';
const folders = readdirSync(join(root, RUNNERS)).toSorted();

test('every runner is a folder whose row exports one thing, and one line of the list', () => {
  const rows = folders.map((folder) => [folder, [...textOf(`${RUNNERS}/${folder}/row.ts`).matchAll(/^export /gm)].length]);
  expect(rows).toEqual(folders.map((folder) => [folder, 1]));
  const listed = [...textOf('src/machine/testing/runnerRows.ts').matchAll(/from '\.\/runners\/(\w+)\/row\.ts';$/gm)].map(([, folder = '']) => folder);
  expect(listed.toSorted()).toEqual(folders);
  expect(runnerRows).toHaveLength(folders.length);
});

test('a runner imports nothing of another', () => {
  const imports = filesUnder(RUNNERS, '.ts').flatMap((path) => [...textOf(path).matchAll(/from '(\.\.\/[^']+)'/g)].map(([, from = '']) => `${path} ${from}`));
  expect(imports.filter((line) => / \.\.\/(?!\.\.\/)/.test(line))).toEqual([]);
});

test('what is loaded into a runner lies beside its row, under the name that the build looks for', () => {
  const loaded = filesUnder(RUNNERS, '.ts').flatMap((path) =>
    [...textOf(path).matchAll(/\bshipped(?:Folder)?\(([^)]*)\)/g)].map(([, given = '']) => ({ path, given })),
  );
  expect(loaded.length).toBeGreaterThan(8);
  for (const { path, given } of loaded) {
    const [, folder = '', file = ''] = /^'(\w+)\/([\w.]+)'$/.exec(given) ?? [];
    expect(path.startsWith(`${RUNNERS}/${folder}/`), `${path} loads ${given}`).toBe(true);
    expect(existsSync(join(root, RUNNERS, folder, file.replace(/\.[cm]js$/, '.ts')))).toBe(true);
  }
});
