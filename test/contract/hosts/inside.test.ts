// What a person does about agents inside a real VS Code: reviews in its diff editors, and the page of the window as a webview, of its own server and of the daemon's.
import { setMaxListeners } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type TestContext, test, vi } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { configurationFolder } from '../../../src/daemon/folders.ts';
import { Agent } from '../../faults/agent.ts';
import { type Home, temporaryHome } from '../../support/builtProgram.ts';
import { chromium } from '../../support/chromium.ts';
import { takeScreenshot } from '../../support/screenshots.ts';
import { skipOrFail, testTool } from '../../support/testTools.ts';
import { connected } from './hosts.ts';
import { randomTexts } from './randomTexts.ts';
import { openVscodeWindow, type VscodeWindow } from './vscodeWindow.ts';
import { go, webviewIn } from './webview.ts';

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
const BEFORE = `${LINES.join('\n')}\n`;
// Five hunks, far from each other.
const AFTER = changedAt([3, 15, 27, 39, 51]);
// Two cores that others use as well.
const SOON = { timeout: minutes(1) };
const HOSTILE = '\u202Etxt [x](command:binnacle.acceptReview) <img src=x onerror=alert(1)> $(check)';

interface Inside {
  readonly home: Home;
  readonly project: string;
  readonly window: VscodeWindow;
  readonly client: Client;
}

let inside: Inside | undefined;
let missing: unknown;

beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (missing !== undefined) return;
  const home = await temporaryHome();
  const project = join(home.folder, 'shop');
  await mkdir(join(project, 'src'), { recursive: true });
  await writeFile(join(project, 'notes.txt'), BEFORE);
  await writeFile(join(project, 'src', 'cart.ts'), 'export const total = 1;\n');
  await writeFile(join(project, 'src', 'twice.ts'), "import { total } from './cart.ts';\n\nexport const twice = total * 2;\n");
  await writeFile(join(project, 'tsconfig.json'), '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true, "module": "nodenext" } }\n');
  const configuration = configurationFolder(home.environment);
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ effects: { edits: 'ask' } }));
  const window = await openVscodeWindow(project, home.folder);
  await window.page.setViewportSize({ width: 1_280, height: 800 });
  inside = { home, project, window, client: await connected(window) };
  // The number at its icon is there once it was shown.
  await command(inside, 'binnacle.openWindow');
  await vi.waitUntil(() => window.page.frames().some((frame) => frame.url().includes('fake.html')), SOON);
}, minutes(12));

afterAll(async () => {
  await inside?.client.close();
  await inside?.window.close();
  await inside?.home[Symbol.asyncDispose]();
}, minutes(2));

// Of what a test has asked; a call that nobody waits for is over, and its review with it.
let over = new AbortController();

beforeEach(async () => {
  over = new AbortController();
  setMaxListeners(0, over.signal);
  if (inside !== undefined) await writeFile(join(inside.project, 'notes.txt'), BEFORE);
});

afterEach(async () => {
  over.abort();
  if (inside === undefined || inside.window.page.isClosed()) return;
  await command(inside, 'workbench.action.closeAllEditors');
  await badge(inside, 0);
});

function there(context: TestContext): Inside {
  return inside ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

function changedAt(numbers: readonly number[]): string {
  return `${LINES.map((line, index) => (numbers.includes(index + 1) ? `${line} changed` : line)).join('\n')}\n`;
}

const notes = ({ project }: Inside) => readFile(join(project, 'notes.txt'), 'utf8');

function proposed({ client }: Inside, text = AFTER) {
  return client.callTool({ name: 'write_file', arguments: { file: 'notes.txt', text } }, { timeout: minutes(3), signal: over.signal });
}

function command({ window }: Inside, id: string): Promise<unknown> {
  return window.probe.run(`await vscode.commands.executeCommand(${JSON.stringify(id)})`);
}

const titleButton = ({ window }: Inside, name: string): Locator =>
  window.page.locator(`.editor-group-container.active .editor-actions [aria-label^="${name}"]`);
const reviewTabs = ({ window }: Inside): Locator => window.page.locator('.tab', { hasText: /^Review \d+:/ });
const toast = ({ window }: Inside, text: string | RegExp): Locator =>
  window.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();

// At the icon of the side bar.
async function badge({ window }: Inside, count: number): Promise<void> {
  const shown = window.page.locator('.activitybar .badge-content:visible');
  await expect.poll(async () => (await shown.allInnerTexts()).filter((text) => text !== '').join(), SOON).toBe(count === 0 ? '' : String(count));
}

// The editor decides nothing that has just come into sight.
async function press(now: Inside, name: string): Promise<void> {
  const { page } = now.window;
  await titleButton(now, name).waitFor(SOON);
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 1_000, since);
  await titleButton(now, name).click();
}

