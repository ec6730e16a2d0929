// Does a topic that grows all day keep its newest rows, in order, and let the others go?
import { expect, test } from 'vitest';
import { TopicRows } from './store.ts';

const row = (id: number) => ({ id: String(id), time: '2026-01-01T00:00:00Z', tool: 'read_file', client: 'codex', status: 'success' as const });

test('rows beyond the bound leave many at once, the oldest first, and nothing else does', () => {
  const calls = new TopicRows('calls', 100);
  calls.apply({ topic: 'calls', number: 1, isSnapshot: true, rows: [row(0)] });
  const oldest = new Set<string | undefined>();
  for (let id = 1; id < 1_000; id += 1) {
    calls.apply({ topic: 'calls', number: id + 1, rows: [row(id)] });
    const ids = calls.rows.value.map((each) => Number(each.id));
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => id - ids.length + 1 + at));
    expect(ids.length).toBeLessThanOrEqual(120);
    if (id >= 120) expect(ids.length).toBeGreaterThanOrEqual(100);
    oldest.add(calls.rows.value[0]?.id);
  }
  expect(oldest.size).toBeLessThan(50);
  expect(calls.row('0').value).toBeUndefined();
});
