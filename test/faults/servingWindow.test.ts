// What agents of the daemon get while a real VS Code window has their project open, and what is lost when it is killed, reloaded or closed.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, type TestContext, test, vi } from 'vitest';
import { z } from 'zod';
import { isRunning } from '../../src/base/processes/processIdentity.ts';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { openVscodeWindow, type VscodeWindow } from '../contract/hosts/vscodeWindow.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { chromium } from '../support/chromium.ts';
import { skipOrFail, testTool } from '../support/testTools.ts';
import { Agent, type Answer, textOf } from './agent.ts';

const CART = 'export function total(cents: number): number {\n  return cents;\n}\n';
const PACKAGE = '{ "type": "module", "scripts": { "test": "node --test" } }\n';
const HANG =
  "import { writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\ntest('hangs', () => new Promise(() => { writeFileSync('tested.txt', '1'); setInterval(() => {}, 1000); }));\n";
const USER = "import { total } from './cart.ts';\nimport { other } from './other.ts';\n\nexport const owed = total(other);\n";
// Says who it is, so that nobody has to look for it when it is left over.
const TICKS =
  "const { writeFileSync } = require('node:fs');\nlet ticks = 0;\nsetInterval(() => {\n  ticks += 1;\n}, 20);\nwriteFileSync('ticking.txt', String(process.pid));\n";
const TYPED = 'export const typed = 1;\n';
// A loaded machine starts an extension host in half a minute.
const SOON = { timeout: minutes(3), interval: 200 };

interface Opened {
  readonly home: Home;
  readonly project: string;
  readonly agent: Agent;
  readonly window: VscodeWindow;
}

let opened: Opened | undefined;
let missing: unknown;

beforeAll(async () => {
  missing = await Promise.all([testTool('code-server'), chromium()]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (missing !== undefined) return;
  const home = await temporaryHome();
  const project = join(home.folder, 'shop');
  for (const [path, text] of Object.entries({
    'src/cart.ts': CART,
    'src/other.ts': 'export const other = 1;\n',
    'src/user.ts': USER,
    'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "noEmit": true, "allowImportingTsExtensions": true }, "include": ["src"] }\n',
    'ticks.cjs': TICKS,
    'package.json': PACKAGE,
    'hang.test.mjs': HANG,
  })) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  const agent = await Agent.connected(home, project);
  expect(await servedBy(agent)).toBeUndefined();
  const window = await openVscodeWindow(project, home.folder);
  opened = { home, project, agent, window };
}, minutes(12));

afterAll(async () => {
  await opened?.agent[Symbol.asyncDispose]();
  await opened?.window.close();
  await opened?.home[Symbol.asyncDispose]();
}, minutes(2));

function there(context: TestContext): Opened {
  return opened ?? skipOrFail(context, `VS Code cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`);
}

const Projects = z.object({ projects: z.array(z.object({ windowPid: z.number().optional(), writerPid: z.number().optional() })) });

// The process of the window that serves the agent's project.
async function servedBy(agent: Agent): Promise<number | undefined> {
  const { result } = await agent.call('list_projects');
  return Projects.parse(result?.structuredContent).projects[0]?.windowPid;
}

const served = (agent: Agent, notBy?: number) =>
  vi.waitFor(async () => {
    const pid = await servedBy(agent);
    expect(pid).toBeTypeOf('number');
    expect(pid).not.toBe(notBy);
    return pid ?? 0;
  }, SOON);
const alone = (agent: Agent) => vi.waitFor(async () => expect(await servedBy(agent)).toBeUndefined(), SOON);

async function read(agent: Agent, file: string): Promise<string> {
  return String((await agent.call('read_file', { file })).result?.structuredContent?.['text']);
}

function refusal(answer: Answer): string {
  expect(answer.result?.isError).toBe(true);
  return textOf(answer);
}

async function writes(agent: Agent, project: string, value: number): Promise<void> {
  const text = `export const other = ${value};\n`;
  const answer = await agent.call('write_file', { file: 'src/other.ts', text });
  expect(answer.result?.isError, textOf(answer)).not.toBe(true);
  expect(await readFile(join(project, 'src', 'other.ts'), 'utf8')).toBe(text);
}

// A program of the window that goes on until it is ended, and that is known to run.
async function longRun(agent: Agent, project: string, mark: string): Promise<{ readonly answer: Promise<Answer> }> {
  const file = join(project, mark);
  const program = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
  const { answer } = agent.callThatMayBeCancelled('run_command', { command: process.execPath, args: ['-e', program], timeout: 800 });
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(/^\d+$/), SOON);
  return { answer };
}