// Of agents inside an editor, and of whoever else calls its own server.
async function sayYes({ window }: Inside): Promise<void> {
  await window.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Accept' }).click();
}

async function cursorAt({ window }: Inside, line: number): Promise<void> {
  await window.probe.run(`
    const editor = vscode.window.visibleTextEditors.find(({ document }) => decodeURIComponent(document.uri.query).includes('side=after'));
    editor.selection = new vscode.Selection(${line - 1}, 0, ${line - 1}, 0);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);`);
}

const Registered = z.object({ mcpServers: z.object({ binnacle: z.object({ command: z.string(), args: z.array(z.string()) }) }) });

test('a review that waits is called out without its code, shown by a click, refused when it is decided too early, and accepted in the title bar', async (context) => {
  const now = there(context);
  const { page } = now.window;
  await command(now, 'workbench.view.explorer');
  const answer = proposed(now);
  const call = toast(now, 'hosts 1.0.0 wants write_file in shop and waits for you.');
  await call.waitFor(SOON);
  expect(await call.innerText()).not.toContain('line 3');
  await badge(now, 1);
  await call.getByRole('button', { name: 'Show' }).click();
  await reviewTabs(now).waitFor(SOON);
  // Anew: it has come into sight at this moment.
  await command(now, 'workbench.action.closeActiveEditor');
  await now.window.probe.run(`
    const { tabGroups } = vscode.window;
    const pressed = new Promise((resolve) => {
      const look = () => {
        if (!tabGroups.activeTabGroup.activeTab?.label.startsWith('Review ')) return;
        for (const each of listening) each.dispose();
        resolve(vscode.commands.executeCommand('binnacle.acceptReview'));
      };
      const listening = [tabGroups.onDidChangeTabs(look), tabGroups.onDidChangeTabGroups(look)];
    });
    await vscode.commands.executeCommand('binnacle.reviews');
    await pressed;`);
  await page.getByText('Nothing was decided: the review came into sight just now.').first().waitFor(SOON);
  expect(await notes(now)).toBe(BEFORE);
  await takeScreenshot(page, 'vscode-review', now.home);
  await press(now, 'Accept');
  // An agent of VS Code could run the command, and cannot answer this.
  await page.locator('.monaco-dialog-box', { hasText: 'Accept it?' }).waitFor(SOON);
  expect(await notes(now)).toBe(BEFORE);
  await sayYes(now);
  expect((await answer).isError).not.toBe(true);
  expect(await notes(now)).toBe(AFTER);
  await expect.poll(() => reviewTabs(now).count(), SOON).toBe(0);
});

test('a rejected one writes nothing, and a closed one still waits', async (context) => {
  const now = there(context);
  const answer = proposed(now);
  await badge(now, 1);
  await command(now, 'binnacle.reviews');
  await reviewTabs(now).waitFor(SOON);
  await command(now, 'workbench.action.closeActiveEditor');
  await expect.poll(() => reviewTabs(now).count(), SOON).toBe(0);
  await command(now, 'binnacle.reviews');
  await press(now, 'Reject');
  expect((await answer).isError).toBe(true);
  expect(await notes(now)).toBe(BEFORE);
});

test('hunks 1 and 3 of 5 are accepted: the bytes are exact, and the agent hears what became of it', async (context) => {
  const now = there(context);
  const { page } = now.window;
  const answer = proposed(now);
  await badge(now, 1);
  await command(now, 'binnacle.reviews');
  await reviewTabs(now).waitFor(SOON);
  for (const [line, left] of [
    [15, 4],
    [39, 3],
    [51, 2],
  ] as const) {
    await cursorAt(now, line);
    await titleButton(now, 'Leave This Hunk Out').click();
    await page.getByText(`${left} of 5 hunks will be taken.`).first().waitFor(SOON);
  }
  await takeScreenshot(page, 'vscode-hunks', now.home);
  await press(now, 'Accept');
  await page.locator('.monaco-dialog-box', { hasText: 'Accept 2 of 5 hunks?' }).waitFor(SOON);
  await sayYes(now);
  expect(JSON.stringify(await answer)).toContain('part');
  expect(await notes(now)).toBe(changedAt([3, 27]));
});

