// An answer to a review as it comes from a person's window: understood, given, or refused with the reason.
import { z } from 'zod';
import { IdeError } from '../../ide/errors/errors.ts';
import { answerDoesNotFit } from '../../ide/errors/reviewErrors.ts';
import { AnswerShape } from './reviewShape.ts';
import type { Reviews } from './reviews.ts';

// What a window may call itself, as agents see it.
const WINDOWS: Readonly<Record<string, string>> = { terminal: 'the terminal', dashboard: 'the window', vscode: 'VS Code' };

// Undefined when it was taken; else review_over or answer_does_not_fit.
export function answerReview(reviews: Reviews, id: string, given: unknown, window: string): IdeError | undefined {
  const answer = AnswerShape.safeParse(given);
  if (!answer.success) return answerDoesNotFit(z.prettifyError(answer.error).replaceAll('\n', ' '));
  return attempted(() => reviews.answer(id, answer.data, WINDOWS[window] ?? 'a window')).problem;
}

// Until when it may wait now (ISO); else review_over or cannot_extend.
export function extendReview(reviews: Reviews, id: string): { readonly expires?: string; readonly problem?: IdeError } {
  const { value, problem } = attempted(() => reviews.extend(id));
  return problem === undefined ? { ...(value !== undefined && { expires: value }) } : { problem };
}

function attempted<Value>(work: () => Value): { readonly value?: Value; readonly problem?: IdeError } {
  try {
    return { value: work() };
  } catch (thrown) {
    if (thrown instanceof IdeError) return { problem: thrown };
    throw thrown;
  }
}
