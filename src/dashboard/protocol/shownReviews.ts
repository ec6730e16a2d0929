// A review in full, how it ended, what a person answers to it, and what they may allow of its like.
import type { HunkedFile } from './diffs.ts';
import type { ReviewOutcome } from './rows.ts';

export interface ReviewDetail {
  readonly review: ShownReview;
  // Why a person must decide, where it is not the policy alone.
  readonly why?: string;
  // Nothing is written here whatever the answer is: whoever asks gets the text, and writes it.
  readonly isOpinion?: true;
  readonly ended?: ShownEnd;
}

export interface ShownReview {
  readonly id: string;
  readonly time: string;
  // Nobody's answer counts after it. Absent where it waits for as long as its call does.
  readonly expires?: string;
  readonly tool: string;
  readonly title: string;
  // Who asks, as in "claude-code 2.1".
  readonly author: string;
  readonly connection?: string;
  readonly project?: string;
  // What the tool was given, where no files show what it does.
  readonly parameters?: unknown;
  // What would be run, where the parameters do not say it themselves.
  readonly runs?: readonly unknown[];
  readonly files: readonly HunkedFile[];
  // Only the person's own policy asks, so that it may be granted for a while.
  readonly mayBeGranted?: true;
  // Too long to be sent with their texts.
  readonly cutFiles?: readonly string[];
}

export interface ShownEnd extends ReviewOutcome {
  readonly id: string;
  readonly note?: string;
  readonly comments?: readonly LineComment[];
  // Only some of it was accepted, or with another text.
  readonly isPart?: true;
  // Which files are not what the person saw.
  readonly changedFiles?: readonly string[];
}

export interface LineComment {
  readonly file: string;
  // From 1: of the new text, or of the one before.
  readonly line: number;
  readonly side?: 'old' | 'new';
  readonly text: string;
}

export interface GivenAnswer {
  readonly decision: 'accept' | 'reject' | 'sendBack';
  // A word to the agent, whatever the decision is.
  readonly note?: string;
  readonly comments?: readonly LineComment[];
  // All of them, when absent.
  readonly hunks?: readonly number[];
  // What files shall hold instead, by their names in the review.
  readonly texts?: Readonly<Record<string, string>>;
}

// The sentence: Allow TOOL in GLOB by CONNECTION (or every agent) in PROJECT.
export interface AllowedScope {
  readonly tool: string;
  readonly glob: string;
  readonly project: string;
  readonly connection?: string;
}

export interface GrantOffer {
  readonly wish: AllowedScope & { readonly time: number | 'today' };
  // What may be chosen instead of its own, the narrowest first.
  readonly globs: readonly string[];
  // How many reviews that wait it would have answered.
  readonly matching: number;
  // The person has said yes to its like again and again.
  readonly isSuggested: boolean;
}
