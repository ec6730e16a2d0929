// binnacle review: a person sees what agents want to do, and decides.
import { stateFolder } from '../daemon/folders.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import type { ReviewEvent } from '../server/reviews/reviewShape.ts';
import { TerminalReview } from './reviewing/inTerminal.ts';
import { PlainReview, reviewLine } from './reviewing/lineReview.ts';
import { ReviewWindow } from './reviewing/reviewWindow.ts';
import { remark, say, sayJson } from './screen.ts';

export interface ReviewFlags {
  readonly list?: boolean;
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly color?: boolean;
}

export async function review(flags: ReviewFlags): Promise<void> {
  await onlyForPeople('binnacle review', stateFolder());
  if (flags.list || flags.json) return listReviews(flags);
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && process.env['TERM'] !== 'dumb';
  return isTerminal && !flags.plain ? reviewInTerminal(flags) : reviewPlainly();
}

async function listReviews(flags: ReviewFlags): Promise<void> {
  using window = new ReviewWindow(stateFolder(), () => {});
  const waiting = await window.look();
  if (flags.json) sayJson({ reviews: waiting });
  else say(waiting.length === 0 ? 'Nothing waits for a review.' : waiting.map(reviewLine).join('\n'));
}

async function reviewInTerminal(flags: ReviewFlags): Promise<void> {
  const colours = flags.color !== false && !process.env['NO_COLOR'];
  const screen = new TerminalReview(colours);
  using window = new ReviewWindow(stateFolder(), (event) => screen.changed(messageOf(event)));
  await window.open();
  await screen.show(window);
}

// Undefined: what is said there stays.
function messageOf(event: ReviewEvent): string | undefined {
  if (event.kind === 'closed') return `The last one was ${event.how}.`;
  return event.kind === 'opened' ? '' : undefined;
}

async function reviewPlainly(): Promise<void> {
  const screen = new PlainReview();
  using window = new ReviewWindow(stateFolder(), () => screen.changed());
  await window.open();
  if (window.reviews().length === 0) remark('Nothing waits for a review yet.');
  if (await screen.show(window)) return;
  process.exitCode = 1;
}
