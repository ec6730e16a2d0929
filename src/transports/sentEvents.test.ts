// What a client that comes back is sent again, and what has been forgotten.
import { expect, test } from 'vitest';
import { SentEvents } from './sentEvents.ts';

test('only what was missed on the same stream is sent again, in order', () => {
  const events = new SentEvents();
  const first = events.keep('one', '');
  events.keep('two', 'other');
  events.keep('one', 'b');
  events.keep('one', '');
  events.keep('one', 'c');
  expect(events.after(first)).toMatchObject({ stream: 'one', missed: [{ text: 'b' }, { text: 'c' }] });
});

test('old events are forgotten when they grow too many, the newest never', () => {
  const events = new SentEvents();
  const first = events.keep('one', 'a');
  for (let index = 0; index < 30; index++) events.keep('one', 'x'.repeat(100_000));
  expect(events.after(first)).toBeUndefined();
  const huge = events.keep('one', 'x'.repeat(5_000_000));
  const last = events.keep('one', 'z');
  expect(events.after(huge)).toBeUndefined();
  expect(events.after(last)).toEqual({ stream: 'one', missed: [] });
});

test('an id that was never given leads nowhere', () => {
  expect(new SentEvents().after('1')).toBeUndefined();
});
