// A grant given in a real browser: what it covers passes without a question, nothing else does, and its end is one click. And a review decided by keys alone.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent, Answer } from '../faults/agent.ts';
import { type OpenedShop, openedShop } from '../support/openedShop.ts';
import type { WindowPage } from '../support/windowPage.ts';

let shop: OpenedShop;
let folder: string;
let agent: Agent;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  shop = await openedShop({ 'src/cart/a.txt': 'one\n', 'src/cart/b.txt': 'one\n', 'docs/c.txt': 'one\n' }, { asksEdits: true, place: '/reviews' });
  ({ folder, agent, opened, page } = shop);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

function edit(file: string, from: string, to: string): Promise<Answer> {
  return agent.call('edit_file', { file, edits: [{ old_text: from, new_text: to }] });
}

async function lookAtIt(): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
}

function waiting() {
  return page.locator('.review-row:not(.review-over)');
}

test('a review is found, read and accepted with keys alone', async () => {
  const answer = edit('docs/c.txt', 'one', 'two');
  await waiting().first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('.review').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await lookAtIt();
  await page.keyboard.press('y');
  expect((await answer).result?.isError).not.toBe(true);
  expect(await readFile(join(folder, 'docs/c.txt'), 'utf8')).toBe('two\n');
});

test('the like of a review passes for a while, another file and what was revoked still ask', async () => {
  const first = edit('src/cart/a.txt', 'one', 'two');
  const second = edit('src/cart/b.txt', 'one', 'two');
  await expect.poll(() => waiting().count()).toBe(2);
  await waiting().first().click();
  await page.locator('.review').waitFor();
  await page.keyboard.press('Y');
  await page.getByRole('combobox', { name: 'In which files' }).selectOption('src/cart/**');
  await page
    .locator('.grant-sentence')
    .getByRole('button', { name: /^Allow/ })
    .click();
  // Those that wait already are counted, and accepted by one more.
  await page.getByText('2 that wait are like it').waitFor();
  await page.getByRole('button', { name: /^Accept them/ }).click();
  for (const { result } of await Promise.all([first, second])) expect(result?.isError).not.toBe(true);
  expect((await edit('src/cart/a.txt', 'two', 'three')).result?.isError).not.toBe(true);
  expect(await waiting().count()).toBe(0);

  const other = edit('docs/c.txt', 'two', 'three');
  await waiting().first().waitFor();
  expect(await readFile(join(folder, 'docs/c.txt'), 'utf8')).toBe('two\n');
  await waiting().first().click();
  await lookAtIt();
  await page.getByRole('button', { name: /^Reject/ }).click();
  expect((await other).result?.isError).toBe(true);

  await page.evaluate("location.assign('#/settings')");
  // They stand below the settings; a part of them is one click away, and has the focus.
  await page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('button', { name: 'Grants' }).click();
  await page.locator('[aria-label="Grants"] button:focus').waitFor();
  await page.getByRole('region', { name: 'Grants' }).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Nothing is allowed for a while.').waitFor();
  await page.evaluate("location.assign('#/reviews')");
  const again = edit('src/cart/a.txt', 'three', 'four');
  await waiting().first().click();
  await lookAtIt();
  await page.getByRole('button', { name: /^Reject/ }).click();
  expect((await again).result?.isError).toBe(true);
  expect(await readFile(join(folder, 'src/cart/a.txt'), 'utf8')).toBe('three\n');
  expect(opened.complaints).toEqual([]);
});
