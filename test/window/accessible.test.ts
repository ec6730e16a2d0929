// Can everybody use the window? Every view, and what is opened in it, in both themes, narrow and wide, judged by axe; nothing scrolls sideways.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { configurationFolder } from '../../src/daemon/folders.ts';
import { Agent } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { type WindowBrowser, windowBrowser } from '../support/windowPage.ts';

const Violations = z.array(z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) }));

let home: Home;
let agent: Agent;
let browser: WindowBrowser;
let axe: string;

beforeAll(async () => {
  home = await temporaryHome();
  const shop = await shopIn(home);
  agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  await agent.call('read_file', { file: 'cart.ts' });
  await agent.call('write_file', { file: 'new.ts', text: 'export const a = 1;\n' });
  await agent.call('read_file', { file: 'missing.ts' });
  // What Files shows, with problems in its gutter.
  await agent.call('open_file', { file: 'cart.ts' });
  // What Debug, Runs and Terminals show.
  await run([process.execPath, binnacle, 'trust', shop], { environment: home.environment, folder: shop, bound: 30_000 });
  await writeFile(join(shop, 'sum.cjs'), 'const cart = { cents: [1, 2] };\nlet sum = 0;\nsum += cart.cents[0];\nconsole.log(sum);\n');
  await agent.call('set_breakpoint', { file: 'sum.cjs', line: 3 });
  await agent.call('add_watch', { expression: 'sum' });
  await agent.call('start_debug_session', { program: 'sum.cjs' });
  await agent.call('run_command', { command: 'node -e "console.log(1)"' });
  await agent.call('run_in_terminal', { command: 'cat' });
  // From here on a write waits for a person.
  const configuration = configurationFolder(home.environment);
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ tools: { write_file: 'ask' } }));
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  browser = await windowBrowser();
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await agent?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

async function barriersOf(page: Page, name: string, width: number): Promise<readonly string[]> {
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  const result = Violations.parse(await page.evaluate('axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)'));
  const isWide = z.number().parse(await page.evaluate('document.documentElement.scrollWidth')) > width;
  return [
    ...result
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${name} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ...(isWide ? [`${name} scrolls sideways`] : []),
  ];
}

test.each([
  [1_600, 'light'],
  [1_600, 'dark'],
  [400, 'light'],
  [400, 'dark'],
] as const)('at %i pixels, %s: no view has a serious barrier, nor what is opened in it, and none is wider than the screen', async (width, theme) => {
  await using opened = await browser.open(home, { width, theme });
  const { page } = opened;
  const asking = agent.callThatMayBeCancelled('write_file', { file: 'cart.ts', text: 'export const total = 1;\n' });
  asking.answer.catch(() => {});
  await expect.poll(() => page.title()).toBe('◆1 Binnacle');
  await page.evaluate(axe);
  for (const view of ['debug', 'runs', 'terminals']) await page.locator(`#rail a[href="#/${view}"]`).waitFor({ state: 'attached' });
  const places = await page.locator('#rail a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(places.length).toBeGreaterThan(3);
  const found: string[] = [];
  const wereOpened: string[] = [];
  for (const place of [...places, '#/connect/codex']) {
    await page.evaluate(`location.assign(${JSON.stringify(place)})`);
    await page.locator('main h1').waitFor({ state: 'attached' });
    found.push(...(await barriersOf(page, place, width)));
    const rows = page.locator('main [role="row"]');
    if ((await rows.count()) === 0) continue;
    await rows.first().click();
    await page.locator('.split-detail h2').first().waitFor();
    found.push(...(await barriersOf(page, `${place} opened`, width)));
    wereOpened.push(place);
  }
  expect(found).toEqual([]);
  expect(wereOpened).toEqual(expect.arrayContaining(['#/reviews', '#/changes', '#/history', '#/runs', '#/projects']));
  expect(opened.complaints).toEqual([]);
  asking.cancel();
});
