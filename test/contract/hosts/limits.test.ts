// What a window says where it cannot do what one may expect: no interface for agents, folders that are not trusted, not of this machine or behind a link, and none at all.
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { chromium } from '../../support/chromium.ts';
import { skipOrFail, testTool } from '../../support/testTools.ts';
import { answerOf, connected, type Host } from './hosts.ts';
import { FILES } from './project.ts';
import { openVscodeWindow, type VscodeWindow } from './vscodeWindow.ts';

let scratch: string;
let project: string;
let opened: VscodeWindow | undefined;
let missing: unknown;

const SOON = { timeout: minutes(1), interval: seconds(0.2) };
const QUIET_ABOUT_TRUST = { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' };

beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (missing !== undefined) return;
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-limits-')));
  project = join(scratch, 'project');
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  opened = await openVscodeWindow(project, scratch, { asksForTrust: true, hidesModels: true, settings: QUIET_ABOUT_TRUST });
}, minutes(12));

afterAll(async () => {
  await opened?.close();
  if (scratch !== undefined) await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}, minutes(1));

function window(context: TestContext): VscodeWindow {
  return opened ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

// What a person reads at the item in the status bar.
const said = async ({ page }: VscodeWindow) => (await page.locator('#binnacle\\.binnacle\\.binnacle\\.status a').getAttribute('aria-label')) ?? '';
const hosted = async (at: VscodeWindow, folder = project): Promise<Host> => ({ project: folder, client: await connected(at) });
const echo = { command: process.execPath, args: ['-e', 'console.log("ran")'] };

test('without an interface for agents the window serves MCP clients, and says how the agents of the editor get there', async (context) => {
  const at = window(context);
  await expect
    .poll(() => said(at), SOON)
    .toContain('This editor has no interface through which extensions give tools to its agents: start the HTTP server, and connect them');
  expect(await said(at)).toContain(`${at.url}/mcp`);
  const host = await hosted(at);
  expect(await answerOf(host, 'read_file', { file: 'src/cart.ts' })).toHaveProperty('text');
  await host.client.close();
});

test('a window on another machine than the person says so', async (context) => {
  const at = window(context);
  const remote = await at.probe.run('return vscode.env.remoteName ?? null');
  expect(remote).toBeTypeOf('string');
  await expect.poll(() => said(at), SOON).toContain(`on the machine of ${String(remote)}: localhost is that one`);
});

test('nothing of a folder is run before the person trusts it in VS Code, which the refusal names, and then it is', { timeout: minutes(3) }, async (context) => {
  const at = window(context);
  const host = await hosted(at);
  await expect.poll(() => said(at), SOON).toContain('You have not trusted this window, so nothing of its folders is run');
  const next = expect.stringContaining('in VS Code, with the command Workspaces: Manage Workspace Trust');
  expect(await answerOf(host, 'run_command', echo)).toMatchObject({ refused: { error: 'not_trusted', next } });
  expect(await answerOf(host, 'set_breakpoint', { file: 'src/cart.ts', line: 26 })).not.toHaveProperty('refused');
  expect(await answerOf(host, 'start_debug_session', { program: 'src/cart.ts' })).toMatchObject({ refused: { error: 'not_trusted', next } });
  expect(await answerOf(host, 'get_notifications', {})).toMatchObject({
    notifications: expect.arrayContaining([expect.objectContaining({ kind: 'project', next })]),
  });
  const symbol = { file: 'src/checkout.ts', line: 5, name: 'total' };
  const unserved = expect.stringMatching(/^No extension of this VS Code serves typescript while its window is not trusted\. A person can trust it: in VS Code/);
  expect(await answerOf(host, 'find_definition', { symbol })).toMatchObject({ refused: { error: 'no_engine', next: unserved } });
  await at.probe.run(`await vscode.commands.executeCommand('workbench.trust.manage')`);
  await at.page
    .locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust/ })
    .first()
    .click();
  await expect.poll(() => said(at), SOON).not.toContain('You have not trusted');
  expect(await answerOf(host, 'run_command', echo)).toMatchObject({ exitCode: 0 });
  await host.client.close();
});

