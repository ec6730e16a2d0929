// Diffs of a client that hears by a notification what a person decided: it asks in its own terminal meanwhile, so a diff waits for somebody to look until the client closes it.
import { z } from 'zod';
import type { DiffNotifications, SentNotification } from '../dialects/dialect.ts';
import { IdeError } from '../ide/errors/errors.ts';
import type { CompanionDiffs } from './companionDiffs.ts';
import type { DialectAnswer } from './dialectServer.ts';
import type { Reviews } from './reviews/reviews.ts';

export interface LaterDecision {
  readonly diffs: CompanionDiffs;
  readonly reviews: Pick<Reviews, 'isWatched' | 'onPresence'>;
  readonly decides: DiffNotifications;
  send(sent: SentNotification): void;
}

// Each holds the texts that it is about; such a client opens one at a time.
const MOST_OPEN = 16;
const decided = z.object({ accepted: z.boolean(), text: z.string() });

export async function decideLater(
  tab: string,
  ask: (signal: AbortSignal) => Promise<DialectAnswer | IdeError>,
  { diffs, reviews, decides, send }: LaterDecision,
): Promise<void> {
  // A second one of the same file takes the place of the first, which nobody waits for any more.
  diffs.close(tab);
  if (diffs.size >= MOST_OPEN) return;
  using diff = diffs.open(tab);
  while (!diff.signal.aborted) {
    await somebodyLooks(reviews, diff.signal);
    if (diff.signal.aborted) return;
    const answer = await ask(diff.signal);
    if (diff.signal.aborted) return;
    if (!(answer instanceof IdeError)) {
      const { accepted, text } = decided.parse(answer.value);
      send(accepted ? decides.accepted(tab, text) : decides.rejected(tab));
      return;
    }
    // It cannot be shown, or nobody may decide it: the terminal does. Where only the window was closed, it waits for the next.
    if (reviews.isWatched) return;
  }
}

function somebodyLooks(reviews: LaterDecision['reviews'], signal: AbortSignal): Promise<void> {
  if (reviews.isWatched || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      presence[Symbol.dispose]();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const presence = reviews.onPresence(() => {
      if (reviews.isWatched) done();
    });
    signal.addEventListener('abort', done, { once: true });
  });
}