test('agents see what is typed and not saved, and edit it in the editor', { timeout: minutes(5) }, async (context) => {
  const { agent, project, window, home } = there(context);
  const pid = await served(agent);
  expect(pid).toBe(window.pid);
  const { page } = window;
  await page.keyboard.press('Control+P');
  await page.locator('.quick-input-widget input').first().fill('src/cart.ts');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'cart.ts' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'cart.ts' }).waitFor();
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(TYPED);
  await page.locator('.tab.active.dirty', { hasText: 'cart.ts' }).waitFor();
  // The page shows it a moment before the extensions hear of it.
  await vi.waitFor(async () => expect(await read(agent, 'src/cart.ts')).toContain('typed = 1'), SOON);
  expect(await readFile(join(project, 'src', 'cart.ts'), 'utf8')).toBe(CART);
  const status = await run([process.execPath, binnacle, 'status'], { environment: home.environment, bound: seconds(60) });
  expect(status.stdout).toContain(`open in VS Code: process ${pid} serves it`);
  await writes(agent, project, 2);
  // What only engines of ours can plan is not planned past the text that they do not know.
  expect(refusal(await agent.call('move_symbol', { symbol: { name: 'other', file: 'src/other.ts' }, to_file: 'src/moved.ts' }))).toContain('unsaved_text');
  await agent.call('save_file', { file: 'src/cart.ts' });
  const moved = await agent.call('move_symbol', { symbol: { name: 'other', file: 'src/other.ts' }, to_file: 'src/moved.ts' });
  expect(moved.result?.isError, textOf(moved)).not.toBe(true);
  expect(await readFile(join(project, 'src', 'moved.ts'), 'utf8')).toBe('export const other = 2;\n');
  expect(await readFile(join(project, 'src', 'user.ts'), 'utf8')).toContain("import { other } from './moved.ts';");
  const parameters = [
    { name: 'cents', from: 'cents' },
    { name: 'discount', type: 'number', value: '0' },
  ];
  const changed = await agent.call('change_signature', { symbol: { name: 'total', file: 'src/cart.ts' }, parameters });
  expect(changed.result?.isError, textOf(changed)).not.toBe(true);
  expect(await readFile(join(project, 'src', 'user.ts'), 'utf8')).toContain('total(other, 0)');
  await page.locator('.editor-instance .view-line', { hasText: 'discount' }).first().waitFor();
  for (const { result } of [changed, moved]) await agent.call('undo', { change_id: String(result?.structuredContent?.['changeId']) });
  expect(await readFile(join(project, 'src', 'user.ts'), 'utf8')).toBe(USER);
  expect(await readFile(join(project, 'src', 'cart.ts'), 'utf8')).toBe(CART + TYPED);
});

