// Which programs of others are fetched before a test asks for them, and that one which cannot be had keeps back no other.
import { expect, test } from 'vitest';
import { fetchAhead, toolsIn } from './toolsAhead.ts';

test('what tests name is fetched, what takes longest first, and nothing else', () => {
  const texts = ["await needs(context, 'mocha'); onPath('nothing');", "needs(context, 'gopls')"];
  expect(toolsIn(texts, [{ runner: 'jest', name: 'jest 27', tools: ['jest-27'] }])).toEqual(['gopls', 'jest-27', 'mocha']);
});

test('every tool is tried once, two at a time, whatever becomes of the others', async () => {
  const asked: string[] = [];
  let [running, most] = [0, 0];
  await fetchAhead(['gopls', 'dlv', 'jest', 'mocha'], async (name) => {
    asked.push(name);
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (name === 'gopls') throw new Error('no network');
  });
  expect(asked).toEqual(['gopls', 'dlv', 'jest', 'mocha']);
  expect(most).toBe(2);
});
