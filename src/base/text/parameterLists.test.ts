// What becomes of arguments when the parameters change, in whatever language.
import { expect, test } from 'vitest';
import { arrangedArguments, matchedParameters, type WantedParameter } from './parameterLists.ts';

interface Case {
  readonly what: string;
  readonly old: readonly string[];
  readonly wanted: readonly WantedParameter[];
  // A number behind an argument says how many parameters it fills.
  readonly passed: readonly (string | readonly [string, number])[];
  readonly becomes: readonly string[] | string;
  readonly restAt?: number;
  readonly filler?: string;
}

const cases: readonly Case[] = [
  { what: 'added', old: ['a'], wanted: [{ name: 'b', value: '0' }, { name: 'a' }], passed: ['1'], becomes: ['0', '1'] },
  { what: 'removed', old: ['a', 'b'], wanted: [{ name: 'b' }], passed: ['1', '2'], becomes: ['2'] },
  { what: 'renamed by place', old: ['a', 'b'], wanted: [{ name: 'x', from: '2' }, { name: 'a' }], passed: ['1', '2'], becomes: ['2', '1'] },
  { what: 'left out at the end', old: ['a', 'b'], wanted: [{ name: 'a' }, { name: 'b' }], passed: ['1'], becomes: ['1'] },
  { what: 'left out before others', old: ['a', 'b'], wanted: [{ name: 'b' }, { name: 'a' }], passed: ['1'], becomes: ['_', '1'] },
  {
    what: 'with nothing to fill the gap',
    old: ['a', 'b'],
    wanted: [{ name: 'b' }, { name: 'a' }],
    passed: ['1'],
    filler: '',
    becomes: 'b would have to be passed',
  },
  { what: 'without a value', old: [], wanted: [{ name: 'a' }], passed: [], becomes: 'a must be passed' },
  { what: 'the rest', old: ['a', 'r'], wanted: [{ name: 'n', value: '0' }, { name: '...r' }], passed: ['1', '2', '3'], restAt: 1, becomes: ['0', '2', '3'] },
  { what: 'more than there are parameters', old: ['a'], wanted: [{ name: 'a' }, { name: 'b?' }], passed: ['1', '2'], becomes: ['1', '_', '2'] },
  { what: 'spread together', old: ['a', 'b', 'c'], wanted: [{ name: 'c' }, { name: 'a' }, { name: 'b' }], passed: [['..ab', 2], '3'], becomes: ['3', '..ab'] },
  { what: 'spread apart', old: ['a', 'b'], wanted: [{ name: 'b' }, { name: 'a' }], passed: [['..ab', 2]], becomes: 'would be parted' },
  {
    what: 'spread without end',
    old: ['a', 'b'],
    wanted: [{ name: 'n', value: '0' }, { name: 'a' }, { name: 'b' }],
    passed: [['..', Infinity]],
    becomes: ['0', '..'],
  },
  {
    what: 'spread before a new one',
    old: ['a'],
    wanted: [{ name: 'a' }, { name: 'n', value: '0' }],
    passed: [['..', Infinity]],
    becomes: 'would not be the last',
  },
];

test.each(cases)('$what', ({ old, wanted, passed, becomes, restAt, filler = '_' }) => {
  const change = matchedParameters(old, wanted);
  if ('problem' in change) throw new TypeError(change.problem);
  const given = passed.map((one) => (typeof one === 'string' ? { item: one, count: 1 } : { item: one[0], count: one[1] }));
  const arranged = arrangedArguments(change, given, { restAt, filler: filler === '' ? undefined : filler });
  if ('problem' in arranged) expect(arranged.problem).toContain(becomes);
  else expect(arranged.arguments.map((one) => ('item' in one ? one.item : one.text))).toEqual(becomes);
});

test('what goes is reported', () => {
  const change = matchedParameters(['a', 'b'], [{ name: 'b' }]);
  if ('problem' in change) throw new TypeError(change.problem);
  expect(change).toMatchObject({ removed: [0], moves: true });
  expect(arrangedArguments(change, [{ item: 'x', count: 1 }], { restAt: undefined, filler: undefined })).toEqual({ arguments: [], dropped: ['x'] });
});

test.each([
  [['a'], [{ name: 'x', from: 'b' }], 'There is no parameter b: they are a.'],
  [[], [{ name: 'x', from: 'b' }], 'There is no parameter b: it has none.'],
  [['a'], [{ name: 'a' }, { name: 'x', from: 'a' }], 'a is there twice.'],
  [
    ['a'],
    [
      { name: 'x', value: '1' },
      { name: 'x', from: 'a' },
    ],
    'x is there twice.',
  ],
  [['a'], [{ name: '...' }], 'A parameter has no name.'],
])('%j cannot become %j', (old, wanted, problem) => {
  expect(matchedParameters(old, wanted)).toEqual({ problem });
});
