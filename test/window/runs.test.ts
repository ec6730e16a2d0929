// Runs in the window: programs and tests of an agent, run again, narrowed to what failed, debugged and stopped by a person.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '../faults/agent.ts';
import { type OpenedShop, openedShop } from '../support/openedShop.ts';
import type { WindowPage } from '../support/windowPage.ts';

const TESTS = `const { test } = require('node:test');
const assert = require('node:assert');
test('adds tax', () => {
  const total = 11;
  assert.strictEqual(total, 12);
});
test('adds two', () => {});
`;
// More lines than are kept, colours, and what only a terminal would obey.
const PRINTING = `for (let at = 1; at <= 6000; at++) console.log('\\u001B[3' + (at % 2 ? 1 : 2) + 'mline ' + at + '\\u001B[0m');
console.log('\\u001B[2J\\u001B]0;title\\u0007<b>no tag</b> safe\\u202Eevil ' + process.env.WHO);
`;

let shop: OpenedShop;
let agent: Agent;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  shop = await openedShop({
    'package.json': '{ "name": "shop", "type": "commonjs", "scripts": { "test": "node --test" } }\n',
    'cart.test.js': TESTS,
    'print.js': PRINTING,
  });
  ({ agent, opened, page } = shop);
  await agent.call('run_tests', {});
  await page.keyboard.press('g');
  await page.keyboard.press('t');
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const list = () => page.locator('.run-row');
const press = (key: string) => page.keyboard.press(key);

test('failures come first, with what was expected and what came, and where', async () => {
  await list().filter({ hasText: 'all tests' }).waitFor();
  await press('j');
  await press('Enter');
  const failure = page.getByRole('article', { name: 'adds tax' });
  await failure.waitFor();
  await expect.poll(() => failure.locator('.failure-expected dd').textContent()).toBe('12');
  await expect.poll(() => failure.locator('.failure-actual dd').textContent()).toBe('11');
  await expect.poll(() => failure.locator('.failure-stack').textContent()).toContain('cart.test.js:5');
  await page.locator('.tests-others', { hasText: 'adds two' }).waitFor();
});

test('F runs what failed, A the same once more, and each opens by itself', async () => {
  await press('F');
  await page.getByRole('heading', { name: 'failed tests' }).waitFor();
  await page.locator('.run-facts', { hasText: 'failed' }).waitFor();
  await expect.poll(() => list().count()).toBe(2);
  await press('A');
  await expect.poll(() => list().count()).toBe(3);
  await page.locator('.run-row[aria-selected="true"]').and(list().first()).waitFor();
  await page.locator('.run-facts', { hasText: 'failed' }).waitFor();
  await page.getByRole('article', { name: 'adds tax' }).waitFor();
});

test('D debugs the failing test and shows where it stands', async () => {
  expect((await agent.call('set_breakpoint', { file: 'cart.test.js', line: 5 })).result?.isError).not.toBe(true);
  await press('D');
  await page.locator('.source-current[data-line="5"]').waitFor();
  await press('c');
  // A test under the debugger stops where it fails.
  await page.locator('.debug-exception', { hasText: 'AssertionError' }).waitFor();
  await press('g');
  await press('t');
});

test('whoever goes on while a test is taken to its breakpoint is not pulled away', async () => {
  await list().first().click();
  await page.getByRole('article', { name: 'adds tax' }).waitFor();
  await press('D');
  await press('g');
  await press('h');
  const calls = page.getByRole('row').filter({ hasText: 'debug_test' });
  // The one before is there already; both have ended once this one has stopped.
  await expect.poll(() => calls.count()).toBe(2);
  await expect.poll(() => calls.getByRole('img', { name: 'ok', exact: true }).count()).toBe(2);
  await page.locator('main h1', { hasText: 'History' }).waitFor({ state: 'attached' });
  expect(new URL(page.url()).hash).toBe('#/history');
  await press('g');
  await press('t');
});

test('output has colours and nothing else, its newest lines are kept, and it is run again in the same environment', async () => {
  await agent.call('run_command', { command: 'node print.js', env: { WHO: 'somebody' } });
  await list().filter({ hasText: 'node print.js' }).first().click();
  const last = page.locator('.output-line').last();
  await last.filter({ hasText: '<b>no tag</b> safe' }).waitFor();
  await expect.poll(() => last.textContent()).toBe('<b>no tag</b> safeU+202Eevil somebody');
  await page.getByText('Older lines are not kept.').waitFor({ state: 'attached' });
  expect(await page.locator('.output-line').count()).toBeLessThanOrEqual(6_000);
  expect(
    await page
      .locator('.output-line', { hasText: /^line 6000$/ })
      .locator('.sgr-2')
      .count(),
  ).toBe(1);
  await press('A');
  await expect.poll(() => list().filter({ hasText: 'node print.js' }).count()).toBe(2);
  await page.locator('.output-line').last().filter({ hasText: 'somebody' }).waitFor();
});

test('S stops what runs, and what scrolls stays where somebody reads', async () => {
  const running = agent.call('run_command', { command: 'node -e "let n = 0; setInterval(() => console.log(++n), 5)"' });
  await list().filter({ hasText: 'setInterval' }).click();
  await page.locator('.output-line', { hasText: /^400$/ }).waitFor();
  await page.locator('.output-scroller').hover();
  await page.mouse.wheel(0, -2_000);
  await page.getByRole('button', { name: 'To the end' }).waitFor();
  await press('G');
  await page.getByRole('button', { name: 'To the end' }).waitFor({ state: 'hidden' });
  await press('S');
  await page.locator('.run-facts', { hasText: 'stopped' }).waitFor();
  await running;
  expect(opened.complaints).toEqual([]);
  expect(opened.foreign).toEqual([]);
});
