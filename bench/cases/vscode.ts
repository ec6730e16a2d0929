// What our extension costs a person's VS Code: its own time when the window starts, and the start of the window with it and without it.
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { probeOf } from '../../test/contract/hosts/probe.ts';
import { launched, startVscode, type VscodeServer } from '../../test/contract/hosts/vscodeWindow.ts';
import { limitResult, type Result } from '../result.ts';
import { type Spread, spread, timed } from '../statistics.ts';

const STARTS = 10;
const LONGEST = { timeout: minutes(2) };

export async function vscode(): Promise<Result[]> {
  await using bare = await openSide(true);
  await using ours = await openSide(false);
  await bare.prepare();
  await ours.prepare();
  const times: { bare: number[]; ours: number[]; own: number[] } = { bare: [], ours: [], own: [] };
  for (let round = 0; round < STARTS; round++) {
    times.bare.push((await bare.start()).ms);
    const { ms, own } = await ours.start();
    times.ours.push(ms);
    if (own !== undefined) times.own.push(own);
  }
  const [without, withUs, own] = [spread(times.bare), spread(times.ours), spread(times.own)];
  return [
    limitResult({
      what: 'VS Code extension, own time to activate, as VS Code counts it',
      ours: own.p50,
      unit: 'ms',
      atMost: 200,
      note: `of ${times.own.length}`,
    }),
    startResult(without, withUs, times.bare),
  ];
}

// By how much the baseline differs from itself: whatever is less than that, nobody notices.
function startResult(without: Spread, withUs: Spread, all: readonly number[]): Result {
  const width = Math.max(...all) - Math.min(...all);
  return {
    what: `start of a VS Code window until its extensions have started, ${STARTS} with us and ${STARTS} without`,
    floor: { name: 'without us', value: without.p50 },
    ours: withUs.p50,
    unit: 'ms',
    ratio: withUs.p50 / without.p50,
    bar: `≤ the spread of the baseline over it: ${Math.round(width)} ms`,
    met: withUs.p50 - without.p50 <= width,
    note: `difference of the medians ${Math.round(withUs.p50 - without.p50)} ms`,
  };
}

interface Side extends AsyncDisposable {
  // The first window loads VS Code itself, and leaves behind what V8 has compiled of our extension, as on any day but the first.
  prepare(): Promise<void>;
  // A window in a browser that has never seen VS Code. own: what our extension took of it.
  start(): Promise<{ readonly ms: number; readonly own: number | undefined }>;
}

async function openSide(isBare: boolean): Promise<Side> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-starts-')));
  const project = join(scratch, 'project');
  await mkdir(project);
  await writeFile(join(project, 'cart.ts'), 'export const total = 1;\n');
  const server = await startVscode(project, scratch, { isBare });
  const browser = await launched(server);
  const known = new Set<number>();
  const load = async (page: Page) => {
    await page.goto(addressOf(server, project), { ...LONGEST, waitUntil: 'domcontentloaded' });
    const { pid } = await probeOf(join(scratch, 'extensions'), (each) => !known.has(each));
    known.add(pid);
  };
  return {
    async prepare() {
      await using tab = await openTab(browser);
      await load(tab.page);
      if (!isBare) await isCompiled(join(scratch, 'user', 'User', 'globalStorage', 'binnacle.binnacle', 'compiled'));
    },
    async start() {
      await using tab = await openTab(browser);
      const { ms } = await timed(() => load(tab.page));
      return { ms, own: isBare ? undefined : await ownTime(tab.page) };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// Written some seconds after a start, and only by a window that is there for so long.
async function isCompiled(folder: string): Promise<void> {
  const end = performance.now() + LONGEST.timeout;
  while ((await readdir(folder).catch(() => [])).length === 0) {
    if (performance.now() > end) throw new Error(`the extension has kept nothing in ${folder}`);
    await pause(seconds(0.2));
  }
}

async function openTab(browser: Browser): Promise<{ readonly page: Page } & AsyncDisposable> {
  const context = await browser.newContext();
  const page = await context.newPage();
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      // The server ends the extensions of a window that has gone, which would be in the way of the next.
      await pause(seconds(4));
    },
  };
}

function addressOf({ url }: VscodeServer, project: string): string {
  return `${url}/?folder=${encodeURIComponent(project)}`;
}

// As its list of running extensions says: loading the code, and the call that activates it.
async function ownTime(page: Page): Promise<number | undefined> {
  await page.locator('.monaco-workbench').waitFor(LONGEST);
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill('>Show Running Extensions');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Show Running Extensions' }).first().waitFor(LONGEST);
  await page.keyboard.press('Enter');
  // Without a time as long as it is being activated.
  const row = page
    .locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Binnacle' })
    .filter({ hasText: /\d\s*ms/ })
    .first();
  await row.waitFor(LONGEST);
  const found = /(\d+)\s*ms/.exec(await row.innerText());
  return found === null ? undefined : Number(found[1]);
}
