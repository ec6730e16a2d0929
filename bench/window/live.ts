// The window while agents call two hundred times a second: what it costs the daemon, how late it is, and whether it has everything after a cut or a freeze.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { milliseconds, minutes, seconds } from '../../src/base/waiting/duration.ts';
import type { Home } from '../../test/support/builtProgram.ts';
import { linkOf, WindowClient } from '../../test/support/windowClient.ts';
import { type Daemon, memoryMb } from '../daemon.ts';
import { limitResult, type Result } from '../result.ts';
import { spread } from '../statistics.ts';
import { CALLS_A_SECOND, type PacedCalls } from './calls.ts';
import type { WatchedPage } from './watchedPage.ts';

const PART = seconds(10);
const ROUNDS = 6;
const ROUND = seconds(5);
const CUT = seconds(5);
const AROUND_CUT = seconds(2);
const LOOKS = milliseconds(200);
const LONGEST_WAIT = seconds(30);

export interface Live {
  readonly home: Home;
  readonly daemon: Daemon;
  readonly calls: PacedCalls;
  readonly watched: WatchedPage;
  readonly isLong: boolean;
}

export async function live(given: Live): Promise<Result[]> {
  // Until the daemon runs the code that the engine has compiled, and its history is full.
  await given.calls.run(PART);
  return [await cost(given), ...(await following(given)), await cutting(given), ...(await freezing(given))];
}

// In turns, so that whoever else uses the machine makes both dearer.
async function cost({ daemon, calls, watched }: Live): Promise<Result> {
  const measured = async () => {
    const before = await cpuOf(daemon.pid);
    const { size } = await calls.run(ROUND);
    return { ms: (await cpuOf(daemon.pid)) - before, size };
  };
  const open = { ms: 0, size: 0 };
  const closed = { ms: 0, size: 0 };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const sum of [open, closed]) {
      if (sum === open) await watched.showHistory();
      else await watched.leave();
      const { ms, size } = await measured();
      sum.ms += ms;
      sum.size += size;
    }
  const [withPage, without] = [open.ms / open.size, closed.ms / closed.size];
  return {
    what: `processor time of the daemon for a call, ${CALLS_A_SECOND} a second, with the history open`,
    ours: withPage,
    unit: 'ms',
    floor: { name: 'no window', value: without },
    ratio: withPage / without,
    bar: '≤ 1.1×',
    met: withPage <= without * 1.1,
    note: `${open.size + closed.size} calls`,
  };
}

async function following({ home, calls, watched, isLong }: Live): Promise<Result[]> {
  using client = await WindowClient.open(await linkOf(home));
  await watched.showHistory();
  await calls.run(PART);
  const first = await watched.heap();
  const late: number[] = [];
  const asking: number[] = [];
  const parts = (isLong ? minutes(10) : minutes(1)) / PART;
  for (let part = 0; part < parts; part += 1) {
    await watched.page.evaluate('benchWatch.seen = {}');
    const asked = await calls.run(PART);
    await untilSeen(watched, [...asked.keys()].at(-1) ?? '');
    const recorded = (await heldRows(client, asked.size)).toReversed();
    late.push(...lateness(recorded, await watched.seen()));
    asking.push(...recorded.map(({ name, at }) => at - (asked.get(name) ?? Number.NaN)));
  }
  const last = await watched.heap();
  return [
    limitResult({
      what: `${late.length} calls, ${CALLS_A_SECOND} a second: from the daemon's record to pixel, 95 of 100`,
      ours: spread(late).p95,
      unit: 'ms',
      atMost: 250,
      note: `p50 ${Math.round(spread(late).p50)}, most ${Math.round(Math.max(...late))} ms; from the agent to the record p95 ${Math.round(spread(asking).p95)} ms`,
    }),
    limitResult({ what: 'the page grows meanwhile by', ours: Math.max(0, last - first), unit: 'MB', atMost: 10, note: `heap ${first.toFixed(1)} MB` }),
  ];
}

// The oldest first. A row that was overtaken before a frame could show it was there when a later one was.
function lateness(recorded: readonly HeldRow[], seen: ReadonlyMap<string, number>): number[] {
  let there = Number.POSITIVE_INFINITY;
  return recorded.toReversed().map(({ name, at }) => {
    there = Math.min(there, seen.get(name) ?? Number.POSITIVE_INFINITY);
    return there - at;
  });
}

async function cutting(given: Live): Promise<Result> {
  const { calls, watched } = given;
  await watched.showHistory();
  const running = calls.run(AROUND_CUT + CUT + AROUND_CUT);
  await sleep(AROUND_CUT);
  await watched.cut();
  await sleep(CUT);
  await watched.reconnect();
  const asked = await running;
  return wholeResult(`the socket is cut for ${CUT / 1_000} s`, given, asked);
}

