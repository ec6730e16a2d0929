// Fixture text is read as it looks, and the names in it lead to one another.
import { expect, test } from 'vitest';
import { openScriptedIde } from './scriptedIde.ts';

const signal = new AbortController().signal;

test('files, cursor and marks are where they look', () => {
  const { fixture } = openScriptedIde(`
// @file a.ts
const one = 1;
//    ^^^ error: wrong
tw$0o();
// @file b.py unsaved
x = 1
#   ^
`);
  expect(fixture.files.map(({ path, unsaved }) => [path, unsaved])).toEqual([
    ['a.ts', false],
    ['b.py', true],
  ]);
  expect(fixture.cursor).toEqual({ path: 'a.ts', position: { line: 2, character: 2 } });
  expect(fixture.marks).toEqual([
    { path: 'a.ts', range: { start: { line: 0, character: 6 }, end: { line: 0, character: 9 } }, label: 'error: wrong' },
    { path: 'b.py', range: { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } }, label: '' },
  ]);
  expect(fixture.files[0]?.text).toContain('two();');
});

test('names lead through imports to their declaration, and not to namesakes, comments or strings', async () => {
  const { documents, languages } = openScriptedIde(`
// @file a.ts
export function total() {}
// @file b.ts
import { total as sum } from './a.ts';
sum(); // total
const text = 'total';
// @file c.ts
function total() {}
total();
`);
  const { value } = await languages.references({ uri: documents.uriOf('a.ts'), position: { line: 0, character: 17 } }, { includeDeclaration: true }, signal);
  expect(value.map(({ uri, range }) => `${documents.pathOf(uri)}:${range.start.line}`)).toEqual(['a.ts:0', 'b.ts:0', 'b.ts:0', 'b.ts:1']);
});

test('a script can make it slow, hanging, incomplete or failing', async () => {
  const place = { uri: 'file:///fixture/a.ts', position: { line: 0, character: 0 } };
  expect(await openScriptedIde('', { delay: 1 }).languages.definition(place, signal)).toMatchObject({ complete: true, value: [] });
  expect(await openScriptedIde('', { incomplete: 'loading' }).languages.definition(place, signal)).toMatchObject({ complete: false, why: 'loading' });
  await expect(openScriptedIde('', { failure: new Error('broken') }).languages.definition(place, signal)).rejects.toThrow('broken');
  const controller = new AbortController();
  const hanging = openScriptedIde('', { delay: Number.POSITIVE_INFINITY }).languages.definition(place, controller.signal);
  controller.abort();
  await expect(hanging).rejects.toThrow(expect.objectContaining({ code: 'cancelled' }));
});
