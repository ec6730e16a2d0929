// Whether the answers of servers, in all the shapes the protocol allows, become the same words.
import { expect, test } from 'vitest';
import { diagnosticFrom, hoverOf, locationsOf, outlineOf, pulledDiagnosticsOf, workspaceSymbolsOf } from './answers.ts';

const at = (line: number, character = 0) => ({ start: { line, character }, end: { line, character: character + 3 } });

test('locations are sorted, without duplicates, in one spelling of their URI', () => {
  const answer = [
    { uri: 'file:///p/b.ts', range: at(2) },
    { uri: 'file:///p/%5Bid%5D.ts', range: at(9) },
    { uri: 'file:///p/[id].ts', range: at(9) },
    { uri: 'file:///p/b.ts', range: at(1, 5) },
    { uri: 'file:///p/b.ts', range: at(1, 2) },
  ];
  const found = locationsOf(answer);
  expect(found.map(({ range }) => [range.start.line, range.start.character])).toEqual([
    [9, 0],
    [1, 2],
    [1, 5],
    [2, 0],
  ]);
});

test('a definition may be one location, several, links, or nothing', () => {
  const expected = [{ uri: 'file:///p/a.ts', range: at(1) }];
  expect(locationsOf(expected[0])).toEqual(expected);
  expect(locationsOf(expected)).toEqual(expected);
  expect(locationsOf([{ targetUri: 'file:///p/a.ts', targetRange: at(0), targetSelectionRange: at(1) }])).toEqual(expected);
  expect(locationsOf(null)).toEqual([]);
});

test('an answer of another shape is an error, not an empty answer', () => {
  expect(() => locationsOf({ locations: [] })).toThrow();
  expect(() => outlineOf('nothing')).toThrow();
});

test.each([
  [
    'markdown',
    { contents: { kind: 'markdown', value: '```ts\nconst a: 1\n```\n---\nWhat *a* is.\n\nMore.' } },
    { signature: 'const a: 1', documentation: 'What *a* is.\n\nMore.' },
  ],
  ['a marked string', { contents: [{ language: 'python', value: 'def a()' }, 'Words.'] }, { signature: 'def a()', documentation: 'Words.' }],
  ['plain text', { contents: 'just text' }, { signature: 'just text', documentation: '' }],
  [
    'a signature of several lines',
    { contents: { kind: 'markdown', value: '```ts\ntype A = {\n  b: 1;\n}\n```' } },
    { signature: 'type A = {\n  b: 1;\n}', documentation: '' },
  ],
  [
    'markdown with escaped names, which are only escaped outside of code',
    { contents: { kind: 'markdown', value: '```py\ndef f()\n```\n:param root\\_path: `a\\_b` \\*args\n```\nc\\_d\n```' } },
    { signature: 'def f()', documentation: ':param root_path: `a\\_b` *args\n```\nc\\_d\n```' },
  ],
  ['nothing', null, undefined],
  ['emptiness', { contents: { kind: 'markdown', value: '' } }, undefined],
])('hover as %s', (_, answer, expected) => {
  expect(hoverOf(answer)).toEqual(expected);
});

test('an outline may be a tree or a flat list', () => {
  const tree = [
    { name: 'A', kind: 5, range: at(0), selectionRange: at(0, 6), children: [{ name: 'b', kind: 6, detail: '()', range: at(1), selectionRange: at(1) }] },
  ];
  expect(outlineOf(tree)).toMatchObject([
    { name: 'A', kind: 'class', selection: at(0, 6), children: [{ name: 'b', kind: 'method', detail: '()', children: [] }] },
  ]);
  expect(outlineOf([{ name: 'A', kind: 5, location: { uri: 'file:///p/a.ts', range: at(3) } }])).toEqual([
    { name: 'A', kind: 'class', range: at(3), selection: at(3), children: [] },
  ]);
  expect(outlineOf(null)).toEqual([]);
});

test('symbols keep their container when they have one', () => {
  const answer = [
    { name: 'a', kind: 12, containerName: 'A', location: { uri: 'file:///p/a.ts', range: at(0) } },
    { name: 'b', kind: 26, containerName: '', location: { uri: 'file:///p/a.ts', range: at(1) } },
  ];
  expect(workspaceSymbolsOf(answer)).toEqual([
    { name: 'a', kind: 'function', container: 'A', location: { uri: 'file:///p/a.ts', range: at(0) } },
    { name: 'b', kind: 'typeParameter', location: { uri: 'file:///p/a.ts', range: at(1) } },
  ]);
});

test('diagnostics: severities by name, an absent one is an error, codes are text', () => {
  const severities = [1, 2, 3, 4, undefined].map((severity) => diagnosticFrom({ range: at(0), message: 'm', severity }).severity);
  expect(severities).toEqual(['error', 'warning', 'information', 'hint', 'error']);
  expect(diagnosticFrom({ range: at(0), message: 'm', code: 2322, source: 'ts' })).toMatchObject({ code: '2322', source: 'ts' });
});

test('a server that says "unchanged" when nothing was known before does not know the file', () => {
  expect(pulledDiagnosticsOf({ kind: 'unchanged', resultId: '1' })).toBeUndefined();
  expect(pulledDiagnosticsOf({ kind: 'full', items: [] })).toEqual([]);
});
