// Does the real interactive gemini command find us, and does what a person decides and selects in our page reach the file and the model?
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { type Terminal, terminalWith } from '../support/terminal.ts';
import { needs, type Skippable } from '../support/testTools.ts';
import { type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';
import { geminiServer } from './geminiApi.ts';
import type { ScriptedCall } from './messagesApi.ts';
import { type PromptedModel, promptedModel } from './promptedModel.ts';
import { openShop, type Serving, type Shop, serve } from './shop.ts';

const BOUND = minutes(1);
const SOON = { timeout: seconds(60), interval: 100 };

let home: Home;
let shop: Shop;
let serving: Serving;
let model: PromptedModel;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;
let gemini: Terminal;

beforeAll(async () => {
  const own = await temporaryHome();
  // The command looks for us in the temporary folder, where others may have left files of theirs.
  const TMPDIR = join(own.folder, 'tmp');
  home = { ...own, environment: { ...own.environment, TMPDIR } };
  shop = await openShop();
  await mkdir(TMPDIR);
  await mkdir(join(home.folder, '.gemini'));
  const settled = {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    ui: { hideTips: true, hideBanner: true, autoThemeSwitching: false },
    ide: { enabled: true, hasSeenNudge: true },
  };
  await writeFile(join(home.folder, '.gemini', 'settings.json'), JSON.stringify(settled));
  [model, browser] = await Promise.all([promptedModel('replace', geminiServer), windowBrowser()]);
  serving = await serve(home, shop.folder);
});
afterAll(async () => {
  await gemini?.[Symbol.asyncDispose]();
  await opened?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await serving?.[Symbol.asyncDispose]();
  for (const each of [model, home, shop]) await each?.[Symbol.asyncDispose]();
});

// By binnacle gemini, which finds the command on the PATH.
async function start(context: Skippable): Promise<Terminal> {
  const { command } = await needs(context, 'gemini-cli');
  const programs = join(home.folder, 'programs');
  await mkdir(programs, { recursive: true });
  await symlink(command.at(-1) ?? '', join(programs, 'gemini')).catch(() => {});
  const { CI: _, ...inherited } = home.environment;
  const environment = {
    ...inherited,
    PATH: `${programs}:${inherited['PATH'] ?? ''}`,
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  };
  return terminalWith(context, [process.execPath, binnacle, 'gemini', '--model', 'gemini-2.5-flash'], { folder: shop.folder, environment });
}

// The command takes an Enter that follows other keys within 30 ms for a part of what is pasted: since it shows them, it had them that long.
const AFTER_KEYS = 300;

// No prompt may be said twice in a session, because the screen still shows the first.
async function say(words: string): Promise<void> {
  gemini.press(words);
  await gemini.sees(words);
  await new Promise((resolve) => setTimeout(resolve, AFTER_KEYS));
  gemini.press('\r');
}

async function connected(): Promise<number> {
  const { stdout } = await run([process.execPath, binnacle, 'connections', '--json'], { environment: home.environment, bound: BOUND });
  const all = z.array(z.object({ client: z.string(), root: z.string().optional() })).parse(JSON.parse(stdout));
  return all.filter(({ client, root }) => client.startsWith('gemini-cli') && root === shop.folder).length;
}

async function selectedNow(): Promise<string | undefined> {
  const { stdout } = await run([process.execPath, binnacle, 'call', 'get_selection', '--json'], {
    environment: home.environment,
    folder: shop.folder,
    bound: BOUND,
  });
  return z.object({ selection: z.object({ text: z.string() }).optional() }).parse(JSON.parse(stdout)).selection?.text;
}

function money(): Promise<string> {
  return readFile(join(shop.folder, 'src/money.ts'), 'utf8');
}

function replace(from: string, to: string): ScriptedCall {
  return { tool: 'replace', input: { file_path: join(shop.folder, 'src/money.ts'), old_string: from, new_string: to, instruction: 'take another currency' } };
}

async function openReview(): Promise<void> {
  await page.locator('.review-row:not(.review-over)').first().click();
  await page.locator('.review').waitFor();
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
}

test('binnacle gemini starts it connected, and its own terminal decides while nobody has a window open', async (context) => {
  gemini = await start(context);
  await gemini.sees('Type your message');
  await expect.poll(connected, SOON).toBe(1);
  model.plan([replace('EUR', 'CHF')], 'the first is done');
  await say('take another currency');
  await gemini.sees(/Allow once|Yes, allow|Apply this change/);
  gemini.press('\r');
  await gemini.sees('the first is done');
  expect(await money()).toContain('CHF');
});

test('what is approved in the page is written', async () => {
  opened = await browser.open(home, { place: '/reviews' });
  page = opened.page;
  model.plan([replace('CHF', 'GBP')], 'the second is done');
  await say('another one please');
  await openReview();
  await page.getByRole('button', { name: /^Accept/ }).click();
  await gemini.sees('the second is done');
  expect(await money()).toContain('GBP');
});

test('what is edited before the approval is what is on disk, and the model reads it', async () => {
  const before = await money();
  model.plan([replace('GBP', 'SEK')], 'the third is done');
  await say('now a third');
  await openReview();
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: /^What .*money\.ts shall hold/ });
  await editor.waitFor();
  await editor.fill(before.replace('GBP', 'NOK'));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await page.getByRole('button', { name: /^Accept/ }).click();
  expect(await model.reads('NOK')).toContain('modified');
  await gemini.sees('the third is done');
  expect(await money()).toBe(before.replace('GBP', 'NOK'));
});

test('what is selected in the page the model is sent with the next prompt', async () => {
  const place = `/files/${encodeURIComponent('src/invoice.ts')}?project=${encodeURIComponent(shop.folder)}`;
  await page.evaluate(`location.assign(${JSON.stringify(`#${place}`)})`);
  const text = page.locator('.file-code .cm-content');
  await text.getByText('import { checkout }').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await gemini.sees('1 open file');
  // The notification of what is selected follows that of the file, and nothing on the screen tells of it: the command shows it in its own list.
  await page.locator('.file-code .cm-selectionBackground').first().waitFor({ state: 'attached' });
  await expect.poll(selectedNow, SOON).toBe("import { checkout } from './checkout.ts';");
  model.plan([], 'the selection is seen');
  await say('what do I have here');
  const read = await model.reads('what do I have here');
  expect(read).toContain(JSON.stringify("import { checkout } from './checkout.ts';").slice(1, -1));
  await gemini.sees('the selection is seen');
  await page.evaluate(`location.assign('#/reviews')`);
});

test('what is rejected in the page is not written', async () => {
  const before = await money();
  model.plan([replace('NOK', 'USD')], 'the fourth is done');
  await say('and a fourth one');
  await openReview();
  await page.getByRole('button', { name: /^Reject/ }).click();
  await gemini.sees('Request cancelled');
  expect(await money()).toBe(before);
});
