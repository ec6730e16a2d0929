// Which errors an edit brings and fixes, also where only some files could be looked at.
import { expect, test } from 'vitest';
import { openScriptedIde } from '../../../hosts/scripted/scriptedIde.ts';
import { deltaOf, type ErrorRow, withoutOldErrors } from './errorDelta.ts';

const NONE = { renamed: new Map<string, string>() };
const row = (file: string, message: string, line = 1): ErrorRow => ({ file, line, column: 1, message });

test('an error is the same wherever its line went, and counts as often as it is there', () => {
  const before = { rows: [row('a.ts', 'one', 3), row('a.ts', 'two'), row('a.ts', 'two', 2)] };
  const after = { rows: [row('a.ts', 'one', 9), row('a.ts', 'two', 5), row('a.ts', 'new')] };
  expect(deltaOf(before, after, NONE)).toEqual({ appeared: [row('a.ts', 'new')], gone: [row('a.ts', 'two', 2)] });
});

test('a file that moved and a name that is another are no news', () => {
  const before = { rows: [row('a.ts', 'old is not used')] };
  const after = { rows: [row('b.ts', 'fresh is not used')] };
  expect(deltaOf(before, after, { renamed: new Map([['a.ts', 'b.ts']]) }, { from: 'old', to: 'fresh' })).toEqual({ appeared: [], gone: [] });
});

test('an error whose message quotes what the edit changed is still the one that was there, at its place only', () => {
  const before = { rows: [row('a.ts', "no 'slice' on '{ replace(old: any[]): any }'", 3), row('a.ts', "no 'x' on 'old'", 7)] };
  const after = { rows: [row('a.ts', "no 'slice' on '{ replace(items: any[]): any }'", 4), row('a.ts', "no 'x' on 'items'", 9)] };
  const moved = { ...NONE, lineNow: (_: string, line: number) => line + 1 };
  expect(deltaOf(before, after, moved)).toEqual({ appeared: [row('a.ts', "no 'x' on 'items'", 9)], gone: [row('a.ts', "no 'x' on 'old'", 7)] });
});

test('code that moves takes its errors along', () => {
  const before = { rows: [row('a.ts', 'odd'), row('a.ts', 'stays')] };
  const after = { rows: [row('a.ts', 'stays'), row('b.ts', 'odd', 9), row('b.ts', 'new')] };
  expect(deltaOf(before, after, { ...NONE, movesCode: true })).toEqual({ appeared: [row('b.ts', 'new')], gone: [] });
  expect(deltaOf(before, after, NONE)).toEqual({ appeared: [row('b.ts', 'odd', 9), row('b.ts', 'new')], gone: [row('a.ts', 'odd')] });
});

test('files that could be checked on one side only are not compared', () => {
  const before = { rows: [row('a.ts', 'there')], only: new Set(['a.ts']), unverified: '2 other files were not checked.' };
  const after = { rows: [row('b.ts', 'there'), row('b.ts', 'new'), row('c.ts', 'old, but not seen before')] };
  const moved = { renamed: new Map([['a.ts', 'b.ts']]) };
  expect(deltaOf(before, after, moved)).toEqual({ appeared: [row('b.ts', 'new')], gone: [], unverified: '2 other files were not checked.' });
  expect(deltaOf(after, { rows: [], only: new Set(['b.ts']) }, NONE)).toEqual({ appeared: [], gone: [row('b.ts', 'there'), row('b.ts', 'new')] });
});

test('after a check that did not run no error is new or fixed', () => {
  const unknown = { rows: [], isUnknown: true as const, unverified: 'the engine needed more than 20 s.' };
  expect(deltaOf({ rows: [row('a.ts', 'one')] }, unknown, NONE)).toEqual({ appeared: [], gone: [], unverified: 'the engine needed more than 20 s.' });
});

test('where errors depend on the order of files, what is wrong with the old texts too is not new, and only those files are looked at again', async () => {
  const ide = openScriptedIde('');
  const uri = (name: string) => `file:///fixture/${name}`;
  const file = (name: string) => ({ uri: uri(name), before: { text: 'old' }, after: { text: 'new' } });
  const looked = { touched: ['a.py', 'b.py', 'c.ts'].map(uri), neighbours: [uri('d.py')] };
  const scope = { before: looked, after: looked, ...NONE };
  const before = { rows: [row('a.py', 'known')] };
  const after = {
    rows: [row('a.py', 'known'), row('a.py', 'known', 2), row('a.py', 'fresh is odd'), row('a.py', 'new'), row('c.ts', 'also new')],
    unsteady: ['a.py', 'b.py', 'd.py'].map(uri),
  };
  const asked: string[] = [];
  const lookAgain = async (uris: readonly string[]) => {
    asked.push(...uris);
    return { rows: [row('a.py', 'known'), row('a.py', 'known', 2), row('a.py', 'old is odd')] };
  };
  const compared = { before, after, scope, renamed: { from: 'old', to: 'fresh' } };
  const { appeared } = await withoutOldErrors({ ide }, { files: [file('a.py')] }, compared, lookAgain);
  expect(appeared).toEqual([row('a.py', 'new'), row('c.ts', 'also new')]);
  expect(asked).toEqual([uri('a.py')]);
  // A file that comes with the edit cannot be taken away again, to see how it was.
  const created = await withoutOldErrors({ ide }, { files: [{ ...file('a.py'), before: undefined }] }, compared, lookAgain);
  expect(created.appeared).toHaveLength(4);
  const unknown = await withoutOldErrors({ ide }, { files: [file('a.py')] }, compared, async () => ({ rows: [], isUnknown: true }));
  expect(unknown.appeared).toHaveLength(4);
});
