// Is VS Code an IDE as the headless host is? The same questions to both, about the same project, and what only a window has.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { allTools } from '../../../src/tools/catalogue.ts';
import { chromium } from '../../support/chromium.ts';
import { skipOrFail, testTool } from '../../support/testTools.ts';
import { CASES } from './cases.ts';
import { answerOf, connected, type Hosts, openHosts } from './hosts.ts';
import { givenFor } from './leastArguments.ts';

let hosts: Hosts | undefined;
let missing: unknown;

// The first run downloads VS Code and perhaps a browser. What cannot be had is missing; what is there and does not work is a failure.
beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  // Every tool is called once, and these would wait for the person in front of the window.
  if (missing === undefined) hosts = await openHosts({ policy: { tools: { git_push: 'deny' } } });
}, minutes(12));

afterAll(() => hosts?.close(), minutes(1));

function both(context: TestContext): Hosts {
  return hosts ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

describe('both hosts answer alike', () => {
  test.for(CASES.map((one) => ({ ...one, title: `${one.tool} ${JSON.stringify(one.given)}` })))('$title', async ({ tool, given, differs }, context) => {
    const { headless, vscode } = both(context);
    const expected = await answerOf(headless, tool, given);
    const answer = await answerOf(vscode, tool, given);
    if (differs === undefined) {
      expect(answer).toEqual(expected);
      return;
    }
    expect(answer, differs.because).toMatchObject(differs.vscode);
    expect(expected, `they do not differ any more: ${differs.because}`).not.toMatchObject(differs.vscode);
  });
});

describe('what changes on disk', () => {
  test('is known to VS Code when the next call is made', async (context) => {
    const { vscode } = both(context);
    const file = join(vscode.project, 'src', 'fresh.ts');
    const ask = async () => JSON.stringify(await answerOf(vscode, 'find_references', { symbol: { name: 'payTwice' } }));
    expect(await ask()).not.toContain('fresh.ts');
    await writeFile(file, "import { payTwice } from './checkout.ts';\n\nexport const first = payTwice(1);\n");
    expect(await ask()).toContain('const first = payTwice(1)');
    await writeFile(file, "import { payTwice } from './checkout.ts';\n\nexport const second = payTwice(2);\n");
    expect(await ask()).toContain('const second = payTwice(2)');
    await rm(file);
    const after = await ask();
    expect(after).not.toContain('fresh.ts');
    expect(after).toContain('"complete":true');
    // VS Code still has the document of before.
    await writeFile(file, "import { payTwice } from './checkout.ts';\n\nexport const third = payTwice(3);\n");
    expect(await ask()).toContain('const third = payTwice(3)');
    await rm(file);
    expect(await ask()).not.toContain('fresh.ts');
  });
});

test('nothing is missing while TypeScript starts again', async (context) => {
  const { vscode } = both(context);
  const symbol = { file: 'src/cart.ts', line: 25, name: 'total' };
  const tools = ['find_references', 'find_definition', 'find_implementations', 'inspect_symbol'];
  const asked = () => Promise.all(tools.map((tool) => answerOf(vscode, tool, { symbol })));
  const before = await asked();
  expect(before[0]).toMatchObject({ total: 7, complete: true });
  for (let time = 0; time < 3; time++) {
    // Under way already when it is asked to start again, and asked right after.
    const underWay = asked();
    await vscode.window.page.keyboard.press('Control+Alt+F8');
    expect(await underWay).toEqual(before);
    expect(await asked()).toEqual(before);
  }
});

describe('a window', () => {
  test('lists exactly the tools that work in it', async (context) => {
    const { vscode } = both(context);
    const everything = await connected(vscode.window, 'all');
    const listed = (await everything.listTools()).tools.map(({ name }) => name);
    await everything.close();
    const found = await answerOf(vscode, 'find_tools', { page_size: 500 });
    expect(found['total']).toBe(listed.length - 2);
    const unlisted = allTools.filter(({ name }) => !listed.includes(name));
    const refusals = async (names: readonly string[]) => {
      const codes: Record<string, string> = {};
      for (const name of names) codes[name] = JSON.stringify(await answerOf(vscode, name, givenFor(name))).match(/^{"refused":{"error":"(\w+)"/)?.[1] ?? '';
      return codes;
    };
    const isElsewhere = ([, code]: [string, string]) => /^(?:editing|editor|running|tests|debugging|agents)_elsewhere$/.test(code);
    expect(Object.entries(await refusals(listed)).filter(isElsewhere)).toEqual([]);
    expect(Object.entries(await refusals(unlisted.map(({ name }) => name))).filter((one) => !isElsewhere(one))).toEqual([]);
  });

  test('serves its own folders only', async (context) => {
    const { vscode } = both(context);
    const answer = await answerOf(vscode, 'open_project', { path: vscode.scratch });
    expect(answer).toMatchObject({ refused: { error: 'not_in_this_window', projects: [{ name: 'project', path: '<project>' }] } });
    expect(await answerOf(vscode, 'list_projects', {})).toMatchObject({ projects: [{ path: '<project>', trusted: true }] });
  });

  test('refuses a client without its token', async (context) => {
    const { url, token } = both(context).vscode.window;
    const call = (authorization: string) => fetch(`${url}/mcp`, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: '{}' });
    expect((await call('Bearer wrong')).status).toBe(401);
    expect((await call(`Bearer ${token}`)).status).not.toBe(401);
  });

  test('answers for text that is not saved, and says where a search cannot', async (context) => {
    const { vscode } = both(context);
    const { page } = vscode.window;
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().fill('src/wrong.ts');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'wrong.ts' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'wrong.ts' }).waitFor();
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('export const twice = pay(7) + sumOf([]);');
    await page.locator('.tab.active.dirty', { hasText: 'wrong.ts' }).waitFor();

    // The tab is marked a moment before extensions hear of it.
    const read = async () => (await answerOf(vscode, 'read_file', { file: 'src/wrong.ts' }))['text'];
    await expect.poll(read, { timeout: seconds(30) }).toContain('export const twice = pay(7) + sumOf([]);');
    expect(await readFile(join(vscode.project, 'src', 'wrong.ts'), 'utf8')).not.toContain('twice');
    const references = await answerOf(vscode, 'find_references', { symbol: { name: 'pay' } });
    expect(JSON.stringify(references['files'])).toContain('export const twice = pay(7) + sumOf([]);');
    const search = await answerOf(vscode, 'search_text', { query: 'twice' });
    expect(search).toMatchObject({ complete: false, why: 'Unsaved in VS Code, and searched as on disk: src/wrong.ts.' });
  });

  test('offers fixes for the problems that its editor shows', async (context) => {
    const { vscode } = both(context);
    // The editor of the test before this one.
    const ask = async () => JSON.stringify(await answerOf(vscode, 'list_quick_fixes', { file: 'src/wrong.ts' }));
    await expect.poll(ask, { timeout: seconds(30), interval: seconds(1) }).toMatch(/"complete":true.*[Aa]dd import from|[Aa]dd import from.*"complete":true/);
  });

  test('shows a person what a file would become', async (context) => {
    const { page } = both(context).vscode.window;
    await page.keyboard.press('Control+Alt+F9');
    await page.locator('.tab.active', { hasText: 'cart.ts: a cheaper total' }).waitFor();
    const proposed = page.locator('.monaco-diff-editor .editor.modified .view-lines');
    await proposed.waitFor();
    expect(await proposed.innerText()).toContain('cheaper');
  });

  test('takes its server with it when it is closed', async (context) => {
    const { vscode } = both(context);
    const { page, pid, url } = vscode.window;
    const announcement = join(vscode.scratch, 'state', 'binnacle', 'windows', `${pid}.json`);
    expect(existsSync(announcement)).toBe(true);
    await page.goto('about:blank');
    const deadline = Date.now() + seconds(40);
    while (existsSync(announcement) && Date.now() < deadline) await pause(seconds(0.2));
    expect(existsSync(announcement)).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  });
});
