// Whose turn it is, who shares a result, and what becomes of what nobody wants any more.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deferred } from './deferred.ts';
import { FairQueue } from './fairQueue.ts';

const never = new AbortController().signal;
const refused = () => new Error('cancelled');

function house(most: number) {
  const queue = new FairQueue<string>(most, 60_000);
  const begun: string[] = [];
  const ends = new Map<string, ReturnType<typeof deferred<void>>>();
  const signals = new Map<string, AbortSignal>();
  const ask = (owner: string, key: string, signal = never) =>
    queue.run(
      {
        owner,
        key,
        async work(shared) {
          begun.push(`${owner} ${key}`);
          signals.set(key, shared);
          const end = deferred<void>();
          ends.set(key, end);
          await end.promise;
          return `${key} for ${owner}`;
        },
      },
      signal,
      refused,
    );
  const end = async (key: string) => {
    ends.get(key)?.resolve();
    await turn();
  };
  return { ask, begun, end, ends, signals };
}

test('a client with many requests does not delay a client with one', async () => {
  const { ask, begun, end } = house(1);
  const asked = [ask('a', '1'), ask('a', '2'), ask('a', '3'), ask('b', '4'), ask('c', '5')];
  for (const key of ['1', '2', '4', '5', '3']) await end(key);
  await Promise.all(asked);
  expect(begun).toEqual(['a 1', 'a 2', 'b 4', 'c 5', 'a 3']);
});

test('equal work that waits is done once, and what has begun is not joined', async () => {
  const { ask, begun, end } = house(1);
  const first = ask('a', 'same');
  const [second, third] = [ask('b', 'same'), ask('c', 'same')];
  await end('same');
  await end('same');
  expect(await Promise.all([first, second, third])).toEqual(['same for a', 'same for b', 'same for b']);
  expect(begun).toEqual(['a same', 'b same']);
});

test('work is aborted once its last caller has gone, and not before', async () => {
  const { ask, signals, end, begun } = house(1);
  const running = ask('a', 'first');
  const [one, other] = [new AbortController(), new AbortController()];
  const waiting = [ask('b', 'second', one.signal), ask('c', 'second', other.signal)];
  const outcomes = Promise.allSettled(waiting);
  one.abort();
  await end('first');
  expect([await running, signals.get('second')?.aborted]).toEqual(['first for a', false]);
  other.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(signals.get('second')?.aborted).toBe(true);
  await end('second');
  const gone = new AbortController();
  const [busy, left] = [ask('a', 'third'), ask('b', 'fourth', gone.signal)];
  gone.abort();
  await expect(left).rejects.toThrow('cancelled');
  await end('third');
  await busy;
  expect(begun).toEqual(['a first', 'b second', 'a third']);
});

test('a failure reaches everybody who waits, and the next begins', async () => {
  const queue = new FairQueue<string>(1, 60_000);
  const fails = { owner: 'a', key: 'x', work: () => Promise.reject(new Error('no')) };
  const outcomes = await Promise.allSettled([queue.run(fails, never, refused), queue.run({ ...fails, owner: 'b' }, never, refused)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await queue.run({ owner: 'a', key: 'y', work: async () => 'yes' }, never, refused)).toBe('yes');
});

test('long work does not delay the start of other work', async () => {
  const queue = new FairQueue<string>(1, 20);
  const stuck = deferred<string>();
  const first = queue.run({ owner: 'a', key: 'x', work: () => stuck.promise }, never, refused);
  expect(await queue.run({ owner: 'b', key: 'y', work: async () => 'done meanwhile' }, never, refused)).toBe('done meanwhile');
  stuck.resolve('late');
  expect(await first).toBe('late');
  expect(await queue.run({ owner: 'c', key: 'z', work: async () => 'next' }, never, refused)).toBe('next');
});
