// Can files be changed in VS Code as in the headless host? The same edits in both, then what only editors have: unsaved text, their own undo, tabs and selections.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { chromium } from '../../support/chromium.ts';
import { takeScreenshot } from '../../support/screenshots.ts';
import { skipOrFail, testTool } from '../../support/testTools.ts';
import { EDITS, PREVIEWS } from './edits.ts';
import { answerOf, type Host, type Hosts, openHosts } from './hosts.ts';

let hosts: Hosts | undefined;
let missing: unknown;

beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (missing === undefined) hosts = await openHosts();
}, minutes(12));

afterAll(() => hosts?.close(), minutes(1));

function both(context: TestContext): Hosts {
  return hosts ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

// What the person sees takes this long at most on a busy machine.
const SHOWN = { timeout: minutes(1) };
const AWHILE = { timeout: minutes(1), interval: seconds(0.5) };

describe('both hosts change files alike', () => {
  test.for(PREVIEWS.map((one) => ({ ...one, title: one.tool })))('$title shows what it would do', async ({ tool, given, differs }, context) => {
    const { headless, vscode } = both(context);
    const [expected, answer] = [await answerOf(headless, tool, given), await answerOf(vscode, tool, given)];
    expect(answer, differs?.because).toMatchObject(differs?.vscode ?? expected);
    if (differs !== undefined) expect(expected, `they do not differ any more: ${differs.because}`).not.toMatchObject(differs.vscode);
    expect(Object.keys(answer)).toContain(tool === 'move_symbol' || tool === 'change_signature' ? 'refused' : 'diff');
  });

  test('each edit, every byte afterwards, the history, and everything taken back', async (context) => {
    const { headless, vscode } = both(context);
    const before = await treeOf(vscode.project);
    const ids: { headless: string; vscode: string }[] = [];
    for (const { tool, given, differs } of EDITS) {
      const [{ changeId: ours, ...expected }, { changeId: theirs, ...answer }] = [await answerOf(headless, tool, given), await answerOf(vscode, tool, given)];
      if (differs === undefined) expect(answer, tool).toEqual(expected);
      else {
        expect(answer, differs.because).toMatchObject(differs.vscode);
        expect(expected, `they do not differ any more: ${differs.because}`).not.toMatchObject(differs.vscode);
      }
      if (typeof ours === 'string' && typeof theirs === 'string') ids.push({ headless: ours, vscode: theirs });
    }
    expect(await treeOf(vscode.project)).toEqual(await treeOf(headless.project));
    expect(ids.length).toBeGreaterThan(4);
    // What was checked after it was written, and refused, was never written in the other host.
    const titles = async (host: Host) =>
      (await changesOf(host)).filter(({ rolledBack }) => rolledBack !== true).map(({ tool, title, files }) => ({ tool, title, files }));
    expect(await titles(vscode)).toEqual(await titles(headless));
    for (const side of ['headless', 'vscode'] as const) await answerOf(side === 'vscode' ? vscode : headless, 'undo', { until: ids[0]?.[side] });
    expect(await treeOf(vscode.project)).toEqual(before);
    expect(await treeOf(headless.project)).toEqual(before);
  });
});

describe('a file with unsaved text', () => {
  const typed = '\nexport const owed = total([]);\n';

  test('is renamed in with the rest and not saved; our undo takes back every byte', async (context) => {
    const { vscode } = both(context);
    const { page } = vscode.window;
    const before = await treeOf(vscode.project);
    await typeAtEnd(vscode, page, 'src/checkout.ts', typed);
    await answerOf(vscode, 'open_file', { file: 'src/index.ts' });
    await page.locator('.tab.active', { hasText: 'index.ts' }).waitFor(SHOWN);
    const held = await textOf(vscode, 'src/checkout.ts');
    expect(held.endsWith(typed)).toBe(true);

    const rename = await answerOf(vscode, 'rename_symbol', { symbol: { name: 'total', file: 'src/cart.ts' }, new_name: 'sum' });
    expect(rename).toMatchObject({ applied: true, edits: 7 });
    expect(JSON.stringify(rename['notes'])).toContain('src/checkout.ts has unsaved text in the editor: changed there, and not saved.');
    expect(await textOf(vscode, 'src/checkout.ts')).toBe(held.replace('Item, total', 'Item, sum').replace('${total(', '${sum(').replace('= total(', '= sum('));
    const after = await treeOf(vscode.project);
    expect(after['src/checkout.ts']).toBe(before['src/checkout.ts']);
    expect(after['src/index.ts']).toContain('sum as sumOf');
    expect(after['src/cart.ts']).toContain('export function sum(');
    expect(await tabsOf(vscode)).toMatchObject([
      { file: 'src/checkout.ts', unsaved: true },
      { file: 'src/index.ts', active: true },
    ]);
    await takeScreenshot(page, 'vscode-rename', { folder: vscode.scratch });

    await answerOf(vscode, 'undo', { change_id: rename['changeId'] });
    expect(await textOf(vscode, 'src/checkout.ts')).toBe(held);
    expect(await treeOf(vscode.project)).toEqual(before);
  });

  test('the editor takes a rename back in the files that it shows, and the history says which', async (context) => {
    const { vscode } = both(context);
    const { page } = vscode.window;
    const before = await treeOf(vscode.project);
    const held = await textOf(vscode, 'src/checkout.ts');
    const { changeId } = await answerOf(vscode, 'rename_symbol', { symbol: { name: 'total', file: 'src/cart.ts' }, new_name: 'sum' });
    await answerOf(vscode, 'open_file', { file: 'src/index.ts' });
    await page.locator('.tab.active', { hasText: 'index.ts' }).waitFor(SHOWN);
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+Z');
    await expect.poll(() => textOf(vscode, 'src/checkout.ts'), AWHILE).toBe(held);
    await expect
      .poll(async () => (await changesOf(vscode))[0], AWHILE)
      .toMatchObject({ tool: 'editor', undoesPart: { changeId }, author: 'person in the editor' });
    expect((await changesOf(vscode))[1]).toMatchObject({ changeId, partlyUndoneBy: [expect.any(String)] });

    // The files that nobody had open follow; the one that the editor changed waits to be saved.
    await answerOf(vscode, 'undo', { change_id: changeId });
    expect(await textOf(vscode, 'src/index.ts')).toBe(before['src/index.ts']);
    await answerOf(vscode, 'save_file', { file: 'src/index.ts' });
    expect(await textOf(vscode, 'src/checkout.ts')).toBe(held);
    expect(await treeOf(vscode.project)).toEqual(before);
  });

  test('cannot be lost: it is neither deleted, moved nor closed', async (context) => {
    const { vscode } = both(context);
    const held = await textOf(vscode, 'src/checkout.ts');
    expect(await answerOf(vscode, 'rename_file', { file: 'src/checkout.ts', new_file: 'src/till.ts' })).toMatchObject({ refused: { error: 'unsaved_text' } });
    expect(await answerOf(vscode, 'close_tab', { file: 'src/checkout.ts' })).toMatchObject({ refused: { error: 'unsaved_text' } });
    expect(await textOf(vscode, 'src/checkout.ts')).toBe(held);
    expect(await answerOf(vscode, 'save_file', { file: 'src/checkout.ts' })).toMatchObject({ applied: true });
    expect((await treeOf(vscode.project))['src/checkout.ts']).toBe(held);
    expect(await answerOf(vscode, 'edit_file', { file: 'src/checkout.ts', edits: [{ old_text: typed, new_text: '' }] })).toMatchObject({ applied: true });
    expect(await answerOf(vscode, 'close_tab', { file: 'src/checkout.ts' })).toMatchObject({ closed: true });
  });
});

test('what a person types in one open file while another one is saved is theirs to save, and the undo leaves it', async (context) => {
  const { vscode } = both(context);
  const { page, probe } = vscode.window;
  const before = await treeOf(vscode.project);
  for (const file of ['src/cart.ts', 'src/checkout.ts']) {
    await answerOf(vscode, 'open_file', { file });
    await page.locator('.tab.active', { hasText: file.slice(4) }).waitFor(SHOWN);
  }
  // Whichever is saved first: the other one is typed in before VS Code has finished that.
  await probe.run(`
    const uriOf = (file) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, file);
    globalThis.typedIn = new Promise((resolve) => {
      const listening = vscode.workspace.onWillSaveTextDocument((saving) => {
        listening.dispose();
        const other = saving.document.uri.path.endsWith('cart.ts') ? 'src/checkout.ts' : 'src/cart.ts';
        const typed = new vscode.WorkspaceEdit();
        typed.insert(uriOf(other), new vscode.Position(1000, 0), '// Typed.\\n');
        saving.waitUntil(vscode.workspace.applyEdit(typed).then(() => { resolve(other); return []; }));
      });
    });`);
  const { changeId } = await answerOf(vscode, 'rename_symbol', { symbol: { name: 'total', file: 'src/cart.ts' }, new_name: 'sum' });
  const other = String(await probe.run('return globalThis.typedIn'));
  const held = await textOf(vscode, other);
  expect(held).toMatch(/\bsum\b[\s\S]*\n\/\/ Typed\.\n$/);
  expect((await treeOf(vscode.project))[other]).toBe(before[other]);
  expect(await answerOf(vscode, 'undo', { change_id: changeId })).toMatchObject({ applied: true });
  expect(await textOf(vscode, other)).toBe(`${before[other]}// Typed.\n`);
  await answerOf(vscode, 'save_file', { file: other });
  await answerOf(vscode, 'edit_file', { file: other, edits: [{ old_text: '// Typed.\n', new_text: '' }] });
  expect(await treeOf(vscode.project)).toEqual(before);
  for (const file of ['src/cart.ts', 'src/checkout.ts']) expect(await answerOf(vscode, 'close_tab', { file })).toMatchObject({ closed: true });
});

test('an open file keeps its mark, its line breaks and every other byte', async (context) => {
  const { vscode } = both(context);
  const path = join(vscode.project, 'src', 'marked.ts');
  const text = '\ufeffexport const a = 1;\r\nexport const b = "ä😀";\r\n';
  await writeFile(path, text);
  await answerOf(vscode, 'open_file', { file: 'src/marked.ts', line: 2, column: 3 });
  await vscode.window.page.locator('.tab.active', { hasText: 'marked.ts' }).waitFor(SHOWN);
  const change = await answerOf(vscode, 'edit_file', { file: 'src/marked.ts', edits: [{ old_text: 'a = 1;', new_text: 'a = 1;\nexport const c = 3;' }] });
  expect(change).toMatchObject({ applied: true });
  expect(await readFile(path, 'utf8')).toBe('\ufeffexport const a = 1;\r\nexport const c = 3;\r\nexport const b = "ä😀";\r\n');
  expect(await tabsOf(vscode)).toMatchObject([{ file: 'src/index.ts' }, { file: 'src/marked.ts', active: true, selection: { line: 3, column: 3 } }]);
  await answerOf(vscode, 'undo', { change_id: change['changeId'] });
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('an agent sees and sets what the person has in view', async (context) => {
  const { vscode } = both(context);
  const { page } = vscode.window;
  expect(await answerOf(vscode, 'open_file', { file: 'src/cart.ts', line: 7, column: 14, end_column: 18 })).toMatchObject({
    file: 'src/cart.ts',
    language: 'typescript',
    lines: 28,
    active: true,
    selection: { line: 7, column: 14, endLine: 7, endColumn: 18 },
  });
  await page.locator('.tab.active', { hasText: 'cart.ts' }).waitFor(SHOWN);
  expect(await answerOf(vscode, 'get_selection', {})).toMatchObject({ selection: { file: 'src/cart.ts', text: 'Item' } });
  await answerOf(vscode, 'set_cursor_position', { file: 'src/cart.ts', line: 2, column: 3 });
  expect(await answerOf(vscode, 'get_cursor_position', {})).toEqual({ file: 'src/cart.ts', line: 2, column: 3 });
  expect(await answerOf(vscode, 'get_selection', {})).toMatchObject({ latest: { text: 'Item' } });
  expect(await answerOf(vscode, 'open_file', { file: 'src/wrong.ts', background: true })).toMatchObject({ file: 'src/wrong.ts' });
  expect((await tabsOf(vscode)).find(({ active }) => active)).toMatchObject({ file: 'src/cart.ts' });
  for (const file of ['src/wrong.ts', 'src/cart.ts', 'src/marked.ts', 'src/index.ts'])
    expect(await answerOf(vscode, 'close_tab', { file })).toEqual({ file, closed: true });
  expect(await tabsOf(vscode)).toEqual([]);
  expect(await answerOf(vscode, 'get_cursor_position', { file: 'src/cart.ts' })).toMatchObject({ refused: { error: 'not_open' } });
  expect(await answerOf(vscode, 'open_file', { file: 'src/none.ts' })).toMatchObject({ refused: { error: 'file_not_found' } });
  expect(await answerOf(vscode, 'open_file', { file: '../outside.ts' })).toMatchObject({ refused: { error: 'outside_project' } });
});

describe('for any name', () => {
  const word = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{2,9}$/).map((name) => `${name}X`);

  test('a file moves with its imports, whatever the setting for moves by hand, and the answer says so', async (context) => {
    const { vscode } = both(context);
    const before = await treeOf(vscode.project);
    await fc.assert(
      fc.asyncProperty(word, fc.constantFrom('src', 'src/deep', 'tools'), async (name, folder) => {
        const moved = await answerOf(vscode, 'rename_file', { file: 'src/cart.ts', new_file: `${folder}/${name}.ts` });
        expect(moved).toMatchObject({ applied: true, newErrors: [], notes: expect.arrayContaining([expect.stringMatching(/^Imports updated/)]) });
        const after = await treeOf(vscode.project);
        expect(Object.keys(after)).toContain(`${folder}/${name}.ts`);
        expect(Object.values(after).filter((text) => /from '[^']*\/cart\.ts'/.test(text))).toEqual([]);
        await answerOf(vscode, 'undo', { change_id: moved['changeId'] });
        expect(await treeOf(vscode.project)).toEqual(before);
      }),
      { numRuns: 3 },
    );
  });

  test('a symbol gets it wherever it is used', async (context) => {
    const { vscode } = both(context);
    const before = await treeOf(vscode.project);
    const uses = async (name: string) => (await answerOf(vscode, 'find_references', { symbol: { name, file: 'src/cart.ts' } }))['total'];
    const known = await uses('total');
    await fc.assert(
      fc.asyncProperty(word, async (name) => {
        const renamed = await answerOf(vscode, 'rename_symbol', { symbol: { name: 'total', file: 'src/cart.ts' }, new_name: name });
        expect(renamed).toMatchObject({ applied: true, newErrors: [] });
        expect(await uses(name)).toBe(known);
        await answerOf(vscode, 'undo', { change_id: renamed['changeId'] });
        expect(await treeOf(vscode.project)).toEqual(before);
      }),
      { numRuns: 3 },
    );
  });

  test('what is no name is refused, and nothing changes', async (context) => {
    const { vscode } = both(context);
    const before = await treeOf(vscode.project);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('1a', 'a b', 'a-b', 'class', '', '../x', "a'"), async (name) => {
        const answer = await answerOf(vscode, 'rename_symbol', { symbol: { name: 'total', file: 'src/cart.ts' }, new_name: name });
        expect(answer).toMatchObject({ refused: { error: expect.stringMatching(/^(?:not_a_name|invalid_arguments)$/) } });
      }),
      { numRuns: 7 },
    );
    expect(await treeOf(vscode.project)).toEqual(before);
  });
});

// As a person types it; returns when it is unsaved.
async function typeAtEnd(host: Host, page: Page, file: string, text: string): Promise<void> {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const { text: before } = z.object({ text: z.string() }).parse(await answerOf(host, 'read_file', { file }));
  await answerOf(host, 'open_file', { file });
  await page.locator('.tab.active', { hasText: name }).waitFor(SHOWN);
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
  await page.locator('.tab.active.dirty', { hasText: name }).waitFor(SHOWN);
  await expect.poll(() => textOf(host, file), AWHILE).not.toBe(before);
}

// With what is not saved.
async function textOf(host: Host, file: string): Promise<string> {
  return z.object({ text: z.string() }).parse(await answerOf(host, 'read_file', { file, line_numbers: false })).text;
}

const Changes = z.object({ changes: z.array(z.looseObject({ tool: z.string(), title: z.string() })) });
async function changesOf(host: Host) {
  return Changes.parse(await answerOf(host, 'list_changes', { page_size: 50 })).changes;
}

const Tabs = z.object({ files: z.array(z.looseObject({ file: z.string() })) });
async function tabsOf(host: Host) {
  return Tabs.parse(await answerOf(host, 'list_opened_files', {})).files;
}

// Every file on disk, by its path.
async function treeOf(project: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(project, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = await Promise.all(
    names.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(project.length + 1).replaceAll('\\', '/'), await readFile(path, 'utf8')] as const;
    }),
  );
  return Object.fromEntries(files.filter(([path]) => !path.startsWith('.git/')).toSorted());
}
