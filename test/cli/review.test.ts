// binnacle review as a person uses it: in a real terminal, in a pipe, with a real daemon and a real agent that must ask.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { daemonsOf, eventually } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { type Terminal, terminalWith } from '../support/terminal.ts';
import type { Skippable } from '../support/testTools.ts';

let home: Home;
let folder: string;
let agent: Agent;
const NOTES = ['one', 'a', 'b', 'two', 'c', 'd', 'three', ''].join('\n');

beforeAll(async () => {
  home = await temporaryHome();
  folder = join(home.folder, 'notes');
  await mkdir(folder);
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), '{ "confirmWriteOperations": true }');
});
afterAll(() => home[Symbol.asyncDispose]());
beforeEach(async () => {
  await writeFile(join(folder, 'notes.txt'), NOTES);
  agent = await Agent.connected(home, folder);
});
afterEach(() => agent[Symbol.asyncDispose]());

const notes = () => readFile(join(folder, 'notes.txt'), 'utf8');

// Three hunks.
function wish() {
  const edits = ['one', 'two', 'three'].map((word) => ({ old_text: word, new_text: word.toUpperCase() }));
  return agent.call('edit_file', { file: 'notes.txt', edits });
}

function review(context: Skippable, parameters: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<Terminal> {
  return terminalWith(context, [process.execPath, binnacle, 'review', ...parameters], { folder, environment: { ...home.environment, ...environment } });
}

test('in a terminal hunks are looked at, left out and applied, in colours', async (context) => {
  await using terminal = await review(context);
  await terminal.sees('Nothing waits for a review');
  const answer = wish();
  await terminal.sees('fault 1 wants to edit notes.txt (edit_file)');
  await terminal.sees(/> \[x\] 1 {2}@@ -1,1 \+1,1 @@\n│-one\n│\+ONE/);
  await terminal.sees('3 of 3 hunks marked');
  terminal.press('n ');
  await terminal.sees(/> \[ \] 2 {2}@@ -4,1 \+4,1 @@/);
  await terminal.sees('2 of 3 hunks marked');
  expect(terminal.raw()).toContain('\u001b[32m+ONE');
  terminal.press('y');
  expect((await answer).result?.structuredContent).toMatchObject({ applied: true, reviewed: true, edits: 2 });
  expect(await notes()).toBe(NOTES.replace('one', 'ONE').replace('three', 'THREE'));
  await terminal.sees('accepted in the terminal');
  terminal.press('q');
  expect(await terminal.ended()).toBe(0);
  // The screen and the cursor are the person's again.
  expect(terminal.raw()).toContain('\u001b[?25h\u001b[?1049l');
});

test('without colours the signs say the same, and a small window scrolls', async (context) => {
  await using terminal = await review(context, [], { NO_COLOR: '1' });
  await terminal.sees('Nothing waits');
  terminal.resize(50, 9);
  const answer = wish();
  await terminal.sees(/> \[x\] 1/);
  terminal.press('\t\t');
  await terminal.sees(/> \[x\] 3[\s\S]*-three\n/);
  terminal.press('?');
  await terminal.sees('apply the marked hunks');
  terminal.press('x');
  await terminal.sees(/> \[x\] 3/);
  expect(terminal.raw()).not.toMatch(new RegExp(`${'\u001b'}\\[[0-9;]*m`));
  terminal.press('mnot like this\r');
  expect(textOf(await answer)).toContain('A person sent edit_file back in the terminal: not like this');
  expect(await notes()).toBe(NOTES);
});

test('a file can be edited in the person’s own editor before it is applied', async (context) => {
  const editor = join(home.folder, 'editor.mjs');
  await writeFile(editor, "import { appendFileSync } from 'node:fs'; appendFileSync(process.argv[2], 'by hand\\n');\n");
  await using terminal = await review(context, [], { VISUAL: `"${process.execPath}" "${editor}"` });
  await terminal.sees('Nothing waits');
  const answer = wish();
  await terminal.sees(/> \[x\] 1/);
  terminal.press('e');
  await terminal.sees('notes.txt (edited by you)');
  await terminal.sees('+by hand');
  terminal.press('\r');
  expect((await answer).result?.structuredContent).toMatchObject({ applied: true, reviewed: true });
  expect(await notes()).toBe(`${NOTES.toUpperCase().replace(/\b[A-D]\b/g, (letter) => letter.toLowerCase())}by hand\n`);
});

test('a window that is closed without an answer means no, and so does a cut connection', async (context) => {
  for (const close of ['q', '\u0003']) {
    await using terminal = await review(context);
    await terminal.sees('Nothing waits');
    const answer = wish();
    await terminal.sees(/> \[x\] 1/);
    terminal.press(close);
    expect(textOf(await answer)).toContain('the window was closed without an answer');
  }
  const cut = await review(context);
  await cut.sees('Nothing waits');
  const answer = wish();
  await cut.sees(/> \[x\] 1/);
  await cut[Symbol.asyncDispose]();
  expect(textOf(await answer)).toContain('the window was closed without an answer');
  expect(await notes()).toBe(NOTES);
});

test('a daemon that dies takes its reviews with it, and the window finds the next one', async (context) => {
  await using terminal = await review(context);
  await terminal.sees('Nothing waits');
  const lost = wish();
  await terminal.sees(/> \[x\] 1/);
  for (const { pid } of await daemonsOf(home)) process.kill(pid, 'SIGKILL');
  await terminal.sees('Nothing waits');
  await terminal.sees('closed with its daemon');
  expect(JSON.stringify(await lost)).toMatch(/daemon/);
  expect(await notes()).toBe(NOTES);
  await agent.call('list_projects');
  // Until the window has found the daemon there is nobody to ask.
  await eventually(
    async () => {
      const asked = wish();
      const shown = terminal.sees(/> \[x\] 1/).then(() => true);
      if (await Promise.race([shown, asked.then(() => false)])) {
        terminal.press('y');
        expect((await asked).result?.structuredContent).toMatchObject({ applied: true });
        return true;
      }
      shown.catch(() => {});
      return false;
    },
    () => 'the window shows what the next daemon asks',
  );
  expect(await notes()).toBe(NOTES.replace('one', 'ONE').replace('two', 'TWO').replace('three', 'THREE'));
});

test('what an agent writes cannot command the terminal', async (context) => {
  await using terminal = await review(context);
  await terminal.sees('Nothing waits');
  const answer = agent.call('write_file', { file: 'trap.txt', text: 'before\u001b[2J\u001b]0;owned\u0007after\u202e\n' });
  await terminal.sees('before<001B>[2J<001B>]0;owned<0007>after<202E>');
  terminal.press('r');
  expect(textOf(await answer)).toContain('rejected');
});

test('in a pipe it prints the diff and takes a line', async () => {
  const plain = spawn(process.execPath, [binnacle, 'review'], { cwd: folder, env: home.environment, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [plain.stdout, plain.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const shows = (text: string) =>
    eventually(
      () => output.includes(text),
      () => `it prints ${text}: ${output}`,
    );
  await shows('Nothing waits for a review yet.');
  const first = wish();
  await shows('[2] @@ -4,1 +4,1 @@\n-two\n+TWO');
  const listed = await run([process.execPath, binnacle, 'review', '--json'], { environment: home.environment, bound: seconds(30) });
  expect(JSON.parse(listed.stdout)).toMatchObject({ reviews: [{ tool: 'edit_file', author: 'fault 1', files: [{ file: 'notes.txt' }] }] });
  const list = await run([process.execPath, binnacle, 'review', '--list'], { environment: home.environment, bound: seconds(30) });
  expect(list.stdout).toContain('+THREE');
  plain.stdin.write('perhaps\n9\n1 3\n');
  expect((await first).result?.structuredContent).toMatchObject({ applied: true, edits: 2 });
  await shows('there is no hunk 9');
  await shows('Accepted.');
  const second = agent.call('write_file', { file: 'more.txt', text: 'x\n' });
  await shows('more.txt (new)');
  plain.stdin.write('n I would rather not\n');
  expect(textOf(await second)).toContain('in the terminal: I would rather not');
  plain.stdin.end();
  await once(plain, 'close');
  expect(plain.exitCode).toBe(0);
});

test.each(['2025-11-25', '2026-07-28'])('the person at a stdio client of %s is asked through the door', async (era) => {
  const client = new Client(
    { name: 'asking', version: '1' },
    { capabilities: { elicitation: {} }, ...(era === '2026-07-28' && { versionNegotiation: { mode: { pin: era } } }) },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) =>
    params.message.includes('+THREE') ? { action: 'accept', content: { hunks: '3' } } : { action: 'decline' },
  );
  const environment = Object.fromEntries(Object.entries(home.environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [binnacle, 'mcp'], cwd: folder, env: environment }));
  try {
    const edits = ['one', 'two', 'three'].map((word) => ({ old_text: word, new_text: word.toUpperCase() }));
    const result = await client.callTool({ name: 'edit_file', arguments: { file: 'notes.txt', edits } });
    expect(result.structuredContent).toMatchObject({ applied: true, edits: 1 });
    expect(await notes()).toBe(NOTES.replace('three', 'THREE'));
  } finally {
    await client.close();
  }
});

test('with nothing waiting, the list is empty and a closed pipe ends it', async () => {
  const list = await run([process.execPath, binnacle, 'review', '--list'], { environment: home.environment, bound: seconds(30) });
  expect(list).toMatchObject({ code: 0, stdout: 'Nothing waits for a review.\n' });
  expect(await run([process.execPath, binnacle, 'review'], { environment: home.environment, bound: seconds(30) })).toMatchObject({ code: 1 });
});
