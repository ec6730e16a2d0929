// Debug in the window: a person follows an agent's program, steps it, takes the helm and hands it back, in a real browser with real Node.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../faults/agent.ts';
import { type OpenedShop, openedShop } from '../support/openedShop.ts';
import type { WindowPage } from '../support/windowPage.ts';

const PROGRAM = `const cart = { items: [{ name: 'apple', cents: 30 }, { name: 'pear', cents: 45 }], owner: 'ada\\u202Eevil' };
function price(item) {
  const cents = item.cents;
  return cents;
}
function total(items) {
  let sum = 0;
  for (const item of items) {
    sum += price(item);
  }
  return sum;
}
console.log('\\u001B[31mbegins\\u001B[0m');
let rounds = 0;
const first = total(cart.items);
const second = first + 1;
const third = second + 1;
const fourth = third + 1;
console.log(fourth);
setInterval(() => {
  rounds += 1;
}, 10);
`;
const FIRST = PROGRAM.split('\n').indexOf('const second = first + 1;') + 1;

let shop: OpenedShop;
let agent: Agent;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  shop = await openedShop({ 'package.json': '{ "name": "shop", "type": "commonjs" }\n', 'shop.js': PROGRAM });
  ({ agent, opened, page } = shop);
  await answerTo('set_breakpoint', { file: 'shop.js', line: FIRST });
  await answerTo('add_watch', { expression: 'rounds = rounds + 1' });
  await answerTo('start_debug_session', { program: 'shop.js' });
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await standsAt(FIRST);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const Status = z.object({ state: z.string(), location: z.object({ line: z.number() }).optional() });

async function answerTo(tool: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { result } = await agent.call(tool, input);
  if (result?.isError === true) throw new Error(`${tool}: ${result.content?.[0]?.text}`);
  return result?.structuredContent ?? {};
}

async function lineForAgent(): Promise<number | undefined> {
  return Status.parse(await answerTo('wait_for_pause', {})).location?.line;
}

const current = () => page.locator('.source-line[aria-current]');
const variable = (name: string) =>
  page.getByRole('treeitem').filter({ has: page.locator(':scope > .variable-line > .variable-name', { hasText: new RegExp(`^${name}$`) }) });
const press = (key: string) => page.keyboard.press(key);

async function standsAt(line: number): Promise<void> {
  await page.locator(`.source-current[data-line="${line}"]`).waitFor();
}

test('n steps, the new line is shown, and the agent gets the same; the step carries the name of who made it', async () => {
  await expect.poll(() => current().locator('.source-text').textContent()).toBe('const second = first + 1;');
  await page.locator('.debug-mover', { hasText: 'fault' }).waitFor();
  await press('n');
  await standsAt(FIRST + 1);
  expect(await lineForAgent()).toBe(FIRST + 1);
  await page.locator('.debug-mover', { hasText: 'you stepped over' }).waitFor();
  await answerTo('step_over');
  await standsAt(FIRST + 2);
  await page.locator('.debug-mover', { hasText: 'fault stepped over' }).waitFor();
});

test('variables open on demand, stay open over a step, and what would turn text around is a marked box', async () => {
  await variable('cart').click();
  await variable('owner').waitFor();
  await expect.poll(() => variable('owner').locator('.mark').textContent()).toBe('U+202E');
  await variable('items').click();
  await variable('items').getByRole('treeitem').first().waitFor();
  await press('n');
  await standsAt(FIRST + 3);
  await variable('owner').waitFor();
  await expect.poll(() => variable('third').locator('.variable-value').first().textContent()).toBe('77');
});

