// The terminals that one page looks at: what their programs print goes out as bytes, as fast as the page draws it, and what scrolls by faster is drawn as a screen.
import { milliseconds } from '../../base/waiting/duration.ts';
import type { TerminalTopic } from '../protocol/rows.ts';
import type { OpenTerminal, TerminalStreams, WatchedTerminal } from '../sources.ts';

// As often as a page draws; the first of a pause goes out at once.
const BETWEEN_FLUSHES = milliseconds(16);
// Sent and not drawn yet, in bytes: then the rest waits here.
const MOST_UNDRAWN = 64 * 1024;
// What waits, in characters: then only the screen is worth showing, because whoever types sees the answer behind all of this.
const MOST_WAITING = 128 * 1024;
// A flood is over when less than this, in characters, was printed in so long; then the lines above the screen are drawn too.
const FLOOD_OVER = milliseconds(300);
const MOST_AFTER_FLOOD = 128 * 1024;
// Makes a terminal as it was before anything was drawn in it.
const RESET = '\x1bc';
const MOST_TERMINALS = 16;

export interface TerminalFeedsOptions {
  readonly streams: TerminalStreams;
  // Under whose name what is typed is recorded.
  readonly author: string;
  send(bytes: Buffer): void;
  onError(error: unknown): void;
}

interface Feed {
  readonly id: string;
  readonly terminal: OpenTerminal | undefined;
  // What has been drawn since is of an older screen.
  round: object | undefined;
  watching: Disposable | undefined;
  // What draws the screen; it is as long as it is.
  image: string;
  // What was printed after it, and its length.
  waiting: string[];
  length: number;
  undrawn: number;
  // While it prints faster than the page draws.
  flood: Flood | undefined;
}

// Nothing that is printed is sent, only the screen as it is whenever the page has drawn the one before: so there is never an older one in front of it.
interface Flood {
  // Nothing was printed since the screen that is drawn, or on its way.
  isShown: boolean;
  isDrawing: boolean;
  // Characters since the last look at whether it is over.
  sinceLook: number;
  readonly looking: NodeJS.Timeout;
}

export class TerminalFeeds implements Disposable {
  readonly #options: TerminalFeedsOptions;
  readonly #feeds = new Map<string, Feed>();
  #timer: NodeJS.Timeout | undefined;
  #lastFlush = 0;

  constructor(options: TerminalFeedsOptions) {
    this.#options = options;
  }