test('of several folders those that cannot be served are named with the reason, to the person and to agents', { timeout: minutes(8) }, async (context) => {
  const at = window(context);
  const [target, link] = [join(scratch, 'target'), join(scratch, 'link')];
  await mkdir(target);
  await symlink(target, link, 'junction');
  const workspace = join(scratch, 'several.code-workspace');
  const folders = [{ path: project }, { path: link }, { uri: 'elsewhere:/shop' }, { path: join(scratch, 'nowhere') }];
  await writeFile(workspace, JSON.stringify({ folders }));
  const { announced, probe } = await at.goToWorkspace(workspace, 1);
  const now = { ...at, ...announced, probe };
  const reasons = [
    `${link} is not served: it was opened through a symbolic link; open ${target} instead.`,
    'elsewhere:/shop is not served: it is not on this machine but in the file system elsewhere of another extension.',
    `${join(scratch, 'nowhere')} is not served: there is no such folder.`,
  ];
  for (const reason of reasons) await expect.poll(() => said(now), SOON).toContain(reason);
  const host = await hosted(now);
  expect(await answerOf(host, 'read_file', { file: 'src/cart.ts' })).toHaveProperty('text');
  for (const path of [link, join(scratch, 'nowhere'), 'elsewhere:/shop']) {
    const refused = { error: 'not_in_this_window', message: expect.stringContaining('is not served: ') };
    expect(await answerOf(host, 'read_file', { file: 'a.ts', project_path: path }), path).toMatchObject({ refused });
  }
  expect(await answerOf(host, 'read_file', { file: 'a.ts', project_path: '/no/such' })).toMatchObject({
    refused: { message: '/no/such is not a folder of this VS Code window.' },
  });
  await host.client.close();
});

test('a window with no folder, with one that is not served, or with none of this machine, names the person who can open one', {
  timeout: minutes(8),
}, async (context) => {
  const at = window(context);
  const none = await at.goTo('?ew=true', 0);
  const bare = { ...at, ...none.announced, probe: none.probe };
  await expect.poll(() => said(bare), SOON).toContain('No folder is open, so there is no project');
  const host = await hosted(bare);
  expect(await answerOf(host, 'read_file', { file: 'a.ts' })).toMatchObject({
    refused: { error: 'no_project_open', message: 'No folder is open in this VS Code window.', next: expect.stringContaining('File: Open Folder') },
  });
  await host.client.close();

  const link = join(scratch, 'link');
  const linked = await at.goTo(`?folder=${encodeURIComponent(link)}`, 0);
  await at.page.locator('.notifications-toasts .notification-list-item', { hasText: 'opened through a symbolic link' }).first().waitFor(SOON);
  const other = await hosted({ ...at, ...linked.announced, probe: linked.probe });
  expect(await answerOf(other, 'read_file', { file: 'a.ts' })).toMatchObject({
    refused: {
      error: 'no_project_open',
      message: expect.stringContaining(`${link} is not served`),
      next: expect.stringContaining('open a folder that can be served'),
    },
  });
  await other.client.close();

  const virtual = await at.goTo(`?folder=${encodeURIComponent('elsewhere:/shop')}`, 0);
  const away = { ...at, ...virtual.announced, probe: virtual.probe };
  const reason = 'elsewhere:/shop is not served: it is not on this machine but in the file system elsewhere of another extension.';
  await expect.poll(() => said(away), SOON).toContain(reason);
  await at.page.locator('.notifications-toasts .notification-list-item', { hasText: reason }).first().waitFor(SOON);
  const agent = await hosted(away);
  expect(await answerOf(agent, 'read_file', { file: 'a.ts' })).toMatchObject({ refused: { error: 'no_project_open', message: reason } });
  await agent.client.close();
});
