// An outline is asked for once, and never outlives a change.
import { expect, test } from 'vitest';
import { deferred } from '../../../../base/waiting/deferred.ts';
import type { OutlineSymbol } from '../../../../ide/doors/languages.ts';
import { KnownOutlines } from './knownOutlines.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const outline = (name: string): readonly OutlineSymbol[] => [{ name, kind: 'function', range, selection: range, children: [] }];

test('a file is asked about once', async () => {
  const known = new KnownOutlines();
  const first = await known.of('file:///a.ts', async () => outline('a'));
  expect(await known.of('file:///a.ts', () => Promise.reject(new Error('asked again')))).toBe(first);
  expect(await known.of('file:///b.ts', async () => outline('b'))).toEqual(outline('b'));
});

test('an answer from before a change is not used after it', async () => {
  const known = new KnownOutlines();
  const late = deferred<readonly OutlineSymbol[]>();
  const asked = known.of('file:///a.ts', () => late.promise);
  known.forget();
  late.resolve(outline('old'));
  expect(await asked).toEqual(outline('old'));
  expect(await known.of('file:///a.ts', async () => outline('new'))).toEqual(outline('new'));
});

test('a question that failed is asked again', async () => {
  const known = new KnownOutlines();
  await expect(known.of('file:///a.ts', () => Promise.reject(new Error('given up')))).rejects.toThrow('given up');
  expect(await known.of('file:///a.ts', async () => outline('a'))).toEqual(outline('a'));
});

test('the longest unused one makes room', async () => {
  const known = new KnownOutlines();
  for (let index = 0; index <= 300; index++) await known.of(`file:///${index}.ts`, async () => outline(String(index)));
  expect(await known.of('file:///300.ts', () => Promise.reject(new Error('asked again')))).toEqual(outline('300'));
  expect(await known.of('file:///0.ts', async () => outline('asked again'))).toEqual(outline('asked again'));
});
