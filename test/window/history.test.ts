// Every call, found and read in a real browser: ten thousand of them, hostile ones among them, while more arrive.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { CallRecord } from '../../src/server/history/callRecord.ts';
import { Agent } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';
import { writeHistory } from '../support/writtenHistory.ts';

const RECORDS = 10_000;
const TOOLS = ['rename_symbol', 'find_references', 'read_file', 'run_tests', 'edit_file'] as const;
const TRAP =
  '<img src="http://evil.example/x" onerror="window.trapped=1"><script>window.trapped=1</script>\u001b[31mred\u001b]52;c;ZXZpbA==\u0007 \u202Etxt.exe\u200B';
const LONG = 'x'.repeat(200_000);
const Flung = z.object({
  used: z.number(),
  texts: z.array(z.tuple([z.number(), z.string(), z.number()])),
  focused: z.array(z.string().nullable()),
});

let home: Home;
let agent: Agent;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  home = await temporaryHome();
  const shop = await shopIn(home);
  const start = Date.now() - 3_600_000;
  const records = Array.from({ length: RECORDS }, (_, index): CallRecord => record(index, new Date(start + index * 100).toISOString()));
  await writeHistory(home, records, new Map([[`call-${RECORDS - 4}`, `${TRAP}\n${LONG}`]]));
  agent = new Agent(home, { folder: shop });
  await agent.initialize();
  browser = await windowBrowser();
  opened = await browser.open(home, { place: '/history', more: { acceptDownloads: true } });
  page = opened.page;
  await page.getByRole('grid', { name: 'Calls' }).waitFor();
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await agent?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

function record(index: number, time: string): CallRecord {
  const isError = index % 50 === 5;
  const isTrap = index === RECORDS - 4;
  return {
    id: `call-${index}`,
    time,
    tool: TOOLS[index % TOOLS.length] ?? '',
    caption: isTrap ? TRAP : `place ${index}`,
    parameters: isTrap ? { [TRAP]: TRAP, long: LONG.slice(0, 7_000) } : { symbol: `Secret${index}` },
    status: isError ? 'error' : 'success',
    client: index % 2 === 0 ? 'codex 1.0' : 'claude-code 2.0',
    project: '/nowhere/shop',
    durationMs: index % 1_000,
    ...(isError ? { error: 'not_found: There is none.' } : { result: 'The answer.' }),
    ...(isTrap && { cutFrom: TRAP.length + 1 + LONG.length }),
  };
}

const rows = () => page.getByRole('grid', { name: 'Calls' }).getByRole('row');
const filter = () => page.getByRole('textbox', { name: 'Filter the history' });

async function filtered(words: string): Promise<void> {
  await filter().fill(words);
  await page.keyboard.press('Escape');
}

test('all ten thousand can be reached, and only those in sight exist', async () => {
  await page.getByText('10,000 calls').waitFor();
  const grid = page.getByRole('grid', { name: 'Calls' });
  const known = async () => Number(await grid.getAttribute('aria-rowcount'));
  const seen: number[] = [];
  while (!(await page.getByText('place 0', { exact: true }).isVisible())) {
    const before = await known();
    await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    seen.push(await rows().count());
    // The next page of older ones, or the oldest of all.
    await expect.poll(async () => (await known()) > before || (await page.getByText('place 0', { exact: true }).isVisible())).toBe(true);
  }
  expect(Math.max(...seen)).toBeLessThanOrEqual(80);
  expect(await known()).toBe(RECORDS);
  await grid.evaluate((element) => element.scrollTo({ top: 0 }));
});

