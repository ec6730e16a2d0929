// Changes in a real browser: a large rename taken back under later changes, one hunk of it, and a return to the morning, each byte for byte.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../faults/agent.ts';
import { type OpenedShop, openedShop } from '../support/openedShop.ts';
import type { WindowPage } from '../support/windowPage.ts';

const USERS = 30;
const CART = 'export function total(cents: number): number {\n  return cents;\n}\n';

const TSCONFIG = JSON.stringify({
  compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, allowImportingTsExtensions: true },
  include: ['src'],
});

// In the page: the text of an element, line by line as it is drawn.
const LINES_OF = `(selector) => {
  const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  const lines = new Map();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const top = Math.round(range.getBoundingClientRect().top);
    lines.set(top, (lines.get(top) ?? '') + node.data);
  }
  return [...lines.values()];
}`;

let shop: OpenedShop;
let folder: string;
let agent: Agent;
let opened: WindowPage;
let page: Page;

function user(index: number): string {
  return `import { total } from './cart.ts';\n\n// The user ${index}.\nexport const price${index} = total(${index});\n\nexport const name${index} = 'user';\n`;
}

beforeAll(async () => {
  const users = Object.fromEntries(Array.from({ length: USERS }, (_, at) => [`src/user${at + 1}.ts`, user(at + 1)]));
  shop = await openedShop({ 'tsconfig.json': TSCONFIG, 'src/cart.ts': CART, ...users }, { place: '/changes' });
  ({ folder, agent, opened, page } = shop);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

async function sources(): Promise<Record<string, string>> {
  const names = (await readdir(join(folder, 'src'))).sort();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, 'src', name), 'utf8')])));
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const { result } = await agent.call('edit_file', { file: `src/${file}`, edits: [{ old_text: from, new_text: to }] });
  expect(result?.isError, JSON.stringify(result)).not.toBe(true);
}

async function open(title: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: title }).first().click();
  await page.locator('.change-detail h2', { hasText: title }).waitFor();
}

test('a rename in 31 files is taken back under three later changes, byte for byte', async () => {
  const before = await sources();
  const { result } = await agent.call('rename_symbol', { symbol: { name: 'total', file: 'src/cart.ts' }, new_name: 'sum' });
  expect(result?.isError, JSON.stringify(result)).not.toBe(true);
  expect((await sources())['user7.ts']).toContain('sum(7)');
  for (const number of [3, 11, 29]) await edit(`user${number}.ts`, `'user'`, `'user ${number}'`);
  await open('rename total to sum');
  await page.keyboard.press('z');
  // Said when every file is written; before, new contents wait beside the old ones.
  await page.getByText('Undone', { exact: true }).waitFor();
  const wanted = { ...before };
  for (const number of [3, 11, 29]) wanted[`user${number}.ts`] = (before[`user${number}.ts`] ?? '').replace(`'user'`, `'user ${number}'`);
  expect(await sources()).toEqual(wanted);
});

test('a conflict is said before anything is tried, with the change that it comes from', async () => {
  await edit('user5.ts', 'The user 5.', 'The first word.');
  await edit('user5.ts', 'The first word.', 'The second word.');
  const rows = page.getByRole('row').filter({ hasText: 'user5.ts' });
  await expect.poll(() => rows.count()).toBe(2);
  await rows.nth(1).click();
  await page.locator('.conflicts li').first().waitFor();
  expect(await page.locator('.conflicts').first().innerText()).toContain('src/user5.ts');
  await page.locator('.conflicts button').first().click();
  await expect.poll(() => page.locator('.diff-added').first().innerText()).toContain('The second word.');
});

test('a click means the row that the button went down on, though a new one comes before it is let go', async () => {
  await edit('user20.ts', 'The user 20.', 'Pressed.');
  const row = page.getByRole('row').filter({ hasText: 'user20.ts' });
  const box = await row.boundingBox();
  const unseen = page.locator('.changes-only');
  const known = Number((await unseen.innerText()).replace(/\D/g, ''));
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await edit('user21.ts', 'The user 21.', 'Came meanwhile.');
  await expect.poll(() => unseen.innerText()).toContain(`unseen ${known + 1}`);
  expect(await row.boundingBox()).toEqual(box);
  await page.mouse.up();
  await page.locator('.change-detail h2', { hasText: 'user20.ts' }).waitFor();
  // Then the new one stands above it, also for whoever hears the list.
  await expect.poll(() => page.getByRole('row').first().innerText()).toContain('user21.ts');
  expect((await row.boundingBox())?.y).toBeGreaterThan(box?.y ?? 0);
});

test('one hunk of a change is taken back, and everything since a moment as one change that is itself undone', async () => {
  const morning = await sources();
  await edit('user9.ts', 'The user 9.', 'Somebody.');
  const { result } = await agent.call('edit_file', {
    file: 'src/user10.ts',
    edits: [
      { old_text: 'The user 10.', new_text: 'Number ten.' },
      { old_text: `'user'`, new_text: `'ten'` },
    ],
  });
  expect(result?.isError).not.toBe(true);
  await open('user10.ts');
  const rows = await page.getByRole('row').count();
  await page.locator('[data-hunk="1"]').getByRole('button', { name: 'undo hunk' }).click();
  await expect.poll(async () => (await sources())['user10.ts']).toBe((morning['user10.ts'] ?? '').replace(`'user'`, `'ten'`));
  const later = await sources();
  // The strip has it too.
  await expect.poll(() => page.getByRole('row').count()).toBe(rows + 1);

  const strip = page.getByRole('slider', { name: 'The day: choose a moment to return to' });
  await strip.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { name: /^Return to before edit src\/user9\.ts/ }).waitFor();
  await page.getByRole('button', { name: 'Return here' }).click();
  await expect.poll(sources).toEqual(morning);
  await open('undo everything');
  await page.keyboard.press('z');
  await expect.poll(sources).toEqual(later);
  expect(opened.complaints).toEqual([]);
});

test('a deep path leaves its row one line, names the file in it, and breaks behind a folder where it stands whole', async () => {
  const deep = 'src/checkout/payment/providers/invoices/attachments/pdf/invoiceAttachmentProvider.ts';
  const { result } = await agent.call('write_file', { file: deep, text: 'export {};\n' });
  expect(result?.isError, JSON.stringify(result)).not.toBe(true);
  await page.setViewportSize({ width: 400, height: 800 });
  const back = page.getByRole('button', { name: 'Back' });
  if (await back.isVisible()) await back.click();
  const title = page.getByRole('row').locator('.change-title').filter({ hasText: 'invoiceAttachmentProvider.ts' });
  await title.waitFor();
  expect(await title.textContent()).toMatch(/src\/…\/invoiceAttachmentProvider\.ts$/);
  expect(await page.evaluate(`(${LINES_OF})('.change-title')`)).toHaveLength(1);
  await title.click();
  await page.locator('.change-detail h2', { hasText: deep }).waitFor();
  const lines = z.array(z.string()).parse(await page.evaluate(`(${LINES_OF})('.change-detail h2')`));
  expect(lines.join('')).toContain(deep);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/\/$/);
  await page.setViewportSize({ width: 1_600, height: 900 });
});
