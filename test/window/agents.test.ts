// Agents that a person starts in the window: a real daemon, a real process that speaks ACP, a real browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, processesOf, shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { installScriptedAgent } from '../support/installedAgent.ts';
import { type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';

const HOSTILE = `# Title <img src=x onerror="window.owned = 1">
<script>window.owned = 1</script> <iframe src="https://example.com/frame"></iframe>
**bold** and \`code\` with [a link](javascript:window.owned=1) and ![an image](https://example.com/seen.png)
<https://example.com/auto> safe\u202eevil\u0007 https://example.com/bare

| a | b |
|---|---|
| <b>1</b> | 2 |

\`\`\`html
<img src="https://example.com/code.png">
\`\`\``;

const IMAGE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let home: Home;
let shop: string;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  await installScriptedAgent(home, 'opencode');
  await installScriptedAgent(home, 'codex-acp', { SCRIPTED_AGENT_LOGIN: 'needed', SCRIPTED_AGENT_IMAGES: 'none' });
  await installScriptedAgent(home, 'qwen', { SCRIPTED_AGENT_LOGIN: 'refused' });
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ effects: { edits: 'ask' } }));
  await run([process.execPath, binnacle, 'trust', shop], { environment: home.environment, folder: shop, bound: 30_000 });
  // A daemon that has the project open.
  await run([process.execPath, binnacle, 'call', 'list_projects'], { environment: home.environment, folder: shop, bound: 60_000 });
  browser = await windowBrowser();
  opened = await browser.open(home);
  page = opened.page;
  page.setDefaultTimeout(12_000);
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

const pane = () => page.getByRole('region', { name: /^Scripted a-/ }).first();
const words = (text: string | RegExp) => pane().locator('.chat-words').filter({ hasText: text }).first();
const agentsThatRun = () => processesOf(home).filter(({ command }) => command.includes('scriptedAgent.mjs')).length;

async function prompt(...steps: readonly unknown[]): Promise<void> {
  const field = pane().getByRole('textbox', { name: 'Prompt' });
  await pane().getByText('idle').waitFor();
  await field.fill(JSON.stringify(steps));
  await field.press('Control+Enter');
}

test('an agent is started, and a file is mentioned by letters of its name', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByText('Start an agent with Binnacle plugged in').waitFor();
  await page.getByLabel('Agent', { exact: true }).selectOption('opencode');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const field = pane().getByRole('textbox', { name: 'Prompt' });
  await field.fill('[{"say":" @car');
  await pane().getByRole('group', { name: 'Files to mention' }).getByRole('button', { name: 'cart.ts' }).click();
  expect(await field.inputValue()).toBe('[{"say":" @cart.ts ');
  await field.fill('[{"say":" @cart.ts seen "},{"blocks":1}]');
  await field.press('Control+Enter');
  await words('export function total').waitFor();
  expect(await field.inputValue()).toBe('');
});

