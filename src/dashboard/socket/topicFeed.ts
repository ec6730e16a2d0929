// What one topic has said lately: numbered deltas that any number of pages read at their own speed, and a snapshot for whoever is too far behind.
import { seconds } from '../../base/waiting/duration.ts';
import type { Row, RowTopic } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';

// A page that was away for longer gets a snapshot.
const MOST_DELTAS = 2_000;
// More than fit the longest delta: whoever is further back gets a snapshot anyway, so keeping more would only cost memory while a page is frozen.
const MOST_ROWS = 4_000;
// What is longer than this is better said as a snapshot. In characters.
const LONGEST_DELTA = 1024 * 1024;
const LONGEST_READING = seconds(30);

interface Delta {
  readonly number: number;
  readonly rows: ReadonlyMap<string, Row>;
  readonly removed: ReadonlySet<string>;
}

// As text, because all pages that are equally far get the same.
export interface SaidDelta {
  readonly number: number;
  readonly text: string;
}

export class TopicFeed {
  readonly topic: RowTopic;
  readonly #source: TopicSource;
  readonly #onChange: () => void;
  #listening: Disposable | undefined;
  // Of the newest delta.
  #number = 0;
  // Whoever is behind this one needs a snapshot.
  #floor = 0;
  #ring: Delta[] = [];
  // In the ring, those that are in several deltas counted in each.
  #held = 0;
  #rows = new Map<string, Row>();
  #removed = new Set<string>();
  #restarts = false;
  // By the number that a page is at.
  readonly #said = new Map<number, SaidDelta | 'stale'>();
  #snapshot: { readonly number: number; readonly said: Promise<SaidDelta> } | undefined;

  constructor(source: TopicSource, onChange: () => void) {
    this.topic = source.topic;
    this.#source = source;
    this.#onChange = onChange;
  }

  get number(): number {
    return this.#number;
  }

  listen(): void {
    this.#listening ??= this.#source.onChange((change) => this.#changed(change));
  }

  // What happens from here on nobody has heard.
  stopListening(): void {
    if (this.#listening === undefined) return;
    this.#listening[Symbol.dispose]();
    this.#listening = undefined;
    this.#restarts = true;
    this.seal();
  }

  // What has changed since the last time becomes one delta, in which only the newest state of each row is left.
  seal(): void {
    if (this.#restarts) {
      this.#number++;
      this.#ring = [];
      this.#held = 0;
      this.#floor = this.#number;
    } else if (this.#rows.size + this.#removed.size > 0) {
      this.#number++;
      this.#ring.push({ number: this.#number, rows: this.#rows, removed: this.#removed });
      this.#held += sizeOf(this.#rows, this.#removed);
      this.#forget();
    } else return;
    this.#restarts = false;
    this.#rows = new Map();
    this.#removed = new Set();
    this.#said.clear();
    this.#snapshot = undefined;
  }

  // What came after that number. Undefined: nothing did. stale: it is not known any more, or is longer than a snapshot would be.
  since(number: number): SaidDelta | 'stale' | undefined {
    if (number === this.#number) return undefined;
    const known = this.#said.get(number) ?? this.#deltaSince(number);
    this.#said.set(number, known);
    return known;
  }

  // All that there is. A change that comes while it is read is in a later delta too, which says nothing wrong: the newest state of a row counts.
  snapshot(): Promise<SaidDelta> {
    const number = this.#number;
    if (this.#snapshot?.number === number) return this.#snapshot.said;
    const said = this.#readAll(number);
    this.#snapshot = { number, said };
    // Shared by those who ask meanwhile, and not kept: it may be megabytes.
    const forget = () => {
      if (this.#snapshot?.said === said) this.#snapshot = undefined;
    };
    said.then(forget, forget);
    return said;
  }

  // The newest delta stays, however large it is.
  #forget(): void {
    let count = 0;
    for (; count < this.#ring.length - 1 && (this.#ring.length - count > MOST_DELTAS || this.#held > MOST_ROWS); count += 1) {
      const delta = this.#ring[count];
      if (delta !== undefined) this.#held -= sizeOf(delta.rows, delta.removed);
    }
    if (count > 0) this.#ring.splice(0, count);
  }

  #changed(change: TopicChange): void {
    if (change.kind === 'all') this.#restarts = true;
    else {
      for (const row of change.rows) {
        // A row that is back is new, so it stands where it came.
        if (this.#removed.delete(row.id)) this.#rows.delete(row.id);
        this.#rows.set(row.id, row);
      }
      for (const id of change.removed ?? []) {
        this.#rows.delete(id);
        this.#removed.add(id);
      }
    }
    this.#onChange();
  }

  #deltaSince(number: number): SaidDelta | 'stale' {
    const first = this.#ring[0]?.number ?? this.#number + 1;
    if (number < this.#floor || number < first - 1 || number > this.#number) return 'stale';
    const rows = new Map<string, Row>();
    const removed = new Set<string>();
    for (const delta of this.#ring.slice(number - first + 1)) {
      for (const id of delta.removed) {
        rows.delete(id);
        removed.add(id);
      }
      for (const [id, row] of delta.rows) {
        removed.delete(id);
        rows.set(id, row);
      }
    }
    const gone = removed.size > 0 ? `,"removed":${JSON.stringify([...removed])}` : '';
    const text = `{"topic":"${this.topic}","number":${this.#number},"rows":${JSON.stringify([...rows.values()])}${gone}}`;
    return text.length > LONGEST_DELTA ? 'stale' : { number: this.#number, text };
  }

  async #readAll(number: number): Promise<SaidDelta> {
    const rows = await this.#source.rows(AbortSignal.timeout(LONGEST_READING));
    return { number, text: `{"topic":"${this.topic}","number":${number},"isSnapshot":true,"rows":${JSON.stringify(rows)}}` };
  }
}

function sizeOf(rows: ReadonlyMap<string, Row>, removed: ReadonlySet<string>): number {
  return rows.size + removed.size;
}
