// For whom a process was started, as its marks say.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { issuerIn, markedForAgent, marksInEnvironment, startedForIn, strictest } from './startedFor.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-marks-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const [ours, theirs] = ['0123456789abcdef', 'fedcba9876543210'];

test.each([
  [undefined, 'nobody'],
  ['', 'nobody'],
  [`agent:${ours}`, 'agent'],
  [`person:${ours}`, 'person'],
  // Whoever is started below an agent's program stays the agent's.
  [`person:${ours},agent:${ours}`, 'agent'],
  [`agent:${ours},person:${ours}`, 'agent'],
  // Our own tests run below another Binnacle.
  [`agent:${theirs}`, 'nobody'],
  [`agent:${theirs},person:${ours}`, 'person'],
  [`agent:${ours.toUpperCase()}, nobody:${ours}`, 'nobody'],
])('the marks %s mean %s', (marks, startedFor) => {
  expect(startedForIn(marks, ours)).toBe(startedFor);
});

test('the strictest of several counts', () => {
  expect(strictest([])).toBe('nobody');
  expect(strictest(['nobody', 'person'])).toBe('person');
  expect(strictest(['person', 'agent', 'nobody'])).toBe('agent');
});

test('what is started keeps the marks of those above, each once', () => {
  vi.stubEnv('BINNACLE_STARTED_FOR', `agent:${theirs},garbage`);
  const once = markedForAgent(ours, {});
  expect(once).toEqual({ BINNACLE_STARTED_FOR: `agent:${theirs},agent:${ours}` });
  vi.stubEnv('BINNACLE_STARTED_FOR', once['BINNACLE_STARTED_FOR']);
  expect(markedForAgent(ours, {})).toEqual(once);
  const another = 'aaaabbbbccccdddd';
  expect(markedForAgent(ours, { BINNACLE_STARTED_FOR: `person:${another}` })).toEqual({
    BINNACLE_STARTED_FOR: `agent:${theirs},agent:${ours},person:${another}`,
  });
});

test('a mark is read from an environment as the system gives it', () => {
  expect(marksInEnvironment(`A=1\0XBINNACLE_STARTED_FOR=no\0BINNACLE_STARTED_FOR=agent:${ours}\0B=2\0`)).toBe(`agent:${ours}`);
  expect(marksInEnvironment('')).toBeUndefined();
});

test('a state folder issues the same marks by whatever path it is reached', () => {
  symlinkSync(folder, `${folder}-link`, 'junction');
  expect(issuerIn(`${folder}-link`)).toBe(issuerIn(folder));
  expect(issuerIn(join(folder, 'other'))).not.toBe(issuerIn(folder));
  rmSync(`${folder}-link`);
});
