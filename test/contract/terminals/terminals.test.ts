// Programs that want a screen and a person: a REPL, an editor, a pager, a password prompt; and the screen is the one that tmux shows.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startOf } from '../../../src/base/processes/processIdentity.ts';
import type { WholeIde } from '../../../src/ide/optionalDoors.ts';
import { type Agent, agentOf } from '../../support/check.ts';
import { debianProgram } from '../../support/debianProgram.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const run = promisify(execFile);
const SIZE = { columns: 80, rows: 24 };
let real: RealAgent;
let agent: Agent<WholeIde>;
let root: string;

beforeAll(async () => {
  const poem = Array.from({ length: 200 }, (_, index) => `line ${index + 1} of the poem`).join('\n');
  real = await realAgentOn({
    'poem.txt': `${poem}\n`,
    'colours.sh': String.raw`printf '\033[1;32mgreen\033[0m and \033[44mblue\033[0m, über 漢字 ✓\n\033[5Cindented\n'`,
  });
  agent = real.agent;
  root = agent.ide.project.path;
});

afterAll(() => real.close());

test.skipIf(process.platform === 'win32')('whoever attaches has the screen as it is, and then every character once', async () => {
  const events: string[] = [];
  using _listening = agent.ide.terminals.onEvent(({ kind, terminal }) => events.push(`${kind} ${terminal.id}`));
  const { terminalId: terminal_id } = await call('run_in_terminal', {
    command: 'sh colours.sh; read line; for i in 1 2 3 4 5; do echo "$line $i"; done',
    until: 'indented',
  });
  const terminal = agent.ide.terminals.list().find(({ id }) => id === terminal_id);
  let heard = '';
  using attached = await terminal?.attach((text) => {
    heard += text;
  });
  expect(attached?.image).toContain('\u001B[0;1;38;5;2mgreen\u001B[0m and');
  expect(attached?.image).not.toContain('again');
  await call('write_terminal_input', { terminal_id, text: 'again\n', until: 'again 5' });
  expect(heard.match(/again \d/g)).toEqual(['again 1', 'again 2', 'again 3', 'again 4', 'again 5']);
  await call('close_terminal', { terminal_id });
  await expect.poll(() => events).toEqual([`opened ${terminal_id}`, `ended ${terminal_id}`]);
});

test.skipIf(process.platform === 'win32')('what a keyboard sends arrives as it is, and the program knows the size of the window', async () => {
  const events: string[] = [];
  using _listening = agent.ide.terminals.onEvent(({ kind, terminal }) => events.push(`${kind} ${terminal.columns}x${terminal.rows}`));
  const { terminalId } = await call('run_in_terminal', {
    command: `trap 'stty size' WINCH; echo ready; stty raw -echo; head -c 6 | od -An -tx1; stty cooked; while :; do sleep 0.05; done`,
    ...SIZE,
    until: 'ready',
  });
  const terminal = agent.ide.terminals.list().find(({ id }) => id === terminalId);
  if (terminal === undefined) throw new Error('it is listed');
  const { signal } = new AbortController();
  const you = { author: 'you', tool: 'window', title: 'typed' };
  // A line feed, an escape sequence and a control character: none of them is what another key would send.
  await terminal.input('\n\u001B[A', you, signal);
  await terminal.input('\u0003x', you, signal);
  expect(await terminal.settled({ until: '0a 1b 5b 41 03 78', milliseconds: 10_000 }, signal)).toBe(true);
  terminal.resize(101, 31);
  expect(await terminal.settled({ until: '31 101', milliseconds: 10_000 }, signal)).toBe(true);
  expect((await terminal.screen()).rows).toHaveLength(31);
  using attached = await terminal.attach(() => {});
  expect([attached.columns, attached.rows]).toEqual([101, 31]);
  await terminal.close();
  terminal.resize(10, 10);
  await expect.poll(() => events).toEqual(['opened 80x24', 'resized 101x31', 'ended 101x31']);
});

test('a REPL answers what is typed', async () => {
  const env = { NODE_REPL_HISTORY: '', NODE_NO_WARNINGS: '1' };
  const opened = await call('run_in_terminal', { command: `${JSON.stringify(process.execPath)} -i`, env, until: '> ' });
  expect(opened).toMatchObject({ state: 'running', screen: expect.stringMatching(/> $|>$/) });
  const answered = await write(opened, { text: '6 * 7', keys: ['enter'], until: '42' });
  expect(answered['screen']).toContain('42');
  const ended = await write(opened, { keys: ['ctrl+d'] });
  expect(ended).toMatchObject({ state: 'ended', exitCode: 0 });
  expect(await agent.refusal('write_terminal_input', { terminal_id: opened['terminalId'], text: 'x' })).toMatchObject({ error: 'terminal_ended' });
  expect((await call('read_terminal_output', { terminal_id: opened['terminalId'] }))['screen']).toContain('42');
});