test('elements are used again while somebody flings, each shows its row, and at rest they stand in order with the focus where it was', async () => {
  await page.keyboard.press('j');
  const grid = page.getByRole('grid', { name: 'Calls' });
  await grid.locator('[aria-selected="true"]:focus').waitFor();
  const shown = await page.evaluate(`(async () => {
    const grid = document.querySelector('[role=grid]');
    const before = new Set(grid.querySelectorAll('[role=row]'));
    for (let frame = 0; frame < 40; frame += 1) {
      grid.scrollTop += 610;
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    const rows = [...grid.querySelectorAll('[role=row]')];
    return {
      used: rows.filter((row) => before.has(row)).length / before.size,
      texts: rows.map((row) => [Number(row.getAttribute('aria-rowindex')), row.querySelector('.call-caption').textContent, row.getBoundingClientRect().top]),
      focused: [document.activeElement.getAttribute('aria-rowindex'), document.activeElement.getAttribute('aria-selected')],
    };
  })()`);
  const { used, texts, focused } = Flung.parse(shown);
  expect(used).toBeGreaterThan(0.9);
  expect(focused).toEqual(['1', 'true']);
  for (const [place, text] of texts) if (text.startsWith('place')) expect(text).toBe(`place ${RECORDS - place}`);
  expect(new Set(texts.map(([place]) => place)).size).toBe(texts.length);
  const [, second, ...others] = texts.toSorted(([one], [other]) => one - other);
  for (const [place, , top] of others) expect(top - (second?.[2] ?? 0)).toBeCloseTo((place - (second?.[0] ?? 0)) * 28);
  const places = () => rows().evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))));
  await expect
    .poll(async () => (await places()).join())
    .toBe(
      texts
        .map(([place]) => place)
        .sort((one, other) => one - other)
        .join(),
    );
  expect(await grid.locator('[aria-selected="true"]:focus').getAttribute('aria-rowindex')).toBe('1');
  // A click reaches the row that is seen, though its element showed another before.
  const middle = rows().nth(20);
  const caption = (await middle.locator('.call-caption').textContent()) ?? '';
  await middle.click();
  await page.getByRole('region', { name: 'Call' }).getByText(caption, { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await grid.evaluate((element) => element.scrollTo({ top: 0 }));
});

test('a line of words finds by tool, status, client and duration, and by what only a request holds', async () => {
  await filtered('tool:rename* status:error');
  await page.getByText(`${RECORDS / 50} found`).waitFor();
  expect(new Set(await page.locator('.call-row .call-tool').allTextContents())).toEqual(new Set(['rename_symbol']));
  await page.keyboard.press('Backspace');
  await page.getByText(`${(RECORDS / TOOLS.length).toLocaleString('en')} found`).waitFor();
  await expect.poll(() => filter().inputValue()).toBe('tool:rename*');
  await filtered('client:codex >995ms');
  await page.getByText('20 found').waitFor();
  // It stands in no row: the daemon finds it among the parameters.
  await filtered('"Secret1234"');
  await page.getByText('1 found').waitFor();
  await page.getByText('place 1234').waitFor();
  await filtered('status:perhaps');
  await page.getByText('status is ok, error or pending, not perhaps').waitFor();
  await filtered('no such thing anywhere');
  await page.getByText('No call matches this filter').waitFor();
  await filtered('');
});

test('a call is opened by keys, read in its parts, and left again', async () => {
  await filtered('"place 5005"');
  await page.getByText('1 found').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Call' });
  await detail.getByText('Secret5005').waitFor();
  await page.keyboard.press('2');
  await detail.getByText('There is none.').waitFor();
  await page.keyboard.press('o');
  await detail.getByText('"id": "call-5005"').waitFor();
  await page.keyboard.press('o');
  await page.keyboard.press('f');
  await expect.poll(() => filter().inputValue()).toBe('client:claude-code "place 5005"');
  await page.keyboard.press('Escape');
  await expect.poll(() => detail.count()).toBe(0);
  await filtered('');
});

test('hostile calls are text: no script runs, nothing is fetched, and what hides is marked', async () => {
  await filtered('"evil.example"');
  await page.getByText('1 found').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Call' });
  for (const tab of ['1', '2']) {
    await page.keyboard.press(tab);
    await detail.locator('.mark', { hasText: 'U+202E' }).first().waitFor();
    await detail.locator('.mark', { hasText: 'ESC' }).first().waitFor();
  }
  expect(await page.locator('main img, main script, main a[href^="http"]').count()).toBe(0);
  expect(await page.evaluate(`'trapped' in window`)).toBe(false);
  // What is huge is not drawn; it can be had as a file.
  expect(await detail.evaluate((region) => region.textContent?.length ?? 0)).toBeLessThan(10_000);
  const [download] = await Promise.all([page.waitForEvent('download'), detail.getByRole('button', { name: /^Download all/ }).click()]);
  expect((await readFile(await download.path(), 'utf8')).length).toBe(TRAP.length + 1 + LONG.length);
  expect(opened.foreign).toEqual([]);
  expect(opened.complaints).toEqual([]);
  await page.keyboard.press('Escape');
  await filtered('');
});

