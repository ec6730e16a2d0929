// The ways in which a person's review ends a call, or cannot be answered; errors.ts has all others.
import type { Feedback } from '../doors/reviews.ts';
import { IdeError } from './errors.ts';

export const rejectedByPerson = (tool: string, by: string, said: Feedback = {}) =>
  new IdeError(
    'rejected',
    `A person rejected ${tool} in ${by}${inWords(said)}`,
    'Nothing was changed. Do not repeat it; ask the person what they want instead.',
    detailsOf(said),
  );

export const changesRequested = (tool: string, by: string, said: Feedback) =>
  new IdeError(
    'changes_requested',
    `A person sent ${tool} back in ${by}${inWords(said)}`,
    'Nothing was changed. Do what the person asks for, and call again: they review it anew.',
    detailsOf(said),
  );

export const reviewOutdated = (tool: string) =>
  new IdeError(
    'review_outdated',
    `What ${tool} would do is not what the person approved any more: the code changed meanwhile. Nothing was written.`,
    'Call again; the person is asked anew.',
  );

// Clients of 2026-07-28 never see this: to them it is a result that asks for input.
export const reviewWaits = (tool: string, review: string) =>
  new IdeError('review_waits', `A person must decide on ${tool} first.`, 'Call again with the answer of the person.', { review });

export const tooManyReviews = (whose: 'own' | 'all', most: number) =>
  new IdeError(
    'too_many_reviews',
    `${most} calls ${whose === 'own' ? 'of yours' : 'of all agents'} wait for a person already.`,
    'Wait for an answer before you ask for more; nothing was changed.',
  );

export const reviewOver = (review: string) =>
  new IdeError(
    'review_over',
    `The review ${review} does not wait for an answer any more.`,
    'It was answered, or its call ended; nothing follows from this answer.',
  );

export const answerDoesNotFit = (problem: string) => new IdeError('answer_does_not_fit', `The answer does not fit the review: ${problem}.`, 'Answer again.');

export const cannotExtend = (review: string, why: string) =>
  new IdeError('cannot_extend', `The review ${review} cannot wait any longer: ${why}.`, 'Answer it, or reject it and let the agent ask again.');

export const grantRefused = (why: string) => new IdeError('grant_refused', `Nothing was granted: ${why}.`, 'Grant something else, or answer each review.');

// A note, and each comment in a line of its own: ": keep the name\ncart.ts:42: not this one".
export function inWords({ note, comments = [] }: Feedback): string {
  const lines = comments.map(({ file, line, side, text }) => `${file}:${line}${side === 'old' ? ' (before)' : ''}: ${text}`);
  const said = [...(note === undefined || note === '' ? [] : [note]), ...lines];
  return said.length === 0 ? '.' : `: ${said.join('\n')}`;
}

function detailsOf({ note, comments = [] }: Feedback): Record<string, unknown> {
  return { ...(note !== undefined && note !== '' && { note }), ...(comments.length > 0 && { comments }) };
}
