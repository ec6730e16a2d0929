// Five megabytes of what an agent or a program can make up, on each way by which it reaches the page: all of it is text, none of it runs, and none of it is drawn whole.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configurationFolder } from '../../src/daemon/folders.ts';
import { Agent } from '../faults/agent.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';

const TRAP =
  '<img src="http://evil.example/x" onerror="window.trapped=1"><script>window.trapped=1</script>\u001b[31mred\u001b]52;c;ZXZpbA==\u0007 \u202Etxt.exe\u200B ';
const HUGE = TRAP.repeat(Math.ceil((5 * 1024 * 1024) / TRAP.length));
// A message has four megabytes at most; as JSON this has nearly as many.
const LONGEST = HUGE.slice(0, 2_900_000);
const LINES = `${TRAP}${'y'.repeat(200)}\n`.repeat(15_000);
// The longest name that a file may have, of letters that are hidden or turn others around.
const NAME = `\u202Egpj.<img src=x onerror=alert(1)>${'\u200B'.repeat(50)}.txt`;
const REWRITE =
  "const { readFileSync, writeFileSync } = require('node:fs'); writeFileSync('one-line.txt', readFileSync('one-line.txt', 'utf8').replaceAll('red', 'blue'));";
const PRINT = "const { readFileSync } = require('node:fs'); process.stdout.write(readFileSync('huge.txt')); process.stdout.write('\\nthe end\\n');";
// Of the document, in characters: a screen with its rows and a folded text.
const MOST_SHOWN = 6_000;

let home: Home;
let agent: Agent;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  home = await temporaryHome();
  const shop = join(home.folder, 'shop');
  await mkdir(shop, { recursive: true });
  await writeFile(join(shop, 'huge.txt'), LINES);
  await writeFile(join(shop, 'one-line.txt'), HUGE);
  await writeFile(join(shop, 'print.cjs'), PRINT);
  await writeFile(join(shop, 'rewrite.cjs'), REWRITE);
  const configuration = configurationFolder(home.environment);
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ tools: { edit_file: 'ask' } }));
  await run([process.execPath, binnacle, 'trust', shop], { environment: home.environment, folder: shop, bound: 30_000 });
  agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
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

const show = (place: string) => page.evaluate(`location.assign(${JSON.stringify(`#${place}`)})`);
const firstRow = () => page.getByRole('row').first();

async function isHarmless(): Promise<void> {
  expect(await page.locator('main img, main script, main iframe, main a[href^="http"]').count()).toBe(0);
  expect(await page.evaluate(`'trapped' in window`)).toBe(false);
  // It stands there as a box with its number, in names of files and tools too.
  expect(await page.evaluate(`document.querySelector('main').innerText.includes('\\u202E')`)).toBe(false);
  expect(await page.evaluate(`document.querySelector('main').innerText.length`)).toBeLessThan(MOST_SHOWN);
  expect(opened.foreign).toEqual([]);
  expect(opened.complaints).toEqual([]);
}

test('arguments and answers of calls are folded, in the list, in the detail and as they were sent', async () => {
  await agent.call('search_text', { query: LONGEST });
  await agent.call('read_file', { file: 'one-line.txt' });
  await agent.call(TRAP, { [TRAP]: LONGEST });
  await show('/history');
  await page.getByRole('grid', { name: 'Calls' }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(3);
  const detail = page.getByRole('region', { name: 'Call' });
  // The newest first: an unknown tool, an answer, a request.
  for (const [row, hostile] of (['1', '2', '1'] as const).entries()) {
    await page.getByRole('row').nth(row).click();
    // Keys are of what is shown: a digit before the detail is there chooses nothing.
    await detail.getByRole('tab').first().waitFor();
    await page.keyboard.press(hostile === '1' ? '2' : '1');
    await isHarmless();
    await page.keyboard.press(hostile);
    await detail.locator('.mark').first().waitFor();
    await isHarmless();
    await page.keyboard.press('o');
    await isHarmless();
    await page.keyboard.press('o');
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
  }
});

test('a change of five megabytes to a file with a name that turns around is shown without hanging or drawing it whole', async () => {
  await agent.call('write_file', { file: NAME, text: LONGEST });
  await agent.call('run_command', { command: 'node rewrite.cjs' });
  await show('/changes');
  for (let row = 0; row < 2; row += 1) {
    await page.getByRole('row').nth(row).click();
    await page.locator('.split-detail').getByText('one-line.txt').or(page.locator('.split-detail .mark')).first().waitFor();
    await isHarmless();
    await page.keyboard.press('Escape');
  }
});

test('a review of five megabytes can be read and refused', async () => {
  const asked = agent.call('edit_file', { file: 'huge.txt', edits: [{ old_text: 'red', new_text: TRAP, all: true }] });
  await show('/reviews');
  await page.locator('.review-row:not(.review-over)').first().click();
  await page.locator('.review').waitFor();
  await isHarmless();
  await page.locator('.review').focus();
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
  await page.keyboard.press('r');
  expect((await asked).result?.isError).toBe(true);
  await isHarmless();
});

test('what a program printed is lines of text in runs, and a screen in terminals', async () => {
  await agent.call('run_command', { command: 'node print.cjs' });
  await show('/runs');
  await firstRow().click();
  await page.locator('.split-detail').getByText('the end').waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.evaluate(`'trapped' in window`)).toBe(false);
  await agent.call('run_in_terminal', { command: 'node print.cjs; cat' });
  await show('/terminals');
  await page.locator('.xterm-rows', { hasText: 'the end' }).waitFor();
  await isHarmless();
});

test('the log holds nothing of it that is not text', async () => {
  await show('/log');
  await page.getByRole('log', { name: 'Log' }).waitFor();
  await isHarmless();
  // Each line says when it was written, however little room there is.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 400, height: 800 });
  await page.locator('.log-time').first().waitFor({ state: 'visible' });
  if (size !== null) await page.setViewportSize(size);
});