test('a window that hangs is noticed: the call ends with a next step, reading goes on without it, and nobody writes beside it', {
  timeout: minutes(8),
}, async (context) => {
  const { agent, project } = there(context);
  const pid = await served(agent);
  const { answer } = await longRun(agent, project, 'hung.txt');
  process.kill(pid, 'SIGSTOP');
  try {
    expect(refusal(await answer)).toContain('window_silent');
    await alone(agent);
    expect(await read(agent, 'src/other.ts')).toContain('other = 2');
    expect(refusal(await agent.call('write_file', { file: 'src/other.ts', text: 'export const other = 0;\n' }))).toContain(String(pid));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await served(agent);
  expect(await readFile(join(project, 'src', 'other.ts'), 'utf8')).toBe('export const other = 2;\n');
});

test('a window that is killed in the middle of a run ends the call with a next step; the next call goes on without it', {
  timeout: minutes(8),
}, async (context) => {
  const { agent, project } = there(context);
  const pid = await served(agent);
  const { answer } = await longRun(agent, project, 'killed.txt');
  process.kill(pid, 'SIGKILL');
  const said = refusal(await answer);
  expect(said).toContain('window_closed');
  expect(said).toContain('Call again');
  // The editor's text is VS Code's to bring back; the disk is as it was.
  expect(await readFile(join(project, 'src', 'cart.ts'), 'utf8')).toBe(CART + TYPED);
  await writes(agent, project, 3);
});

test('a window that is reloaded in the middle of a test run and of a debug session ends the calls so too, and serves again when it is back', {
  timeout: minutes(8),
}, async (context) => {
  const { agent, project, window } = there(context);
  await window.page.reload({ waitUntil: 'domcontentloaded' });
  const pid = await served(agent);
  const { answer } = agent.callThatMayBeCancelled('run_tests', { timeout: 800 });
  await vi.waitFor(async () => expect(await readFile(join(project, 'tested.txt'), 'utf8')).toBe('1'), SOON);
  const breakpoint = { file: 'ticks.cjs', line: 4, condition: 'ticks < 0' };
  await agent.call('set_breakpoint', breakpoint);
  const session = await agent.call('start_debug_session', { program: 'ticks.cjs', timeout: 0.5 });
  expect(session.result?.structuredContent, textOf(session)).toMatchObject({ state: 'running' });
  const debuggee = await vi.waitFor(async () => {
    const found = Number(await readFile(join(project, 'ticking.txt'), 'utf8'));
    expect(found).toBeGreaterThan(0);
    return found;
  }, SOON);
  const { answer: waiting } = agent.callThatMayBeCancelled('wait_for_pause', { timeout: 600 });
  await window.page.reload({ waitUntil: 'domcontentloaded' });
  expect(refusal(await answer)).toContain('window_closed');
  expect(refusal(await waiting)).toContain('window_closed');
  await served(agent, pid);
  // The breakpoint is the project's, and what was debugged in the window is not left over.
  expect((await agent.call('list_breakpoints')).result?.structuredContent).toMatchObject({ breakpoints: [breakpoint] });
  await vi.waitFor(() => expect(isRunning(debuggee)).toBe(false), SOON);
});

test('edits that were under way when it is killed are whole or were put back, and the history knows which', { timeout: minutes(8) }, async (context) => {
  const { agent, project } = there(context);
  const pid = await served(agent);
  const names = Array.from({ length: 12 }, (_, index) => `src/made${index}.ts`);
  const text = (name: string) => `export const name = '${name}';\n`.repeat(500);
  const made = names.map((file) => agent.call('write_file', { file, text: text(file) }));
  // Some are done, one may be half way, the others wait for their turn.
  await Promise.all(made.slice(0, 3));
  process.kill(pid, 'SIGKILL');
  const answers = await Promise.all(made);
  const changes = await agent.call('list_changes', { page_size: 50 });
  const listed = JSON.stringify(changes.result?.structuredContent);
  for (const [index, answer] of answers.entries()) {
    const file = names[index] ?? '';
    const found = await readFile(join(project, file), 'utf8').catch(() => undefined);
    if (answer.result?.isError !== true) expect(found, file).toBe(text(file));
    else expect([undefined, text(file)], textOf(answer)).toContain(found);
    if (found !== undefined) expect(listed).toContain(file);
  }
  expect(answers.filter(({ result }) => result?.isError !== true).length).toBeGreaterThan(2);
  const undone = await agent.call('undo', { change_id: String(answers[0]?.result?.structuredContent?.['changeId']) });
  expect(undone.result?.isError, textOf(undone)).not.toBe(true);
  expect(await readFile(join(project, names[0] ?? ''), 'utf8').catch(() => undefined)).toBeUndefined();
});

test('a daemon that is started anew finds the window; of two the next one serves when the first closes; closed in the middle of a run, the call ends', {
  timeout: minutes(10),
}, async (context) => {
  const { agent, home, project, window } = there(context);
  // A window follows the settings of its user as the daemon does.
  await mkdir(join(home.folder, 'config', 'binnacle'), { recursive: true });
  await writeFile(join(home.folder, 'config', 'binnacle', 'settings.json'), '{ "evaluation": "no side effects" }\n');
  await window.page.reload({ waitUntil: 'domcontentloaded' });
  const first = await served(agent);
  expect(refusal(await agent.call('add_watch', { expression: 'total(1)' }))).toContain('evaluation_refused');
  await run([process.execPath, binnacle, 'stop', '--all'], { environment: home.environment, bound: minutes(2) });
  expect(await served(agent)).toBe(first);
  await writes(agent, project, 4);
  // A context of its own, as another window has.
  const other = await window.page.context().browser()?.newPage();
  if (other === undefined) throw new TypeError('the browser is gone');
  await other.goto(window.page.url(), { timeout: minutes(2), waitUntil: 'domcontentloaded' });
  await vi.waitFor(
    async () => expect((await readdir(join(home.folder, 'state', 'binnacle', 'windows'))).filter((name) => name.endsWith('.json'))).toHaveLength(2),
    SOON,
  );
  expect(await servedBy(agent)).toBe(first);
  await window.page.close();
  const second = await served(agent, first);
  expect(second).not.toBe(first);
  const { answer } = await longRun(agent, project, 'closed.txt');
  await other.close();
  expect(refusal(await answer)).toContain('window_closed');
  await alone(agent);
  expect(await readFile(join(project, 'src', 'other.ts'), 'utf8')).toBe('export const other = 4;\n');
  await writes(agent, project, 5);
});
