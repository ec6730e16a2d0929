// The strip shows every change of the day, small ones beside large ones, and a place on it means the nearest moment.
import { expect, test } from 'vitest';
import type { ChangeRow } from '../../../../src/dashboard/protocol/rows.ts';
import { momentAt, wakeOf } from './wakeBins.ts';

const NOW = new Date(2026, 0, 5, 12).getTime();

function row(id: string, minutesAgo: number, added: number): ChangeRow {
  return {
    id,
    project: '/shop',
    time: new Date(NOW - minutesAgo * 60_000).toISOString(),
    title: `edit ${id}`,
    tool: 'edit_file',
    author: 'claude-code 2',
    files: 1,
    added,
    removed: 0,
    evidence: [],
    isUnseen: true,
  };
}

test('what was written yesterday or rolled back is not on it', () => {
  const wake = wakeOf([row('old', 24 * 60, 9), { ...row('back', 5, 9), isRolledBack: true }, row('a', 30, 3)], NOW);
  expect(wake.moments.map(({ before }) => before)).toEqual(['a', undefined]);
});

test('a line beside ten thousand is still seen', () => {
  const { bins } = wakeOf([row('large', 50, 10_000), row('small', 10, 1)], NOW);
  const heights = bins.map(({ height }) => height).filter((height) => height > 0);
  expect(Math.max(...heights)).toBe(1);
  expect(Math.min(...heights)).toBeGreaterThan(0.05);
});

test('the beginning, the end and a place between', () => {
  const wake = wakeOf([row('a', 60, 1), row('b', 20, 1)], NOW);
  expect(wake.moments[momentAt(wake, 0)]?.before).toBe('a');
  expect(wake.moments[momentAt(wake, 0.7)]?.before).toBe('b');
  expect(wake.moments[momentAt(wake, 1)]?.before).toBeUndefined();
});

test('without a change there is only now', () => {
  expect(wakeOf([], NOW).moments).toEqual([{ time: NOW, title: 'now' }]);
});
