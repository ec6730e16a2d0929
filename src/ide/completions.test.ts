// Which completions fit what is written, and in which order they are shown.
import { expect, test } from 'vitest';
import { type Completion, fittingCompletions } from './completions.ts';
import { TextSnapshot } from './text.ts';

test('the engine’s order, whatever the order of the list', () => {
  expect(fitting('', [named('b', '2'), named('a', '3'), named('c', '1')])).toEqual(['c', 'b', 'a']);
});

test('the same letters come before other capitals, and those before the beginnings of words', () => {
  expect(fitting('geC', [named('generalContext'), named('gecko'), named('geCool'), named('other')])).toEqual(['geCool', 'gecko', 'generalContext']);
  expect(fitting('s_t', [named('sum_total'), named('sumtotal')])).toEqual(['sum_total']);
});

test('a name that is compared by another text, such as one in quotes', () => {
  expect(fitting('"na', [{ ...named('name'), filter: '"name"' }, named('age')])).toEqual(['name']);
});

test('signs that mean something in a pattern are only signs', () => {
  expect(fitting('$(', [named('$(selector)'), named('x')])).toEqual(['$(selector)']);
});

function fitting(written: string, all: readonly Completion[]): string[] {
  const snapshot = new TextSnapshot({ uri: 'file:///a', text: written, version: 1, languageId: '' });
  const caret = { line: 0, character: written.length };
  return fittingCompletions(
    all.map((one) => ({ ...one, range: { start: { line: 0, character: 0 }, end: caret } })),
    snapshot,
    caret,
  ).map(({ label }) => label);
}

function named(label: string, sort?: string): Completion {
  const start = { line: 0, character: 0 };
  return { label, kind: 'text', text: label, range: { start, end: start }, ...(sort !== undefined && { sort }) };
}
