// A program that prints without end is kept within bounds.
import { expect, test } from 'vitest';
import { BoundedOutput } from './debugOutput.ts';

test('the oldest is forgotten, and the numbers say so', () => {
  const output = new BoundedOutput();
  for (let index = 0; index < 20_000; index++) output.add({ category: 'stdout', text: `${'x'.repeat(200)}\n` });
  expect(output.next).toBe(20_001);
  expect(output.first).toBeGreaterThan(10_000);
  const kept = output.since(0);
  expect(kept.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
  expect(kept.at(-1)?.number).toBe(20_000);
});

test('what is printed at once becomes entries of a bounded length, whole lines where it has any, and its end is kept', () => {
  const output = new BoundedOutput();
  const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`).join('');
  output.add({ category: 'stdout', text: lines });
  const kept = output.since(1);
  expect(kept.map(({ text }) => text).join('')).toBe(lines);
  expect(kept.length).toBe(2);
  for (const { text } of kept) expect(text).toMatch(/^line[\s\S]*\n$/);

  output.add({ category: 'stdout', text: `${'y'.repeat(5_000_000)}the last` });
  expect(Math.max(...output.since(1).map(({ text }) => text.length))).toBe(20_000);
  expect(output.since(1).at(-1)?.text).toMatch(/the last$/);
  expect(output.since(1).reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
});
