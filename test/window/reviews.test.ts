// Reviews decided in a real browser: exactly what was ticked, edited and said reaches the file and the agent, and nothing is decided by accident.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Agent, Answer } from '../faults/agent.ts';
import { type OpenedShop, openedShop } from '../support/openedShop.ts';
import type { WindowPage } from '../support/windowPage.ts';

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
const BEFORE = `${LINES.join('\n')}\n`;
// Five hunks, far from each other.
const CHANGED = [3, 15, 27, 39, 51];
const AFTER = `${LINES.map((line, index) => (CHANGED.includes(index + 1) ? `${line} changed` : line)).join('\n')}\n`;
const EDITED = AFTER.replace('line 1\n', 'by a person\n');
// In the page.
const HELD = `for (let press = 0; press < 20; press += 1)
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', repeat: true, bubbles: true }));`;

let shop: OpenedShop;
let folder: string;
let agent: Agent;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  shop = await openedShop({ 'notes.txt': BEFORE }, { asksEdits: true, place: '/reviews' });
  ({ folder, agent, opened, page } = shop);
});
afterEach(async () => {
  await writeFile(join(folder, 'notes.txt'), BEFORE);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

function propose(text = AFTER): Promise<Answer> {
  return agent.call('write_file', { file: 'notes.txt', text });
}

// The one that waits, opened by its row.
async function openReview(): Promise<void> {
  await page.locator('.review-row:not(.review-over)').first().click();
  await page.locator('.review').waitFor();
}

function notes(): Promise<string> {
  return readFile(join(folder, 'notes.txt'), 'utf8');
}

// What a person needs to look at it; the page counts it by its own clock.
async function lookAtIt(): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
}

test('hunks 1 and 3 of 5 are accepted: the bytes are exact, and the agent hears what became of it', async () => {
  const answer = propose();
  await openReview();
  await expect.poll(() => page.locator('[data-hunk] input[type="checkbox"]').count()).toBe(5);
  for (const number of [2, 4, 5]) await page.locator(`[data-hunk="${number}"] input[type="checkbox"]`).click();
  await page.locator('.review').focus();
  await lookAtIt();
  await page.keyboard.press('y');
  const { result } = await answer;
  expect(result?.isError).not.toBe(true);
  expect(await notes()).toBe(`${LINES.map((line, index) => ([3, 27].includes(index + 1) ? `${line} changed` : line)).join('\n')}\n`);
  expect(JSON.stringify(result)).toContain('part');
});

test('an edit, two comments and a note arrive as they were written', async () => {
  const answer = propose();
  await openReview();
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'What notes.txt shall hold' });
  await editor.waitFor();
  await editor.fill(EDITED);
  await page.getByRole('button', { name: 'Use this text' }).click();
  for (const [line, text] of [
    [3, 'why this?'],
    [15, '<b>really</b>?'],
  ] as const) {
    await page
      .locator('button.diff-number', { hasText: new RegExp(`^${line}$`) })
      .first()
      .click();
    await page.getByRole('textbox', { name: `Comment on notes.txt, line ${line}` }).fill(text);
    await page.getByRole('button', { name: 'Add comment' }).click();
  }
  await page.getByRole('textbox', { name: 'A note to the agent' }).fill('keep it short');
  await lookAtIt();
  await page.getByRole('button', { name: /^Accept/ }).click();
  const { result } = await answer;
  expect(await notes()).toBe(EDITED);
  const said = JSON.stringify(result?.structuredContent ?? result);
  for (const words of ['keep it short', 'why this?', '<b>really</b>?']) expect(said).toContain(words);
  expect(opened.complaints).toEqual([]);
});

test('y too early, held down, or in another view decides nothing', async () => {
  let isDecided = false;
  const answer = propose().finally(() => {
    isDecided = true;
  });
  await page.evaluate("location.assign('#/history')");
  for (let press = 0; press < 15; press += 1) await page.keyboard.press('y');
  await page.evaluate("location.assign('#/reviews')");
  await openReview();
  for (let press = 0; press < 15; press += 1) await page.keyboard.press('y');
  // A key that is held down sends one press after the other, each marked as a repeat.
  await lookAtIt();
  await page.evaluate(HELD);
  await page.getByText('A key that is held down decides nothing.').waitFor();
  expect(isDecided).toBe(false);
  expect(await notes()).toBe(BEFORE);
  await page.keyboard.press('r');
  const { result } = await answer;
  expect(result?.isError).toBe(true);
  expect(await notes()).toBe(BEFORE);
});

test('three that wait still wait after a reload, drafts too', async () => {
  const answers = [1, 2, 3].map((number) => propose(`${BEFORE}${number}\n`));
  await page.evaluate("location.assign('#/reviews')");
  await expect.poll(() => page.locator('.review-row:not(.review-over)').count()).toBe(3);
  await openReview();
  await page.getByRole('textbox', { name: 'A note to the agent' }).fill('a draft');
  await page.reload();
  await expect.poll(() => page.locator('.review-row:not(.review-over)').count()).toBe(3);
  await expect.poll(() => page.getByRole('textbox', { name: 'A note to the agent' }).inputValue()).toBe('a draft');
  for (let left = 3; left > 0; left -= 1) {
    await page.locator('.review-row:not(.review-over)').first().click();
    await page.locator('.review').waitFor();
    await lookAtIt();
    await page.getByRole('button', { name: /^Reject/ }).click();
    await expect.poll(() => page.locator('.review-row:not(.review-over)').count()).toBe(left - 1);
  }
  for (const { result } of await Promise.all(answers)) expect(result?.isError).toBe(true);
  expect(await notes()).toBe(BEFORE);
});

test('once the last tab is closed, what waits is a no, and nothing is written', async () => {
  const answer = propose();
  await openReview();
  await shop.opened[Symbol.asyncDispose]();
  const { result } = await answer;
  expect(result?.isError).toBe(true);
  expect(JSON.stringify(result)).toContain('the window was closed without an answer');
  expect(await notes()).toBe(BEFORE);
});