test('a watch changes nothing in an agent’s program until the person has the helm', async () => {
  const rounds = async () =>
    Number(z.object({ result: z.object({ value: z.string() }) }).parse(await answerTo('evaluate', { expression: 'rounds' })).result.value);
  const before = await rounds();
  await page.getByRole('button', { name: 'evaluate' }).waitFor();
  expect(await rounds()).toBe(before);
  await press('h');
  await page.getByText('You have the helm').waitFor();
  await page.locator('.watch .variable-value', { hasText: String(before + 1) }).waitFor();
  await page.getByRole('button', { name: 'Hand back' }).click();
  await page.getByRole('button', { name: 'Take the helm' }).waitFor();
  expect(await rounds()).toBe(before + 1);
});

test('while somebody inspects, the view stays; a pill says where the program went', async () => {
  await answerTo('set_breakpoint', { file: 'shop.js', line: FIRST + 5 });
  await page.locator(`[data-line="${FIRST + 5}"] .breakpoint`).waitFor();
  // The step before was the person's own, so the view follows until somebody looks around.
  await page.locator('.source').hover();
  await page.mouse.wheel(0, 10);
  const stood = await current().getAttribute('data-line');
  await answerTo('resume');
  const pill = page.getByRole('button', { name: `moved to :${FIRST + 5}` });
  await pill.waitFor();
  expect(await current().getAttribute('data-line')).toBe(stood);
  await press('.');
  await standsAt(FIRST + 5);
  await pill.waitFor({ state: 'hidden' });
  // A breakpoint is a click or a key away, for the agent too.
  await press('b');
  await page.locator(`[data-line="${FIRST + 5}"] .breakpoint`).waitFor({ state: 'hidden' });
  expect(JSON.stringify(await answerTo('list_breakpoints'))).not.toContain(`"line":${FIRST + 5}`);
});

test('with the helm the agent’s next move waits; its call returns the note of whoever hands back', async () => {
  await press('b');
  await page.locator(`[data-line="${FIRST + 5}"] .breakpoint`).waitFor();
  await press('h');
  await page.getByText('You have the helm').waitFor();
  const step = agent.call('step_over');
  await page.getByText('fault waits').waitFor();
  await press('c');
  // A loop of a timer: the same breakpoint, once more.
  await page.locator('.debug-mover', { hasText: 'you continued' }).waitFor();
  await standsAt(FIRST + 5);
  await press('h');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('it is the timer, look at rounds');
  await press('Enter');
  const { result } = await step;
  expect(result?.isError).not.toBe(true);
  expect(JSON.stringify(result)).toContain('it is the timer, look at rounds');
  await page.getByRole('button', { name: 'Take the helm' }).waitFor();
  await page.locator('.debug-mover', { hasText: 'fault stepped over' }).waitFor();
});

test('what the program prints is shown in its colours, and what it was not asked is an error that says what to do', async () => {
  await expect.poll(() => page.locator('.output-line', { hasText: 'begins' }).locator('.sgr-1').textContent()).toBe('begins');
  await press('w');
  // Letters that come before the field has the focus are keys of the view.
  await page.locator('.watch-field:focus').waitFor();
  await page.keyboard.type('no such thing(');
  await press('Enter');
  await page.getByRole('alert').getByText('cannot be watched').waitFor();
  await page.getByLabel('Watch an expression').fill('nobody');
  await press('Enter');
  const watch = page.locator('.watch', { hasText: 'nobody' });
  await watch.getByRole('button', { name: 'evaluate' }).click();
  await watch.locator('.watch-error', { hasText: 'nobody is not defined' }).waitFor();
  await press('Escape');
});

test('at 400 pixels the source is above tabs, and nothing scrolls sideways', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('tab', { name: 'Stack' }).click();
  await page.locator('.stack-frame').first().waitFor();
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.locator('.output-line', { hasText: 'begins' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.setViewportSize({ width: 1_600, height: 900 });
});

test('a session that ends says how, and the browser had nothing to complain of', async () => {
  await answerTo('stop_debug_session');
  await page.locator('.debug-head', { hasText: 'ended' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  expect(opened.complaints).toEqual([]);
  expect(opened.foreign).toEqual([]);
});
