// binnacle agents, chat and acp as a person and an editor use them: a real daemon, a real process that speaks ACP, a pipe and a terminal.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuerIn } from '../../src/base/processes/startedFor.ts';
import { seconds } from '../../src/base/waiting/duration.ts';
import { eventually, processesOf, shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { installProgram, installScriptedAgent } from '../support/installedAgent.ts';
import { terminalWith } from '../support/terminal.ts';

const SCRIPTED = fileURLToPath(new URL('../support/scriptedAgent.mjs', import.meta.url));
// Says nothing of its own: what it gets it writes down, and what it shall say it says byte by byte. It does not mind that nobody listens.
const RAW = `import { appendFileSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
const [heard, says] = process.argv.slice(2);
spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
process.stderr.write('raw is here\\n');
process.stdin.on('data', (bytes) => appendFileSync(heard, bytes));
process.stdout.write(readFileSync(says));
process.stdout.on('error', () => {});
setInterval(() => {}, 1000);
`;

let home: Home;
let shop: string;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  await installScriptedAgent(home, 'opencode');
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), '{ "confirmWriteOperations": true }');
});
afterAll(() => home?.[Symbol.asyncDispose]());

function command(...words: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment: home.environment, folder: shop, bound: seconds(60) });
}

const steps = (...all: readonly unknown[]) => JSON.stringify(all);

interface Started extends Disposable {
  readonly child: ChildProcess;
  output(): string;
  shows(text: string | RegExp): Promise<void>;
  type(line: string): void;
  ended(): Promise<number | null>;
}

