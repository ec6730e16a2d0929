// Does an address lead back to the place that it was made of?
import { expect, test } from 'vitest';
import { hashOf, parseRoute } from './route.ts';

test('a place and its address are the same thing', () => {
  const places = [
    { view: 'history', id: 'a/b ü?', query: { q: 'tool:x* "a&b"' } },
    { view: 'now', query: {} },
    { view: 'changes', query: { q: '' } },
  ];
  expect(places.map((place) => parseRoute(hashOf(place)))).toEqual(places);
});

test('an address that nobody made leads to Now, and never throws', () => {
  expect(['', '#', '#/', '#code=x'].map((hash) => parseRoute(hash).view)).toEqual(['now', 'now', 'now', 'now']);
  expect(parseRoute('#/history/%E0%A4%A')).toEqual({ view: 'history', query: {} });
});
