// From an empty home to an agent that works, with the page alone: a newcomer in a real browser and a real Claude Code.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deferred } from '../../src/base/waiting/deferred.ts';
import { minutes } from '../../src/base/waiting/duration.ts';
import { shopIn } from '../faults/machine.ts';
import { scriptedModel } from '../journeys/scriptedModel.ts';
import { type Serving, serve } from '../journeys/shop.ts';
import { type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { SCREENSHOT, takeScreenshot } from '../support/screenshots.ts';
import { needs, type Skippable, testTool } from '../support/testTools.ts';
import { type WindowBrowser, windowBrowser } from '../support/windowPage.ts';

// The link counts as one.
const MOST_STEPS = 6;
// What it would report to its makers stays here.
const QUIET = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', NO_COLOR: '1', CI: '' };

let empty: Home;
let home: Home;
let shop: string;
let serving: Serving;
let browser: WindowBrowser;

beforeAll(async () => {
  empty = await temporaryHome();
  // Each test says by itself what is missing here.
  const [program = ''] = (await testTool('claude-code').catch(() => ({ command: [] }))).command;
  const environment = { ...empty.environment, PATH: `${dirname(program)}${delimiter}${empty.environment['PATH'] ?? ''}` };
  home = { ...empty, environment };
  shop = await shopIn(home);
  serving = await serve(home, shop);
  browser = await windowBrowser();
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await serving?.[Symbol.asyncDispose]();
  await empty?.[Symbol.asyncDispose]();
});

const configuration = () => join(home.folder, '.claude.json');

async function claude(context: Skippable, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const { command } = await needs(context, 'claude-code');
  const { code, stdout, stderr } = await run([...command, ...args], {
    environment: { ...home.environment, ...QUIET, ...more },
    folder: shop,
    bound: minutes(1.5),
  });
  expect(code, `${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout + stderr;
}

const claudeIn = (page: Page) => page.getByRole('region', { name: 'Install on Agents' }).getByRole('listitem').filter({ hasText: 'Claude Code' });

test('the link and three clicks connect Claude Code: it answers with the truth, the page shows it as connected, and what was written is taken back', async (context) => {
  await needs(context, 'claude-code');
  expect(existsSync(configuration())).toBe(false);
  let steps = 1;
  await using opened = await browser.open(home, SCREENSHOT);
  const { page } = opened;
  const click = async (target: Locator) => {
    steps += 1;
    await target.click();
  };
  const agent = claudeIn(page);
  await page.getByRole('link', { name: /Claude Code/ }).waitFor();
  await takeScreenshot(page, 'connect-1-now', home);
  await click(page.getByRole('link', { name: /Claude Code/ }));
  await click(agent.getByRole('button', { name: /^Install now/ }));
  await agent.getByText('This new file will be written').waitFor();
  await takeScreenshot(page, 'connect-2-install', home);
  // Nothing is written before a person has seen it.
  expect(existsSync(configuration())).toBe(false);
  await click(agent.getByRole('button', { name: 'Write it' }));
  await agent.getByText('installed · user · stdio').waitFor();
  expect(steps).toBe(4);
  expect(steps).toBeLessThanOrEqual(MOST_STEPS);

  expect(await claude(context, ['mcp', 'list'])).toMatch(/^binnacle: .*Connected/m);

  // The model has not said its last words yet, so the agent stays for as long as we look.
  const looked = deferred<void>();
  await using model = await scriptedModel([{ tool: 'mcp__binnacle__find_references', input: { symbol: { name: 'total', file: 'cart.ts' } } }], looked.promise);
  const asked = claude(context, ['-p', 'Who calls total?', '--allowedTools', 'mcp__binnacle__find_references', '--model', 'claude-sonnet-4-5'], {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'dummy',
    ENABLE_TOOL_SEARCH: 'false',
  });
  await expect.poll(() => model.toolResults.length, { timeout: minutes(1) }).toBe(1);
  expect(model.toolResults[0]).toContain('checkout.ts');
  await agent.getByText(/^connected .* ago$/).waitFor();
  await takeScreenshot(page, 'connect-3-connected', home);
  looked.resolve();
  await asked;

  // Claude Code has written into the file meanwhile: that stays, and our entry goes.
  await agent.getByRole('button', { name: 'undo' }).click();
  await agent.getByText('only our entry is as before').waitFor();
  expect(await claude(context, ['mcp', 'list'])).not.toMatch(/^binnacle: /m);
  expect(opened.foreign).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

test('what a person had in the file is there again to the byte after undo in the page', async (context) => {
  await needs(context, 'claude-code');
  const mine = '{\n\t"theme" : "dark",\r\n  "mcpServers": { "other": {"type":"stdio","command":"other","args":[]} }\n}';
  await writeFile(configuration(), mine);
  await using opened = await browser.open(home, { place: '/connect/claude-code' });
  const agent = claudeIn(opened.page);
  await agent.getByRole('button', { name: /^Install now/ }).click();
  await agent.getByText('This will change in').waitFor();
  expect(await readFile(configuration(), 'utf8')).toBe(mine);
  await agent.getByRole('button', { name: 'Leave it' }).click();
  expect(await readFile(configuration(), 'utf8')).toBe(mine);
  await agent.getByRole('button', { name: /^Install now/ }).click();
  await agent.getByRole('button', { name: 'Write it' }).click();
  await agent.getByText('installed · user · stdio').waitFor();
  expect(await readFile(configuration(), 'utf8')).toContain('"binnacle"');
  await agent.getByRole('button', { name: 'undo' }).first().click();
  await agent.getByText('The file is as it was before.').waitFor();
  expect(await readFile(configuration(), 'utf8')).toBe(mine);
});
