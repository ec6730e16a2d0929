// Who is there to ask, for how long one may wait, and what stays of a review that is over; the time is moved, nobody sleeps.
import { expect, test } from 'vitest';
import { MovedClock } from '../../../test/support/movedClock.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { ReviewProposal } from '../../ide/doors/reviews.ts';
import type { ReviewEvent } from './reviewShape.ts';
import { Reviews } from './reviews.ts';

const proposal: ReviewProposal = {
  asks: 'permission',
  tool: 'edit_file',
  title: 'edit a.ts',
  files: [{ uri: 'file:///p/a.ts', before: { text: 'a\n' }, after: { text: 'b\n' } }],
};

function opened() {
  const clock = new MovedClock();
  const reviews = new Reviews({ clock });
  const { signal } = new AbortController();
  const ask = () => reviews.ask({ proposal, author: 'agent 1', owner: 'agent 1', call: 'it' }, signal, () => {});
  const refusal = () =>
    ask().then(
      () => 'asked',
      (error: Error) => error.message,
    );
  return { clock, reviews, ask, refusal };
}

test('a window that comes back within twenty seconds keeps what waits; one that does not is a no', async () => {
  const { clock, reviews, ask } = opened();
  const page = reviews.watch(() => {});
  const first = ask();
  page[Symbol.dispose]();
  clock.pass(seconds(19));
  expect(reviews.isWatched).toBe(true);
  const again = reviews.watch(() => {});
  clock.pass(seconds(60));
  expect(reviews.list()).toHaveLength(1);
  again[Symbol.dispose]();
  // What is asked while the page is loaded anew waits too.
  const second = ask();
  clock.pass(seconds(19));
  expect(reviews.list()).toHaveLength(2);
  clock.pass(seconds(1));
  const no = { decision: { decision: 'none', why: 'the window was closed without an answer' } };
  expect(await Promise.all([first, second])).toMatchObject([no, no]);
  expect(reviews.isWatched).toBe(false);
});

test('a window that is closed on purpose is not waited for, also after its connection was cut', async () => {
  const { reviews, ask } = opened();
  const terminal = reviews.watch(() => {}, { isAttended: true });
  const call = ask();
  terminal[Symbol.dispose]();
  terminal.leave();
  expect(await call).toMatchObject({ decision: { decision: 'none' } });
});

test('a page counts as somebody while it was used within ten minutes or may notify, a terminal while it is open', async () => {
  const { clock, reviews, refusal } = opened();
  expect(await refusal()).toContain('nobody is there to ask');
  const page = reviews.watch(() => {});
  clock.pass(minutes(9));
  page.used();
  clock.pass(minutes(9));
  expect(reviews.isWatched).toBe(true);
  clock.pass(minutes(1));
  expect(await refusal()).toContain('nobody is there to ask');
  page.mayNotify(true);
  expect(reviews.isWatched).toBe(true);
  page.mayNotify(false);
  expect(reviews.isWatched).toBe(false);
  const terminal = reviews.watch(() => {}, { isAttended: true });
  clock.pass(minutes(60));
  expect(reviews.isWatched).toBe(true);
  terminal.leave();
  expect(reviews.isWatched).toBe(false);
});

test('what waits may wait longer, at most fourteen minutes in all', async () => {
  const { clock, reviews, ask } = opened();
  const events: ReviewEvent[] = [];
  reviews.watch((event) => events.push(event), { isAttended: true });
  const call = ask();
  const [review] = reviews.list();
  const id = review?.id ?? '';
  clock.pass(minutes(4));
  expect(reviews.extend(id)).toBe(new Date(clock.now() + minutes(6)).toISOString());
  expect(events.at(-1)).toEqual({ kind: 'updated', id, expires: reviews.list()[0]?.expires });
  clock.pass(minutes(5));
  expect(reviews.list()).toHaveLength(1);
  expect(reviews.extend(id)).toBe(new Date(clock.now() + minutes(5)).toISOString());
  expect(() => reviews.extend(id)).toThrow(expect.objectContaining({ code: 'cannot_extend', message: expect.stringContaining('14 minutes') }));
  clock.pass(minutes(5));
  expect(await call).toMatchObject({ decision: { decision: 'none', why: 'nobody answered within 840 seconds' } });
  expect(() => reviews.extend(id)).toThrow('does not wait');
});

