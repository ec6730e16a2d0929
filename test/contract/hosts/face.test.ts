// What a person and VS Code itself see of Binnacle in a real window: its tools for agents, its settings, status bar and commands.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { chromium } from '../../support/chromium.ts';
import { takeScreenshot } from '../../support/screenshots.ts';
import { skipOrFail, testTool } from '../../support/testTools.ts';
import { connected } from './hosts.ts';
import type { Probe } from './probe.ts';
import { FILES } from './project.ts';
import { openVscodeWindow, type VscodeWindow } from './vscodeWindow.ts';

let scratch: string;
let project: string;
let opened: VscodeWindow | undefined;
let missing: unknown;

beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (missing !== undefined) return;
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-face-')));
  project = join(scratch, 'project');
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  opened = await openVscodeWindow(project, scratch);
}, minutes(12));

afterAll(async () => {
  await opened?.close();
  if (scratch !== undefined) await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}, minutes(1));

function window(context: TestContext): VscodeWindow {
  return opened ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

const Text = z.array(z.object({ value: z.string() }));

async function invoked(probe: Probe, name: string, input: unknown): Promise<string> {
  const parts = await probe.run(`
    const result = await vscode.lm.invokeTool(${JSON.stringify(name)}, { input: ${JSON.stringify(input)}, toolInvocationToken: undefined });
    return result.content.map(({ value }) => ({ value }));`);
  return Text.parse(parts)
    .map(({ value }) => value)
    .join('\n');
}

test('the agents of VS Code are offered the usual tools, and get the answers that every client gets', async (context) => {
  const { probe, ...rest } = window(context);
  const names = z.array(z.string()).parse(await probe.run(`return vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('binnacle_'))`));
  expect(names).toEqual(expect.arrayContaining(['binnacle_find_references', 'binnacle_find_tools', 'binnacle_call_tool']));
  const client = await connected({ ...rest, probe });
  const calls = [
    { name: 'find_references', input: { symbol: { name: 'total' } } },
    { name: 'read_file', input: { file: 'src/cart.ts' } },
    { name: 'read_file', input: { file: 'no/such/file.ts' } },
    { name: 'read_file', input: { fiel: 'src/cart.ts' } },
    { name: 'call_tool', input: { name: 'list_projects' } },
  ];
  // Once before, so that both are answered by extensions that have loaded.
  await client.callTool({ name: 'find_references', arguments: { symbol: { name: 'total' } } });
  for (const { name, input } of calls) {
    const overHttp = await client.callTool({ name, arguments: input });
    const texts = overHttp.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    expect(await invoked(probe, `binnacle_${name}`, input), name).toBe(texts);
  }
  const known = await client.callTool({ name: 'call_tool', arguments: { name: 'list_connections' } });
  expect(JSON.stringify(known.structuredContent)).toMatch(/"client":"vscode [\d.]+","door":"vscode"/);
  await client.close();
});

test("what a person sets of Binnacle's own settings in VS Code is written to its file, and what does not fit is not", async (context) => {
  const { probe } = window(context);
  const file = join(scratch, 'config', 'binnacle', 'settings.json');
  const set = (value: unknown) =>
    probe.run(
      `await vscode.workspace.getConfiguration('binnacle').update('maxHistorySize', ${JSON.stringify(value) ?? 'undefined'}, vscode.ConfigurationTarget.Global)`,
    );
  const written = async () => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await set(321);
  await expect.poll(written).toMatchObject({ maxHistorySize: 321 });
  await set('many');
  await expect.poll(() => opened?.page.getByText(/maxHistorySize/).count()).toBeGreaterThan(0);
  expect(await written()).toMatchObject({ maxHistorySize: 321 });
  await set(undefined);
  await expect.poll(written).not.toHaveProperty('maxHistorySize');
});

test('tools under the names of another extension fail with the same sentence over both ways', async (context) => {
  const { probe, url, token } = window(context);
  const asked = async (method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(`${url}/vscode-mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    return response.json();
  };
  const { tools } = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) }).parse(await asked('tools/list', {})).result;
  // As far as the window can refactor: of its names only those are listed whose tools work there.
  expect(['rename_file', 'rename_symbol', 'get_setting', 'set_setting']).toEqual(expect.arrayContaining(tools.map(({ name }) => name)));
  for (const { name } of tools) {
    const answer = await asked('tools/call', { name, arguments: { oldUri: 'nowhere' } });
    const { result } = z.object({ result: z.object({ isError: z.literal(true), content: z.array(z.object({ text: z.string() })) }) }).parse(answer);
    const text = result.content.map((part) => part.text).join('\n');
    expect(text).toMatch(/^Validation error: /);
    expect(await invoked(probe, name, { oldUri: 'nowhere' })).toBe(text);
  }
});

test('the status bar says where the server is, and its menu copies the URL, stops and starts it at the same port and shows the log', async (context) => {
  const { page, probe, url } = window(context);
  const item = page.locator('#binnacle\\.binnacle\\.binnacle\\.status');
  const port = new URL(url).port;
  await expect.poll(() => item.innerText(), { timeout: seconds(60) }).toContain(`MCP: localhost:${port}`);
  const choose = async (label: string) => {
    await item.click();
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: label });
    await row.waitFor();
    await row.click();
  };
  await item.click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Copy Server URL' }).waitFor();
  await takeScreenshot(page, 'vscode-menu', { folder: scratch });
  await page.keyboard.press('Escape');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose('Copy Server URL');
  await expect.poll(() => probe.run('return vscode.env.clipboard.readText()'), { timeout: seconds(30) }).toBe(`${url}/mcp`);
  await choose('Stop Server');
  await expect.poll(() => item.innerText(), { timeout: seconds(30) }).not.toContain('localhost');
  await expect(fetch(url)).rejects.toThrow();
  await choose('Start Server');
  await expect.poll(() => item.innerText(), { timeout: seconds(30) }).toContain(`MCP: localhost:${port}`);
  await choose('View Logs');
  await page.locator('.editor-instance .view-lines', { hasText: /serves\sthis\swindow/ }).waitFor();
});

test('the server follows its settings: off, an invalid port and a taken one are explained, and the other prefix counts too', async (context) => {
  const { page, probe, url, token } = window(context);
  const item = page.locator('#binnacle\\.binnacle\\.binnacle\\.status');
  const update = (key: string, value: string) =>
    probe.run(`await vscode.workspace.getConfiguration().update('${key}', ${value}, vscode.ConfigurationTarget.Global)`);
  const set = (key: string, value: unknown) => update(key, JSON.stringify(value));
  const unset = (key: string) => update(key, 'undefined');
  const shown = (text: string | RegExp) => expect.poll(() => item.innerText(), { timeout: seconds(30) }).toMatch(text);
  const warned = (text: string) =>
    page
      .locator('.notifications-toasts .notification-list-item', { hasText: text })
      .first()
      .waitFor({ timeout: seconds(60) });
  await set('binnacle.httpPort', null);
  await shown(/^\s*Binnacle/);
  await set('binnacle.httpPort', 70_000);
  await warned('1 to 65535');
  await shown(/localhost:\d+/);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  await set('binnacle.whenPortIsTaken', 'off');
  await set('binnacle.httpPort', address.port);
  await warned(`cannot listen at port ${address.port}: another program has it`);
  await shown(/^\s*Binnacle/);
  await new Promise((resolve) => taken.close(resolve));
  await unset('binnacle.httpPort');
  await unset('binnacle.whenPortIsTaken');
  await shown(`MCP: localhost:${new URL(url).port}`);
  await unset('binnacle.enableHttpServer');
  await shown(/^\s*Binnacle/);
  await set('vscode-mcp-proxy.enableHttpServer', true);
  await shown(`MCP: localhost:${new URL(url).port}`);
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: '{}' });
  expect(answer.status).not.toBe(401);
  await unset('vscode-mcp-proxy.enableHttpServer');
  await set('binnacle.enableHttpServer', true);
  await shown(`MCP: localhost:${new URL(url).port}`);
});

test('the agents of VS Code have its tools, or are offered its server, or neither, as a person has set it, and never both', async (context) => {
  const { page, probe } = window(context);
  const set = (value: string) =>
    probe.run(`await vscode.workspace.getConfiguration().update('binnacle.agentTools', ${value}, vscode.ConfigurationTarget.Global)`);
  const said = async () => (await page.locator('#binnacle\\.binnacle\\.binnacle\\.status a').getAttribute('aria-label')) ?? '';
  const reads = () => invoked(probe, 'binnacle_read_file', { file: 'src/cart.ts' });
  const listed = async () => {
    await probe.run(`void vscode.commands.executeCommand('workbench.mcp.listServer')`);
    const row = page.locator('.quick-input-list .monaco-list-row').first();
    await row.waitFor();
    const texts = await page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    await page.keyboard.press('Escape');
    await row.waitFor({ state: 'hidden' });
    return texts.join('\n');
  };
  await expect.poll(said).toContain('The agents of this editor have the tools of Binnacle');
  expect(await listed()).not.toContain('Binnacle');
  await set(`'mcpServer'`);
  await expect.poll(said).toContain('The agents of this editor are offered Binnacle as an MCP server');
  await expect(reads()).rejects.toThrow();
  await expect.poll(listed, { timeout: minutes(1) }).toContain('Binnacle');
  await set(`'off'`);
  await expect.poll(said).toContain('The agents of this editor have no tools of Binnacle, by the setting binnacle.agentTools');
  await expect(reads()).rejects.toThrow();
  await set('undefined');
  await expect.poll(said).toContain('The agents of this editor have the tools of Binnacle');
  expect(await reads()).toContain('total');
});

test('port and token are the same after the window is loaded anew, and without a folder or with several each call says what it needs', {
  timeout: minutes(8),
}, async (context) => {
  const { url, token, goTo, goToWorkspace, ...rest } = window(context);
  const again = await goTo(`?folder=${encodeURIComponent(project)}`, 1);
  expect(again.announced).toMatchObject({ url, token, projects: [project] });

  const other = join(scratch, 'other');
  await mkdir(other, { recursive: true });
  await writeFile(join(other, 'only.ts'), 'export const only = 1;\n');
  const workspace = join(scratch, 'both.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: project }, { path: other }] }));
  const several = await goToWorkspace(workspace, 2);
  expect([...several.announced.projects].sort()).toEqual([other, project].sort());
  expect(several.announced.token).not.toBe(token);
  expect(await invoked(several.probe, 'binnacle_read_file', { file: 'only.ts' })).toContain('multiple_projects_open');
  expect(await invoked(several.probe, 'binnacle_read_file', { file: 'only.ts', project_path: other })).toContain('export const only');

  const none = await goTo('?ew=true', 0);
  expect(none.announced.projects).toEqual([]);
  expect(await invoked(none.probe, 'binnacle_read_file', { file: 'only.ts' })).toContain('"error"');
  const client = await connected({ ...rest, ...none.announced, goTo, goToWorkspace });
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  await client.close();
});
