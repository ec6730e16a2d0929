// Work that a person may have to permit: done until it needs the person, then, with the answer, done anew and only as it was approved.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { type Decide, type Decision, isSameProposal, type ReviewerAnswer, type ReviewProposal, ReviewWanted } from '../../ide/doors/reviews.ts';
import { notPermitted, rejectedByPerson, reviewOutdated, reviewOver, reviewWaits } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import type { ClientAnswer } from '../reviews/reviewShape.ts';
import type { AskClient, ReviewQuestion, Reviews } from '../reviews/reviews.ts';

export interface Asking {
  readonly reviews: Reviews;
  readonly author: string;
  // Whose share of what may wait it takes.
  readonly owner: string;
  // Of the person, for what in it is secret.
  readonly environment?: Environment | undefined;
  readonly project?: Project | undefined;
  readonly person: PersonAtClient | undefined;
  // Somebody waits for the answer of the call.
  readonly isAwaited: () => boolean;
  // What was called with what; shown only when somebody is asked, for it may be long.
  readonly call: () => string;
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

// The work holds no turn between its two runs: other calls go on, which is why it is done anew.
export async function askFirst<Value>(asking: Asking, work: (decide: Decide) => Promise<Value>): Promise<Value> {
  const back = asking.person?.when === 'later' ? asking.person.back : undefined;
  if (back !== undefined) return work(decisionOn(cameBack(asking, (await counts(asking)) ? back : { ...back, answer: undefined })));
  try {
    return await work((proposal) => {
      throw new ReviewWanted(proposal);
    });
  } catch (thrown) {
    if (!(thrown instanceof ReviewWanted)) throw thrown;
    return work(decisionOn({ proposal: thrown.proposal, decision: await decisionBy(asking, thrown.proposal) }));
  }
}

// The answer of a person who permitted it; else throws the error that the agent gets.
export function permittedBy(decision: Decision, tool: string): ReviewerAnswer & { readonly by: string } {
  if (decision.decision === 'accept') return decision;
  throw decision.decision === 'reject'
    ? rejectedByPerson(tool, decision.by, decision.reason)
    : notPermitted(tool, decision.why, 'It means no. Ask the person before you call again.');
}

interface Decided {
  readonly proposal: ReviewProposal;
  readonly decision: Decision;
}

function decisionOn({ proposal, decision }: Decided): Decide {
  if (proposal.asks === 'permission') permittedBy(decision, proposal.tool);
  return (again) => {
    if (!isSameProposal(proposal, again)) throw reviewOutdated(again.tool);
    return decision;
  };
}

async function decisionBy(asking: Asking, proposal: ReviewProposal): Promise<Decision> {
  const { reviews, signal, progress } = asking;
  const person = (await counts(asking)) ? asking.person : undefined;
  if (person?.when === 'later') throw reviewWaits(proposal.tool, reviews.leave(questionOf(asking, proposal)).id);
  const decision = await reviews.ask(questionOf(asking, proposal), signal, progress, person?.ask);
  // An agent that has gone cannot learn what was done in its name.
  return asking.isAwaited() ? decision : { decision: 'none', why: 'the agent had gone when the answer came' };
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
  return { proposal, decision };
}

function questionOf({ author, owner, environment, project, call }: Asking, proposal: ReviewProposal): ReviewQuestion {
  return { proposal, author, owner, environment, project, call: call() };
}