test('fifty reviews that come while somebody types in a filter of the webview take neither the focus nor a letter, and a webview that is loaded anew loses none', async (context) => {
  const now = there(context);
  await command(now, 'workbench.action.closeSidebar');
  await command(now, 'binnacle.openInTab');
  const frame = await webviewIn(now.window.page);
  await go(frame, '#/history');
  const filter = frame.getByRole('textbox').first();
  await filter.click();
  const words = 'words that nobody must lose while all of them arrive';
  // No client has more than sixteen.
  const clients = await Promise.all([1, 2, 3, 4].map(() => connected(now.window)));
  const calls = Array.from({ length: 50 }, (_, index) =>
    clients[index % 4]?.callTool(
      { name: 'write_file', arguments: { file: 'notes.txt', text: `${BEFORE}${index}\n` } },
      { signal: over.signal, timeout: minutes(3) },
    ),
  );
  const ended = Promise.allSettled(calls);
  await filter.pressSequentially(words, { delay: 20 });
  await badge(now, 50);
  expect(await filter.inputValue()).toBe(words);
  expect(await filter.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  // Until it is replaced the one before is there as well.
  await frame.evaluate('window.isLeft = true');
  await command(now, 'workbench.action.webview.reloadWebviewAction');
  const again = await webviewIn(now.window.page);
  await again.locator('.needs-you', { hasText: '50' }).waitFor(SOON);
  await again.getByRole('textbox').first().waitFor(SOON);
  expect(await notes(now)).toBe(BEFORE);
  over.abort();
  await ended;
  // What says so must arrive before the connection ends.
  await badge(now, 0);
  for (const client of clients) await client.close();
});

test('hunks are taken in the webview as in the page, and what one surface has decided is over in the other', async (context) => {
  const now = there(context);
  const answer = proposed(now);
  await badge(now, 1);
  await command(now, 'binnacle.reviews');
  await reviewTabs(now).waitFor(SOON);
  await command(now, 'binnacle.openWindow');
  const frame = await webviewIn(now.window.page);
  await go(frame, '#/reviews');
  await frame.locator('.review-row:not(.review-over)').first().click();
  await expect.poll(() => frame.locator('[data-hunk] input[type="checkbox"]').count(), SOON).toBe(5);
  for (const number of [2, 4, 5]) await frame.locator(`[data-hunk="${number}"] input[type="checkbox"]`).click();
  await frame.locator('.review').focus();
  const since = await frame.evaluate(() => performance.now());
  await frame.waitForFunction((from) => performance.now() - from > 1_000, since);
  await now.window.page.keyboard.press('y');
  expect((await answer).isError).not.toBe(true);
  expect(await notes(now)).toBe(changedAt([3, 27]));
  await now.window.page
    .getByText(/^Review \d+: .* is over: accept/)
    .first()
    .waitFor(SOON);
  await expect.poll(() => reviewTabs(now).count(), SOON).toBe(0);
});

test('on 500 random pairs of texts the ticks of the webview are the hunks of the server, and what stays ticked is written to the byte', {
  timeout: minutes(5),
}, async (context) => {
  const now = there(context);
  await command(now, 'binnacle.openWindow');
  const frame = await webviewIn(now.window.page);
  const numbers = (which: string) => frame.evaluate(`[...document.querySelectorAll('[data-hunk]${which}')].map((one) => Number(one.dataset.hunk))`);
  for (const [round, { before, after, numbers: all, taken, left, mixed }] of randomTexts(5).entries()) {
    const file = `pairs${round}.txt`;
    await writeFile(join(now.project, file), before);
    const answer = now.client.callTool({ name: 'write_file', arguments: { file, text: after } }, { timeout: minutes(3), signal: over.signal });
    await badge(now, 1);
    await go(frame, '#/reviews');
    await frame.locator('.review-row:not(.review-over)').first().click();
    await expect.poll(() => numbers(''), SOON).toEqual(all);
    await frame.evaluate(`for (const one of ${JSON.stringify(left)}) document.querySelector('[data-hunk="' + one + '"] input[type="checkbox"]').click()`);
    await expect.poll(() => numbers(':has(input[type="checkbox"]:checked)'), SOON).toEqual(taken);
    await frame.locator('.review').focus();
    const since = await frame.evaluate(() => performance.now());
    await frame.waitForFunction((from) => performance.now() - from > 1_000, since);
    await now.window.page.keyboard.press('y');
    expect((await answer).isError).not.toBe(true);
    expect(await readFile(join(now.project, file), 'utf8')).toBe(mixed);
    await badge(now, 0);
  }
});

test('what an agent writes about itself is text in notifications, titles and the page', async (context) => {
  const now = there(context);
  const { page } = now.window;
  await command(now, 'workbench.view.explorer');
  const client = await connected(now.window, 'default', HOSTILE);
  const name = '\u202Etxt.$(check)';
  const answer = client
    .callTool({ name: 'write_file', arguments: { file: name, text: HOSTILE } }, { signal: over.signal, timeout: minutes(3) })
    .catch(() => {});
  const call = toast(now, 'wants write_file in shop');
  await call.waitFor(SOON);
  expect(await call.innerText()).toContain('<202E>');
  expect(await call.locator('a[href]:not([role="button"]), img').count()).toBe(0);
  await call.getByRole('button', { name: 'Show' }).click();
  await reviewTabs(now).waitFor(SOON);
  const title = await reviewTabs(now).innerText();
  expect(title).not.toContain('\u202E');
  expect(title).toContain('<202E>');
  await takeScreenshot(page, 'vscode-hostile', now.home);
  await command(now, 'binnacle.openWindow');
  const frame = await webviewIn(page);
  await go(frame, '#/reviews');
  await frame.locator('.review-row:not(.review-over)').first().click();
  await frame.locator('.mark').first().waitFor(SOON);
  expect(await frame.locator('main img, main script, main iframe').count()).toBe(0);
  over.abort();
  await answer;
  await badge(now, 0);
  await client.close();
});

test('a newcomer connects an agent in the webview; its lane is there with its first call, and its reviews are decided here', async (context) => {
  const now = there(context);
  const { page } = now.window;
  await mkdir(join(now.home.folder, '.gemini'), { recursive: true });
  await writeFile(join(now.home.folder, '.gemini', 'settings.json'), '{ "theme": "Default" }\n');
  await command(now, 'workbench.action.closeSidebar');
  await command(now, 'binnacle.connectAgent');
  const frame = await webviewIn(page);
  const gemini = frame
    .getByRole('region', { name: 'Install on Agents' })
    .getByRole('listitem')
    .filter({ hasText: /^Gemini/ });
  await gemini.getByRole('button', { name: /^Gemini/ }).click();
  await gemini.getByRole('button', { name: /^Install now/ }).click();
  await gemini.getByRole('button', { name: 'Write it' }).click();
  await gemini.getByText(/^installed · user · stdio/).waitFor(SOON);
  const written = Registered.parse(JSON.parse(await readFile(join(now.home.folder, '.gemini', 'settings.json'), 'utf8')));
  const { command: node, args } = written.mcpServers.binnacle;
  expect(node).toMatch(/[\\/]node(?:\.exe)?$/);
  expect(args).toEqual([join(now.home.folder, '.npm-global', 'lib', 'node_modules', 'binnacle-ide', 'bin', 'binnacle.cjs'), 'mcp']);
  await command(now, 'workbench.action.closeAllEditors');

  // As the agent starts it.
  const agent = await Agent.connected(now.home, now.project);
  try {
    await command(now, 'binnacle.openWindow');
    await agent.call('read_file', { file: 'notes.txt' });
    // The daemon's, because it works through this window.
    const ofDaemon = await webviewIn(page);
    await go(ofDaemon, '#/now');
    await ofDaemon
      .getByText('fault')
      .first()
      .waitFor({ timeout: minutes(2) });
    await takeScreenshot(page, 'vscode-window', now.home);
    const answer = agent.call('call_tool', { name: 'replace_structure', arguments: { pattern: 'total', rewrite: 'sum', language: 'typescript' } });
    await badge(now, 1);
    await command(now, 'binnacle.reviews');
    await reviewTabs(now).waitFor(SOON);
    await takeScreenshot(page, 'vscode-several', now.home);
    await press(now, 'Accept');
    const { result } = await answer;
    expect(result?.isError, JSON.stringify(result)).not.toBe(true);
    for (const file of ['cart.ts', 'twice.ts']) expect(await readFile(join(now.project, 'src', file), 'utf8')).not.toContain('total');
  } finally {
    await agent[Symbol.asyncDispose]();
  }
});

test('a window that is closed while three reviews wait in it has accepted none of them, and their calls end', { timeout: minutes(4) }, async (context) => {
  const now = there(context);
  const agent = await Agent.connected(now.home, now.project);
  try {
    const files = ['one.txt', 'two.txt', 'three.txt'];
    const calls = files.map((file) => agent.call('write_file', { file, text: 'new\n' }));
    await badge(now, 3);
    await now.window.page.close();
    for (const { result } of await Promise.all(calls)) expect(result?.isError).toBe(true);
    for (const file of files) await expect(readFile(join(now.project, file), 'utf8')).rejects.toThrow();
  } finally {
    await agent[Symbol.asyncDispose]();
  }
});
