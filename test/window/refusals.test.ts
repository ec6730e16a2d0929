// What a person sees when the daemon says no, in a real browser: what is so and what to do, where they asked; and nothing to press while it cannot be heard.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configurationFolder } from '../../src/daemon/folders.ts';
import type { Agent } from '../faults/agent.ts';
import { daemonsOf } from '../faults/machine.ts';
import { type OpenedShop, openedShop } from '../support/openedShop.ts';

let shop: OpenedShop;
let agent: Agent;
let page: Page;
let policy: string;

beforeAll(async () => {
  shop = await openedShop({ 'notes.txt': 'one\n', 'other.txt': 'one\n' }, { asksEdits: true });
  ({ agent, page } = shop);
  policy = join(configurationFolder(shop.home.environment), 'policy.json');
});
afterAll(() => shop?.[Symbol.asyncDispose]());

async function show(place: string): Promise<void> {
  await page.evaluate(`location.assign(${JSON.stringify(`#${place}`)})`);
}

// Both sentences of the daemon, in the place where the person asked.
async function says(inside: Locator, what: RegExp): Promise<void> {
  const note = inside.locator('.error-note');
  await note.filter({ hasText: what }).waitFor();
  expect((await note.locator('p').allInnerTexts()).map((text) => text.trim() !== '')).toEqual([true, true]);
}

test('a rule for a tool that nobody has is refused beside the rules; one that fits shows what will be written first', async () => {
  await show('/settings');
  const section = page.getByRole('region', { name: 'Policy' });
  const add = async (name: string) => {
    await section.getByRole('textbox', { name: 'Its name or pattern' }).fill(name);
    await section.getByRole('button', { name: 'Add rule' }).click();
  };
  await add('no_such_tool');
  await says(section, /no_such_tool/);
  await section.getByRole('button', { name: 'Retry' }).waitFor();
  await add('git_push');
  await section.locator('.policy-preview').getByText('+    "git_push": "ask"').waitFor();
  // Somebody else writes it meanwhile: nothing of theirs is lost.
  const theirs = '{ "effects": { "edits": "ask" }, "tools": { "git_commit": "ask" } }\n';
  await writeFile(policy, theirs);
  await section.getByRole('button', { name: 'Write it' }).click();
  await says(section, /policy\.json/);
  expect(await readFile(policy, 'utf8')).toBe(theirs);
  await section.getByText('git_commit', { exact: true }).waitFor();
  await add('git_push');
  await section.getByRole('button', { name: 'Write it' }).click();
  await expect.poll(() => readFile(policy, 'utf8')).toContain('git_push');
});

test('a value that does not fit is said at its field, and nothing is written', async () => {
  await show('/settings');
  const field = page.getByRole('textbox', { name: /^maxHistorySize/ });
  await field.fill('many');
  await field.press('Enter');
  await page.locator('.setting', { has: field }).getByRole('alert').getByText('not a number').waitFor();
  await field.fill('1000');
  await field.press('Enter');
});

test('a folder that is not there is refused beside the field', async () => {
  await show('/projects');
  await page.getByRole('textbox', { name: /^Open a folder/ }).fill(join(shop.folder, 'nowhere'));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await says(page.locator('main'), /nowhere/);
});

test('a configuration that changed since it was shown is not written', async () => {
  const file = join(shop.home.folder, '.codex', 'config.toml');
  await mkdir(join(shop.home.folder, '.codex'), { recursive: true });
  await writeFile(file, 'model = "one"\n');
  await show('/connect/codex');
  await page.getByRole('button', { name: /^Install/ }).click();
  await page.getByText('This will change in').waitFor();
  await writeFile(file, 'model = "two"\n');
  await page.getByRole('button', { name: 'Write it' }).click();
  await says(page.locator('.agent-detail'), /config\.toml/);
  expect(await readFile(file, 'utf8')).toBe('model = "two"\n');
});

async function openReview(): Promise<void> {
  await page.locator('.review-row:not(.review-over)').first().click();
  await page.locator('.review').waitFor();
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 800, since);
}

test('a review of what has changed meanwhile does nothing, and says which file it was', async () => {
  await show('/reviews');
  const answer = agent.call('edit_file', { file: 'notes.txt', edits: [{ old_text: 'one', new_text: 'two' }] });
  await openReview();
  await writeFile(join(shop.folder, 'notes.txt'), 'one, and a person\n');
  await page.getByRole('button', { name: /^Accept/ }).click();
  await page.getByText('Outdated: nothing was done').waitFor();
  await page.getByText('Changed meanwhile: notes.txt').waitFor();
  expect((await answer).result?.isError).toBe(true);
  expect(await readFile(join(shop.folder, 'notes.txt'), 'utf8')).toBe('one, and a person\n');
});

test('always says all that it allows before it is written', async () => {
  const answer = agent.call('edit_file', { file: 'other.txt', edits: [{ old_text: 'one', new_text: 'two' }] });
  await openReview();
  await page.keyboard.press('Y');
  const sentence = page.locator('.grant-sentence');
  await sentence.getByRole('combobox', { name: 'For how long' }).selectOption('always');
  await expect.poll(() => sentence.getByRole('combobox', { name: 'In which files' }).isDisabled()).toBe(true);
  await expect.poll(() => sentence.getByRole('combobox', { name: 'In which files' }).inputValue()).toBe('**');
  await expect.poll(() => sentence.getByRole('combobox', { name: 'By whom' }).inputValue()).toBe('every');
  await sentence.getByText('also where it cannot be undone').first().waitFor();
  await sentence.getByRole('button', { name: /^Allow/ }).click();
  await sentence.getByText('edit_file in all files by every agent in shop, always, also where it cannot be undone').waitFor();
  expect(await readFile(policy, 'utf8')).not.toContain('edit_file');
  await sentence.getByRole('button', { name: /^Write it/ }).click();
  await expect.poll(() => readFile(policy, 'utf8')).toContain('"edit_file": "allow"');
  await sentence.getByRole('button', { name: /^Close/ }).click();
  await page.getByRole('button', { name: /^Reject/ }).click();
  expect((await answer).result?.isError).toBe(true);
});

test('a change that others stand on is not taken back, and says why; nothing can be pressed once the daemon is gone', async () => {
  for (const [from, to] of [
    ['one', 'two'],
    ['two', 'three'],
  ])
    await agent.call('edit_file', { file: 'other.txt', edits: [{ old_text: from, new_text: to }] });
  await show('/changes');
  const rows = page.getByRole('row').filter({ hasText: 'other.txt' });
  await expect.poll(() => rows.count()).toBe(2);
  await rows.nth(1).click();
  await page.getByRole('button', { name: /^Undo z/ }).click();
  await says(page.locator('main'), /undo/i);
  expect(shop.opened.complaints).toEqual([]);

  const [daemon] = await daemonsOf(shop.home);
  if (daemon === undefined) throw new Error('there is no daemon');
  process.kill(daemon.pid, 'SIGKILL');
  await page.getByText(/last heard/).waitFor();
  for (const place of ['/changes', '/settings', '/projects', '/connect/codex', '/reviews']) {
    await show(place);
    await page.locator('main h1').waitFor({ state: 'attached' });
    expect(await page.locator('main .needs-daemon:enabled').allInnerTexts(), place).toEqual([]);
  }
});
