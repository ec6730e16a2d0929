// Does the real interactive claude command find us, and does what a person decides, selects and mentions in our page reach the file and the model?
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import type { Skippable } from '../support/testTools.ts';
import { type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';
import { type ClaudeCommand, settleClaude, startClaude } from './claudeCommand.ts';
import type { ScriptedCall } from './messagesApi.ts';
import { type PromptedModel, promptedModel } from './promptedModel.ts';
import { openShop, type Serving, type Shop, serve } from './shop.ts';

const BOUND = minutes(1);
const SOON = { timeout: seconds(30), interval: 100 };
// The command asks about it by a URI that is not escaped.
const WRAP = 'src/gift wrap.ts';

let home: Home;
let shop: Shop;
let branch: Shop;
let serving: Serving;
let model: PromptedModel;
let branchModel: PromptedModel;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;
// In the shop, for the whole journey.
let claude: ClaudeCommand;

beforeAll(async () => {
  home = await temporaryHome();
  [shop, branch] = await Promise.all([openShop(), openShop()]);
  await writeFile(join(shop.folder, WRAP), 'export const wrapping: number = 250;\n');
  await settleClaude(home, [shop.folder, branch.folder]);
  [model, branchModel, browser] = await Promise.all([promptedModel(), promptedModel(), windowBrowser()]);
  serving = await serveBoth();
});
afterAll(async () => {
  await claude?.[Symbol.asyncDispose]();
  await opened?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await serving?.[Symbol.asyncDispose]();
  for (const each of [model, branchModel, home, shop, branch]) await each?.[Symbol.asyncDispose]();
});

function serveBoth(): Promise<Serving> {
  return serve(home, shop.folder, ['--project', branch.folder, '--port', '0']);
}

function start(context: Skippable, folder: string, model: PromptedModel, more: { words?: readonly string[]; launcher?: readonly string[] }) {
  return startClaude(context, { home, folder, model: model.url, ...more });
}

// By the IDE's own door, not by a server that is configured.
async function connected(folder: string): Promise<number> {
  const { stdout } = await run([process.execPath, binnacle, 'connections', '--json'], { environment: home.environment, bound: BOUND });
  const all = z.array(z.object({ door: z.string(), client: z.string(), root: z.string().optional() })).parse(JSON.parse(stdout));
  return all.filter(({ door, client, root }) => door === 'webSocket' && client.startsWith('claude-code') && root === folder).length;
}

function money({ folder }: Shop): Promise<string> {
  return readFile(join(folder, 'src/money.ts'), 'utf8');
}

function read({ folder }: Shop, file = 'src/money.ts'): ScriptedCall {
  return { tool: 'Read', input: { file_path: join(folder, file) } };
}

function edit({ folder }: Shop, from: string, to: string, file = 'src/money.ts'): ScriptedCall {
  return { tool: 'Edit', input: { file_path: join(folder, file), old_string: from, new_string: to } };
}

async function visit(place: string): Promise<void> {
  await page.evaluate(`location.assign(${JSON.stringify(`#${place}`)})`);
}

// The one that waits, and what a person needs to look at it.
async function openReview(): Promise<void> {
  await page.locator('.review-row:not(.review-over)').first().click();
  await page.locator('.review').waitFor();
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
}

async function accept(): Promise<void> {
  await openReview();
  await page.getByRole('button', { name: /^Accept/ }).click();
}

test('it finds us by the lock file, and asks in its own terminal while nobody has a window open', async (context) => {
  claude = await start(context, shop.folder, model, { words: ['--ide'] });
  await expect.poll(() => connected(shop.folder), SOON).toBe(1);
  model.plan([read(shop), edit(shop, 'EUR', 'CHF')], 'the first is done');
  await claude.prompt('take another currency');
  await claude.allow('money.ts');
  await model.reads('has been updated successfully');
  expect(await money(shop)).toContain('CHF');
  await claude.sees('the first is done');
});

test('what is approved in the page is written', async () => {
  opened = await browser.open(home, { place: '/reviews' });
  page = opened.page;
  model.plan([edit(shop, 'CHF', 'GBP')], 'the second is done');
  await claude.prompt('another one please');
  await accept();
  expect(await model.reads('has been updated successfully')).not.toContain('modified');
  expect(await money(shop)).toContain('GBP');
  await claude.sees('the second is done');
});

test('what is rejected in the page is not written, and its note waits in the prompt for the person to send', async () => {
  model.plan([edit(shop, 'GBP', 'USD')], 'the third is done');
  await claude.prompt('and a third one');
  await openReview();
  await page.getByRole('textbox', { name: 'A note to the agent' }).fill('stay in Europe');
  await page.getByRole('button', { name: /^Reject/ }).click();
  await claude.sees('User rejected update to src/money.ts');
  expect(await money(shop)).toContain('GBP');
  await claude.sees(/@\S*note-1\.md/);
  claude.press('\r');
  expect(await model.reads('stay in Europe')).toContain('The tool use was rejected');
  await claude.sees('the third is done');
});

test('what is edited before the approval is what is on disk, and the model knows', async () => {
  const before = await money(shop);
  model.plan([edit(shop, 'GBP', 'SEK')], 'the fourth is done');
  await claude.prompt('now a fourth');
  await openReview();
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: /^What .*money\.ts shall hold/ });
  await editor.waitFor();
  await editor.fill(before.replace('GBP', 'NOK'));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await page.getByRole('button', { name: /^Accept/ }).click();
  await model.reads('The user modified your proposed changes before accepting them');
  expect(await money(shop)).toBe(before.replace('GBP', 'NOK'));
  await claude.sees('the fourth is done');
});