test('what arrives while somebody reads waits behind a pill, and moves nothing', async () => {
  const grid = page.getByRole('grid', { name: 'Calls' });
  await grid.evaluate((element) => element.scrollTo({ top: 2_800 }));
  await page.getByText('place 9890', { exact: true }).waitFor();
  const place = () => page.getByText('place 9890', { exact: true }).boundingBox();
  const before = await place();
  for (let count = 0; count < 3; count += 1) await agent.call('read_file', { file: 'cart.ts' });
  await page.getByRole('button', { name: /^3 new/ }).waitFor();
  expect(await place()).toEqual(before);
  await page.keyboard.press('.');
  await expect.poll(() => rows().first().textContent()).toContain('read_file');
  await expect.poll(() => page.getByRole('button', { name: /new/ }).count()).toBe(0);
});

test('when the socket breaks and comes back, every call is there, and none twice', async () => {
  const grid = page.getByRole('grid', { name: 'Calls' });
  const before = Number(await grid.getAttribute('aria-rowcount'));
  await page.evaluate('for (const socket of window.sockets) socket.close()');
  await page.getByText(/last heard/).waitFor();
  for (let count = 0; count < 20; count += 1) await agent.call('read_file', { file: 'cart.ts' });
  await expect.poll(() => page.getByText(/last heard/).count()).toBe(0);
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBe(before + 20);
  // Those of the last test and of this one.
  const total = `${(RECORDS + 3 + 20).toLocaleString('en')} calls`;
  await page.getByText(total).waitFor();
  await page.reload();
  await page.getByText(total).waitFor();
});

test('what a filter shows can be taken away as a file, whole', async () => {
  await filtered('status:error tool:rename*');
  await page.getByText('200 found').waitFor();
  const [json] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('E')]);
  const exported: unknown = JSON.parse(await readFile(await json.path(), 'utf8'));
  expect(exported).toHaveLength(200);
  await filtered('project:SHOP status:error tool:rename*');
  await page.getByText('200 found').waitFor();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    })(),
  ]);
  expect((await readFile(await csv.path(), 'utf8')).trim().split('\n')).toHaveLength(201);
  await filtered('');
});

test('at 400 pixels a call lies over the list and Escape leads back', async () => {
  await using narrow = await browser.open(home, { width: 400, place: '/history' });
  const list = narrow.page.getByRole('grid', { name: 'Calls' });
  await list.getByRole('row').nth(2).click();
  await narrow.page.getByRole('button', { name: 'Back' }).waitFor();
  expect(await list.isVisible()).toBe(false);
  await narrow.page.keyboard.press('Escape');
  await list.waitFor();
  expect(await narrow.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
});

test('a list that moved on is forgotten, though each time most of its rows are still there', async () => {
  const session = await page.context().newCDPSession(page);
  const megabytes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 ** 2;
  };
  const grid = page.getByRole('grid', { name: 'Calls' });
  const callOneByOne = async (count: number) => {
    for (let call = 0; call < count; call += 1) {
      const before = await grid.getAttribute('aria-rowcount');
      await agent.call('read_file', { file: 'cart.ts' });
      await expect.poll(() => grid.getAttribute('aria-rowcount'), { interval: 20 }).not.toBe(before);
    }
  };
  await callOneByOne(10);
  const before = await megabytes();
  await callOneByOne(40);
  expect((await megabytes()) - before).toBeLessThan(1);
  await session.detach();
});

test('the history is cleared only after the word is typed', async () => {
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Clear the history' });
  await dialog.getByRole('textbox').fill('clea');
  await expect.poll(() => dialog.getByRole('button', { name: 'Clear' }).last().isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText(/^10,\d+ calls$/).waitFor();
  await dialog.getByRole('textbox').fill('clear');
  await page.keyboard.press('Enter');
  await page.getByText('Calls of agents appear here as they are made.').waitFor();
});
