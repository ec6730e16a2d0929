// Terminals in the window: screens of agents' programs and one's own, in a real browser with a real vim.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../faults/agent.ts';
import { debianProgram } from '../support/debianProgram.ts';
import { type OpenedShop, openedShop } from '../support/openedShop.ts';
import type { WindowPage } from '../support/windowPage.ts';

// Ten megabytes, in lines that differ.
const FLOOD = `let left = 10 * 1024 * 1024;
let at = 0;
const go = () => {
  while (left > 0) {
    const line = 'line ' + ++at + ' ' + '\\u001B[3' + (at % 8) + 'm' + 'x'.repeat(60) + '\\u001B[0m\\n';
    left -= line.length;
    if (!process.stdout.write(line)) return process.stdout.once('drain', go);
  }
  process.stdout.write('the end at ' + at + '\\n');
  process.stdin.resume();
};
go();
`;
// What no program may do to whoever looks at it.
const HOSTILE = `process.stdout.write('\\u001B]52;c;' + Buffer.from('stolen').toString('base64') + '\\u0007');
process.stdout.write('a\\u001B]8;;https://example.com/evil\\u0007link\\u001B]8;;\\u0007b https://example.com/seen\\n');
process.stdout.write('safe\\u202Eevil\\u2066 <img src=x onerror=alert(1)>\\n');
process.stdout.write('\\u001B[38;2;12;200;100mtrue colour\\u001B[0m\\n');
process.stdin.setRawMode(true);
let heard = '';
process.stdin.on('data', (data) => {
  heard += data;
  if (heard.includes('x')) process.stdout.write('heard ' + JSON.stringify(heard) + ' once\\r\\n');
});
process.stdout.write('\\u001B[6n');
process.stdout.write('ready\\r\\n');
`;

let shop: OpenedShop;
let agent: Agent;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  shop = await openedShop(
    {
      'notes.txt': Array.from({ length: 100 }, (_, at) => `note ${at + 1}`).join('\n'),
      'flood.cjs': FLOOD,
      'hostile.cjs': HOSTILE,
    },
    { more: { permissions: ['clipboard-read', 'clipboard-write'] } },
  );
  ({ agent, opened, page } = shop);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

async function inTerminal(command: string): Promise<string> {
  const { result } = await agent.call('run_in_terminal', { command });
  return z.object({ terminalId: z.string() }).parse(result?.structuredContent).terminalId;
}

async function screenForAgent(id: string): Promise<string> {
  const { result } = await agent.call('read_terminal_output', { terminal_id: id });
  return JSON.stringify(result?.structuredContent);
}

const rows = () => page.locator('.xterm-rows > div');
const shows = (text: string | RegExp) => rows().filter({ hasText: text }).first().waitFor();
const tab = (name: string) => page.getByRole('tab', { name }).first();
const press = (key: string) => page.keyboard.press(key);

test('a full-screen program is shown as it is, typed into by i, left by Ctrl ], and survives a reload', async (context) => {
  await debianProgram(context, 'vim');
  const id = await inTerminal('vim -u NONE -N -n -i NONE notes.txt');
  await press('g');
  await press('x');
  await shows('note 1');
  // Keys are the window's until somebody types.
  await press('G');
  await press('i');
  await page.getByRole('button', { name: 'Leave' }).waitFor();
  await press('G');
  await shows('note 100');
  await press('o');
  await page.keyboard.type('typed by a person');
  await press('Escape');
  // The line is the person's whole: what an agent adds to the beginning of one is asked about.
  await press('Enter');
  await shows('typed by a person');
  await press('Control+]');
  await page.getByRole('button', { name: 'Type' }).waitFor();
  expect(await screenForAgent(id)).toContain('typed by a person');
  // Vim hears Escape a moment after the letters.
  await expect.poll(() => rows().filter({ hasText: '-- INSERT --' }).count()).toBe(0);
  const before = await rows().allTextContents();
  await page.reload();
  await shows('typed by a person');
  await expect.poll(() => rows().allTextContents()).toEqual(before);
  // A letter that is no key of the view types nothing.
  await press('x');
  expect(await screenForAgent(id)).toContain('typed by a person');
});

test('h holds the agent’s next move in its terminal until it is handed back with a note', async () => {
  const id = await inTerminal('cat');
  await tab('cat').click();
  await press('h');
  await page.getByText('You have the helm').waitFor();
  const typed = agent.call('write_terminal_input', { terminal_id: id, text: 'from the agent', keys: ['Enter'] });
  await page.getByText('fault waits').waitFor();
  await press('i');
  await page.keyboard.type('from the person\n');
  await shows('from the person');
  await press('Control+]');
  expect((await rows().allTextContents()).join()).not.toContain('from the agent');
  await press('h');
  await page.keyboard.type('it only repeats');
  await press('Enter');
  expect(JSON.stringify((await typed).result)).toContain('it only repeats');
  await shows('from the agent');
});

test('a program reaches neither the clipboard nor a link, turns no text around, and is answered once', async () => {
  await page.evaluate("navigator.clipboard.writeText('mine')");
  await inTerminal('node hostile.cjs');
  await tab('node hostile.cjs').click();
  await shows('ready');
  await press('i');
  await page.keyboard.type('x');
  await shows(/heard "\\u001b\[\d+;\d+Rx" once/);
  await press('Control+]');
  await shows('alinkb https://example.com/seen');
  await shows('safeevil <img src=x onerror=alert(1)>');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('mine');
  expect(await page.locator('.terminal-place a, .terminal-place img').count()).toBe(0);
  // What the program chose itself, which the page sets as a style that its policy allows.
  await expect.poll(() => rows().filter({ hasText: 'true colour' }).locator('span[style*="color"]', { hasText: 'true' }).count()).toBe(1);
});

test('after ten megabytes the screen is that of the program, and the page takes keys', async () => {
  const id = await inTerminal('node flood.cjs');
  await tab('node flood.cjs').click();
  await shows(/the end at \d+/);
  expect(await screenForAgent(id)).toContain('the end at');
  const shown = (await rows().allTextContents()).map((row) => row.replaceAll('\u00a0', ' ').trimEnd());
  const last = shown.find((row) => row.startsWith('the end at '))?.replace('the end at ', '');
  expect(shown.filter((row) => row.startsWith('line ')).at(-1)).toMatch(new RegExp(`^line ${last} x{60}$`));
  await press('i');
  await page.keyboard.type('echoed');
  await shows('echoed');
  await press('Control+]');
});

test('a terminal of one’s own has the size of the page, survives a reload, and is closed after asking', async () => {
  await press('N');
  await page.locator('.terminal-title', { hasText: 'you' }).waitFor();
  await page.getByText(/you · (?!100 × 30)\d+ × \d+/).waitFor();
  await press('i');
  await page.keyboard.type('echo $((6 * 7)) columns $(tput cols)\n');
  await shows(/^42 columns \d+/);
  const title = (await page.locator('.terminal-title').textContent()) ?? '';
  const columns = /(\d+) × /.exec(title)?.[1];
  await shows(new RegExp(`^42 columns ${columns}`));
  await press('Control+]');
  await page.reload();
  await shows(/^42 columns/);
  await press('W');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await press('W');
  await page.getByRole('button', { name: 'Close it' }).click();
  await page.locator('.terminal-head', { hasText: 'ended with' }).waitFor();
});

test('at 400 pixels terminals are tabs above the screen, and nothing scrolls sideways', async () => {
  await page.setViewportSize({ width: 400, height: 800 });
  await tab('node flood.cjs').click();
  await shows('the end at');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(opened.complaints).toEqual([]);
  expect(opened.foreign).toEqual([]);
});
