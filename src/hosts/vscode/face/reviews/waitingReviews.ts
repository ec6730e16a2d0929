// The reviews that wait for the person of this window: those of its own server, and of the daemon that works through it.
import { z } from 'zod';
import { PersonsPage } from '../../../../dashboard/persons/personsPage.ts';
import type { GivenAnswer } from '../../../../dashboard/protocol/shownReviews.ts';
import { ReviewShape } from '../../../../server/reviews/reviewShape.ts';
import type { ShownServers } from '../page/shownServer.ts';

const Row = z.object({
  id: z.string(),
  time: z.string(),
  expires: z.string().optional(),
  tool: z.string(),
  title: z.string(),
  author: z.string(),
  project: z.string().optional(),
  decided: z.object({ decision: z.string(), how: z.string(), by: z.string().optional() }).optional(),
});
const Detail = z.object({
  review: ReviewShape.extend({ cutFiles: z.array(z.string()).optional() }),
  why: z.string().optional(),
});

export type ReadReview = z.infer<typeof Detail>;

export interface ListedReview extends z.infer<typeof Row> {
  // Of this window, whichever server asks; a name that begins no other.
  readonly key: string;
  // Who asks is an agent of VS Code itself or another client of the window.
  readonly isOfWindow: boolean;
}

export interface WaitingReviewsOptions {
  readonly servers: ShownServers;
  // The folders of this window: what is asked elsewhere is shown elsewhere.
  readonly projects: () => readonly string[];
}

export class WaitingReviews implements Disposable {
  readonly #options: WaitingReviewsOptions;
  readonly #listeners = new Set<() => void>();
  readonly #own: PersonsPage;
  readonly #listening: Disposable;
  #ofWindow: readonly ListedReview[] = [];
  #ofDaemon: readonly ListedReview[] = [];
  #daemon: PersonsPage | undefined;
  #isLookedAt = true;

  constructor(options: WaitingReviewsOptions) {
    this.#options = options;
    const { servers } = options;
    this.#own = new PersonsPage(servers.own, [
      {
        topic: 'reviews',
        changed: (rows) => {
          this.#ofWindow = reviewsIn(rows, true);
          this.#tell();
        },
      },
    ]);
    this.#listening = servers.onChange(() => this.#follow());
    this.#follow();
  }

  // The oldest first.
  list(): readonly ListedReview[] {
    return this.#all().filter((review) => review.decided === undefined && this.#isHere(review));
  }

  // Also one that is over, for some minutes.
  find(key: string): ListedReview | undefined {
    return this.#all().find((review) => review.key === key);
  }

  // Throws where it is over.
  async read({ id, isOfWindow }: ListedReview): Promise<ReadReview> {
    return Detail.parse(await this.#page(isOfWindow).ask('review.read', { id }));
  }

  // Throws where somebody else was first, or it does not fit.
  async answer({ id, isOfWindow }: ListedReview, answer: GivenAnswer): Promise<void> {
    await this.#page(isOfWindow).ask('review.answer', { id, answer });
  }

  isLookedAt(isSo: boolean): void {
    this.#isLookedAt = isSo;
    this.#own.isLookedAt(isSo);
    this.#daemon?.isLookedAt(isSo);
  }

  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  [Symbol.dispose](): void {
    this.#listeners.clear();
    this.#listening[Symbol.dispose]();
    this.#own[Symbol.dispose]();
    this.#daemon?.[Symbol.dispose]();
  }

  #follow(): void {
    this.#daemon?.[Symbol.dispose]();
    const { daemon } = this.#options.servers;
    this.#ofDaemon = [];
    this.#daemon =
      daemon &&
      new PersonsPage(daemon.session, [
        {
          topic: 'reviews',
          changed: (rows) => {
            this.#ofDaemon = reviewsIn(rows, false);
            this.#tell();
          },
        },
      ]);
    this.#daemon?.isLookedAt(this.#isLookedAt);
    this.#tell();
  }

  #all(): readonly ListedReview[] {
    return [...this.#ofWindow, ...this.#ofDaemon].toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  }

  #isHere({ project }: ListedReview): boolean {
    return project === undefined || this.#options.projects().includes(project);
  }

  #page(isOfWindow: boolean): PersonsPage {
    return isOfWindow ? this.#own : (this.#daemon ?? this.#own);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function reviewsIn(rows: readonly unknown[], isOfWindow: boolean): readonly ListedReview[] {
  return rows.flatMap((row) => {
    const read = Row.safeParse(row).data;
    return read === undefined ? [] : [{ ...read, key: `${isOfWindow ? 'window' : 'daemon'}-${read.id}`, isOfWindow }];
  });
}
