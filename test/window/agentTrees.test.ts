// Two agents in trees of their own, in the window: both change one line, the first merge is approved, and the second is a review in which a person writes what shall stand there.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesOf, shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { fileStamp } from '../support/fileStamp.ts';
import { installScriptedAgent } from '../support/installedAgent.ts';
import { type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';

let home: Home;
let shop: string;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: shop });
  git('init', '-q', '.');
  git('add', '.');
  git('commit', '-qm', 'first');
  await installScriptedAgent(home, 'opencode');
  await run([process.execPath, binnacle, 'trust', shop], { environment: home.environment, folder: shop, bound: 30_000 });
  await run([process.execPath, binnacle, 'call', 'list_projects'], { environment: home.environment, folder: shop, bound: 60_000 });
  browser = await windowBrowser();
  opened = await browser.open(home, { place: '/agents' });
  page = opened.page;
  page.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

const trees = () => readdirSync(join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'worktrees')).filter((name) => name.startsWith('a-'));

// Its pane, once it has done its task.
async function isolated(sum: string): Promise<{ readonly pane: Locator; readonly id: string }> {
  const known = await page.getByRole('tab').count();
  await page.getByLabel('Isolated').check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(() => page.getByRole('tab').count()).toBe(known + 1);
  const pane = page.getByRole('region', { name: /^Scripted a-/ }).first();
  await pane.getByText('isolated · nothing to merge').waitFor();
  const field = pane.getByRole('textbox', { name: 'Prompt' });
  await field.fill(JSON.stringify([{ touch: { path: 'cart.ts', content: `export const total = ${sum};\n` } }, { say: `wrote ${sum}` }]));
  await field.press('Control+Enter');
  await pane.getByText('isolated · 1 file not merged').waitFor();
  const [, id = ''] = /(a-[0-9a-f]{8})/.exec((await pane.getAttribute('aria-label')) ?? '') ?? [];
  return { pane: page.getByRole('region', { name: `Scripted ${id}` }), id };
}

test('two sessions edit the same line in trees of their own, and the second merge is a review with the text in a person’s hands', async () => {
  const cart = join(shop, 'cart.ts');
  const before = await fileStamp(shop);
  const first = await isolated('1');
  const second = await isolated('2');
  // Neither has touched the project, or its git.
  expect(await fileStamp(shop)).toEqual(before);
  expect(trees().sort()).toEqual([first.id, second.id].sort());

  await page.getByRole('tab').nth(1).click();
  await first.pane.getByRole('button', { name: 'Merge' }).click();
  const question = first.pane.getByRole('region', { name: `Review: merge ${first.id} (Scripted)` });
  await question.getByText('export const total = 1;').waitFor();
  await question.getByRole('button', { name: 'Approve' }).click();
  await first.pane.getByText('isolated · nothing to merge').waitFor();
  expect(await readFile(cart, 'utf8')).toBe('export const total = 1;\n');

  await page.getByRole('tab').nth(0).click();
  await second.pane.getByRole('button', { name: 'Merge' }).click();
  const conflict = second.pane.getByRole('region', { name: /Review: merge .* 1 conflict/ });
  await conflict.getByText('<<<<<<< yours').waitFor();
  await conflict.getByRole('button', { name: 'Approve' }).click();
  // Both sides between marks are no text.
  await conflict.getByText(/still holds both sides of a conflict/).waitFor();
  expect(await readFile(cart, 'utf8')).toBe('export const total = 1;\n');
  await conflict.getByRole('link', { name: 'in Reviews' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const editor = page.getByRole('textbox', { name: 'What cart.ts shall hold' });
  // Emptied first: what Chromium puts in the place of coloured text keeps the colour as a style, which the policy of the page refuses aloud.
  await editor.press('ControlOrMeta+a');
  await editor.press('Delete');
  await page.keyboard.insertText('export const total = 1 + 2;\n');
  await page.getByRole('button', { name: 'Use this text' }).click();
  // Nobody decides on what has just come into sight.
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await expect.poll(() => readFile(cart, 'utf8')).toBe('export const total = 1 + 2;\n');
  const git = execFileSync('git', ['status', '--porcelain'], { cwd: shop, encoding: 'utf8' });
  expect(git).toBe(' M cart.ts\n');
});

test('a tree is discarded after a question, and one that is not merged outlives its agent', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  const { pane, id } = await isolated('3');
  await pane.getByRole('button', { name: 'End', exact: true }).click();
  await pane.getByText(/Its tree is kept, with 1 changed file that nobody has merged/).waitFor();
  expect(trees()).toContain(id);
  await pane.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  expect(trees()).toContain(id);
  await pane.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.poll(() => trees().includes(id)).toBe(false);
  expect(processesOf(home).filter(({ command }) => command.includes('scriptedAgent.mjs'))).toHaveLength(2);
  expect(opened.complaints).toEqual([]);
});