async function freezing(given: Live): Promise<Result[]> {
  const { daemon, calls, watched, isLong } = given;
  const length = isLong ? minutes(1) : seconds(20);
  await watched.showHistory();
  const usual = await mostMemory(daemon.pid, calls.run(length));
  const renderers = await watched.renderers();
  await watched.page.evaluate('benchWatch.seen = {}');
  for (const pid of renderers) process.kill(pid, 'SIGSTOP');
  let frozen: { readonly most: number; readonly value: ReadonlyMap<string, number> };
  let woken: number;
  try {
    // Names do not come twice: only the last ten seconds are looked for one by one.
    frozen = await mostMemory(
      daemon.pid,
      (async () => {
        await calls.run(length - PART);
        return calls.run(PART);
      })(),
    );
  } finally {
    woken = performance.timeOrigin + performance.now();
    for (const pid of renderers) process.kill(pid, 'SIGCONT');
  }
  const last = [...frozen.value.keys()].at(-1) ?? '';
  const shown = await untilSeen(watched, last);
  return [
    limitResult({
      what: `the page is frozen for ${length / 1_000} s: the daemon holds more than before`,
      ours: Math.max(0, frozen.most - usual.most),
      unit: 'MB',
      atMost: 8,
      note: `most ${Math.round(usual.most)} MB before, ${Math.round(frozen.most)} MB frozen`,
    }),
    limitResult({ what: 'the newest call is shown after it has woken', ours: shown - woken, unit: 'ms', atMost: 1_000 }),
    await wholeResult('the page was frozen', given, frozen.value),
  ];
}

async function mostMemory<Value>(pid: number, work: Promise<Value>): Promise<{ most: number; value: Value }> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver) {
    most = Math.max(most, (await memoryMb(pid)) ?? Number.NaN);
    await sleep(LOOKS);
  }
  return { most, value: await ended };
}

const Listed = z.object({ rows: z.array(z.object({ id: z.string(), time: z.string(), caption: z.string().optional() })) });
const PAGE = 500;

// Row by row: what the page shows against what the daemon has.
async function wholeResult(what: string, { home, watched }: Live, asked: ReadonlyMap<string, number>): Promise<Result> {
  await untilSeen(watched, [...asked.keys()].at(-1) ?? '');
  const shown = await shownRows(watched, asked.size);
  using client = await WindowClient.open(await linkOf(home));
  const held = await heldRows(client, asked.size);
  const missing = [...asked.keys()].filter((name) => !shown.includes(name)).length;
  const double = shown.length - new Set(shown).size;
  const elsewhere = held.filter(({ name }, index) => shown[index] !== name).length;
  return limitResult({
    what: `${what}: calls missing, double or elsewhere than the daemon has them`,
    ours: missing + double + elsewhere,
    unit: 'calls',
    atMost: 0,
    note: `${missing} missing, ${double} double, ${elsewhere} elsewhere of ${asked.size}`,
  });
}

// The newest first, by scrolling as a person does.
async function shownRows(watched: WatchedPage, count: number): Promise<string[]> {
  const rows = await watched.page.evaluate(`(async () => {
    const grid = document.querySelector('[role=grid]');
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const rows = [];
    const until = performance.now() + ${LONGEST_WAIT};
    for (let top = 0; rows.filter(() => true).length < ${count} && performance.now() < until; ) {
      grid.scrollTop = top;
      await frame();
      // At the end older ones are asked for, and the next turn looks again.
      if (top + 560 < grid.scrollHeight) top += 560;
      for (const row of document.querySelectorAll('.call-row')) rows[Number(row.getAttribute('aria-rowindex')) - 1] = /n\\d{5}\\.txt/.exec(row.textContent)?.[0] ?? '';
    }
    grid.scrollTop = 0;
    return Array.from(rows, (name) => name ?? '').slice(0, ${count});
  })()`);
  return z.array(z.string()).parse(rows);
}

interface HeldRow {
  readonly name: string;
  // When the daemon recorded that it was asked, by the clock of the machine.
  readonly at: number;
}

// The newest first.
async function heldRows(client: WindowClient, count: number): Promise<HeldRow[]> {
  const held: HeldRow[] = [];
  let before: { readonly id: string; readonly time: string } | undefined;
  while (held.length < count) {
    const answer = await client.ask('history.list', { limit: PAGE, ...(before !== undefined && { before }) });
    if (!answer.ok) throw new Error(answer.error.message);
    const { rows } = Listed.parse(answer.value);
    held.push(...rows.map(({ caption = '', time }) => ({ name: /n\d{5}\.txt/.exec(caption)?.[0] ?? '', at: Date.parse(time) })));
    const last = rows.at(-1);
    if (last === undefined) break;
    before = { id: last.id, time: last.time };
  }
  return held.slice(0, count);
}

// When, by the clock of the machine.
async function untilSeen(watched: WatchedPage, name: string): Promise<number> {
  const until = performance.now() + LONGEST_WAIT;
  while (performance.now() < until) {
    const seen = (await watched.seen()).get(name);
    if (seen !== undefined) return seen;
    await sleep(milliseconds(20));
  }
  return Number.POSITIVE_INFINITY;
}

// In milliseconds; of a process of Linux, where a tick is ten of them.
async function cpuOf(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const fields = rest.split(' ').map(Number);
  return ((fields[11] ?? Number.NaN) + (fields[12] ?? Number.NaN)) * 10;
}
