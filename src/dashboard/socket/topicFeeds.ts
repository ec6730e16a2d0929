// All topics of a daemon for all its windows: who follows which, and the beat at which what has changed is said.
import { machineClock } from '../../base/waiting/clock.ts';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { RowTopic } from '../protocol/rows.ts';
import type { TopicSource } from '../sources.ts';
import { TopicFeed } from './topicFeed.ts';

const BETWEEN_BEATS = milliseconds(50);
// So long a call that ends at once is waited for, so that its begin and its end are said as one.
const SHORTEST_BEAT = milliseconds(10);
// A page that loads anew, or whose socket was cut, finds what it missed.
const GRACE = seconds(30);

interface Followed {
  readonly feed: TopicFeed;
  followers: number;
  ending: NodeJS.Timeout | undefined;
}

export class TopicFeeds implements Disposable {
  readonly #feeds: ReadonlyMap<RowTopic, Followed>;
  readonly #listeners = new Set<() => void>();
  #beat: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(sources: readonly TopicSource[]) {
    this.#feeds = new Map(sources.map((source) => [source.topic, { feed: new TopicFeed(source, () => this.#changed()), followers: 0, ending: undefined }]));
  }

  // Undefined where this daemon has no such topic.
  follow(topic: RowTopic): (Disposable & { readonly feed: TopicFeed }) | undefined {
    const followed = this.#feeds.get(topic);
    if (followed === undefined) return undefined;
    followed.followers++;
    clearTimeout(followed.ending);
    followed.feed.listen();
    let counts = true;
    return {
      feed: followed.feed,
      [Symbol.dispose]: () => {
        if (!counts) return;
        counts = false;
        followed.followers--;
        if (followed.followers > 0) return;
        followed.ending = setTimeout(() => followed.feed.stopListening(), GRACE);
        followed.ending.unref();
      },
    };
  }

  // At each beat at which something has changed.
  onBeat(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#beat);
    for (const { feed, ending } of this.#feeds.values()) {
      clearTimeout(ending);
      feed.stopListening();
    }
  }

  #changed(): void {
    this.#beat ??= setTimeout(() => this.#sound(), Math.max(SHORTEST_BEAT, BETWEEN_BEATS - (machineClock.steady() - this.#last)));
  }

  #sound(): void {
    this.#beat = undefined;
    this.#last = machineClock.steady();
    for (const { feed } of this.#feeds.values()) feed.seal();
    for (const listener of [...this.#listeners]) listener();
  }
}
