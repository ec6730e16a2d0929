// What one page is sent of the topics that it follows: as often as it can show it, and never more than it has shown.
import { machineClock } from '../../base/waiting/clock.ts';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { RowTopic } from '../protocol/rows.ts';
import type { SaidDelta, TopicFeed } from './topicFeed.ts';
import type { TopicFeeds } from './topicFeeds.ts';

const BETWEEN_FRAMES = milliseconds(50);
const BETWEEN_HIDDEN_FRAMES = seconds(1);
const MOST_UNDER_WAY = 2;
const BEFORE_NEXT_TRY = seconds(2);

interface Following extends Disposable {
  readonly feed: TopicFeed;
  // The number that the page is at; behind everything until it has a snapshot.
  at: number;
  // What it gets with the next frame.
  snapshot: SaidDelta | undefined;
  isReading: boolean;
}

export interface FramesOptions {
  readonly feeds: TopicFeeds;
  readonly boot: string;
  send(text: string): void;
  onError(error: unknown): void;
}

const NOTHING = -1;

export class PageFrames implements Disposable {
  readonly #options: FramesOptions;
  readonly #following = new Map<RowTopic, Following>();
  readonly #ended = new AbortController();
  readonly #beat: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;
  #acknowledged = 0;
  #lastFrame = 0;
  #isHidden = false;

  constructor(options: FramesOptions) {
    this.#options = options;
    this.#beat = options.feeds.onBeat(() => this.#flush());
  }

  // False where there is no such topic. Again, it begins anew.
  subscribe(topic: RowTopic, boot: string | undefined, since: number | undefined): boolean {
    const followed = this.#options.feeds.follow(topic);
    if (followed === undefined) return false;
    this.unsubscribe(topic);
    const at = boot === this.#options.boot ? (since ?? NOTHING) : NOTHING;
    this.#following.set(topic, { feed: followed.feed, at, snapshot: undefined, isReading: false, [Symbol.dispose]: () => followed[Symbol.dispose]() });
    this.#flush();
    return true;
  }

  unsubscribe(topic: RowTopic): void {
    this.#following.get(topic)?.[Symbol.dispose]();
    this.#following.delete(topic);
  }

  acknowledge(frame: number): void {
    if (frame <= this.#acknowledged || frame > this.#sent) return;
    this.#acknowledged = frame;
    this.#flush();
  }

  hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flush();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#beat[Symbol.dispose]();
    this.#ended.abort();
    for (const followed of this.#following.values()) followed[Symbol.dispose]();
    this.#following.clear();
  }

  #flush(): void {
    if (this.#ended.signal.aborted || this.#sent - this.#acknowledged >= MOST_UNDER_WAY) return;
    const wait = this.#lastFrame + (this.#isHidden ? BETWEEN_HIDDEN_FRAMES : BETWEEN_FRAMES) - machineClock.steady();
    if (wait > 0) {
      this.#again(wait);
      return;
    }
    const deltas = [...this.#following.values()].flatMap((following) => this.#next(following));
    if (deltas.length === 0) return;
    this.#sent++;
    this.#lastFrame = machineClock.steady();
    this.#options.send(`{"kind":"frame","frame":${this.#sent},"deltas":[${deltas.join(',')}]}`);
  }

  #next(following: Following): readonly string[] {
    const said = following.snapshot ?? following.feed.since(following.at);
    following.snapshot = undefined;
    if (said === 'stale') this.#readAll(following);
    if (said === undefined || said === 'stale') return [];
    following.at = said.number;
    return [said.text];
  }

  // Only once there is room for it, so that a page that shows nothing costs nothing.
  #readAll(following: Following): void {
    if (following.isReading) return;
    following.isReading = true;
    following.feed.snapshot().then(
      (said) => {
        following.isReading = false;
        following.snapshot = said;
        this.#flush();
      },
      (error: unknown) => {
        following.isReading = false;
        if (this.#ended.signal.aborted) return;
        this.#options.onError(error);
        this.#again(BEFORE_NEXT_TRY);
      },
    );
  }

  #again(wait: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, wait);
    this.#timer.unref();
  }
}
