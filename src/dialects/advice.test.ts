// Advice and notes in the names of a dialect.
import { expect, test } from 'vitest';
import { configurationNotFound, notPaused } from '../ide/errors/debugErrors.ts';
import { adviceIn, notesIn } from './advice.ts';
import { jetbrainsDebugger } from './jetbrainsDebugger.ts';

const { tools } = jetbrainsDebugger;

test('a note keeps the sentences that the client can follow', () => {
  const note = notesIn(tools);
  expect(note('It did not stop within 30 s. Call wait_for_pause to wait on, or pause.')).toBe('It did not stop within 30 s.');
  expect(note('Not all fits: expand_variable s1.1.2 pages through it.')).toBe('Not all fits: expand_variable s1.1.2 pages through it.');
  expect(note('Call wait_for_pause.')).toBeUndefined();
});

test('own advice stands in for what the dialect cannot do, and never for candidates', () => {
  const advice = adviceIn(tools, { instead: { configuration_not_found: 'Look.' }, otherwise: { not_paused: 'Call pause.' } });
  expect(advice(notPaused('s1'))).toBe('Call pause.');
  expect(advice(configurationNotFound('tll', []))).toBe('Look.');
  expect(advice(configurationNotFound('tll', ['till']))).toBe('Did you mean till?');
  expect(adviceIn(tools)(notPaused('s1'))).toBeUndefined();
});
