// What a client that comes back is sent again, and what has been forgotten.
import { expect, test } from 'vitest';
import { SentEvents } from './sentEvents.ts';

const LONGEST = 600_000;

// With a clock that goes as the test says.
function keptEvents(): { events: SentEvents; pass(milliseconds: number): void } {
  let now = 0;
  return { events: new SentEvents(LONGEST, () => now), pass: (milliseconds) => (now += milliseconds) };
}

test('only what was missed on the same stream is sent again, in order', () => {
  const { events } = keptEvents();
  const first = events.keep('one', '');
  events.keep('two', 'other');
  events.keep('one', 'b');
  events.keep('one', '');
  events.keep('one', 'c');
  expect(events.after(first)).toMatchObject({ stream: 'one', missed: [{ text: 'b' }, { text: 'c' }] });
});

test('old events are forgotten when they grow too many, the newest never', () => {
  const { events } = keptEvents();
  const first = events.keep('one', 'a');
  for (let index = 0; index < 30; index++) events.keep('one', 'x'.repeat(100_000));
  expect(events.after(first)).toBeUndefined();
  const before = events.keep('one', 'y');
  const huge = events.keep('one', 'x'.repeat(5_000_000));
  expect(events.after(before)?.missed).toHaveLength(1);
  events.keep('one', 'z');
  expect(events.after(before)).toBeUndefined();
  expect(events.after(huge)).toMatchObject({ stream: 'one', missed: [{ text: 'z' }] });
});

test('an event is forgotten when it is too old, and whoever missed it is not sent what came after it', () => {
  const { events, pass } = keptEvents();
  const seen = events.keep('one', 'a');
  const missed = events.keep('one', 'b');
  pass(LONGEST - 1);
  events.keep('one', 'c');
  expect(events.after(seen)).toMatchObject({ missed: [{ text: 'b' }, { text: 'c' }] });
  pass(1);
  expect(events.after(seen)).toBeUndefined();
  // Who saw the last one that is forgotten has missed only what is known.
  expect(events.after(missed)).toMatchObject({ stream: 'one', missed: [{ text: 'c' }] });
});

test('a stream on which nothing was said for long is resumed where it was', () => {
  const { events, pass } = keptEvents();
  const own = events.keep('own', 'a');
  const call = events.keep('call', '');
  pass(2 * LONGEST);
  expect(events.after(own)).toEqual({ stream: 'own', missed: [] });
  events.keep('own', 'b');
  expect(events.after(own)).toMatchObject({ missed: [{ text: 'b' }] });
  expect(events.after(call)).toEqual({ stream: 'call', missed: [] });
  expect(events.on('own')).toMatchObject([{ text: 'b' }]);
});

test('an id that was never given leads nowhere', () => {
  expect(keptEvents().events.after('1')).toBeUndefined();
});