function started(...words: string[]): Started {
  const child = spawn(process.execPath, [binnacle, ...words], { cwd: shop, env: home.environment, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  return {
    child,
    output: () => output,
    shows: (text) =>
      eventually(
        () => (typeof text === 'string' ? output.includes(text) : text.test(output)),
        () => `it prints ${text}: ${output}`,
      ),
    type: (line) => void child.stdin?.write(`${line}\n`),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

test('agents are listed with what is known of each', async () => {
  const folder = join(home.folder, 'lib', 'node_modules', '@agentclientprotocol', 'codex-acp');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "name": "@agentclientprotocol/codex-acp", "version": "2.6.0" }');
  await writeFile(join(folder, 'main.js'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  await symlink(join(folder, 'main.js'), join(home.folder, 'bin', 'codex-acp'));
  await mkdir(join(home.folder, '.codex'));
  await writeFile(join(home.folder, '.codex', 'auth.json'), '{ "token": "sk-live-very-secret-0123456789abcdef" }');
  const { stdout, code } = await command('agents');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^codex +Codex +2\.6\.0, npm @agentclientprotocol\/codex-acp +login: ~\/\.codex\/auth\.json/m);
  expect(stdout).toMatch(/^opencode +opencode +version unknown, \S+\/bin\/opencode +login not visible/m);
  expect(stdout).toMatch(/^qwen +Qwen Code +not found +install: npm install/m);
  const { stdout: json } = await command('agents', '--json');
  expect(JSON.parse(json)).toMatchObject({
    sessions: [],
    agents: expect.arrayContaining([expect.objectContaining({ id: 'codex', account: { state: 'found', where: '~/.codex/auth.json' } })]),
  });
  expect(stdout + json).not.toContain('very-secret');
});

test('in a pipe: what it says, thinks, plans and does is printed, what it asks takes the next line, and it ends with the input', async () => {
  using chat = started('chat', 'opencode');
  await chat.shows('/help says what you can do');
  const cart = join(shop, 'cart.ts');
  const before = await readFile(cart, 'utf8');
  chat.type(
    steps({ think: 'hm' }, { plan: ['first'] }, { say: 'mo\u001b[2Jve' }, { tool: cart }, { write: { path: cart, content: 'export const total = 2;\n' } }),
  );
  await chat.shows('+export const total = 2;');
  await chat.shows('Apply it?');
  expect(await readFile(cart, 'utf8')).toBe(before);
  chat.type('perhaps');
  chat.type('y fine');
  await chat.shows('write: {}');
  expect(await readFile(cart, 'utf8')).toBe('export const total = 2;\n');
  expect(chat.output()).toMatch(/hm\nPlan\n {2}\[ \] first\nmo<001B>\[2Jve\n(?:▸ Edit\n)?✓ Edit\n {2}\S+cart\.ts\n {2}@@ -1,1 \+1,1 @@\n {2}-a\n {2}\+b\n/);
  expect(chat.output()).toContain('Accepted.');
  chat.type(steps({ permit: { kind: 'execute', title: 'run rm', rawInput: { command: 'rm -rf .' } } }));
  await chat.shows('wants to run rm: rm -rf .: it deletes folders (agent_execute)');
  chat.type('n not that');
  await chat.shows('reject_once');
  // One after another, though all lines come at once.
  chat.type('/mode');
  await chat.shows('* code');
  chat.type('/mode plan');
  chat.type('/set model large');
  await chat.shows('mode = plan\n');
  await chat.shows('model = large\n');
  chat.type('look at @cart.ts:1-1');
  chat.type(steps({ say: 'last' }));
  chat.child.stdin?.end();
  expect(await chat.ended()).toBe(0);
  expect(chat.output()).toMatch(
    /› look at @cart\.ts:1-1 \(cart\.ts\)\nI heard: A person rejected "run rm": not that\n20\n› \[\{"say":"last"\}\]\nlast\nGo on with it: binnacle chat --resume a-\w+\n$/,
  );
  await writeFile(cart, before);
});

test('of what it asks for a part is taken: that is written, and it hears what', async () => {
  const cart = join(shop, 'cart.ts');
  const before = await readFile(cart, 'utf8');
  const all = before.replace('total', 'whole').replace(/\}\n$/, '}\n// the end\n');
  using chat = started('chat', 'opencode');
  await chat.shows('/help');
  // Of its own tools it asks beforehand; what it says stands there is held against what does.
  chat.type(steps({ permit: { kind: 'edit', title: 'rename it', content: [{ type: 'diff', path: cart, oldText: before, newText: all }] } }));
  await chat.shows('the numbers of the hunks');
  chat.type('2');
  await chat.shows(/I heard: A person accepted only a part of "rename it"\..*\n[\s\S]*\+\/\/ the end/);
  expect(chat.output()).toContain('reject_once');
  expect(await readFile(cart, 'utf8')).toBe(`${before}// the end\n`);
  // One that takes a no for the end of its turn hears it all the same, and goes on.
  const rest = await readFile(cart, 'utf8');
  const again = rest.replace('total', 'whole').replace(/$/, '// once more\n');
  chat.type(steps({ permit: { kind: 'edit', title: 'again', ends: true, content: [{ type: 'diff', path: cart, oldText: rest, newText: again }] } }));
  await chat.shows(/again[\s\S]*the numbers of the hunks/);
  chat.type('2');
  await chat.shows(/I heard: A person accepted only a part of "again"/);
  await writeFile(cart, rest);
  chat.type(steps({ permit: { kind: 'edit', title: 'a lie', content: [{ type: 'diff', path: cart, oldText: 'never there', newText: 'x' }] } }));
  await chat.shows('what it says stands in');
  chat.type('m show me what is there');
  await chat.shows('I heard: A person sent back "a lie": show me what is there');
  // What it writes through its editor is asked there.
  chat.type(steps({ write: { path: cart, content: all } }));
  await chat.shows('Apply it? y, n; "n why"');
  chat.type('y');
  await chat.shows('write: {}');
  chat.type(steps({ write: { path: cart, content: before } }));
  await chat.shows(/Apply it\?[^?]*numbers of the hunks[\s\S]*Apply it\?[^?]*numbers of the hunks/);
  chat.type('1');
  // written_in_part.
  await chat.shows(/write: \{"error":"A person accepted only a part of it, or changed it\. This was written to/);
  expect(await readFile(cart, 'utf8')).toBe(all.replace('whole', 'total'));
  chat.child.stdin?.end();
  await chat.ended();
  await writeFile(cart, before);
});

test('a turn is stopped, an agent that dies says why, and one that wants a login says how', async () => {
  using chat = started('chat', 'opencode');
  await chat.shows('/help');
  chat.type(steps({ say: 'begun' }, { wait: 1 }));
  await chat.shows('begun');
  chat.child.kill('SIGINT');
  await chat.shows('stopped: cancelled');
  chat.type(steps({ say: 'again' }));
  await chat.shows('again');
  chat.type('/stop');
  chat.type(steps({ die: 7 }));
  await chat.shows(/The agent has ended: its process ended with 7.*I fell over/s);
  expect(await chat.ended()).toBe(1);
  home.environment['SCRIPTED_AGENT_LOGIN'] = 'needed';
  const refused = await command('chat', 'opencode');
  const nowhere = await command('chat', 'opencode', '--login', 'nowhere', '--print', '[]');
  const loggedIn = await command('chat', 'opencode', '--login', 'browser', '--print', steps({ say: 'Logged in, Wörter' }));
  delete home.environment['SCRIPTED_AGENT_LOGIN'];
  expect(nowhere.stderr).toMatch(/no login nowhere[\s\S]*browser/);
  expect(loggedIn).toMatchObject({ code: 0, stdout: expect.stringContaining('Logged in, Wörter') });
  const found = await command('agents', '--search', 'logged in, WÖRTER');
  expect(found.stdout).toMatch(/a-[0-9a-f]{8} opencode in .*[\s\S]*message: Logged in, Wörter/);
  expect((await command('agents', '--search', 'never said by anybody')).stdout).toContain('Nobody has said that');
  expect(JSON.parse((await command('agents', '--search', 'Logged in', '--json')).stdout)).toMatchObject({ conversations: [{ agent: 'opencode' }] });
  expect(refused.stderr).toMatch(/wants a person to log in: Authentication required[\s\S]*opencode auth login/);
  expect(refused.code).toBe(1);
});

test('what cannot be is said: no name, no such agent, none that was said, a program of an agent', async () => {
  // agent_unnamed.
  expect((await command('chat')).stderr).toMatch(/Several agents are here: codex, opencode\.\nName one: binnacle chat codex/);
  expect((await command('chat', 'opencod')).stderr).toContain('There are opencode');
  expect((await command('chat', 'qwen')).stderr).toContain('npm install --global @qwen-code/qwen-code');
  expect((await command('chat', 'codex')).stderr).toContain('ended with 3');
  expect((await command('chat', '--resume', 'a-00000000')).stderr).toContain('There is no conversation a-00000000.');
  const state = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle');
  const marked = { ...home.environment, BINNACLE_STARTED_FOR: `agent:${issuerIn(state)}` };
  for (const words of [['chat', 'opencode'], ['agents']]) {
    const refused = await run([process.execPath, binnacle, ...words], { environment: marked, folder: shop, bound: seconds(60) });
    expect(refused.stderr).toContain(`binnacle ${words[0]}`);
    expect(refused.code).toBe(1);
  }
});

test('--print is for scripts: the answer alone on standard output, and the exit code says whether it has finished', async () => {
  const good = await command('chat', 'opencode', '--print', steps({ think: 'hm' }, { say: 'for' }, { tool: join(shop, 'cart.ts') }, { say: 'ty-two' }));
  expect(good).toMatchObject({ code: 0, stdout: 'for\nty-two\n', stderr: expect.stringContaining('✓ Edit') });
  const asked = await command('chat', 'opencode', '--print', steps({ write: { path: join(shop, 'cart.ts'), content: 'x' } }));
  expect(asked.stdout).toContain('nobody is there to ask');
  const bad = await command('chat', 'opencode', '--print', steps({ say: 'half' }, { die: 4 }));
  expect(bad).toMatchObject({ code: 1, stdout: 'half\n', stderr: expect.stringContaining('ended with 4') });
  const other = await command('chat', 'mine', '--print', steps({ say: 'own' }), '--', process.execPath, SCRIPTED);
  expect(other).toMatchObject({ code: 0, stdout: 'own\n' });
});

test('in a terminal: a prompt, Ctrl+C stops and twice leaves, and the conversation goes on later', async (context) => {
  const words = [process.execPath, binnacle, 'chat', 'opencode'];
  let id = '';
  {
    await using terminal = await terminalWith(context, words, { folder: shop, environment: home.environment });
    await terminal.sees('›');
    terminal.press(`${steps({ think: 'hm' }, { say: 'begun' }, { wait: 1 })}\r`);
    await terminal.sees(/^begun/m);
    expect(terminal.raw()).toContain('\u001b[2mhm\u001b[0m');
    terminal.press('\u0003');
    await terminal.sees('stopped: cancelled');
    await new Promise((resolve) => setTimeout(resolve, 0));
    terminal.press('typed\u0003');
    terminal.press('\u0003');
    terminal.press('\u0003');
    await terminal.sees('Go on with it');
    expect(await terminal.ended()).toBe(0);
    id = /--resume (a-\w+)/.exec(terminal.raw())?.[1] ?? '';
  }
  using chat = started('chat', '--resume', id);
  await chat.shows('as I said before');
  chat.type(steps({ say: 'on' }));
  await chat.shows(/\bon$/);
  chat.child.stdin?.end();
  expect(await chat.ended()).toBe(0);
  const { stdout } = await command('agents');
  expect(stdout.split('\n').filter((line) => line.includes(id))).toHaveLength(1);
  const exported = await command('agents', '--export', id);
  expect(exported.stdout).toMatch(/^# opencode in \S+shop, [\s\S]*\n\nas I said before\n\n## you\n\n\[\{"say":"on"\}\]\n\non\n$/);
  const { entries } = JSON.parse((await command('agents', '--export', id, '--json')).stdout);
  expect(entries).toMatchObject([{ kind: 'message' }, { kind: 'prompt' }, { kind: 'message', text: 'on' }, { kind: 'stop' }]);
  expect((await command('agents', '--export', 'a-00000000')).stderr).toContain('There is no conversation a-00000000.');
});

const agentsThatRun = () => processesOf(home).filter(({ command: line }) => /scriptedAgent\.mjs|raw\.mjs|^sleep 600/.test(line));

test('a chat that is killed leaves no agent behind', async () => {
  using chat = started('chat', 'opencode');
  await chat.shows('/help');
  chat.type(steps({ child: 1 }, { say: 'here' }, { wait: 1 }));
  await chat.shows('here');
  chat.child.kill('SIGKILL');
  await eventually(
    () => agentsThatRun().length === 0,
    () => JSON.stringify(agentsThatRun()),
  );
});

test('acp passes every byte in both directions and adds our server to new sessions; the agent dies with a kill -9 of it', async () => {
  await writeFile(join(home.folder, 'raw.mjs'), RAW);
  const [heard, says] = [join(home.folder, 'heard'), join(home.folder, 'says')];
  const odd = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","method":"_vendor/what?","params":{"n":1.0e400}}\r\n\n not JSON \u00e9 '),
    Buffer.from([0xff, 0x00, 0xfe]),
    Buffer.from('\nrest'),
  ]);
  await writeFile(heard, '');
  await writeFile(says, Buffer.concat([odd, Buffer.alloc(300_000, 'x'), Buffer.from('\nend')]));
  using proxy = started('acp', 'mine', '--', process.execPath, join(home.folder, 'raw.mjs'), heard, says);
  const opening = '{"id":1,"method":"session/new","params":{"cwd":"/p","mcpServers":[]}}\n';
  proxy.child.stdin?.write(odd);
  proxy.child.stdin?.write('\n');
  for (const part of [opening.slice(0, 20), opening.slice(20)]) proxy.child.stdin?.write(part);
  await proxy.shows('\nend');
  await proxy.shows('raw is here');
  await eventually(
    async () => (await readFile(heard)).length > odd.length + opening.length,
    () => 'nothing was heard',
  );
  const bytes = await readFile(heard);
  expect(bytes.subarray(0, odd.length).equals(odd)).toBe(true);
  const opened: unknown = JSON.parse(bytes.subarray(odd.length).toString());
  expect(opened).toMatchObject({
    id: 1,
    params: { cwd: '/p', mcpServers: [{ name: 'binnacle', args: [expect.stringContaining('binnacle.cjs'), 'mcp', '--project', '/p'] }] },
  });
  proxy.child.kill('SIGKILL');
  await eventually(
    () => agentsThatRun().length === 0,
    () => JSON.stringify(agentsThatRun()),
  );
});

test('acp ends an agent that goes on when its editor has gone, and says what cannot be started', async () => {
  using proxy = started('acp', 'mine', '--', process.execPath, join(home.folder, 'raw.mjs'), join(home.folder, 'heard'), join(home.folder, 'says'));
  await proxy.shows('raw is here');
  proxy.child.stdin?.end();
  await proxy.ended();
  expect(agentsThatRun()).toEqual([]);
  expect((await command('acp', 'qwen')).stderr).toContain('npm install --global @qwen-code/qwen-code');
  expect((await command('acp', 'opencod')).stderr).toContain('There is no agent opencod.');
  await installProgram(home, 'gemini', 'exit 9');
  expect((await command('acp', 'gemini')).code).toBe(9);
});
