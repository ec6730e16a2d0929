// The sample's agent at work in front of a person: what it does is in Now, what it asks in Reviews, what it wrote in Changes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minutes } from '../../src/base/waiting/duration.ts';
import { binnacle, run, temporaryHome } from '../support/builtProgram.ts';
import { SCREENSHOT, takeScreenshot } from '../support/screenshots.ts';
import { windowBrowser } from '../support/windowPage.ts';

test('somebody who has only the sample sees an agent work, is asked, decides, and finds what was written', async () => {
  await using home = await temporaryHome();
  const type = (...words: string[]) => run([process.execPath, binnacle, ...words], { environment: home.environment, folder: home.folder, bound: minutes(1.8) });
  expect((await type('sample', 'shop')).code).toBe(0);
  await using browser = await windowBrowser();
  await using opened = await browser.open(home, SCREENSHOT);
  const { page } = opened;
  const playing = type('sample', 'shop', '--play', '--pause', '0.01');
  await expect.poll(() => page.title(), { timeout: minutes(1.5) }).toBe('◆1 Binnacle');
  await page.getByRole('list', { name: 'Agents' }).getByText('sample-agent').first().waitFor();
  await takeScreenshot(page, 'now', home);

  await page.keyboard.press('g');
  await page.keyboard.press('c');
  const changes = page.getByRole('grid', { name: 'Changes' });
  await changes.getByText('rename').first().click();
  await page.getByText('receipt.js').first().waitFor();
  await page.locator('.diff-new .tok-keyword').first().waitFor();
  await takeScreenshot(page, 'changes', home);

  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.locator('.review-row').first().click();
  await page.getByRole('button', { name: /^Accept/ }).waitFor();
  await takeScreenshot(page, 'review', home);
  // The page counts by its own clock how long it was in sight.
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
  await page.getByRole('button', { name: /^Accept/ }).click();
  const played = await playing;
  expect(played).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(join(home.folder, 'shop', 'src', 'receipt.js'), 'utf8')).toContain('cart.sum()');
  // What was accepted is the agent's to write, and a change like any other.
  expect(await readFile(join(home.folder, 'shop', 'src', 'tax.js'), 'utf8')).toContain('RATE = 0.21');
  await page.getByText('in the window, ').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.getByRole('link', { name: '3 changes of agents that have left' }).waitFor();
  expect(opened.foreign).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
