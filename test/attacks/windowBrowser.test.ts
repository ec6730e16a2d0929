// The window in a real browser, with hostile pages beside it: what the browser itself must refuse, it refuses.
import { createServer, type Server } from 'node:http';
import { type Browser, type BrowserContext, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { shopIn } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { chromium } from '../support/chromium.ts';
import { linkOf } from '../support/windowClient.ts';

let home: Home;
let browser: Browser;
let person: BrowserContext;
let hostile: Server;
let elsewhere: string;
let origin: string;

beforeAll(async () => {
  home = await temporaryHome();
  await shopIn(home);
  browser = await playwright.launch({ executablePath: await chromium(), args: ['--no-sandbox'] });
  person = await browser.newContext();
  // A development server of this machine, which an agent may have written.
  hostile = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>shop</title>'));
  elsewhere = await new Promise((resolve) =>
    hostile.listen(0, '127.0.0.1', () => {
      const address = hostile.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    }),
  );
  origin = new URL(await linkOf(home)).origin;
});
afterAll(async () => {
  await browser.close();
  hostile.close();
  await home[Symbol.asyncDispose]();
});

const Kept = z.object({ found: z.array(z.object({ extractable: z.boolean(), algorithm: z.string() })), texts: z.string() });

// These run in the browser, so they are text here.
const WHAT_IS_KEPT = `(async () => {
  const found = [];
  const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const values = await new Promise((resolve) => {
        const all = database.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => resolve(all.result);
      });
      for (const value of values) {
        texts.push(JSON.stringify(value));
        for (const each of [value, ...Object.values(Object(value))])
          if (each instanceof CryptoKey) found.push({ extractable: each.extractable, algorithm: each.algorithm.name });
      }
    }
    database.close();
  }
  return { found, texts: texts.join('\\n') };
})()`;

const ATTEMPTS = `async (origin) => {
  const framed = document.createElement('iframe');
  framed.src = origin + '/window/';
  const loaded = new Promise((resolve) => framed.addEventListener('load', resolve));
  document.body.append(framed);
  await loaded;
  const read = await fetch(origin + '/window/').then((response) => 'read ' + response.status, () => 'refused');
  const script = await new Promise((resolve) => {
    const loading = document.createElement('script');
    loading.src = origin + '/window/';
    loading.onload = () => resolve('loaded');
    loading.onerror = () => resolve('refused');
    document.head.append(loading);
  });
  const socket = await new Promise((resolve) => {
    const speaking = new WebSocket(origin.replace('http', 'ws') + '/window/socket');
    speaking.onopen = () => resolve('open');
    speaking.onerror = () => resolve('refused');
  });
  return { read, script, socket };
}`;

test('a page opened by its link clears the link, keeps a key that nobody can read, and comes back without another link', async () => {
  const page = await person.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const foreign: string[] = [];
  page.on('request', (request) => new URL(request.url()).origin !== origin && !request.url().startsWith('data:') && foreign.push(request.url()));
  const link = await linkOf(home);
  await page.goto(link);
  await expect.poll(() => page.url()).not.toContain('code=');
  // The link is gone at once, the key is kept once the daemon has proved itself; both are so before the window is shown.
  await page.waitForSelector('nav');
  const kept = Kept.parse(await page.evaluate(WHAT_IS_KEPT));
  expect(kept.found).toEqual([{ extractable: false, algorithm: 'HMAC' }]);
  const code = new URL(link).hash.slice('#code='.length);
  expect(kept.texts).not.toContain(code);
  expect(page.url()).not.toContain(code);
  await page.reload();
  await page.waitForSelector('nav');
  expect(await page.getByText(/binnacle open/).count()).toBe(0);
  expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
  await page.close();
});

test('no other page can frame it, read it, or speak at its socket, also where the person has it open', async () => {
  const page = await person.newPage();
  await page.goto(elsewhere);
  const attempts: unknown = await page.evaluate(`(${ATTEMPTS})(${JSON.stringify(origin)})`);
  expect(attempts).toEqual({ read: 'refused', script: 'refused', socket: 'refused' });
  // Nothing of it is in the frame.
  const frame = page.frames().find((each) => each !== page.mainFrame());
  expect(frame?.url()).not.toContain('/window/');
  await page.close();
});

test('a link that was used twice closes the first window before the eyes of the person, and another shows an alarm', async () => {
  const witness = await person.newPage();
  await witness.goto(await linkOf(home));
  await witness.waitForSelector('nav');
  const thief = await browser.newContext();
  const link = await linkOf(home);
  const [first, second] = [await person.newPage(), await thief.newPage()];
  await second.goto(link);
  await second.waitForSelector('nav');
  await first.goto(link);
  await first
    .getByText(/used twice/)
    .first()
    .waitFor();
  await second
    .getByText(/binnacle open/)
    .first()
    .waitFor();
  await witness
    .getByText(/used twice/)
    .first()
    .waitFor();
  await thief.close();
});
