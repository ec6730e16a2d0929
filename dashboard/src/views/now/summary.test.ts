// Does the line about an absence say what happened in it, and nothing else?
import { expect, test } from 'vitest';
import type { RunRow } from '../../../../src/dashboard/protocol/rows.ts';
import { summary } from './summary.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const change = (minute: number, verdict: 'good' | 'bad' | 'doubtful') => ({ time: at(minute), evidence: [{ kind: 'errors', verdict, summary: '' }] });
const tests = (minute: number, state: RunRow['state']) => ({ kind: 'tests' as const, started: at(minute), state });
const away = { from: Date.parse(at(10)), to: Date.parse(at(20)) };

test('only what happened in between counts', () => {
  expect(summary([change(5, 'bad'), change(12, 'good'), change(13, 'doubtful'), change(25, 'bad')], [tests(11, 'failed'), tests(14, 'passed')], away)).toEqual([
    '2 changes',
    'tests green',
    '1 to look at',
  ]);
  expect(summary([], [], away)).toEqual(['no changes']);
});

test('tests of which none ran are not green', () => {
  expect(summary([], [tests(14, 'empty')], away)).toEqual(['no changes', 'no test ran']);
});
