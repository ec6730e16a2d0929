// The window in a real browser without a graphics card, before the built daemon: how soon it is there, how it scrolls, and what it costs while agents work.
// --part watching, touching or hostile measures only that.
// With --long agents call for ten minutes instead of one, and the page is frozen for one minute instead of twenty seconds.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { milliseconds } from '../../src/base/waiting/duration.ts';
import type { CallRecord } from '../../src/server/history/callRecord.ts';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { writeHistory } from '../../test/support/writtenHistory.ts';
import { Agent } from '../agent.ts';
import { startDaemon } from '../daemon.ts';
import { limitResult, type Result } from '../result.ts';
import { spread } from '../statistics.ts';
import { PacedCalls } from '../window/calls.ts';
import { hostile } from '../window/hostile.ts';
import { live } from '../window/live.ts';
import { touching } from '../window/touching.ts';
import { mainThread } from '../window/trace.ts';
import { WatchedPage } from '../window/watchedPage.ts';

const RECORDS = 10_000;
const LOADS = 7;
// About three quarters of a screen in each frame.
const FLING = 600;
const FLUNG_FRAMES = 400;
// More than are called between two looks at what was shown.
const NAMES = 5_000;

export async function window(): Promise<Result[]> {
  const wanted = process.argv.flatMap((arg, index) => (process.argv[index - 1] === '--part' ? arg.split(',') : []));
  const results: Result[] = [];
  for (const [name, measure] of Object.entries({ watching, touching, hostile }))
    if (wanted.length === 0 || wanted.includes(name)) results.push(...(await measure()));
  return results;
}

async function watching(): Promise<Result[]> {
  await using home = await temporaryHome();
  const begun = Date.now() - 3_600_000;
  await writeHistory(
    home,
    Array.from({ length: RECORDS }, (_, index) => recordOf(index, new Date(begun + index * 100).toISOString())),
  );
  const project = join(home.folder, 'project');
  const files = await PacedCalls.filesIn(project, NAMES);
  await using daemon = await startDaemon(home.environment, project);
  await using agent = await Agent.connect(home.environment, project);
  await using watched = await WatchedPage.open(home);
  const calls = new PacedCalls(agent, files);
  return [
    ...(await opening(watched)),
    ...(await flinging(watched)),
    ...(await live({ home, daemon, calls, watched, isLong: process.argv.includes('--long') })),
  ];
}

async function opening(watched: WatchedPage): Promise<Result[]> {
  const painted: number[] = [];
  const usable: number[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    await watched.showHistory();
    await watched.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    painted.push(await watched.number(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
    await watched.page.waitForFunction(() => Reflect.get(Reflect.get(globalThis, 'benchWatch'), 'usable') !== undefined);
    usable.push(await watched.number('benchWatch.usable'));
  }
  const loaded = await watched.numbers(
    `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(({ encodedBodySize }) => encodedBodySize)`,
  );
  const everything = await packedFiles();
  return [
    limitResult({ what: `${RECORDS} calls: first paint, median`, ours: spread(painted).p50, unit: 'ms', atMost: 500, note: rangeOf(painted) }),
    limitResult({ what: `${RECORDS} calls: rows to work with, median`, ours: spread(usable).p50, unit: 'ms', atMost: 1_000, note: rangeOf(usable) }),
    limitResult({ what: 'loaded to show the history, as sent', ours: sum(loaded) / 1_000, unit: 'KB', atMost: 110, note: `${loaded.length} files` }),
    limitResult({
      what: 'everything that the window can load, packed',
      ours: sum([...everything.values()]) / 1_000,
      unit: 'KB',
      atMost: 400,
      note: [...everything]
        .sort(([, one], [, other]) => other - one)
        .slice(0, 4)
        .map(([name, size]) => `${name} ${Math.round(size / 1_000)}`)
        .join(', '),
    }),
  ];
}

async function flinging(watched: WatchedPage): Promise<Result[]> {
  await watched.showHistory();
  const known = () => watched.number(`Number(document.querySelector('[role=grid]').getAttribute('aria-rowcount'))`);
  while ((await known()) < RECORDS) {
    const before = await known();
    await watched.page.evaluate(`document.querySelector('[role=grid]').scrollTo({ top: 1e9 })`);
    while ((await known()) === before) await sleep(milliseconds(20));
  }
  await watched.page.evaluate(
    `document.querySelector('[role=grid]').scrollTo({ top: 0 }); benchWatch.rows = 0; benchWatch.blocks.length = 0; benchWatch.isReading = false`,
  );
  let took = 0;
  const trace = await watched.traced(async () => {
    took = await watched.number(`new Promise((resolve) => {
      const grid = document.querySelector('[role=grid]');
      const begun = performance.now();
      let left = ${FLUNG_FRAMES};
      const step = () => {
        grid.scrollTop += ${FLING};
        left -= 1;
        if (left > 0) requestAnimationFrame(step);
        else resolve(performance.now() - begun);
      };
      requestAnimationFrame(step);
    })`);
  });
  const { tasks, perFrame, isProcessorTime } = mainThread(trace);
  const blocks = await watched.numbers('benchWatch.blocks');
  const clock = isProcessorTime ? 'processor time' : 'by the clock';
  const rate = `${((FLUNG_FRAMES / took) * 1_000).toFixed(0)} frames a second`;
  return [
    limitResult({
      what: `flinging through ${RECORDS} calls: longest task`,
      ours: Math.max(...tasks),
      unit: 'ms',
      atMost: 50,
      note: `${clock}; ${blocks.length} of more than 50 ms by the clock, ${rate}`,
    }),
    limitResult({
      what: 'the same: work for a frame, 95 of 100',
      ours: spread(perFrame).p95,
      unit: 'ms',
      atMost: 8,
      note: `${clock}, ${perFrame.length} frames, p50 ${spread(perFrame).p50.toFixed(1)} ms`,
    }),
    limitResult({ what: 'the same: rows that exist at once', ours: await watched.number('benchWatch.rows'), unit: 'rows', atMost: 80 }),
  ];
}

// By name without what changes with every build.
async function packedFiles(): Promise<ReadonlyMap<string, number>> {
  const folder = fileURLToPath(new URL('../../dist/dashboard/assets/', import.meta.url));
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, gzipSync(await readFile(join(folder, name)), { level: 9 }).length] as const)));
}

function recordOf(index: number, time: string): CallRecord {
  const isError = index % 50 === 5;
  return {
    id: `call-${index}`,
    time,
    tool: index % 3 === 0 ? 'rename_symbol' : 'find_references',
    caption: `place ${index}`,
    parameters: { symbol: `total${index}` },
    status: isError ? 'error' : 'success',
    client: index % 2 === 0 ? 'codex 1.0' : 'claude-code 2.0',
    project: '/nowhere/shop',
    durationMs: index % 1_000,
    ...(isError ? { error: 'not_found: There is none.' } : { result: 'The answer.' }),
  };
}

function rangeOf(values: readonly number[]): string {
  return `${values.length} loads, ${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))} ms`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