test('lines of a file and images are shown to it, a word that is no file is a word, and what is too large or no image is refused with why', async () => {
  await pane().getByText('idle').waitFor();
  const field = pane().getByRole('textbox', { name: 'Prompt' });
  const waiting = pane().getByRole('list', { name: 'Images to send' });
  const pick = (...files: readonly { name: string; mimeType: string; buffer: Buffer }[]) =>
    pane()
      .getByLabel('Attach images')
      .setInputFiles([...files]);
  await pick(
    { name: 'shot.png', mimeType: 'image/png', buffer: IMAGE },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(3_000_000) },
  );
  await pane().getByText('notes.txt is no image.').waitFor();
  await pane().getByText('huge.png is too large').waitFor();
  expect(await waiting.getByRole('listitem').count()).toBe(1);
  await waiting.getByRole('button', { name: 'Take away shot.png' }).click();
  await waiting.waitFor({ state: 'detached' });
  await pick({ name: 'shot.png', mimeType: 'image/png', buffer: IMAGE });
  await waiting.getByText('shot.png').waitFor();
  await field.fill('[{"say":" @cart.ts:2-2 and @nobody "},{"blocks":1}]');
  await field.press('Control+Enter');
  const blocks = words('"type":"image"');
  await blocks.waitFor();
  const text = await blocks.innerText();
  expect(text).toContain(IMAGE.toString('base64'));
  expect(text).toContain('cart.ts#L2-L2');
  expect(text).toContain('return prices.reduce');
  expect(text).not.toContain('export function total');
  expect(text).not.toContain('nobody#');
  expect(text.match(/"type":"resource/g)).toHaveLength(1);
  await pane().getByText('cart.ts:2-2 · 1 image').waitFor();
  await waiting.waitFor({ state: 'detached' });
  // Refused by the daemon: the text and the image stay where they were.
  await pick({ name: 'shot.png', mimeType: 'image/png', buffer: IMAGE });
  await field.fill('[] @cart.ts:4000');
  await field.press('Control+Enter');
  await pane().getByText('there is no line 4000').waitFor();
  expect(await field.inputValue()).toBe('[] @cart.ts:4000');
  await waiting.getByRole('button', { name: 'Take away shot.png' }).click();
});

test('hostile Markdown is read and does nothing; thoughts are folded, a plan and tools are shown', async () => {
  await prompt({ think: 'a secret thought' }, { plan: ['first', 'second'] }, { tool: join(shop, 'cart.ts') }, { say: HOSTILE }, { chunks: 500 });
  await words('499').waitFor();
  const said = words('Title');
  await said.getByRole('heading', { name: /Title/ }).waitFor();
  const text = await said.innerText();
  expect(text).toContain('<script>window.owned = 1</script>');
  expect(text).toContain('a link (javascript:window.owned=1)');
  expect(text).toContain('an image (image https://example.com/seen.png)');
  expect(['\u202e', '\u0007'].filter((hidden) => text.includes(hidden))).toEqual([]);
  expect(await said.locator('a, img, script, iframe, button').count()).toBe(0);
  expect(await said.locator('strong').innerText()).toBe('bold');
  expect(await page.evaluate('window.owned')).toBeUndefined();
  expect(opened.foreign).toEqual([]);
  expect(opened.complaints).toEqual([]);
  await pane().getByText('a secret thought', { exact: true }).waitFor({ state: 'hidden' });
  await pane().getByRole('list', { name: 'Plan' }).getByText('second').waitFor();
  await pane().locator('.chat-tool').getByText('Edit').waitFor();
});

test('one diff is approved and another rejected, in the conversation', async () => {
  const [cart, checkout] = [join(shop, 'cart.ts'), join(shop, 'checkout.ts')];
  const before = await readFile(checkout, 'utf8');
  await prompt({ write: { path: cart, content: 'export const total = 3;\n' } }, { write: { path: checkout, content: 'broken\n' } }, { say: 'done writing' });
  const first = pane().getByRole('region', { name: /Review: .*cart\.ts/ });
  await first.getByText('export const total = 3;').waitFor();
  await first.getByRole('button', { name: 'Approve' }).click();
  const second = pane().getByRole('region', { name: /Review: .*checkout\.ts/ });
  await second.getByText('broken').waitFor();
  await second.getByRole('button', { name: 'Reject' }).click();
  await words('done writing').waitFor();
  expect(await readFile(cart, 'utf8')).toBe('export const total = 3;\n');
  expect(await readFile(checkout, 'utf8')).toBe(before);
});

test('a turn goes on through a reload, is stopped, and the next task is done', async () => {
  await prompt({ say: 'begun here' }, { wait: 1 });
  await words('begun here').waitFor();
  await page.reload();
  await words('begun here').waitFor();
  await pane().getByRole('button', { name: 'Stop', exact: true }).click();
  await pane().getByText('Stopped: cancelled').waitFor();
  await prompt({ say: 'on again' });
  await words('on again').waitFor();
});

test('an agent that was ended goes on, and a second one is beside it', async () => {
  await pane().getByRole('button', { name: 'End', exact: true }).click();
  await pane().getByText('Ended: it was stopped').waitFor();
  await eventually(
    () => agentsThatRun() === 0,
    () => 'it still runs',
  );
  await pane().getByRole('button', { name: 'Go on' }).click();
  await words('as I said before').waitFor();
  await page.getByLabel('Agent', { exact: true }).selectOption('opencode');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect.poll(() => page.getByRole('tab').count()).toBe(2);
  await expect.poll(() => agentsThatRun()).toBe(2);
  await page.getByLabel('Beside it').selectOption({ index: 1 });
  await expect.poll(() => page.locator('.chat-pane').count()).toBe(2);
  await page.locator('.chat-pane').nth(1).getByText('as I said before').waitFor();
});

test('an agent that wants a login shows its ways; the one that it does by itself is a button, and what comes of it is said', async () => {
  const start = page.getByRole('button', { name: 'Start', exact: true });
  const ways = (agent: string) => page.getByRole('list', { name: `Ways to log in to ${agent}` });
  await page.getByLabel('Agent', { exact: true }).selectOption('qwen');
  await start.click();
  await page.getByText('Qwen Code wants a person to log in: Authentication required').waitFor();
  await ways('Qwen Code').getByRole('button', { name: 'Log in with a browser' }).click();
  await page.getByText('Qwen Code could not go on: the browser was closed').waitFor();
  expect(await page.getByRole('tab').count()).toBe(2);
  await page.getByLabel('Agent', { exact: true }).selectOption('codex');
  await start.click();
  await page.getByText('Codex wants a person to log in: Authentication required').waitFor();
  const offered = ways('Codex');
  await offered.getByText('Opens one.').waitFor();
  await offered.getByText('codex-acp login').waitFor();
  await offered.getByText('codex login', { exact: true }).waitFor();
  await offered.getByRole('button', { name: 'Log in with a browser' }).click();
  await expect.poll(() => page.getByRole('tab').count()).toBe(3);
  await prompt({ say: 'logged in' });
  await words('logged in').waitFor();
  // It takes no waiting.
  expect(await pane().getByLabel('Attach images').count()).toBe(0);
  // A process that was ended has forgotten it, as some do.
  await pane().getByRole('button', { name: 'End', exact: true }).click();
  await pane().getByText('Ended: it was stopped').waitFor();
  await pane().getByText('Log in to Codex').click();
  await pane().getByRole('button', { name: 'Log in with a browser' }).click();
  await words('as I said before').waitFor();
});

test('at 400 pixels nothing scrolls sideways', async () => {
  await using narrow = await browser.open(home, { width: 400, theme: 'dark', place: '/agents' });
  await narrow.page.getByRole('textbox', { name: 'Prompt' }).waitFor();
  expect(await narrow.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
  if (process.env['AGENT_SCREENSHOTS'] !== undefined) {
    await narrow.page.screenshot({ path: join(process.env['AGENT_SCREENSHOTS'], 'dark400.png') });
    await page.screenshot({ path: join(process.env['AGENT_SCREENSHOTS'], 'light1600.png') });
  }
});
