// What a person asks of reviews: one whole, an answer to it, and more time.
import { z } from 'zod';
import { reviewOver } from '../../ide/errors/reviewErrors.ts';
import { answerReview, extendReview } from '../../server/reviews/answerReview.ts';
import type { AnswerShape, Review, ReviewedFile } from '../../server/reviews/reviewShape.ts';
import type { Reviews } from '../../server/reviews/reviews.ts';
import type { MethodsOf } from '../sources.ts';
import { idShape, method } from './method.ts';

export interface ReviewMethodsParts {
  readonly reviews: Reviews;
  // Journals what a person has decided.
  readonly decided: (what: string, session: string) => void;
}

// What goes over the socket at once, in characters.
const MOST_TEXT = 3_000_000;

export function reviewMethods({ reviews, decided }: ReviewMethodsParts): MethodsOf<'review'> {
  return {
    'review.read': method('review.read', z.strictObject({ id: idShape }), async ({ id }) => {
      const waiting = reviews.waiting().find(({ review }) => review.id === id);
      if (waiting !== undefined) {
        const { why, asks } = waiting.question.proposal;
        return { review: bounded(waiting.review), ...(why !== undefined && { why }), ...(asks === 'opinion' && { isOpinion: true as const }) };
      }
      const over = reviews.ended().find(({ review }) => review.id === id);
      if (over === undefined) throw reviewOver(id);
      return { review: bounded(over.review), ended: over.ended };
    }),
    // The answer is checked by whoever takes it; the other word for a note is that of older windows.
    'review.answer': method(
      'review.answer',
      z.strictObject({ id: idShape, answer: z.custom<Omit<z.input<typeof AnswerShape>, 'reason'>>() }),
      async ({ id, answer }, { session }) => {
        const problem = answerReview(reviews, id, answer, 'dashboard');
        if (problem !== undefined) throw problem;
        decided(`the review ${id} was answered: ${decisionIn(answer)}`, session);
        return {};
      },
    ),
    'review.extend': method('review.extend', z.strictObject({ id: idShape }), async ({ id }) => {
      const { expires, problem } = extendReview(reviews, id);
      if (problem !== undefined) throw problem;
      return { expires };
    }),
  };
}

// Files that do not fit come without their texts, and say so; their hunks go last.
function bounded(review: Review): Review & { readonly cutFiles?: readonly string[] } {
  let left = MOST_TEXT;
  const cutFiles: string[] = [];
  const files = review.files.map((file) => {
    left -= lengthOf(file);
    if (left >= 0) return file;
    cutFiles.push(file.file);
    const { before: _, after: __, ...rest } = file;
    return { ...rest, hunks: rest.hunks.map((hunk) => ({ ...hunk, removed: [], added: [] })) };
  });
  return cutFiles.length === 0 ? review : { ...review, files, cutFiles };
}

function lengthOf({ before = '', after = '', hunks }: ReviewedFile): number {
  const lines = hunks.flatMap(({ removed, added }) => [...removed, ...added]);
  return before.length + after.length + lines.reduce((sum, line) => sum + line.length, 0);
}

function decisionIn(answer: unknown): string {
  return z.object({ decision: z.string() }).safeParse(answer).data?.decision ?? 'unknown';
}