test.skipIf(process.platform === 'win32')('a password prompt shows nothing of what is typed, and history neither', async () => {
  const opened = await call('run_in_terminal', {
    command: `stty -echo; printf 'Password: '; read secret; stty echo; echo; echo "it has \${#secret} letters"`,
    until: 'Password: ',
  });
  const done = await write(opened, { secret: 'hunter22\n', until: 'letters' });
  expect(done['screen']).toBe('Password: \nit has 8 letters');
  expect(JSON.stringify(agent.records)).not.toContain('hunter22');
});

test('an editor is driven with keys, and what it saves is there', async (context) => {
  await debianProgram(context, 'vim');
  const opened = await call('run_in_terminal', { command: 'vim -u NONE -N -n -i NONE note.txt', ...SIZE, until: 'note.txt' });
  expect(opened).toMatchObject({ fullScreen: true, screen: expect.stringContaining('~') });
  await write(opened, { text: 'ifirst line', keys: ['enter'] });
  await write(opened, { text: 'second', keys: ['escape', 'up', 'home'] });
  const shown = await write(opened, { text: 'x' });
  expect(shown).toMatchObject({ screen: expect.stringMatching(/^irst line\nsecond\n~/), caret: { row: 1, column: 1 } });
  const ended = await write(opened, { text: ':wq', keys: ['enter'], until: 'written' });
  expect(await readFile(join(root, 'note.txt'), 'utf8')).toBe('irst line\nsecond\n');
  expect(ended['terminalId']).toBe(opened['terminalId']);
  await vi.waitFor(
    async () => expect(await call('read_terminal_output', { terminal_id: opened['terminalId'] })).toMatchObject({ state: 'ended', exitCode: 0 }),
    { timeout: 30_000 },
  );
});

test.skipIf(process.platform === 'win32')('lines that went by can be read by cursor, and long ones are one line', async () => {
  const opened = await call('run_in_terminal', {
    command: 'for i in $(seq 1 100); do echo "row $i"; done; seq -s, 1 100; printf "ready> "; read x; echo "got $x"',
    ...SIZE,
    until: 'ready>',
  });
  expect(opened['screen']).not.toContain('row 1\n');
  const all = await call('read_terminal_output', { terminal_id: opened['terminalId'], scrollback: true });
  const lines = strings(all['lines']);
  expect(lines.slice(0, 2)).toEqual(['row 1', 'row 2']);
  expect(lines.at(-2)).toBe(Array.from({ length: 100 }, (_, index) => index + 1).join(','));
  expect(lines.at(-1)).toBe('ready> ');
  await write(opened, { text: 'it', keys: ['enter'], until: 'got it' });
  const since = await call('read_terminal_output', { terminal_id: opened['terminalId'], cursor: all['cursor'] });
  expect(strings(since['lines']).slice(0, 2)).toEqual(['ready> it', 'got it']);
  expect(await call('read_terminal_output', { terminal_id: opened['terminalId'], cursor: 't999' })).toMatchObject({ stale: true });
  const few = await call('read_terminal_output', { terminal_id: opened['terminalId'], scrollback: true, max_tokens: 500 });
  expect(few).toMatchObject({ more: true });
  const more = await call('read_terminal_output', { terminal_id: opened['terminalId'], cursor: few['cursor'], max_tokens: 500 });
  expect(strings(more['lines'])[0]).toBe(`row ${strings(few['lines']).length + 1}`);
});

test.skipIf(process.platform === 'win32')('a shell stays, and closing it ends the jobs that it has started', async () => {
  const opened = await call('run_in_terminal', { env: { PS1: '$ ', SHELL: '/bin/sh', ENV: '' }, cwd: '.' });
  const id = opened['terminalId'];
  const started = await call('run_in_terminal', { terminal_id: id, command: 'sh -c "trap : HUP TERM; sleep 1000 & sleep 1000" & echo job $!', until: 'job ' });
  const pid = Number(/job (\d+)/.exec(String(started['screen']))?.[1]);
  expect(startOf(pid)).toBeDefined();
  expect(await call('list_terminals', {})).toMatchObject({
    terminals: expect.arrayContaining([expect.objectContaining({ terminalId: id, state: 'running', own: true })]),
  });
  expect(await call('close_terminal', { terminal_id: id })).toMatchObject({ state: 'ended' });
  for (let attempt = 0; attempt < 100 && startOf(pid) !== undefined; attempt++) await sleep(20);
  expect(startOf(pid)).toBeUndefined();
});

