// What the daemon has sent: rows by topic and id, each a signal of its own, so that one cell is drawn anew when one row changes.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TopicDelta } from '../../../src/dashboard/protocol/messages.ts';
import type { RowsByTopic, RowTopic, Topic } from '../../../src/dashboard/protocol/rows.ts';

export class TopicRows<Name extends RowTopic> {
  readonly topic: Name;
  // Known from the first snapshot on: before it nobody can say that there is nothing.
  readonly isKnown = signal(false);
  // Grows when all that was known may be gone, such as a history that was cleared.
  readonly snapshots = signal(0);
  // The oldest first.
  readonly rows: ReadonlySignal<readonly RowsByTopic[Name][]>;
  readonly #cells = new Map<string, Signal<RowsByTopic[Name] | undefined>>();
  #order: string[] = [];
  readonly #changes = signal(0);
  readonly #most: number;

  // Of a topic that grows all day only the newest stay here: so many, or a few more.
  constructor(topic: Name, most = Number.POSITIVE_INFINITY) {
    this.topic = topic;
    this.#most = most;
    this.rows = computed(() => {
      this.#changes.value;
      return this.#order.flatMap((id) => this.#cells.get(id)?.peek() ?? []);
    });
  }

  // Of one row, also of one that is gone or has not come yet.
  row(id: string): ReadonlySignal<RowsByTopic[Name] | undefined> {
    return this.#cell(id);
  }

  apply({ isSnapshot, rows, removed = [] }: TopicDelta<Name>): void {
    const gone = new Set(isSnapshot === true ? this.#order : removed);
    for (const row of rows) {
      const cell = this.#cell(row.id);
      if (cell.peek() === undefined) this.#order.push(row.id);
      gone.delete(row.id);
      cell.value = row;
    }
    // In the order of the snapshot.
    if (isSnapshot === true) this.#order = rows.map(({ id }) => id);
    else if (gone.size > 0) this.#order = this.#order.filter((id) => !gone.has(id));
    // Seldom and many at once: whoever shows older ones too has to ask for them anew.
    if (this.#order.length > this.#most * 1.2) for (const id of this.#order.splice(0, this.#order.length - this.#most)) gone.add(id);
    for (const id of gone) {
      const cell = this.#cells.get(id);
      if (cell !== undefined) cell.value = undefined;
      this.#cells.delete(id);
    }
    this.#changes.value += 1;
    if (isSnapshot !== true) return;
    this.isKnown.value = true;
    this.snapshots.value += 1;
  }

  #cell(id: string): Signal<RowsByTopic[Name] | undefined> {
    const known = this.#cells.get(id);
    if (known !== undefined) return known;
    const cell = signal<RowsByTopic[Name] | undefined>(undefined);
    this.#cells.set(id, cell);
    return cell;
  }
}

const store: { readonly [Name in RowTopic]: TopicRows<Name> } = {
  clients: new TopicRows('clients'),
  calls: new TopicRows('calls', 5_000),
  reviews: new TopicRows('reviews'),
  changes: new TopicRows('changes'),
  projects: new TopicRows('projects'),
  sessions: new TopicRows('sessions'),
  runs: new TopicRows('runs'),
  terminals: new TopicRows('terminals'),
  log: new TopicRows('log', 5_000),
  settings: new TopicRows('settings'),
  grants: new TopicRows('grants'),
  holds: new TopicRows('holds'),
  windows: new TopicRows('windows'),
  editor: new TopicRows('editor'),
  agents: new TopicRows('agents'),
};

// What the page has of each topic, so that after a break only what is new is sent.
export const wholeTopics = new Map<Topic, { readonly boot: string; readonly number: number }>();

// Rows as they are; they come only while somebody uses the topic.
export function topic<Name extends RowTopic>(name: Name): TopicRows<Name> {
  return store[name];
}

export function applyDelta<Name extends RowTopic>(delta: TopicDelta<Name>, boot: string): void {
  const rows: TopicRows<Name> = store[delta.topic];
  rows.apply(delta);
  wholeTopics.set(delta.topic, { boot, number: delta.number });
}
