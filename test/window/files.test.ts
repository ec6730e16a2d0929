// The files of a project in the window: opened, selected for agents to see, typed in, saved as one's own change; and nothing that was typed is ever lost.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent } from '../faults/agent.ts';
import { daemonsOf } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { SCREENSHOT, takeScreenshot } from '../support/screenshots.ts';
import { serveProject } from '../support/servedProject.ts';
import { keepPort } from '../support/urlClient.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';
import { type WindowBrowser, type WindowPage, windowBrowser } from '../support/windowPage.ts';

const CART = `import { rate } from './tax.ts';

export interface Item {
  readonly name: string;
  readonly cents: number;
}

// What somebody pays, with tax.
export function total(items: readonly Item[]): number {
  const sum = items.reduce((before, { cents }) => before + cents, 0);
  return Math.round(sum * (1 + rate));
}
`;
const WINDOWS = 'first\r\nsecond\r\nthird\r\n';
const EVIL = '<img src=x onerror=alert(1)>\u202eevil.ts';

let home: Home;
let folder: string;
let agent: Agent;
let browser: WindowBrowser;
let opened: WindowPage;
let page: Page;

beforeAll(async () => {
  home = await temporaryHome();
  await keepPort(home.environment);
  folder = join(home.folder, 'shop');
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'src', 'cart.ts'), CART);
  await writeFile(join(folder, 'src', 'tax.ts'), 'export const rate = 0.19;\n');
  await writeFile(join(folder, 'windows.txt'), WINDOWS);
  await writeFile(join(folder, 'notes.md'), '# Notes\n\nWhat is `said` here.\n');
  await writeFile(join(folder, EVIL), 'const a = "\u202e\u200b"; // </script><script>alert(2)</script>\n');
  await writeFile(join(folder, 'picture.bin'), Buffer.from([0, 1, 2, 255, 0]));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, allowImportingTsExtensions: true },
      include: ['src'],
    }),
  );
  agent = new Agent(home, { folder, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  await agent.call('list_project_files');
  browser = await windowBrowser();
  opened = await browser.open(home, { ...SCREENSHOT, place: '/files' });
  page = opened.page;
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await agent?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

const editor = (of = page) => of.locator('.file-code .cm-content');
const onDisk = (name: string) => readFile(join(folder, name), 'utf8');
const tab = (name: string) => page.locator('.file-tab').filter({ hasText: name });
const isUnsaved = (name: string) => tab(name).locator('.file-tab-unsaved').count();

async function openByName(letters: string, of = page): Promise<void> {
  await of.locator('.files').waitFor();
  await of.keyboard.press('Control+p');
  await of.getByRole('combobox', { name: 'Name of a file' }).fill(letters);
  await of.getByRole('option').first().waitFor();
  await of.keyboard.press('Enter');
}

async function show(file: string, project = folder): Promise<void> {
  await page.evaluate(`location.assign(${JSON.stringify(`#${placeOf(file, project)}`)})`);
}

function placeOf(file: string, project = folder): string {
  return `/files/${encodeURIComponent(file)}?project=${encodeURIComponent(project)}`;
}

async function shown(text: string): Promise<void> {
  await editor().getByText(text).first().waitFor();
}

async function changes(): Promise<readonly unknown[]> {
  const { result } = await agent.call('list_changes');
  return Array.isArray(result?.structuredContent?.['changes']) ? result.structuredContent['changes'] : [];
}

test('a file is opened by letters of its name, at a line; what is selected there an agent sees', async () => {
  await page.getByText('No file is open.').waitFor();
  await openByName('cart:9');
  await shown('export function total');
  await page.locator('.file-foot').getByText('9:1').waitFor();
  await editor().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  await expect
    .poll(async () => (await agent.call('get_selection')).result?.structuredContent)
    .toMatchObject({ selection: { file: 'src/cart.ts', text: "import { rate } from './tax.ts';" } });
  const { result } = await agent.call('list_opened_files');
  expect(JSON.stringify(result?.structuredContent)).toContain('src/cart.ts');
});

test('what an agent opens and selects is shown, without taking the view from the person', async () => {
  await agent.call('open_file', { file: 'src/tax.ts' });
  await tab('tax.ts').waitFor();
  await shown('export function total');
  await tab('tax.ts').getByRole('link').click();
  await shown('export const rate');
  await page.keyboard.press('[');
  await shown('export function total');
});

test('what is typed is unsaved until Ctrl S, then one change of your own that can be taken back', async () => {
  await page.keyboard.press('e');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// typed');
  await expect.poll(() => isUnsaved('cart.ts')).toBe(1);
  expect(await onDisk('src/cart.ts')).toBe(CART);
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 9; line += 1) await page.keyboard.press('ArrowDown');
  for (let line = 9; line < 13; line += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Mention lines 9–12' }).waitFor();
  await page.locator('.file-foot').getByText('0 errors').waitFor();
  await takeScreenshot(page, 'files', home);
  await page.keyboard.press('Control+s');
  await expect.poll(() => onDisk('src/cart.ts')).toBe(`${CART}// typed`);
  await expect.poll(() => isUnsaved('cart.ts')).toBe(0);
  expect(await changes()).toMatchObject([{ author: 'you', title: 'edit src/cart.ts' }]);
  const [change] = await changes();
  await agent.call('undo', { change_id: Object(change)['changeId'] ?? Object(change)['id'] });
  // The file is followed.
  await expect.poll(() => onDisk('src/cart.ts')).toBe(CART);
  await expect.poll(() => editor().innerText()).not.toContain('// typed');
});

test('a file that changed on disk meanwhile is a conflict: both texts stay until one is chosen', async () => {
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// mine');
  await expect.poll(() => isUnsaved('cart.ts')).toBe(1);
  await writeFile(join(folder, 'src', 'cart.ts'), `// theirs\n${CART}`);
  await page.getByText('The file has changed on disk').waitFor();
  await page.keyboard.press('Control+s');
  expect(await onDisk('src/cart.ts')).toBe(`// theirs\n${CART}`);
  await page.getByRole('button', { name: 'See the difference' }).click();
  await page.locator('.file-difference .diff-removed').getByText('// theirs').waitFor();
  await page.locator('.file-difference .diff-added').getByText('// mine').waitFor();
  await page.getByRole('button', { name: 'Take the one on disk' }).click();
  await shown('// theirs');
  await expect.poll(() => isUnsaved('cart.ts')).toBe(0);
  // What was given up can be brought back as long as the tab is shown.
  await editor().click();
  await page.keyboard.press('Control+z');
  await shown('// mine');
  await expect.poll(() => isUnsaved('cart.ts')).toBe(1);
  await page.keyboard.press('Control+s');
  await expect.poll(() => onDisk('src/cart.ts')).toBe(`${CART}// mine`);
});

test('what is not saved survives a reload and another daemon', async () => {
  await editor().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('// kept ');
  await expect.poll(() => isUnsaved('cart.ts')).toBe(1);
  await expect.poll(() => editor().innerText()).toContain('// kept');
  await page.reload();
  await shown('// kept');
  expect(await isUnsaved('cart.ts')).toBe(1);
  const [daemon] = await daemonsOf(home);
  if (daemon === undefined) throw new Error('there is no daemon');
  process.kill(daemon.pid, 'SIGKILL');
  await page.getByText(/last heard/).waitFor();
  // Typed while nobody answers.
  await editor().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('// alone ');
  await agent[Symbol.asyncDispose]();
  // The daemon that answers has not opened the project yet.
  const elsewhere = join(home.folder, 'elsewhere');
  await mkdir(elsewhere);
  await using other = new Agent(home, { folder: elsewhere, parameters: ['--toolset', 'all'] });
  await other.initialize();
  await other.call('list_project_files');
  await expect.poll(() => page.getByText(/last heard/).count(), { timeout: 30_000 }).toBe(0);
  await page
    .getByText(/No open project/)
    .first()
    .waitFor();
  await shown('// alone // kept');
  agent = new Agent(home, { folder, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  await agent.call('list_project_files');
  await expect.poll(() => page.getByText(/No open project/).count()).toBe(0);
  await shown('// alone // kept');
  await expect.poll(() => isUnsaved('cart.ts')).toBe(1);
  await page.reload();
  await shown('// alone // kept');
  await page.keyboard.press('e');
  await page.keyboard.press('Control+s');
  await expect.poll(() => onDisk('src/cart.ts')).toBe(`// alone // kept ${CART}// mine`);
});

test('line breaks stay as they are, also of what is pasted', async () => {
  await openByName('windows.txt');
  await shown('second');
  await page.locator('.file-foot').getByText('CRLF').waitFor();
  await page.keyboard.press('e');
  await page.keyboard.press('Control+Home');
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'zero\\nhalf\\n');
    document.querySelector('.file-code .cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);
  await page.keyboard.press('Control+s');
  await expect.poll(() => onDisk('windows.txt')).toBe(`zero\r\nhalf\r\n${WINDOWS}`);
});

test('a hostile name and a hostile text are text: nothing runs, and what hides is marked', async () => {
  await openByName('evil');
  await shown('const a');
  await expect.poll(() => editor().locator('.mark').allInnerTexts()).toEqual(['U+202E', 'ZWSP']);
  expect(await page.locator('.file-head .mark').allInnerTexts()).toEqual(['U+202E']);
  expect(await page.locator('.file-tab .mark').allInnerTexts()).toEqual(['U+202E']);
  expect(await page.locator('.files img:not(.cm-widgetBuffer), .files script').count()).toBe(0);
});

test('what is no text, is not there or lies elsewhere is said, and closing the tab of an unsaved file asks', async () => {
  for (const [file, says] of [
    ['picture.bin', /picture.bin is not (?:a )?text/i],
    ['gone.ts', /There is no file gone.ts/],
    ['../outside.ts', /outside the project/],
  ] as const) {
    await show(file);
    await page.locator('.files').getByText(says).first().waitFor();
  }
  await openByName('notes');
  await shown('Notes');
  await page.keyboard.press('e');
  await page.keyboard.type('x');
  await expect.poll(() => isUnsaved('notes.md')).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('W');
  await page.getByRole('button', { name: 'Keep it open' }).click();
  await shown('x# Notes');
  await page.keyboard.press('W');
  await page.getByRole('button', { name: 'Close and lose the text' }).click();
  await expect.poll(() => tab('notes.md').count()).toBe(0);
  expect(await onDisk('notes.md')).toContain('# Notes');
});

test('two windows with one file: neither overwrites what the other typed unseen', async () => {
  await using other = await browser.open(home, { place: placeOf('src/tax.ts') });
  await editor(other.page).getByText('export const rate').waitFor();
  await openByName('tax.ts');
  await shown('export const rate');
  await page.keyboard.press('e');
  await page.keyboard.type('1');
  await expect.poll(() => editor(other.page).innerText()).toContain('1export const rate');
  await other.page.keyboard.press('e');
  await other.page.keyboard.press('Control+End');
  await other.page.keyboard.type('// other');
  await expect.poll(() => editor().innerText()).toContain('// other');
  await page.keyboard.press('Control+s');
  await expect.poll(() => onDisk('src/tax.ts')).toBe('1export const rate = 0.19;\n// other');
});

test('a file of a project that another daemon writes is read, with the reason, and nothing of it is typed or saved', async () => {
  const locked = join(home.folder, 'locked');
  await mkdir(locked);
  await writeFile(join(locked, 'a.txt'), 'as it is\n');
  using client = await WindowClient.open(await linkOf(home));
  await using _ = await serveProject(home, locked);
  expect(await client.ask('project.open', { path: locked })).toMatchObject({ ok: true });
  const place = { project: locked, file: 'a.txt' };
  const read = await client.ask('editor.read', place);
  expect(read).toMatchObject({ ok: true, value: { disk: { text: 'as it is\n' }, readOnly: expect.stringMatching(/is the writer of this project/) } });
  for (const method of ['editor.save', 'editor.write'] as const)
    expect(await client.ask(method, { ...place, text: 'x' }), method).toMatchObject({ ok: false, error: { code: 'not_permitted' } });
  await show('a.txt', locked);
  await shown('as it is');
  await page.getByText(/Read only: Process \d+ is the writer/).waitFor();
  await editor().click();
  await page.keyboard.type('nothing');
  expect(await editor().innerText()).not.toContain('nothing');
  expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
});

test('wrong parameters are refused at the socket, and complaints of the browser there are none', async () => {
  using client = await WindowClient.open(await linkOf(home));
  for (const [method, params] of [
    ['editor.read', { project: folder }],
    ['editor.open', { project: folder, file: 'src/cart.ts', selection: 3 }],
    ['editor.close', { file: 'src/cart.ts' }],
    ['editor.select', { project: folder, file: 'src/cart.ts' }],
    ['editor.write', { project: folder, file: 'src/cart.ts', text: 3 }],
    ['editor.discard', { project: folder, file: 'src/cart.ts' }],
    ['editor.save', []],
    ['editor.diff', 'x'],
    ['editor.mention', { project: folder, file: 'src/cart.ts', lines: { first: 0, last: 1 } }],
    ['editor.files', {}],
  ] as const)
    expect(await client.ask(method, params), method).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  expect(opened.foreign).toEqual([]);
  expect(opened.complaints.filter((complaint) => !complaint.includes('WebSocket'))).toEqual([]);
});
