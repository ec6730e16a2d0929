// Work that a person may have to permit: done until it needs the person, then, with the answer, done anew and only as it was approved.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { type Decide, type Decision, isSameProposal, type ReviewProposal, ReviewWanted } from '../../ide/doors/reviews.ts';
import { notPermitted } from '../../ide/errors/errors.ts';
import { changesRequested, rejectedByPerson, reviewOutdated, reviewOver, reviewWaits } from '../../ide/errors/reviewErrors.ts';
import type { Project } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';
import type { ClientAnswer } from '../reviews/reviewShape.ts';
import type { AnsweredReview, AskClient, Reviews } from '../reviews/reviews.ts';
import type { ReviewQuestion } from '../reviews/shownReview.ts';

export interface Asking {
  readonly reviews: Reviews;
  readonly author: string;
  // Whose share of what may wait it takes.
  readonly owner: string;
  // Only where it stays.
  readonly connection?: string | undefined;
  // Of the person, for what in it is secret.
  readonly environment?: Environment | undefined;
  readonly project?: Project | undefined;
  // A person may take as long as they want.
  readonly lasts?: boolean | undefined;
  readonly person: PersonAtClient | undefined;
  // Somebody waits for the answer of the call.
  readonly isAwaited: () => boolean;
  // What was called with what; shown only when somebody is asked, for it may be long.
  readonly call: () => string;
  // Called once, before the work is done anew.
  readonly onDecided?: (decided: Decided) => void;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

// How the person at the client is asked: in the middle of the call, or by a result after which the client calls again with the answer.
export type PersonAtClient = ({ readonly when: 'now'; readonly ask: AskClient } | { readonly when: 'later'; readonly back?: CameBack | undefined }) & {
  // Whether an answer that comes through this client is a person's: not so where something that we run for an agent has opened the connection.
  readonly counts?: () => Promise<boolean>;
};

export interface CameBack {
  readonly review: string;
  // Undefined when the client brought none.
  readonly answer: ClientAnswer | undefined;
}

export interface Decided extends AnsweredReview {
  readonly proposal: ReviewProposal;
}

// The work holds no turn between its two runs: other calls go on, which is why it is done anew.
// isDecided: a person has looked at this very call.
export async function askFirst<Value>(asking: Asking, work: (decide: Decide, isDecided: boolean) => Promise<Value>): Promise<Value> {
  const back = asking.person?.when === 'later' ? asking.person.back : undefined;
  if (back !== undefined) return work(decisionOn(asking, cameBack(asking, (await counts(asking)) ? back : { ...back, answer: undefined })), true);
  try {
    return await work((proposal) => {
      throw new ReviewWanted(proposal);
    }, false);
  } catch (thrown) {
    if (!(thrown instanceof ReviewWanted)) throw thrown;
    return work(decisionOn(asking, { proposal: thrown.proposal, ...(await decisionBy(asking, thrown.proposal)) }), true);
  }
}

// The answer of a person who permitted it; else throws the error that the agent gets.
export function permittedBy(decision: Decision, tool: string): Extract<Decision, { readonly decision: 'accept' }> {
  if (decision.decision === 'accept') return decision;
  if (decision.decision === 'none') throw notPermitted(tool, decision.why, 'It means no. Ask the person before you call again.');
  throw decision.decision === 'reject' ? rejectedByPerson(tool, decision.by, decision) : changesRequested(tool, decision.by, decision);
}

function decisionOn(asking: Asking, decided: Decided): Decide {
  const { proposal, review, decision } = decided;
  asking.onDecided?.(decided);
  if (proposal.asks === 'permission') permittedBy(decision, proposal.tool);
  return (again) => {
    if (isSameProposal(proposal, again)) return decision;
    asking.reviews.becameOutdated(review, changedSince(asking, proposal, again));
    throw reviewOutdated(again.tool);
  };
}

// The files of which something else would be made, or of something else.
function changedSince({ project }: Asking, before: ReviewProposal, now: ReviewProposal): readonly string[] {
  const textOf = ({ files }: ReviewProposal, wanted: string) => JSON.stringify(files.find(({ uri }) => uri === wanted) ?? null);
  const uris = new Set([...before.files, ...now.files].map(({ uri }) => uri));
  const changed = [...uris].filter((uri) => textOf(before, uri) !== textOf(now, uri));
  return changed.map((uri) => (project === undefined ? uri : fileOf(project, uri)));
}

async function decisionBy(asking: Asking, proposal: ReviewProposal): Promise<AnsweredReview> {
  const { reviews, signal, progress } = asking;
  const person = (await counts(asking)) ? asking.person : undefined;
  if (person?.when === 'later') throw reviewWaits(proposal.tool, reviews.leave(questionOf(asking, proposal)).id);
  const { review, decision } = await reviews.ask(questionOf(asking, proposal), signal, progress, person?.ask);
  if (asking.isAwaited()) return { review, decision };
  // An agent that has gone cannot learn what was done in its name.
  const why = 'the agent had gone when the answer came';
  reviews.becameVoid(review, why);
  return { review, decision: { decision: 'none', why } };
}

async function counts({ person }: Asking): Promise<boolean> {
  return (await person?.counts?.()) ?? true;
}

function cameBack({ reviews, call }: Asking, { review, answer }: CameBack): Decided {
  const waiting = reviews.left(review, call());
  if (waiting === undefined) throw reviewOver(review);
  const { proposal } = waiting.question;
  if (waiting.decision === undefined && answer !== undefined && answer.decision !== 'none') reviews.answer(review, answer, "the agent's client");
  // Whoever watches may still answer; else nobody will.
  const none = answer?.decision === 'none' && !reviews.isWatched ? answer : undefined;
  const decision = (reviews.left(review, call()) ?? waiting).decision ?? none;
  if (decision === undefined) throw reviewWaits(proposal.tool, review);
  reviews.forget(review);
  return { review, proposal, decision };
}

function questionOf({ author, owner, connection, environment, project, lasts, call }: Asking, proposal: ReviewProposal): ReviewQuestion {
  return { proposal, author, owner, connection, environment, project, lasts, call: call() };
}
