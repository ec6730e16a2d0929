// A page that follows a topic has in the end exactly what there is, however slowly it reads, however often it is cut off and wherever it goes on.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HoldRow, Row } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { TopicFeed } from './topicFeed.ts';

class Source implements TopicSource<'holds'> {
  readonly topic = 'holds';
  readonly held = new Map<string, HoldRow>();
  listener: ((change: TopicChange<'holds'>) => void) | undefined;
  reads = 0;

  async rows(): Promise<readonly HoldRow[]> {
    this.reads++;
    const before = [...this.held.values()];
    await Promise.resolve();
    return before;
  }

  onChange(listener: (change: TopicChange<'holds'>) => void): Disposable {
    this.listener = listener;
    return {
      [Symbol.dispose]: () => {
        this.listener = undefined;
      },
    };
  }

  put(id: string, note: string): void {
    const row: HoldRow = { id, since: '', target: { kind: 'everyone' }, note, waiting: 0 };
    this.held.set(id, row);
    this.listener?.({ kind: 'rows', rows: [row] });
  }

  remove(id: string): void {
    this.held.delete(id);
    this.listener?.({ kind: 'rows', rows: [], removed: [id] });
  }

  renew(): void {
    this.held.clear();
    this.listener?.({ kind: 'all' });
  }
}

class Page {
  rows = new Map<string, Row>();
  at = -1;

  async read(feed: TopicFeed): Promise<void> {
    const said = feed.since(this.at);
    if (said === undefined) return;
    const { number, text } = said === 'stale' ? await feed.snapshot() : said;
    const delta = JSON.parse(text);
    if (delta.isSnapshot) this.rows = new Map();
    for (const id of delta.removed ?? []) this.rows.delete(id);
    for (const row of delta.rows) this.rows.set(row.id, row);
    this.at = number;
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), id: fc.constantFrom('a', 'b', 'c', 'd'), note: fc.string() }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ kind: fc.constantFrom('seal' as const, 'renew' as const, 'away' as const) }),
  fc.record({ kind: fc.constantFrom('read' as const, 'readDuring' as const, 'reload' as const), page: fc.constantFrom(0, 1) }),
);

test('whatever happens in whichever order, a page that reads in the end has all and nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const source = new Source();
      const feed = new TopicFeed(source, () => {});
      feed.listen();
      const pages = [new Page(), new Page()];
      for (const each of steps) {
        if (each.kind === 'put') source.put(each.id, each.note);
        if (each.kind === 'remove') source.remove(each.id);
        if (each.kind === 'seal') feed.seal();
        if (each.kind === 'renew') source.renew();
        if (each.kind === 'away') {
          feed.stopListening();
          source.put('b', 'nobody heard');
          feed.listen();
        }
        if (each.kind === 'reload') pages[each.page] = new Page();
        if (each.kind === 'read') await pages[each.page]?.read(feed);
        if (each.kind === 'readDuring') {
          // What changes while a snapshot is read must not be lost.
          const reading = pages[each.page]?.read(feed);
          source.put('c', 'meanwhile');
          feed.seal();
          source.remove('d');
          await reading;
        }
      }
      feed.seal();
      for (const page of pages) {
        await page.read(feed);
        await page.read(feed);
        expect(new Map([...page.rows].sort())).toEqual(new Map([...source.held].sort()));
      }
    }),
    { numRuns: 300 },
  );
});

test('a page that was away goes on by deltas as far back as 2,000, and by a snapshot from there', async () => {
  const source = new Source();
  const feed = new TopicFeed(source, () => {});
  feed.listen();
  for (let count = 0; count < 2_100; count++) {
    source.put(`row ${count}`, '');
    feed.seal();
  }
  expect(feed.since(99)).toBe('stale');
  const delta = feed.since(100);
  if (delta === 'stale' || delta === undefined) throw new Error('stale');
  expect(JSON.parse(delta.text).rows).toHaveLength(2_000);
  // Pages that are equally far get the same, made once.
  expect(feed.since(100)).toBe(delta);
  const both = await Promise.all([feed.snapshot(), feed.snapshot()]);
  expect(both[0]).toBe(both[1]);
  expect(source.reads).toBe(1);
});

test('what has piled up to more than a megabyte is said as a snapshot', () => {
  const source = new Source();
  const feed = new TopicFeed(source, () => {});
  feed.listen();
  for (let count = 0; count < 12; count++) {
    source.put(`row ${count}`, 'x'.repeat(100_000));
    feed.seal();
  }
  expect(feed.since(0)).toBe('stale');
  expect(feed.since(5)).toMatchObject({ number: 12 });
});