  subscribe(topic: TerminalTopic): void {
    this.unsubscribe(topic);
    if (this.#feeds.size >= MOST_TERMINALS) return;
    const id = idOf(topic);
    const feed: Feed = {
      id,
      terminal: this.#options.streams.open(id, this.#options.author),
      round: undefined,
      watching: undefined,
      image: '',
      waiting: [],
      length: 0,
      undrawn: 0,
      flood: undefined,
    };
    this.#feeds.set(id, feed);
    this.#draw(feed);
  }

  unsubscribe(topic: TerminalTopic): void {
    const feed = this.#feeds.get(idOf(topic));
    if (feed === undefined) return;
    this.#feeds.delete(feed.id);
    end(feed);
  }

  // The page has drawn so many more bytes.
  drawn(topic: TerminalTopic, bytes: number): void {
    const feed = this.#feeds.get(idOf(topic));
    if (feed === undefined) return;
    feed.undrawn = Math.max(0, feed.undrawn - bytes);
    this.#soon();
  }

  // Only into one that the person sees; also while the page is behind.
  type(topic: TerminalTopic, text: string): void {
    this.#feeds
      .get(idOf(topic))
      ?.terminal?.type(text)
      .catch((error: unknown) => this.#options.onError(error));
  }

  resize(topic: TerminalTopic, columns: number, rows: number): void {
    this.#feeds.get(idOf(topic))?.terminal?.resize(columns, rows);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const feed of this.#feeds.values()) end(feed);
    this.#feeds.clear();
  }

  // The screen and the lines above it, and from then on what is printed.
  #draw(feed: Feed): void {
    this.#watch(feed, {
      drawn: (image) => {
        // Begins anew, also over what was still on its way from an earlier screen.
        feed.image = RESET + image;
        this.#soon();
      },
      printed: (text) => {
        feed.waiting.push(text);
        feed.length += text.length;
        if (feed.length > MOST_WAITING) this.#flooded(feed);
        else this.#soon();
      },
    });
  }

  #flooded(feed: Feed): void {
    feed.flood = { isShown: false, isDrawing: false, sinceLook: 0, looking: setInterval(() => this.#look(feed), FLOOD_OVER) };
    this.#drawScreen(feed, feed.flood);
  }

  // Made when the page has nothing else to draw, and sent at once. The lines above it would be others a moment later.
  #drawScreen(feed: Feed, flood: Flood): void {
    flood.isShown = true;
    flood.isDrawing = true;
    this.#watch(feed, {
      linesAbove: 0,
      drawn: (image) => {
        flood.isDrawing = false;
        if (feed.undrawn === 0) this.#send(feed, RESET + image);
        else flood.isShown = false;
      },
      printed: (text) => {
        flood.isShown = false;
        flood.sinceLook += text.length;
        if (feed.undrawn === 0) this.#soon();
      },
    });
  }

  #look(feed: Feed): void {
    if (feed.flood === undefined) return;
    if (feed.flood.sinceLook > MOST_AFTER_FLOOD || feed.undrawn > 0) feed.flood.sinceLook = 0;
    else {
      endFlood(feed);
      this.#draw(feed);
    }
  }

  #watch(feed: Feed, { drawn, printed, linesAbove }: Omit<WatchedTerminal, 'failed'>): void {
    leave(feed);
    const round = {};
    const inRound =
      <Value>(then: (value: Value) => void) =>
      (value: Value) => {
        if (feed.round === round) then(value);
      };
    feed.round = round;
    feed.watching = feed.terminal?.watch({
      ...(linesAbove !== undefined && { linesAbove }),
      drawn: inRound(drawn),
      printed: inRound(printed),
      failed: inRound((error: unknown) => this.#options.onError(error)),
    });
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#lastFlush + BETWEEN_FLUSHES - Date.now()));
  }

  // What a page has no room for goes out when it says that it has drawn something.
  #flush(): void {
    this.#timer = undefined;
    for (const feed of this.#feeds.values()) {
      const { flood } = feed;
      if (flood === undefined) {
        const text = feed.undrawn > MOST_UNDRAWN ? '' : feed.image + feed.waiting.join('');
        if (text !== '') this.#send(feed, text);
      } else if (feed.undrawn === 0 && !flood.isDrawing && !flood.isShown) this.#drawScreen(feed, flood);
    }
  }

  #send(feed: Feed, text: string): void {
    feed.image = '';
    feed.waiting = [];
    feed.length = 0;
    const bytes = Buffer.from(text);
    feed.undrawn += bytes.length;
    this.#lastFlush = Date.now();
    const id = Buffer.from(feed.id, 'ascii');
    this.#options.send(Buffer.concat([Buffer.from([id.length]), id, bytes]));
  }
}

// Nothing of the screen so far is worth sending any more.
function leave(feed: Feed): void {
  feed.round = undefined;
  feed.watching?.[Symbol.dispose]();
  feed.watching = undefined;
  feed.image = '';
  feed.waiting = [];
  feed.length = 0;
}

function endFlood(feed: Feed): void {
  clearInterval(feed.flood?.looking);
  feed.flood = undefined;
}

function end(feed: Feed): void {
  endFlood(feed);
  leave(feed);
  feed.terminal?.[Symbol.dispose]();
}

function idOf(topic: TerminalTopic): string {
  return topic.slice('terminal:'.length);
}
