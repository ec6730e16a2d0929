// Problems of configurations, which a server reports only when they are others than before.
import { expect, test } from 'vitest';
import { milliseconds } from '../../../../../base/waiting/duration.ts';
import { PublishedDiagnostics } from './publishedDiagnostics.ts';
import { PushedProblems } from './pushedProblems.ts';

const { signal } = new AbortController();
const CONFIG = 'file:///project/tsconfig.json';

test('what was pushed before a change counts until something else is pushed', async () => {
  const published = new PublishedDiagnostics();
  const problems = new PushedProblems(published, milliseconds(20));
  published.receive(CONFIG, undefined, ['broken']);
  problems.changed();
  expect(await problems.problemsOf(CONFIG, signal)).toEqual(['broken']);
  expect(published.entries()).toEqual([[CONFIG, ['broken']]]);
  problems.changed();
  published.receive(CONFIG, undefined, []);
  expect(await problems.problemsOf(CONFIG, signal)).toEqual([]);
});

test('a configuration about which nothing comes is waited for once', async () => {
  const published = new PublishedDiagnostics();
  let asked = 0;
  const until = published.until.bind(published);
  published.until = (...given) => {
    asked += 1;
    return until(...given);
  };
  const problems = new PushedProblems(published, milliseconds(20));
  expect(await problems.problemsOf(CONFIG, signal)).toEqual([]);
  expect(await problems.problemsOf(CONFIG, signal)).toEqual([]);
  expect(asked).toBe(1);
  problems.changed();
  expect(await problems.problemsOf(CONFIG, signal)).toEqual([]);
  expect(asked).toBe(2);
  // What comes late is reported all the same.
  published.receive(CONFIG, undefined, ['late']);
  expect(await problems.problemsOf(CONFIG, signal)).toEqual(['late']);
});
