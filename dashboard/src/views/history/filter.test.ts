// Does the filter line mean what a person types in it?
import { expect, test } from 'vitest';
import type { CallRow } from '../../../../src/dashboard/protocol/rows.ts';
import { matcher, parseFilter } from './filter.ts';

const row = (more: Partial<CallRow>): CallRow => ({
  id: '1',
  time: '2026-01-01T00:00:00Z',
  tool: 'rename_symbol',
  client: 'codex 1.0',
  status: 'success',
  ...more,
});
const shows = (words: string, more: Partial<CallRow> = {}) => matcher(parseFilter(words).filter)(row(more));

test('every word of the line narrows the list', () => {
  expect(parseFilter('tool:rename* status:error client:codex project:x >500ms "Cart total"').filter).toEqual({
    tool: 'rename*',
    status: 'error',
    client: 'codex',
    project: 'x',
    slowerThan: 500,
    text: 'cart total',
  });
  expect(shows('tool:rename*')).toBe(true);
  expect(shows('tool:rename')).toBe(false);
  expect(shows('tool:*sym*', { tool: 'find_symbols' })).toBe(true);
  expect(shows('status:ok')).toBe(true);
  expect(shows('status:error')).toBe(false);
  expect(shows('>1.5s', { milliseconds: 1_400 })).toBe(false);
  expect(shows('>1.5s', { milliseconds: 1_500 })).toBe(true);
  expect(shows('total → SUM', { caption: 'total → sum in Cart' })).toBe(true);
  expect(shows('client:codex cart')).toBe(false);
});

test('requests that are no calls are shown when they are asked for', () => {
  const request = { tool: 'tools/list', isRequest: true as const };
  expect([shows('', request), shows('requests:yes', request), shows('tool:tools/list', request)]).toEqual([false, true, true]);
});

test('a word that means nothing is said, and one half typed is text', () => {
  expect(parseFilter('status:maybe').complaint).toBe('status is ok, error or pending, not maybe');
  expect(parseFilter('"Cart').filter.text).toBe('cart');
  expect(parseFilter('http://x').filter.text).toBe('http://x');
  expect(parseFilter('tool:').filter.text).toBe('tool:');
});
