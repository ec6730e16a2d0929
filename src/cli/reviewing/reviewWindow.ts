// The reviews that wait in any daemon or VS Code window of this user, as they come and go, and the way to answer them.
import { z } from 'zod';
import { seconds } from '../../base/waiting/duration.ts';
import { liveInstances } from '../../daemon/instances/discovery.ts';
import { listeningWindows } from '../../daemon/instances/windows.ts';
import { openPersonSession, type PersonSession } from '../../daemon/people/people.ts';
import { EventShape, type Review, type ReviewAnswer, type ReviewEvent, ReviewShape } from '../../server/reviews/reviewShape.ts';

// A daemon that starts while the window is open is found within this time.
const BETWEEN_LOOKS = seconds(1);
const LONGEST_ANSWER = seconds(10);
const Listed = z.object({ reviews: z.array(ReviewShape) });
const Refused = z.object({ message: z.string() });

// Where reviews are asked.
interface Served {
  readonly pid: number;
  readonly url: string;
  // Where a person's session is opened.
  readonly socket: string;
  readonly key: string;
}

interface Known {
  readonly review: Review;
  readonly instance: Served;
  readonly session: PersonSession;
}

export class ReviewWindow implements Disposable {
  readonly #state: string;
  readonly #onEvent: (event: ReviewEvent) => void;
  readonly #reviews = new Map<string, Known>();
  // Daemons that are watched, or that serve no reviews.
  readonly #known = new Set<number>();
  readonly #end = new AbortController();
  #looking: NodeJS.Timeout | undefined;

  constructor(state: string, onEvent: (event: ReviewEvent) => void) {
    this.#state = state;
    this.#onEvent = onEvent;
  }

  // Resolves when every daemon that runs has been asked once.
  async open(): Promise<void> {
    await this.#connect();
    this.#looking = setInterval(() => void this.#connect(), BETWEEN_LOOKS);
  }

  // What waits now, without becoming a window that agents could count on.
  async look(): Promise<readonly Review[]> {
    const lists = served(this.#state).map(async (instance) => {
      using session = await openPersonSession(instance);
      if (session === undefined) return [];
      const response = await fetch(`${instance.url}/reviews`, { headers: headersOf(session), signal: AbortSignal.timeout(LONGEST_ANSWER) });
      return Listed.safeParse(await response.json()).data?.reviews ?? [];
    });
    return (await Promise.allSettled(lists)).flatMap((list) => (list.status === 'fulfilled' ? list.value : [])).sort(byTime);
  }

  // Oldest first.
  reviews(): readonly Review[] {
    return [...this.#reviews.values()].map(({ review }) => review).sort(byTime);
  }

  // Why it was not taken; undefined when it was.
  answer(id: string, answer: ReviewAnswer): Promise<string | undefined> {
    return this.#post(id, `/reviews/${id}?window=terminal`, answer);
  }

  // Why it cannot wait any longer; undefined when it can.
  extend(id: string): Promise<string | undefined> {
    return this.#post(id, `/reviews/${id}/extend`, {});
  }

  async #post(id: string, path: string, body: unknown): Promise<string | undefined> {
    const known = this.#reviews.get(id);
    if (known === undefined) return 'This review does not wait any more.';
    try {
      const response = await fetch(`${known.instance.url}${path}`, {
        method: 'POST',
        headers: { ...headersOf(known.session), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LONGEST_ANSWER),
      });
      return response.ok ? undefined : (Refused.safeParse(await response.json()).data?.message ?? `The daemon answered ${response.status}.`);
    } catch (error) {
      return `The daemon cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
    this.#end.abort();
  }

  async #connect(): Promise<void> {
    const found = served(this.#state).filter(({ pid }) => !this.#known.has(pid));
    await Promise.all(found.map((instance) => this.#watch(instance)));
  }

  // Resolves once the daemon answers; what it sends afterwards comes as events.
  async #watch(instance: Served): Promise<void> {
    this.#known.add(instance.pid);
    try {
      const session = await openPersonSession(instance);
      // One of another version may have no reviews; it is not asked again.
      if (session === undefined) return;
      this.#end.signal.addEventListener('abort', () => session[Symbol.dispose](), { once: true });
      const response = await fetch(`${instance.url}/reviews/events?window=terminal`, { headers: headersOf(session), signal: this.#end.signal });
      if (response.ok && response.body !== null) void this.#read(instance, session, response.body);
    } catch {
      // It ended, or is about to; it is looked for again.
      this.#known.delete(instance.pid);
    }
  }

  async #read(instance: Served, session: PersonSession, body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) if (part.startsWith('data: ')) this.#take(instance, session, JSON.parse(part.slice('data: '.length)));
      }
    } catch {
      // The connection was cut, by them or by us; what they had is gone, and they are looked for again.
    } finally {
      session[Symbol.dispose]();
      this.#known.delete(instance.pid);
      const lost = [...this.#reviews].filter(
        ([
          ,
          {
            instance: { pid },
          },
        ]) => pid === instance.pid,
      );
      for (const [id] of lost) this.#take(instance, session, { kind: 'closed', id, how: 'closed with its daemon' });
    }
  }

  // A daemon of another version may say what we do not understand, and nothing follows from that.
  #take(instance: Served, session: PersonSession, said: unknown): void {
    const event = EventShape.safeParse(said).data;
    if (event === undefined) return;
    if (event.kind === 'opened') this.#reviews.set(event.review.id, { review: event.review, instance, session });
    if (event.kind === 'closed') this.#reviews.delete(event.id);
    const known = event.kind === 'updated' ? this.#reviews.get(event.id) : undefined;
    if (known !== undefined && event.kind === 'updated') this.#reviews.set(event.id, { ...known, review: { ...known.review, expires: event.expires } });
    this.#onEvent(event);
  }
}

function headersOf({ token }: PersonSession): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function byTime(a: Review, b: Review): number {
  return a.time < b.time ? -1 : 1;
}

function served(state: string): readonly Served[] {
  return [...liveInstances(state), ...listeningWindows(state)];
}
