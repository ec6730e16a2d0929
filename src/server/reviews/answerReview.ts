// An answer to a review as it comes from a person's window: understood, given, or refused with the reason.
import { z } from 'zod';
import { answerDoesNotFit, IdeError } from '../../ide/errors/errors.ts';
import { AnswerShape } from './reviewShape.ts';
import type { Reviews } from './reviews.ts';

// What a window may call itself, as agents see it.
const WINDOWS: Readonly<Record<string, string>> = { terminal: 'the terminal', dashboard: 'the dashboard', vscode: 'VS Code' };

// Undefined when it was taken; else review_over or answer_does_not_fit.
export function answerReview(reviews: Reviews, id: string, given: unknown, window: string): IdeError | undefined {
  const answer = AnswerShape.safeParse(given);
  if (!answer.success) return answerDoesNotFit(z.prettifyError(answer.error).replaceAll('\n', ' '));
  try {
    reviews.answer(id, answer.data, WINDOWS[window] ?? 'a window');
    return undefined;
  } catch (thrown) {
    if (thrown instanceof IdeError) return thrown;
    throw thrown;
  }
}
