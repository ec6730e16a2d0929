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

test('one entry of megabytes is cut', () => {
  const output = new BoundedOutput();
  output.add({ category: 'stdout', text: 'y'.repeat(5_000_000) });
  expect(output.since(1)[0]?.text.length).toBeLessThan(25_000);
});