test('a type error that an edit brings reaches the model with the result of the edit', async () => {
  // The command waits half a second for what was wrong before: so long no engine takes that runs.
  await run([process.execPath, binnacle, 'call', 'get_diagnostics', '--file', WRAP], { environment: home.environment, folder: shop.folder, bound: BOUND });
  model.plan([read(shop, WRAP), edit(shop, '250', "'much'", WRAP)], 'the fifth is done');
  await claude.prompt('make wrapping dearer');
  await accept();
  expect(await model.reads('has been updated successfully')).toMatch(/<new-diagnostics>[\s\S]*gift wrap\.ts[\s\S]*not assignable to type 'number'/);
  await claude.sees('the fifth is done');
});

test('what is selected in the page, and what is mentioned there, the model is sent with the next prompt', async () => {
  // One that the model has not read yet: the command reads none to it twice.
  await visit(`/files/${encodeURIComponent('src/invoice.ts')}?project=${encodeURIComponent(shop.folder)}`);
  const text = page.locator('.file-code .cm-content');
  await text.getByText('import { checkout }').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await claude.sees('⧉ 1 line selected');
  model.plan([], 'the selection is seen');
  await claude.prompt('what do I have here');
  const selected = await model.reads('what do I have here');
  expect(selected).toMatch(/The user selected the lines 2 to 2 from \S+\/src\/invoice\.ts:\s+import \{ checkout \} from '\.\/checkout\.ts';\s/);
  await claude.sees('the selection is seen');

  await page.getByRole('button', { name: 'Mention line 2' }).click();
  await claude.sees('@src/invoice.ts#L2');
  await page.getByText('Mentioned invoice.ts:2 to the agent that listens').waitFor();
  await text.getByText('export function invoice').click();
  await claude.sees('⧉ In invoice.ts');
  model.plan([], 'the mention is seen');
  await claude.prompt('and explain that line');
  const mentioned = await model.reads('and explain that line');
  expect(mentioned).toContain('@src/invoice.ts#L2 and explain that line');
  expect(mentioned).toMatch(/Result of calling the Read tool:\s+2\s+import \{ checkout \} from '\.\/checkout\.ts';\s/);
  expect(mentioned).not.toContain('The user selected');
  await claude.sees('the mention is seen');
  await visit('/reviews');
});

test('with two projects the one that the command works in is asked, and /ide in a running command finds it', async (context) => {
  await using other = await start(context, branch.folder, branchModel, {});
  await other.prompt('/ide');
  await other.sees('Select IDE');
  other.press('\x1b[A');
  await other.sees(/❯ +Binnacle/);
  other.press('\r');
  await other.sees('Connected to Binnacle');
  expect(await connected(branch.folder)).toBe(1);
  const untouched = await money(shop);
  branchModel.plan([read(branch), edit(branch, 'EUR', 'DKK')], 'the branch is done');
  await other.prompt('a currency for the branch');
  await page.locator('.review-row:not(.review-over)').first().waitFor();
  await accept();
  await branchModel.reads('has been updated successfully');
  expect(await money(branch)).toContain('DKK');
  expect(await money(shop)).toBe(untouched);
  await other.sees('the branch is done');
});

test('a restarted daemon is found again: what waited is decided in the terminal, what comes next in the page', async () => {
  model.plan([edit(shop, 'NOK', 'PLN')], 'the sixth is done');
  await claude.prompt('number six');
  await page.locator('.review-row:not(.review-over)').first().waitFor();
  await opened[Symbol.asyncDispose]();
  await serving[Symbol.asyncDispose]();
  serving = await serveBoth();
  await expect.poll(() => connected(shop.folder), SOON).toBe(1);
  await claude.allow('money.ts');
  await model.reads('has been updated successfully');
  expect(await money(shop)).toContain('PLN');
  await claude.sees('the sixth is done');

  opened = await browser.open(home, { place: '/reviews' });
  page = opened.page;
  model.plan([edit(shop, 'PLN', 'CZK')], 'the seventh is done');
  await claude.prompt('number seven');
  await accept();
  await model.reads('has been updated successfully');
  expect(await money(shop)).toContain('CZK');
  await claude.sees('the seventh is done');
});

test('binnacle claude starts it connected', async (context) => {
  await claude[Symbol.asyncDispose]();
  await expect.poll(() => connected(shop.folder), SOON).toBe(0);
  await using started = await start(context, shop.folder, model, { launcher: [process.execPath, binnacle, 'claude'] });
  await expect.poll(() => connected(shop.folder), SOON).toBe(1);
  model.plan([read(shop), edit(shop, 'CZK', 'HUF')], 'the eighth is done');
  await started.prompt('the last one');
  await accept();
  await model.reads('has been updated successfully');
  expect(await money(shop)).toContain('HUF');
});
