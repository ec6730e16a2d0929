// The values of a log message come back one by one through an adapter that prints a line.
import { expect, test } from 'vitest';
import { expressionsIn } from '../../../ide/breakpoints.ts';
import { markedMessage, messageWith, traceIn } from './traces.ts';

test('each value by itself, whatever is in it', () => {
  const marked = markedMessage('b3', 'total {a.b} of {f({x: 1})}!');
  expect(expressionsIn('total {a.b} of {f({x: 1})}!')).toEqual(['a.b', 'f({x: 1})']);
  const printed = marked.replace('{a.b}', '1, 2').replace('{f({x: 1})}', "'}'");
  expect(traceIn(`${printed}\n`)).toEqual({ breakpoint: 'b3', values: ['1, 2', "'}'"] });
  expect(messageWith('total {a.b} of {f({x: 1})}!', ['1', '2'])).toBe('total 1 of 2!');
});

test('a message without values, and output that is none of ours', () => {
  expect(traceIn(markedMessage('b1', 'here'))).toEqual({ breakpoint: 'b1', values: [] });
  expect(traceIn('plain output\n')).toBeUndefined();
});
