// The IDEs that Gemini CLI and Qwen Code find by a file: what stands where and for how long, who gets in, and binnacle gemini and qwen. The client does what the sources of both commands do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { eventually, shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { namesIn } from '../support/ideClient.ts';

const Ready = z.object({ url: z.string(), pid: z.number(), token: z.string() });
const Discovery = z.object({
  port: z.number(),
  workspacePath: z.string(),
  authToken: z.string(),
  ppid: z.number().optional(),
  ideInfo: z.object({ name: z.string(), displayName: z.string() }),
});
type Discovery = z.infer<typeof Discovery>;

let home: Home;
let shop: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  const own = await temporaryHome();
  const TMPDIR = join(own.folder, 'tmp');
  mkdirSync(TMPDIR);
  home = { ...own, environment: { ...own.environment, TMPDIR } };
  shop = await shopIn(home);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await home[Symbol.asyncDispose]();
});

const geminiFolder = () => join(home.folder, 'tmp', 'gemini', 'ide');
const qwenFolder = () => join(home.folder, '.qwen', 'ide');

function uses(...commands: readonly string[]): void {
  for (const command of commands) mkdirSync(join(home.folder, `.${command}`));
}

interface Served extends z.infer<typeof Ready> {
  end(signal?: NodeJS.Signals): Promise<void>;
}

async function serve(): Promise<Served> {
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', shop, '--port', '0', '--json'], {
    env: home.environment,
    cwd: home.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return { ...Ready.parse(JSON.parse(String(line))), end };
}

function type(...words: readonly string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment: home.environment, folder: shop, bound: seconds(60) });
}

function read(file: string): Discovery {
  return Discovery.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function onlyIn(folder: string): string {
  const [name, ...more] = namesIn(folder);
  if (name === undefined || more.length > 0) throw new Error(`there is not one file: ${namesIn(folder).join()}`);
  return join(folder, name);
}

// As both do: the same library, address, header and name.
async function connected({ port, authToken }: Discovery, heard: string[] = []): Promise<Client> {
  const client = new Client({ name: 'streamable-http-client', version: '1.0.0' });
  client.fallbackNotificationHandler = async (notification) => void heard.push(JSON.stringify(notification));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${authToken}` } } }),
  );
  return client;
}

test('both find a served project by a file that only its person can read, connect, and nothing is left of it afterwards', async () => {
  uses('gemini', 'qwen');
  const served = await serve();
  const [ofGemini, ofQwen] = [onlyIn(geminiFolder()), onlyIn(qwenFolder())];
  const [gemini, qwen] = [read(ofGemini), read(ofQwen)];
  expect(ofGemini).toContain(`gemini-ide-server-${served.pid}-${gemini.port}.json`);
  expect(ofQwen).toContain(join(qwenFolder(), `${qwen.port}.lock`));
  expect(qwen.ppid).toBe(served.pid);
  for (const each of [gemini, qwen]) expect(each).toMatchObject({ workspacePath: shop, ideInfo: { name: 'binnacle', displayName: 'Binnacle' } });
  for (const file of [ofGemini, ofQwen]) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await type('status')).stdout).toContain(`Gemini CLI finds it as its IDE, port ${gemini.port}`);

  for (const [found, name] of [
    [gemini, 'gemini-cli'],
    [qwen, 'qwen-code'],
  ] as const) {
    const heard: string[] = [];
    const client = await connected(found, heard);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['openDiff', 'closeDiff']);
    expect((await type('connections', '--json')).stdout).toContain(name);
    await type('call', 'open_file', '--file', 'cart.ts', '--line', '2');
    await eventually(
      () =>
        heard.some((text) => text.includes('ide/contextUpdate') && text.includes(join(shop, 'cart.ts')) && text.includes('"cursor":{"line":2,"character":1}')),
      () => heard.join('\n'),
    );
    const filePath = join(shop, 'cart.ts');
    expect(await client.callTool({ name: 'openDiff', arguments: { filePath, newContent: 'x'.repeat(5_000_000) } })).toMatchObject({ content: [] });
    expect(await client.callTool({ name: 'openDiff', arguments: { filePath, newContent: 'other\n' } })).toMatchObject({ content: [] });
    const closed = await client.callTool({ name: 'closeDiff', arguments: { filePath, suppressNotification: true } });
    expect(closed).toMatchObject({ content: [{ type: 'text', text: '{"content":null}' }] });
    expect(await client.callTool({ name: 'openDiff', arguments: { filePath } })).toMatchObject({ isError: true });
    await client.close();
  }

  const attempt = async (headers: Record<string, string>, more = '') =>
    (await fetch(`http://127.0.0.1:${gemini.port}/mcp${more}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }))
      .status;
  expect(await attempt({})).toBe(401);
  expect(await attempt({ authorization: `Bearer ${qwen.authToken}` })).toBe(401);
  expect(await attempt({ authorization: `Bearer ${served.token}` })).toBe(401);
  expect(await attempt({}, `?token=${gemini.authToken}`)).toBe(401);
  expect(await attempt({ authorization: `Bearer ${gemini.authToken}`, origin: 'http://127.0.0.1:3000' })).toBe(403);
  expect(await attempt({ authorization: `Bearer ${gemini.authToken}` })).toBe(400);
  expect((await fetch(`${served.url}/mcp`, { method: 'POST', headers: { authorization: `Bearer ${gemini.authToken}` }, body: '{}' })).status).toBe(401);

  await served.end('SIGKILL');
  const next = await serve();
  expect(read(onlyIn(geminiFolder()))).toEqual(gemini);
  expect(onlyIn(geminiFolder())).toContain(`-${next.pid}-`);
  await next.end();
  expect([namesIn(geminiFolder()), namesIn(qwenFolder())]).toEqual([[], []]);
});