test('what is wrong is said', async () => {
  expect(await agent.refusal('run_in_terminal', { command: 'pwd', cwd: '..' })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('run_in_terminal', { command: 'pwd', terminal_id: 't99' })).toMatchObject({ error: 'terminal_not_found' });
  expect(await agent.refusal('run_in_terminal', { command: 'rm -rf /' })).toMatchObject({ error: 'not_permitted' });
  const opened = await call('run_in_terminal', { command: 'cat' });
  const terminal_id = opened['terminalId'];
  expect(await agent.refusal('write_terminal_input', { terminal_id, keys: ['hyper+q'] })).toMatchObject({ error: 'unknown_key' });
  expect(await agent.refusal('write_terminal_input', { terminal_id })).toMatchObject({ error: 'invalid_arguments' });
  await call('write_terminal_input', { terminal_id, text: 'rm' });
  // Bit by bit it is the same line.
  expect(await agent.refusal('write_terminal_input', { terminal_id, text: ' -rf x\n' })).toMatchObject({ error: 'not_permitted' });
  expect(await call('write_terminal_input', { terminal_id, keys: ['ctrl+c'] })).toMatchObject({ state: 'ended', exitCode: 130 });
  expect(await call('run_in_terminal', { command: 'cat', until: 'never', timeout: 0.3 })).toMatchObject({ timedOut: true, state: 'running' });
});

test('terminals end with the connection that opened them', async () => {
  const other = await agentOf(agent.ide, { connection: { id: 'other' } });
  const { value } = await other.call('run_in_terminal', { command: 'cat' });
  const terminal = agent.ide.terminals.list().find(({ id }) => id === value['terminalId']);
  await other.client.close();
  await vi.waitFor(() => expect(terminal?.state.state).toBe('ended'), { timeout: 30_000 });
});

test.for([
  { name: 'colours, wide letters and movements', command: 'sh colours.sh; cat', needs: 'sh', sees: 'indented', keys: [] },
  {
    name: 'an editor with numbered lines',
    command: 'vim -u NONE -N -n -i NONE --cmd "set number ruler" poem.txt',
    needs: 'vim',
    sees: 'line 5 of',
    keys: ['page_down', 'down', 'end'],
  },
  { name: 'a pager', command: 'env LESSHISTFILE=- less poem.txt', needs: 'less', sees: 'line 5 of', keys: ['space', 'down', 'down'] },
  { name: 'a REPL', command: `env NODE_REPL_HISTORY= ${JSON.stringify(process.execPath)} -i`, needs: 'node', sees: '>', keys: ['1', '+', '2', 'enter'] },
])('the screen of $name is what tmux shows', async ({ command, needs: program, sees, keys }, context) => {
  for (const one of ['tmux', program]) await debianProgram(context, one);
  const opened = await call('run_in_terminal', { command, ...SIZE, until: sees });
  const socket = join(root, '..', 'tmux');
  const tmux = (...args: string[]) =>
    run('tmux', ['-f', '/dev/null', '-S', socket, ...args], { env: { ...process.env, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' } });
  await writeFile(join(root, '..', 'command.sh'), command);
  await tmux(
    '-u',
    'new-session',
    '-d',
    '-x',
    '80',
    '-y',
    '24',
    '-c',
    root,
    `sh ${join(root, '..', 'command.sh')}`,
    ';',
    'set',
    '-g',
    'status',
    'off',
    ';',
    'resize-window',
    '-x',
    '80',
    '-y',
    '24',
  );
  try {
    const captured = async () => (await tmux('capture-pane', '-p')).stdout.trimEnd();
    await vi.waitFor(async () => expect(await captured()).toContain(sees), { timeout: 30_000, interval: 50 });
    for (const key of keys) {
      await write(opened, { keys: [key] });
      await tmux('send-keys', TMUX_KEYS[key] ?? key);
    }
    await vi.waitFor(
      async () => {
        const ours = await call('read_terminal_output', { terminal_id: opened['terminalId'] });
        expect(ours['screen']).toBe(await captured());
      },
      { timeout: 30_000, interval: 100 },
    );
  } finally {
    await tmux('kill-server');
    await call('close_terminal', { terminal_id: opened['terminalId'] });
  }
});

const TMUX_KEYS: Readonly<Record<string, string>> = { page_down: 'NPage', down: 'Down', end: 'End', space: 'Space', enter: 'Enter' };

async function call(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await agent.call(tool, given)).value;
}

function write({ terminalId }: Record<string, unknown>, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  return call('write_terminal_input', { terminal_id: terminalId, ...given });
}

function strings(value: unknown): readonly string[] {
  return z.array(z.string()).parse(value);
}
