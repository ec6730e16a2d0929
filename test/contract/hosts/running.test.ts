// Do programs, tests, terminals and debuggers do in VS Code what they do without it? The same in both hosts, then what a person and an agent share in a window.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { nodeTargets } from '../../journeys/nodeTargets.ts';
import { chromium } from '../../support/chromium.ts';
import { play } from '../../support/debugSession.ts';
import { takeScreenshot } from '../../support/screenshots.ts';
import { skipOrFail, testTool } from '../../support/testTools.ts';
import { answerOf, type Host, type Hosts, openHosts } from './hosts.ts';
import { RUNS, steady } from './runs.ts';
import { sharedSession, withoutWording } from './sharedSession.ts';
import { committed, SHOP } from './shop.ts';
import { go, webviewIn } from './webview.ts';

let hosts: Hosts | undefined;
let missing: unknown;

beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (missing !== undefined) return;
  // The program is this test's, which a person would be asked about.
  const policy = { tools: { attach_debugger: 'allow' } };
  hosts = await openHosts({ files: SHOP, prepare: committed, policy, settings: { 'terminal.integrated.gpuAcceleration': 'off' } });
}, minutes(12));

afterAll(() => hosts?.close(), minutes(1));

function both(context: TestContext): Hosts {
  return hosts ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

// What passes between the person's window and us takes this long at most on a busy machine.
const AWHILE = { timeout: minutes(1), interval: seconds(0.2) };
const SHOWN = { timeout: minutes(1) };
const target = nodeTargets['javascript'];
if (target === undefined) throw new TypeError('there is no JavaScript');
const TOTAL = { file: 'shop.js', line: 28 };
const LONG = { timeout: minutes(5) };

test('both hosts run programs, tests, terminals and git alike', LONG, async (context) => {
  const { headless, vscode } = both(context);
  for (const { tool, given, differs } of RUNS) {
    const [expected, answer] = [steady(await answerOf(headless, tool, given)), steady(await answerOf(vscode, tool, given))];
    const what = `${tool} ${JSON.stringify(given)}`;
    if (differs === undefined) expect(answer, what).toEqual(expected);
    else {
      expect(answer, differs.because).toMatchObject(differs.vscode);
      expect(expected, `they do not differ any more: ${differs.because}`).not.toMatchObject(differs.vscode);
    }
  }
  // Also what the tests say of what was changed before them, which is kept a moment later.
  const proven = async (host: Host) =>
    (await listOf(host, 'list_changes', 'changes')).map(({ title, files, evidence }) => ({ title, files, tests: testsIn(evidence) }));
  await expect.poll(() => proven(vscode), AWHILE).toEqual(await proven(headless));
  expect((await proven(vscode)).some(({ tests }) => tests.length > 0)).toBe(true);
});

describe('debugging', () => {
  let started: ChildProcess | undefined;

  afterEach(async () => {
    started?.kill('SIGKILL');
    started = undefined;
    for (const host of hosts === undefined ? [] : [hosts.headless, hosts.vscode]) {
      for (const { id } of await listOf(host, 'list_breakpoints', 'breakpoints')) await answerOf(host, 'remove_breakpoint', { breakpoint_id: id });
      for (const { id, state, yours } of await listOf(host, 'list_debug_sessions', 'sessions'))
        if (state !== 'ended' && yours === true) await answerOf(host, 'stop_debug_session', { session_id: id });
    }
  });

  test('both hosts go through a session alike, to the word', LONG, async (context) => {
    const { headless, vscode } = both(context);
    const expected = await play(headless.client, headless.project, target, sharedSession);
    const found = await play(vscode.client, vscode.project, target, sharedSession);
    expect(found.stops).toEqual(expected.stops);
    expect(found.stops.length).toBeGreaterThan(14);
    expect(withoutWording(found.transcript)).toEqual(withoutWording(expected.transcript));
  });

  test('a program that another one starts stops too, and both go on', LONG, async (context) => {
    const { headless, vscode } = both(context);
    for (const host of [headless, vscode]) {
      await answerOf(host, 'set_breakpoint', TOTAL);
      expect(await answerOf(host, 'start_debug_session', { program: 'main.js', timeout: 60 })).toMatchObject({ state: 'paused', location: TOTAL });
      expect(await answerOf(host, 'step_over', {})).toMatchObject({ state: 'paused', location: { line: 29 } });
      expect((await listOf(host, 'list_debug_sessions', 'sessions')).filter(({ current }) => current === true)).toMatchObject([{ state: 'paused' }]);
      await answerOf(host, 'stop_debug_session', {});
    }
  });

  test('both stop where a test fails', LONG, async (context) => {
    const { headless, vscode } = both(context);
    for (const host of [headless, vscode]) {
      await answerOf(host, 'set_breakpoint', { file: 'cart.test.cjs', line: 7 });
      const stop = await answerOf(host, 'debug_test', { file: 'cart.test.cjs', test: 'counts', timeout: 60 });
      expect(stop).toMatchObject({ state: 'paused', reason: 'breakpoint', location: { file: 'cart.test.cjs', line: 7 } });
      expect(await answerOf(host, 'evaluate', { expression: 'found' })).toMatchObject({ result: { value: '4' } });
    }
  });

  test('both attach to a program that runs, and let go of it', LONG, async (context) => {
    const { headless, vscode } = both(context);
    for (const host of [headless, vscode]) {
      const { port, program } = await listening(join(host.project, 'serve.cjs'));
      started = program;
      const attached = await answerOf(host, 'attach_debugger', { port });
      expect(attached).toMatchObject({ state: 'running' });
      expect(await answerOf(host, 'pause', {})).toMatchObject({ state: 'paused' });
      await answerOf(host, 'stop_debug_session', {});
      expect(program.exitCode).toBeNull();
      program.kill('SIGKILL');
    }
  });

  test('a program that no extension of the window debugs is refused with what a person can install', LONG, async (context) => {
    const { vscode } = both(context);
    const file = join(vscode.project, 'till.py');
    await writeFile(file, 'print(1)\n');
    expect(await answerOf(vscode, 'start_debug_session', { program: 'till.py', timeout: 60 })).toMatchObject({
      refused: {
        error: 'adapter_missing',
        message: 'The debugger debugpy is not here: no extension of this VS Code debugs debugpy or python.',
        next: 'Install it: an extension for debugpy in VS Code',
      },
    });
    await rm(file);
  });

  test('the margin shows the breakpoints of an agent, and an agent sees those of the person', LONG, async (context) => {
    const { vscode } = both(context);
    const { page, probe } = vscode.window;
    // Within what an editor shows above a panel.
    const ours = await answerOf(vscode, 'set_breakpoint', { file: 'shop.js', line: 8 });
    await answerOf(vscode, 'set_breakpoint', { file: 'shop.js', line: 10, condition: 'item.cents > 40' });
    await answerOf(vscode, 'set_breakpoint', { file: 'shop.js', line: 3, log_message: '{item.name}' });
    await answerOf(vscode, 'open_file', { file: 'shop.js', line: 12 });
    for (const kind of ['breakpoint', 'breakpoint-conditional', 'breakpoint-log'])
      await page.locator(`.glyph-margin-widgets .codicon-debug-${kind}, .glyph-margin-widgets .codicon-debug-${kind}-unverified`).first().waitFor(SHOWN);
    const lines = async () => (await listOf(vscode, 'list_breakpoints', 'breakpoints')).map(({ line }) => line).toSorted((a, b) => Number(a) - Number(b));
    expect(await lines()).toEqual([3, 8, 10]);
    // As its key does.
    await probe.run(`await vscode.commands.executeCommand('editor.debug.action.toggleBreakpoint')`);
    await expect.poll(lines, AWHILE).toEqual([3, 8, 10, 12]);
    await probe.run(`vscode.debug.removeBreakpoints(vscode.debug.breakpoints.filter(({ location }) => location.range.start.line === 7))`);
    await expect.poll(lines, AWHILE).toEqual([3, 10, 12]);
    expect(await answerOf(vscode, 'remove_breakpoint', { breakpoint_id: ours['id'] })).toHaveProperty('refused');
    await answerOf(vscode, 'close_tab', { file: 'shop.js' });
  });

  test('a person steps where an agent has stopped, and the answer says who it was', LONG, async (context) => {
    const { vscode } = both(context);
    const { probe } = vscode.window;
    await answerOf(vscode, 'set_breakpoint', TOTAL);
    await answerOf(vscode, 'start_debug_session', { program: 'shop.js', timeout: 60 });
    await probe.run(`await vscode.commands.executeCommand('workbench.action.debug.stepOver')`);
    const status = () => answerOf(vscode, 'get_debug_session_status', {});
    await expect.poll(status, AWHILE).toMatchObject({ state: 'paused', location: { line: 29 } });
    expect(JSON.stringify((await status())['notes'])).toContain('Moved last by a person in VS Code');
    expect(await answerOf(vscode, 'step_over', {})).toMatchObject({ location: { line: 30 } });
    expect(JSON.stringify(await status())).not.toContain('a person in VS Code');
  });

  test('a person takes the helm in the webview, steps as usual, and hands back with a note to the agent', LONG, async (context) => {
    const { vscode } = both(context);
    const { page, probe } = vscode.window;
    const command = (id: string) => probe.run(`await vscode.commands.executeCommand('${id}')`);
    await answerOf(vscode, 'set_breakpoint', TOTAL);
    await answerOf(vscode, 'start_debug_session', { program: 'shop.js', timeout: 60 });
    await page.locator('.glyph-margin-widgets .codicon-debug-breakpoint-stackframe, .glyph-margin-widgets .codicon-debug-stackframe').first().waitFor(SHOWN);
    await takeScreenshot(page, 'vscode-debug', { folder: vscode.scratch });
    // In the side bar: VS Code shows where the program stands in front of every tab.
    await command('binnacle.openWindow');
    const frame = await webviewIn(page);
    await go(frame, '#/debug');
    await frame.getByRole('button', { name: 'Take the helm' }).click();
    await frame.getByText('You have the helm').waitFor(SHOWN);
    const step = answerOf(vscode, 'step_over', {});
    await frame.getByText('hosts waits').waitFor(SHOWN);
    await command('workbench.action.debug.stepOver');
    await frame.locator('.debug-mover', { hasText: 'a person in VS Code stepped over' }).waitFor(SHOWN);
    await frame.getByText('shop.js:29').first().waitFor(SHOWN);
    await takeScreenshot(page, 'vscode-helm', { folder: vscode.scratch });
    // As in the page: VS Code's own styles for code in a webview are not shown.
    const styles = "getComputedStyle(document.querySelector('.source-text')).backgroundColor";
    expect(await frame.evaluate(styles)).toBe('rgba(0, 0, 0, 0)');
    await frame.getByLabel('Note for the agent').fill('look at sum, it begins at 0');
    await frame.getByRole('button', { name: 'Hand back' }).click();
    const answer = await step;
    expect(answer).toMatchObject({ state: 'paused', location: { line: 30 } });
    expect(JSON.stringify(answer)).toContain('look at sum, it begins at 0');
    await frame.getByRole('button', { name: 'Take the helm' }).waitFor(SHOWN);
  });

  test('an agent sees a session that a person has started, and does not move it unasked', LONG, async (context) => {
    const { vscode } = both(context);
    const { probe } = vscode.window;
    await answerOf(vscode, 'set_breakpoint', TOTAL);
    await probe.run(`await vscode.debug.startDebugging(vscode.workspace.workspaceFolders[0], 'shop')`);
    const paused = async () => (await listOf(vscode, 'list_debug_sessions', 'sessions')).find(({ state }) => state === 'paused');
    await expect.poll(paused, AWHILE).toMatchObject({ yours: false });
    const session_id = (await paused())?.['id'];
    expect(await answerOf(vscode, 'get_debug_session_status', { session_id })).toMatchObject({ state: 'paused', location: TOTAL });
    expect(await rejected(vscode, answerOf(vscode, 'evaluate', { session_id, expression: '1 + 1' }))).toHaveProperty('refused');
    expect(await rejected(vscode, answerOf(vscode, 'resume', { session_id }))).toHaveProperty('refused');
    expect(await paused()).toMatchObject({ id: session_id });
    await probe.run('await vscode.debug.stopDebugging()');
    await expect.poll(paused, AWHILE).toBeUndefined();
  });
});

test('a setting that names a program is asked about in the window, and left as it was after a no', LONG, async (context) => {
  const { vscode } = both(context);
  for (const scope of ['workspace', 'user']) {
    expect(await rejected(vscode, answerOf(vscode, 'set_setting', { key: 'git.path', value: '/no/such/git', scope }))).toHaveProperty('refused');
    expect(await answerOf(vscode, 'get_setting', { key: 'git.path', scope })).toEqual({ key: 'git.path', from: 'not set' });
  }
  expect(await answerOf(vscode, 'set_setting', { key: 'binnacle.policy', value: {}, scope: 'user' })).toMatchObject({
    refused: { error: 'setting_not_reachable' },
  });
});

describe('a terminal', () => {
  test('is a tab in which the agent and the person type into the same program', LONG, async (context) => {
    const { vscode } = both(context);
    const { page, probe } = vscode.window;
    const { terminalId: terminal_id } = await answerOf(vscode, 'run_in_terminal', { command: `"${process.execPath}" echo.cjs`, name: 'shared' });
    const rows = page.locator('.terminal-wrapper.active .xterm-rows');
    await answerOf(vscode, 'write_terminal_input', { terminal_id, text: 'an apple', keys: ['enter'], until: 'AN APPLE' });
    await expect.poll(() => rows.innerText(), AWHILE).toMatch(/AN\sAPPLE/);
    await probe.run(`vscode.window.terminals.find(({ name }) => name === 'shared').sendText('a pear')`);
    expect(await answerOf(vscode, 'read_terminal_output', { terminal_id, until: 'A PEAR' })).toMatchObject({ state: 'running' });
    await expect.poll(() => rows.innerText(), AWHILE).toMatch(/A\sPEAR/);
    await probe.run(`vscode.window.terminals.find(({ name }) => name === 'shared').dispose()`);
    const state = async () => (await listOf(vscode, 'list_terminals', 'terminals')).find((one) => one['terminalId'] === terminal_id)?.['state'];
    await expect.poll(state, AWHILE).not.toBe('running');
  });

  test('records what its programs do to files, in both hosts', LONG, async (context) => {
    const { headless, vscode } = both(context);
    for (const host of [headless, vscode]) {
      const script = `require('fs').appendFileSync('echo.cjs','// more\\n');console.log('writ'+'ten');setInterval(()=>{},1000)`;
      const done = await answerOf(host, 'run_in_terminal', { command: `"${process.execPath}" -e "${script}"`, until: 'written' });
      expect(done).toMatchObject({ changed: ['echo.cjs'], undoable: 'all' });
      await answerOf(host, 'undo', { change_id: done['changeId'] });
      expect(await readFile(join(host.project, 'echo.cjs'), 'utf8')).toBe(SHOP['echo.cjs']);
      await answerOf(host, 'close_terminal', { terminal_id: done['terminalId'] });
    }
  });
});

async function listOf(host: Host, tool: string, name: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return z.array(z.record(z.string(), z.unknown())).parse((await answerOf(host, tool, {}))[name] ?? []);
}

function testsIn(evidence: unknown): readonly unknown[] {
  return Array.isArray(evidence) ? evidence.filter((one: unknown) => JSON.stringify(one).includes('"kind":"tests"')) : [];
}

async function listening(file: string): Promise<{ readonly port: number; readonly program: ChildProcess }> {
  const program = spawn(process.execPath, ['--inspect=127.0.0.1:0', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    program.once('error', reject);
    program.once('exit', () => reject(new Error(said)));
    program.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
  });
  return { port, program };
}

// What an agent has asked for, when the person before the window says no to it.
async function rejected({ window: { probe } }: Hosts['vscode'], answer: Promise<unknown>): Promise<unknown> {
  let isOver = false;
  const ended = answer.finally(() => {
    isOver = true;
  });
  const front = () =>
    probe.run(`await vscode.commands.executeCommand('binnacle.reviews'); return vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';`);
  await expect.poll(front, AWHILE).toMatch(/^Review \d+/);
  await expect
    .poll(async () => {
      if (!isOver) await probe.run(`await vscode.commands.executeCommand('binnacle.rejectReview')`);
      return isOver;
    }, AWHILE)
    .toBe(true);
  return ended;
}
