// Who shares an answer, and who must not.
import { expect, test } from 'vitest';
import { deferred } from '../../../../base/waiting/deferred.ts';
import { SharedRequests } from './sharedRequests.ts';

const never = new AbortController().signal;

function house() {
  const shared = new SharedRequests();
  const asked: { readonly signal: AbortSignal; readonly answer: ReturnType<typeof deferred<unknown>> }[] = [];
  const ask = (method: string, state: number, signal = never) =>
    shared.ask({ method, params: { at: 1 }, state }, signal, (own) => {
      const answer = deferred<unknown>();
      asked.push({ signal: own, answer });
      return answer.promise;
    });
  return { ask, asked };
}

test('equal questions are asked once while they are under way, and again afterwards', async () => {
  const { ask, asked } = house();
  const both = [ask('textDocument/references', 1), ask('textDocument/references', 1)];
  asked[0]?.answer.resolve('found');
  expect(await Promise.all(both)).toEqual(['found', 'found']);
  void ask('textDocument/references', 1);
  expect(asked).toHaveLength(2);
});

test('a notification in between, or a request that may change something, makes it a new question', () => {
  const { ask, asked } = house();
  for (const [method, state] of [
    ['textDocument/hover', 1],
    ['textDocument/hover', 2],
    ['workspace/executeCommand', 2],
    ['workspace/executeCommand', 2],
  ] as const)
    void ask(method, state);
  expect(asked).toHaveLength(4);
});

test('it is cancelled when the last who wants it gives up', async () => {
  const { ask, asked } = house();
  const [one, other] = [new AbortController(), new AbortController()];
  const outcomes = Promise.allSettled([ask('workspace/symbol', 1, one.signal), ask('workspace/symbol', 1, other.signal)]);
  one.abort();
  await Promise.resolve();
  expect(asked[0]?.signal.aborted).toBe(false);
  other.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked[0]?.signal.aborted).toBe(true);
});
