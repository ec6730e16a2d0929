// A call that is answered between two calls: it waits under a name, comes back as the same call, and counts once.
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Decide, ReviewProposal } from '../../ide/doors/reviews.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { Reviews } from '../reviews/reviews.ts';
import { type Asking, askFirst, type CameBack } from './askFirst.ts';

const proposal: ReviewProposal = {
  asks: 'permission',
  tool: 'edit_file',
  title: 'edit a.ts',
  files: [{ uri: 'file:///p/a.ts', before: { text: 'a\n' }, after: { text: 'b\n' } }],
};

function asking(reviews: Reviews, back?: CameBack, call = 'this call'): Asking {
  return {
    reviews,
    author: 'agent 1',
    owner: 'agent 1',
    person: { when: 'later', back },
    call: () => call,
    isAwaited: () => true,
    signal: new AbortController().signal,
    progress: () => {},
  };
}

// What the tool does: it writes what was decided.
const work = async (decide: Decide) => decide(proposal).decision;

async function refusalOf(outcome: Promise<unknown>): Promise<IdeError> {
  const thrown = await outcome.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof IdeError)) throw new TypeError(`it was expected to fail, not ${String(thrown)}`);
  return thrown;
}

async function left(reviews: Reviews): Promise<string> {
  const refusal = await refusalOf(askFirst(asking(reviews), work));
  expect(refusal.code).toBe('review_waits');
  return z.string().parse(refusal.details['review']);
}

test('the first call leaves a review, the second brings the answer, and there is no third', async () => {
  const reviews = new Reviews();
  const review = await left(reviews);
  expect(reviews.list()).toMatchObject([{ id: review, title: 'edit a.ts' }]);
  const back = { review, answer: { decision: 'accept' } } as const;
  expect(await askFirst(asking(reviews, back), work)).toBe('accept');
  expect(await refusalOf(askFirst(asking(reviews, back), work))).toMatchObject({ code: 'review_over' });
  expect(reviews.list()).toEqual([]);
});

test('a repeated call without an answer goes on waiting, and another call cannot use its review', async () => {
  const reviews = new Reviews();
  const review = await left(reviews);
  expect(await refusalOf(askFirst(asking(reviews, { review, answer: undefined }), work))).toMatchObject({ code: 'review_waits', details: { review } });
  const stolen = { review, answer: { decision: 'accept' } } as const;
  expect(await refusalOf(askFirst(asking(reviews, stolen, 'another call'), work))).toMatchObject({ code: 'review_over' });
  expect(reviews.list()).toHaveLength(1);
});

test('an approval holds only for what was shown', async () => {
  const reviews = new Reviews();
  const review = await left(reviews);
  const other = async (decide: Decide) => decide({ ...proposal, files: [] }).decision;
  expect(await refusalOf(askFirst(asking(reviews, { review, answer: { decision: 'accept' } }), other))).toMatchObject({ code: 'review_outdated' });
});

test('a review whose call never comes back expires', async () => {
  const reviews = new Reviews({ longest: 50 });
  const review = await left(reviews);
  reviews.answer(review, { decision: 'accept' }, 'the terminal');
  await expect.poll(() => reviews.left(review, 'this call')).toBeUndefined();
  expect(await refusalOf(askFirst(asking(reviews, { review, answer: { decision: 'accept' } }), work))).toMatchObject({ code: 'review_over' });
});

test('one agent may let only so many wait, and others may still ask', async () => {
  const reviews = new Reviews();
  for (let waiting = 0; waiting < 16; waiting++) await left(reviews);
  expect(await refusalOf(askFirst(asking(reviews), work))).toMatchObject({ code: 'too_many_reviews', message: expect.stringContaining('of yours') });
  const other = { ...asking(reviews), owner: 'agent 2' };
  expect(await refusalOf(askFirst(other, work))).toMatchObject({ code: 'review_waits' });
  for (let agent = 3; reviews.list().length < 128; agent++)
    for (let waiting = 0; waiting < 16 && reviews.list().length < 128; waiting++)
      await refusalOf(askFirst({ ...asking(reviews), owner: `agent ${agent}` }, work));
  expect(await refusalOf(askFirst({ ...asking(reviews), owner: 'the last' }, work))).toMatchObject({ message: expect.stringContaining('of all agents') });
});
