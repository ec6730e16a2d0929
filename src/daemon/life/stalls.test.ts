// That a standstill is written down with what it was about.
import { expect, test } from 'vitest';
import { RunningCalls } from '../../server/call/runningCalls.ts';
import { stallLine, watchStalls } from './stalls.ts';

function watched() {
  const lines: string[] = [];
  const log = { info: () => {}, warn: (line: string) => void lines.push(line), error: () => {} };
  const runningCalls = new RunningCalls();
  return { lines, runningCalls, watching: watchStalls((time) => runningCalls.since(time), log) };
}

function standStill(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('a call that holds up everybody is named, also when it is over before anybody looks', async () => {
  const { lines, runningCalls, watching } = watched();
  using _ = watching;
  runningCalls.begin('before', 'long ago')[Symbol.dispose]();
  await pause(120);
  {
    using __ = runningCalls.begin('search_text', 'agent 1');
    standStill(400);
  }
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^nobody was answered for \d{3} ms \(\d+ ms of them computing\): search_text of agent 1, for \d+ ms$/);
});

test('a stall too short to notice is not logged', async () => {
  const { lines, watching } = watched();
  using _ = watching;
  for (let times = 0; times < 3; times++) {
    standStill(60);
    await pause(10);
  }
  expect(lines).toEqual([]);
});

test('many calls are counted, and none may be under way', () => {
  const calls = Array.from({ length: 7 }, (_, index) => ({ tool: `t${index}`, client: 'a\u001b[2J', began: 0 }));
  expect(stallLine(300, 12, calls, 500)).toBe(
    `nobody was answered for 300 ms (12 ms of them computing): ${[0, 1, 2, 3, 4].map((at) => `t${at} of a<001B>[2J, for 500 ms`).join('; ')} and 2 more`,
  );
  expect(stallLine(300, 12, [], 500)).toContain('no call was under way');
});
