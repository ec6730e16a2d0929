// What a person wrote in a review that let a call go on, for the agent: as structure, and in words.
import type { Decision, Feedback, ReviewProposal } from '../../ide/doors/reviews.ts';
import { inWords } from '../../ide/errors/reviewErrors.ts';

export interface PersonReview extends Feedback {
  readonly tool: string;
  readonly decision: 'accept' | 'reject' | 'sendBack';
  // Where it was given, as in "the window".
  readonly by: string;
}

// Undefined where nothing was written, and where the error of the call, or the answer of one that asked for an opinion, says it.
export function personReviewOf({ tool, asks }: ReviewProposal, decision: Decision): PersonReview | undefined {
  if (decision.decision === 'none' || (asks === 'permission' && decision.decision !== 'accept')) return undefined;
  const { by, note, comments = [] } = decision;
  if (comments.length === 0 && (note === undefined || decision.decision !== 'accept')) return undefined;
  return { tool, decision: decision.decision, by, ...(note !== undefined && { note }), ...(comments.length > 0 && { comments }) };
}

export function reviewsInWords(reviews: readonly PersonReview[]): string {
  return reviews.map((review) => `A person ${DONE[review.decision]} ${review.tool} in ${review.by}${inWords(review)}`).join('\n');
}

const DONE = { accept: 'accepted', reject: 'rejected', sendBack: 'sent back' } as const;
