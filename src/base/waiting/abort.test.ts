// Waits end with the work, the caller's signal or their bound, and leave nothing behind.
import { expect, test } from 'vitest';
import { Bound, untilAborted } from './abort.ts';

const never = () => new Promise<never>(() => {});

test('gives the value of work that ends first', async () => {
  expect(await untilAborted(Promise.resolve(7), new AbortController().signal, () => new Error('late'))).toBe(7);
});

test('ends as soon as the caller gives up, although the work goes on', async () => {
  const caller = new AbortController();
  const waiting = untilAborted(never(), caller.signal, () => new Error('given up'));
  caller.abort();
  await expect(waiting).rejects.toThrow('given up');
});

test('does not begin to wait for a caller that has gone already', async () => {
  await expect(untilAborted(Promise.resolve(7), AbortSignal.abort(), () => new Error('gone'))).rejects.toThrow('gone');
});

test('a bound fires by itself and says that it was the bound', async () => {
  using bound = new Bound(new AbortController().signal, 5);
  await expect(untilAborted(never(), bound.signal, () => new Error('bound'))).rejects.toThrow('bound');
  expect(bound.passed).toBe(true);
});

test('a bound fires with its caller and does not claim to have passed', () => {
  const caller = new AbortController();
  using bound = new Bound(caller.signal, 60_000);
  caller.abort();
  expect(bound.signal.aborted).toBe(true);
  expect(bound.passed).toBe(false);
});
