// When a piece of what a terminal's program does begins and ends.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Authorship, ObservedOutcome } from '../../ide/doors/changes.ts';
import { TerminalRecord } from './terminalRecord.ts';

const { signal } = new AbortController();
const busy = () => false;
const atRest = () => true;
const typed = (title: string): Authorship => ({ author: 'me', tool: 'run_in_terminal', title });
const outcome = (id: string): ObservedOutcome => ({ change: { ...typed('x'), id, time: '', files: [] } });

// Lists what is observed, as "begin make" and "end make"; each piece changes something.
function recorded(): { record: TerminalRecord; events: string[] } {
  const events: string[] = [];
  const record = new TerminalRecord({
    async observe({ title }) {
      events.push(`begin ${title}`);
      return {
        async end() {
          events.push(`end ${title}`);
          return outcome(`${events.length}`);
        },
      };
    },
  });
  return { record, events };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a shell that shows its prompt is over, a program that prints is not', async () => {
  const { record, events } = recorded();
  await record.begin(typed('make'), signal);
  record.heard(busy);
  await vi.advanceTimersByTimeAsync(seconds(9));
  expect(events).toEqual(['begin make']);
  record.heard(atRest);
  await vi.advanceTimersByTimeAsync(seconds(1));
  expect(events).toEqual(['begin make', 'end make']);
  // Printed by somebody who was not asked anything.
  record.heard(busy);
  await vi.advanceTimersByTimeAsync(minutes(1));
  expect(events).toHaveLength(2);
});

test('ten seconds of silence end a piece, and so do ten minutes of words', async () => {
  const { record, events } = recorded();
  await record.begin(typed('serve'), signal);
  await vi.advanceTimersByTimeAsync(seconds(11));
  expect(events).toEqual(['begin serve', 'end serve']);
  await record.begin(typed('chatter'), signal);
  for (let second = 0; second < 590; second += 5) {
    record.heard(busy);
    await vi.advanceTimersByTimeAsync(seconds(5));
  }
  expect(events).toHaveLength(3);
  await record.soFar(busy);
  expect(events.slice(3)).toEqual(['end chatter', 'begin chatter']);
  await vi.advanceTimersByTimeAsync(seconds(10));
  expect(events.at(-1)).toBe('end chatter');
});

test('what was done is reported once, with the next answer, also when it was over long before', async () => {
  const { record, events } = recorded();
  await record.begin(typed('make'), signal);
  // What is typed meanwhile belongs to it.
  await record.begin(typed('yes'), signal);
  await vi.advanceTimersByTimeAsync(seconds(11));
  expect(await record.soFar(atRest)).toEqual(outcome('2'));
  expect(await record.soFar(atRest)).toEqual({});
  expect(events).toEqual(['begin make', 'end make']);
});

test('a record that cannot be kept is no reason to lose the terminal', async () => {
  const record = new TerminalRecord({ observe: async () => ({ end: () => Promise.reject(new Error('disk full')) }) });
  await record.begin(typed('make'), signal);
  await expect(record.end()).resolves.toBeUndefined();
  expect(await record.soFar(atRest)).toEqual({});
});
