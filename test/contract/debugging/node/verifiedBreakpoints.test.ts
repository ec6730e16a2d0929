// A breakpoint is verified exactly when it is bound: five hundred lines of real files, compared with where the program then stops.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSessionIn, ownModules } from './nodeSession.ts';

// Files that run from their first line to their last when they are loaded, with functions that nobody calls.
const FILES = ['picomatch/lib/parse.js', 'picomatch/lib/picomatch.js', 'picomatch/lib/scan.js', 'picomatch/lib/constants.js', 'picomatch/lib/utils.js'];
const EACH = 100;

test('five hundred lines: bound ones say their line, all others say that they are not, and those that run stop there', async () => {
  const session = await openSessionIn(ownModules);
  const asked = new Map<string, number[]>();
  for (const [index, file] of FILES.entries()) {
    const length = (await readFile(join(ownModules, file), 'utf8')).split('\n').length;
    // Some of them beyond the end.
    const lines = fc.sample(fc.integer({ min: 1, max: length + 20 }), { numRuns: 4 * EACH, seed: 500 + index });
    asked.set(file, [...new Set(lines)].slice(0, EACH));
  }
  await session.client.initializeRequest();
  const launched = session.client.customRequest('launch', {
    cwd: ownModules,
    runtimeArgs: ['-e', "require('picomatch').makeRe('**/*.{js,ts}'); require('picomatch').scan('a/{b,c}/**');"],
    runtimeExecutable: process.execPath,
  });
  const known = new Map<number, { file: string; line: number; lines: number }>();
  for (const [file, lines] of asked) {
    const path = join(ownModules, file);
    const answer = await session.client.setBreakpointsRequest({ source: { path }, breakpoints: lines.map((line) => ({ line })) });
    // Nothing is loaded, so nothing is bound.
    expect(answer.body.breakpoints.some(({ verified }) => verified)).toBe(false);
    const count = (await readFile(path, 'utf8')).split('\n').length;
    answer.body.breakpoints.forEach(({ id }, index) => {
      known.set(id ?? 0, { file, line: lines[index] ?? 0, lines: count });
    });
  }
  await session.client.configurationDoneRequest();
  await launched;

  // At each stop, what was hit says the line of the stop, and was verified by then.
  const hit = new Set<number>();
  for (;;) {
    const stop = await session.stopOrExit();
    if (typeof stop === 'number') break;
    const bound = session.bound();
    const [top] = await session.frames(stop.thread);
    expect(stop.hit.length).toBeGreaterThan(0);
    for (const id of stop.hit) {
      expect(bound[id], JSON.stringify(known.get(id))).toEqual({ verified: true, line: top?.line });
      hit.add(id);
    }
    // A loop would stop a thousand times at the same line.
    if (stop.hit.every((id) => hit.has(id))) {
      for (const [file, lines] of asked)
        if (top?.source?.path === join(ownModules, file)) {
          const left = lines.filter((line) => ![...hit].some((id) => known.get(id)?.file === file && known.get(id)?.line === line));
          await session.client.setBreakpointsRequest({ source: { path: top.source.path }, breakpoints: left.map((line) => ({ line })) });
        }
    }
    await session.go(stop.thread);
  }
  expect(hit.size).toBeGreaterThan(100);
  const everBound = new Set(
    session.events.flatMap(({ name, body }) =>
      name === 'breakpoint' && JSON.stringify(body).includes('"verified":true') ? [Number(/"id":(\d+)/.exec(JSON.stringify(body))?.[1])] : [],
    ),
  );
  // Whatever has code at or below its line was bound; what is beyond the end was not.
  for (const [id, { line, lines }] of known) {
    if (line > lines) expect(everBound.has(id)).toBe(false);
  }
  expect(everBound.size).toBeGreaterThan(400);
});