// Another IDE as the commands see it: a file whose process is there.
function otherIde(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  const theirs = { port: 1, workspacePath: shop, authToken: 'theirs', ppid: child.pid, ideInfo: { name: 'vscode', displayName: 'VS Code' } };
  for (const [folder, name] of [
    [geminiFolder(), `gemini-ide-server-${child.pid}-1.json`],
    [qwenFolder(), '1.lock'],
  ] as const) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), JSON.stringify(theirs));
  }
  return child;
}

// A command of that name on the PATH, which says what it would connect to and stays until its input ends.
function commandThat(name: string, says: string): string {
  const folder = join(home.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!${process.execPath}\nconsole.log(${says}); process.stdin.resume();`, { mode: 0o755 });
  return folder;
}

test('another IDE that has the folder is left to itself, but binnacle gemini and qwen connect theirs to us', async () => {
  uses('gemini', 'qwen');
  const other = otherIde();
  const served = await serve();
  expect([namesIn(geminiFolder()), namesIn(qwenFolder())]).toEqual([[`gemini-ide-server-${other.pid}-1.json`], ['1.lock']]);
  const started = async (name: string, says: string) => {
    const environment = { ...home.environment, PATH: `${commandThat(name, says)}:${home.environment['PATH'] ?? ''}` };
    const child = spawn(process.execPath, [binnacle, name, '--model', 'x'], { env: environment, cwd: shop, stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return { child, said: String(line) };
  };
  const gemini = await started('gemini', "process.env.GEMINI_CLI_IDE_PID + ' ' + process.env.GEMINI_CLI_IDE_SERVER_PORT + ' ' + process.argv.slice(2)");
  const [pid, port, words] = gemini.said.split(' ');
  expect(words).toBe('--model,x');
  const own = read(join(geminiFolder(), `gemini-ide-server-${pid}.json`));
  expect(own).toMatchObject({ port: Number(port), workspacePath: shop });
  await (await connected(own)).close();

  const qwen = await started('qwen', 'process.env.QWEN_CODE_IDE_SERVER_PORT');
  const lock = join(qwenFolder(), `${qwen.said}.lock`);
  await (await connected(read(lock))).close();
  // Others take the newest.
  expect(statSync(lock).mtimeMs).toBeLessThan(statSync(join(qwenFolder(), '1.lock')).mtimeMs);

  for (const { child } of [gemini, qwen]) {
    const ended = once(child, 'exit');
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
  }
  await eventually(
    () => !existsSync(lock) && namesIn(geminiFolder()).length === 1,
    () => namesIn(geminiFolder()).join(),
  );
  other.kill('SIGKILL');
  await eventually(
    () => namesIn(geminiFolder()).some((name) => name.includes(`-${served.pid}-`)),
    () => namesIn(geminiFolder()).join(),
  );
  await served.end();
});

test('for whoever uses neither nothing is written, and a command that is not installed is said', async () => {
  const served = await serve();
  expect([existsSync(join(home.folder, 'tmp', 'gemini')), existsSync(join(home.folder, '.qwen'))]).toEqual([false, false]);
  const { code, stderr } = await run([process.execPath, binnacle, 'qwen'], {
    environment: { ...home.environment, PATH: '/nowhere' },
    folder: shop,
    bound: seconds(60),
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining('npm install -g @qwen-code/qwen-code')]);
  await served.end();
});
