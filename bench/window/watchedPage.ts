// The window's page as the bench sees it: in its own browser, with a stopwatch inside that looks at each frame what is shown.
import { type Browser, type BrowserContext, type CDPSession, type Page, chromium as playwright } from 'playwright-core';
import { z } from 'zod';
import type { Home } from '../../test/support/builtProgram.ts';
import { chromium } from '../../test/support/chromium.ts';
import { linkOf } from '../../test/support/windowClient.ts';

// Runs before the page's own script. What it sees was drawn by the frame before, so every time is a little too long and none too short.
const STOPWATCH = `
(() => {
  const watch = { usable: undefined, seen: {}, rows: 0, frames: 0, line: '', lines: [], pressed: 0, echo: '', echoes: [], blocks: [], isCut: false, isReading: true, heard: 0, sockets: [] };
  globalThis.benchWatch = watch;
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) watch.blocks.push(duration); }).observe({ type: 'longtask' });
  addEventListener('keydown', () => { watch.pressed = performance.now(); }, { capture: true });
  const wall = () => performance.timeOrigin + performance.now();
  const look = () => {
    requestAnimationFrame(look);
    watch.frames += 1;
    const rows = document.getElementsByClassName('call-row');
    watch.rows = Math.max(watch.rows, rows.length);
    if (watch.usable === undefined && rows.length > 0 && document.querySelector('.header') !== null) watch.usable = performance.now();
    for (const row of watch.isReading ? rows : []) {
      const name = /n\\d{5}\\.txt/.exec(row.textContent)?.[0];
      if (name !== undefined) watch.seen[name] ??= wall();
    }
    const line = document.querySelector('.source-current .source-number')?.textContent ?? '';
    if (line !== '' && line !== watch.line) {
      watch.line = line;
      watch.lines.push(performance.now() - watch.pressed);
    }
    const echo = [...(document.querySelector('.xterm-rows')?.textContent ?? '').matchAll(/=(\\d+)=/g)].at(-1)?.[1] ?? '';
    if (Number(echo) > Number(watch.echo)) {
      watch.echo = echo;
      watch.echoes.push(performance.now() - watch.pressed);
    }
  };
  requestAnimationFrame(look);
  const Real = WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(url) {
      super(url);
      watch.sockets.push(this);
      this.addEventListener('message', () => { watch.heard += 1; });
      if (watch.isCut) this.close();
    }
  };
})();
`;

export class WatchedPage implements AsyncDisposable {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #session: CDPSession;
  readonly #origin: string;

  static async open(home: Home): Promise<WatchedPage> {
    const link = await linkOf(home);
    const browser = await playwright.launch({ executablePath: await chromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
    const context = await browser.newContext({ viewport: { width: 1_600, height: 900 } });
    await context.addInitScript({ content: STOPWATCH });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(link);
    await page.locator('.header').waitFor();
    // The challenge and the welcome: whoever leaves before has not redeemed the link.
    await page.waitForFunction(() => Reflect.get(Reflect.get(globalThis, 'benchWatch'), 'heard') >= 2);
    return new WatchedPage({ browser, context, page, session, origin: new URL(link).origin });
  }

  private constructor(parts: { browser: Browser; context: BrowserContext; page: Page; session: CDPSession; origin: string }) {
    this.page = parts.page;
    this.#browser = parts.browser;
    this.#context = parts.context;
    this.#session = parts.session;
    this.#origin = parts.origin;
  }

  // From nothing: no file of it is kept by the browser.
  async loadAnew(place: string): Promise<void> {
    await this.leave();
    await this.#session.send('Network.enable');
    await this.#session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await this.page.goto(`${this.#origin}/window/#${place}`);
  }

  async showHistory(): Promise<void> {
    await this.loadAnew('/history');
    await this.page.locator('.call-row').first().waitFor();
  }

  // Nobody has the window open.
  async leave(): Promise<void> {
    await this.page.goto('about:blank');
  }

  async number(expression: string): Promise<number> {
    return z.number().parse(await this.page.evaluate(expression));
  }

  async numbers(expression: string): Promise<number[]> {
    return z.array(z.number()).parse(await this.page.evaluate(expression));
  }

  // When each file's call was seen first, by the clock of the machine.
  async seen(): Promise<Map<string, number>> {
    return new Map(Object.entries(z.record(z.string(), z.number()).parse(await this.page.evaluate('benchWatch.seen'))));
  }

  // What is under way is lost, and nothing gets through until it may reconnect.
  async cut(): Promise<void> {
    await this.page.evaluate('benchWatch.isCut = true; for (const socket of benchWatch.sockets.splice(0)) { socket.onmessage = null; socket.close(); } 0');
  }

  async reconnect(): Promise<void> {
    await this.page.evaluate('benchWatch.isCut = false');
  }

  // In megabytes, of what is still in use.
  async heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    return usedSize / 1024 ** 2;
  }

  // The processes that draw pages.
  async renderers(): Promise<number[]> {
    const session = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }

  async traced(work: () => Promise<void>): Promise<Buffer> {
    await this.#browser.startTracing(this.page, {
      categories: ['toplevel', 'devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline'],
    });
    await work();
    return this.#browser.stopTracing();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
    await this.#browser.close();
  }
}
