// The window in a real browser, opened by the link that a person gets: one browser for a file of tests, with what its pages asked of whom.
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import { seconds } from '../../src/base/waiting/duration.ts';
import type { Home } from './builtProgram.ts';
import { chromium } from './chromium.ts';
import { linkOf } from './windowClient.ts';

// Several agents, engines and a browser on two cores.
const LONGEST_WAIT = seconds(60);

export interface WindowBrowser extends AsyncDisposable {
  readonly browser: Browser;
  // A new context, so that each has a session of its own.
  open(home: Home, options?: OpenOptions): Promise<WindowPage>;
}

export interface OpenOptions {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  // After the hash, such as /history.
  readonly place?: string;
  readonly more?: BrowserContextOptions;
}

export interface WindowPage extends AsyncDisposable {
  readonly page: Page;
  // Addresses that were not ours.
  readonly foreign: readonly string[];
  // What the browser complained of: errors of scripts, and what the policy of the page forbade.
  readonly complaints: readonly string[];
}

export async function windowBrowser(): Promise<WindowBrowser> {
  const browser = await playwright.launch({ executablePath: await chromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  return {
    browser,
    open: async (home, options = {}) => {
      const link = await linkOf(home);
      const opened = await openPage(browser, link, options);
      await connected(opened.page);
      if (options.place !== undefined) await opened.page.evaluate(`location.assign(${JSON.stringify(`#${options.place}`)})`);
      return opened;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

// The frame is drawn before the daemon has proved itself and before the first view is loaded: keys would find nobody, and nothing could be pressed.
async function connected(page: Page): Promise<void> {
  // Narrow windows do not show it.
  await page.locator('.server .status-ok').waitFor({ state: 'attached' });
  await page.locator('.main .skeleton').waitFor({ state: 'detached' });
}

// Those of the tests of this process, for the report of one that fails.
export const openPages = new Set<Page>();

// Whatever address it is.
export async function openPage(browser: Browser, address: string, { width = 1_600, theme = 'light', more = {} }: OpenOptions = {}): Promise<WindowPage> {
  const context = await browser.newContext({ viewport: { width, height: width < 720 ? 800 : 900 }, colorScheme: theme, ...more });
  context.setDefaultTimeout(LONGEST_WAIT);
  const page = await context.newPage();
  // So that a test can cut them.
  await page.addInitScript(
    'window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...a) { super(...a); window.sockets.push(this); } };',
  );
  const foreign: string[] = [];
  const complaints: string[] = [];
  const { host } = new URL(address);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.host !== host && !['data:', 'blob:'].includes(url.protocol)) foreign.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  openPages.add(page);
  page.on('close', () => openPages.delete(page));
  await page.goto(address);
  return { page, foreign, complaints, [Symbol.asyncDispose]: () => context.close() };
}