test('a clock that is set back lets nothing wait longer, and nobody count as there', async () => {
  const { clock, reviews, ask } = opened();
  reviews.watch(() => {});
  const call = ask();
  const id = reviews.list()[0]?.id ?? '';
  clock.setBack(minutes(60));
  expect(reviews.extend(id)).toBe(new Date(clock.now() + minutes(10)).toISOString());
  clock.pass(minutes(10));
  expect(await call).toMatchObject({ decision: { decision: 'none', why: 'nobody answered within 600 seconds' } });
  expect(reviews.isWatched).toBe(false);
});

test('what is over stays readable for ten minutes, with how it ended and what came of it', async () => {
  const { clock, reviews, ask } = opened();
  const events: ReviewEvent[] = [];
  reviews.watch((event) => events.push(event), { isAttended: true });
  const calls = [ask(), ask(), ask()];
  const [first = '', second = '', third = ''] = reviews.list().map(({ id }) => id);
  reviews.answer(first, { decision: 'accept', note: ' good ' }, 'the window');
  reviews.answer(second, { decision: 'reject', reason: 'no' }, 'the terminal');
  reviews.answer(third, { decision: 'accept' }, 'the window');
  await Promise.all(calls);
  reviews.becameChange(first, 'c1');
  reviews.becameOutdated(third, ['a.ts']);
  expect(reviews.ended().map(({ review, ended }) => [review.title, ended])).toEqual([
    ['edit a.ts', expect.objectContaining({ id: third, decision: 'outdated', changedFiles: ['a.ts'] })],
    ['edit a.ts', expect.objectContaining({ id: second, decision: 'reject', by: 'the terminal', note: 'no' })],
    ['edit a.ts', expect.objectContaining({ id: first, decision: 'accept', how: 'accepted in the window', note: 'good', changeId: 'c1' })],
  ]);
  expect(events.at(-2)).toMatchObject({ kind: 'ended', ended: { id: first, changeId: 'c1' } });
  clock.pass(minutes(10));
  expect(reviews.ended()).toEqual([]);
});

test('a hundred reviews of megabytes do not stay in memory', async () => {
  const { reviews } = opened();
  reviews.watch(() => {}, { isAttended: true });
  const text = 'x'.repeat(5_000_000);
  for (let number = 0; number < 8; number++) {
    const { id } = reviews.leave({
      proposal: { ...proposal, files: [{ uri: 'file:///p/a.ts', before: undefined, after: { text } }] },
      author: 'a',
      owner: String(number),
      call: 'it',
    });
    reviews.answer(id, { decision: 'reject' }, 'the terminal');
    reviews.forget(id);
  }
  expect(reviews.ended()).toHaveLength(4);
});

test('eight who ask for all that they may leave places for others, and each of those finds one', () => {
  const reviews = new Reviews({ clock: new MovedClock() });
  reviews.watch(() => {});
  const asked = (owner: string) => {
    let accepted = 0;
    try {
      for (; accepted < 200; accepted++) reviews.leave({ proposal, author: owner, owner, call: `${owner} ${accepted}` });
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many_reviews' });
    }
    return accepted;
  };
  const greedy = Array.from({ length: 8 }, (_, each) => asked(`greedy ${each}`));
  expect(greedy.slice(0, 4)).toEqual([16, 16, 16, 16]);
  expect(Math.min(...greedy)).toBeGreaterThanOrEqual(4);
  // Each of a dozen more has one at least, and nobody has more than all together may.
  const later = Array.from({ length: 12 }, (_, each) => asked(`later ${each}`));
  expect(Math.min(...later)).toBeGreaterThanOrEqual(1);
  expect(reviews.list().length).toBeLessThanOrEqual(128);
});
