// Clients that are configured by a URL: what is printed and installed for them, and that it keeps working.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { seconds } from '../../src/base/waiting/duration.ts';
import { eventually, shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { copiedProgram } from '../support/otherBuild.ts';
import { askedThrough, type ConfiguredUrl, keepPort } from '../support/urlClient.ts';

let home: Home;
let shop: string;
let port: number;
beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  port = await keepPort(home.environment);
});
afterAll(() => home[Symbol.asyncDispose]());

function type(...words: string[]): Promise<Finished> {
  return typeIn(home.environment, ...words);
}

function typeIn(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment, folder: shop, bound: seconds(60) });
}

async function serving(program = binnacle): Promise<{ child: ChildProcess; ended: Promise<unknown> }> {
  const child = spawn(process.execPath, [program, 'serve', '--project', shop, '--json'], { env: home.environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  expect(JSON.parse(line)).toMatchObject({ port });
  return { child, ended };
}

async function configured(agent: string, ...words: string[]): Promise<ConfiguredUrl> {
  const { stdout, stderr, code } = await type('install', agent, '--print', ...words);
  expect(code, stderr).toBe(0);
  const [server] = Object.values<ConfiguredUrl>(JSON.parse(stdout).mcpServers);
  if (server === undefined) throw new Error(stdout);
  return server;
}

test('what is configured once works after a restart, a kill and an upgrade, on every endpoint, until the token is rotated', async () => {
  const clients = await Promise.all(['own', 'index', 'debugger'].map((endpoint) => configured('cursor', '--transport', 'http', '--endpoint', endpoint)));
  expect(clients.map(({ url }) => new URL(url).pathname)).toEqual(['/mcp', '/index-mcp', '/debugger-mcp']);
  const statuses = () => Promise.all(clients.map(async (client) => (await askedThrough(client)).status));
  expect(await statuses()).toEqual([0, 0, 0]);
  const older = await copiedProgram(join(home.folder, 'older'), '0000');
  for (const [program, signal] of [
    [older, 'SIGTERM'],
    [older, 'SIGKILL'],
    [binnacle, 'SIGKILL'],
  ] as const) {
    const { child, ended } = await serving(program);
    expect(await statuses()).toEqual([200, 200, 200]);
    child.kill(signal);
    await ended;
  }

  const { child, ended } = await serving();
  const [client] = clients;
  if (client === undefined) throw new Error('three were configured');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp`, { headers: client.headers });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  expect((await type('token', 'rotate')).stdout).toContain('clients with the old one are out');
  await closed;
  expect(await statuses()).toEqual([401, 401, 401]);
  expect((await askedThrough(await configured('cursor', '--transport', 'http'))).status).toBe(200);
  const file = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'token');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  child.kill('SIGTERM');
  await ended;
  expect((await type('token', 'turn')).code).toBe(1);
});

test('what is printed in several terminals at once, before there is any token or port, is one and the same', async () => {
  await using fresh = await temporaryHome();
  const printed = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { stdout, stderr, code } = await typeIn(fresh.environment, 'install', 'cursor', '--print', '--transport', 'http');
      expect(code, stderr).toBe(0);
      return stdout;
    }),
  );
  expect(new Set(printed)).toEqual(new Set([(await typeIn(fresh.environment, 'install', 'cursor', '--print', '--transport', 'http')).stdout]));
});

test('when the daemon that has the port ends, the one beside it takes over, with the same URL and token', async () => {
  const client = await configured('cursor', '--endpoint', 'index');
  const first = await serving();
  const second = spawn(process.execPath, [binnacle, 'serve', '--json'], { env: home.environment, cwd: shop, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => second.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  expect(JSON.parse(line).port).not.toBe(port);
  first.child.kill('SIGKILL');
  await first.ended;
  await eventually(
    async () => (await askedThrough(client)).status === 200,
    () => 'the second daemon listens where URLs lead',
  );
  const { daemons } = JSON.parse((await type('status', '--json')).stdout);
  expect(daemons).toMatchObject([
    { pid: second.pid, port, otherPorts: [JSON.parse(line).port], urls: { index: { http: client.url, sse: `${client.url}/sse` } } },
  ]);
  const page = (await type('status')).stdout;
  for (const path of ['/mcp', '/sse', '/index-mcp', '/index-mcp/sse', '/debugger-mcp', '/debugger-mcp/sse']) expect(page).toContain(`:${port}${path}\n`);
  expect(page).not.toContain(client.headers['Authorization']);
  second.kill('SIGTERM');
  await new Promise((resolve) => second.once('exit', resolve));
});

test('the token is written for its owner alone, and shown nowhere', async () => {
  const token = (await type('token', 'show')).stdout.trim();
  const file = join(home.folder, '.claude.json');
  await writeFile(file, '{\n  "numStartups": 3\n}\n', { mode: 0o644 });
  const installed = await type('install', 'claude-code', '--endpoint', 'debugger', '--transport', 'sse', '--project', '.');
  expect(installed.code, installed.stderr).toBe(0);
  expect(installed.stdout + installed.stderr).not.toContain(token);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    numStartups: 3,
    mcpServers: {
      'binnacle-debugger': {
        type: 'sse',
        url: `http://127.0.0.1:${port}/debugger-mcp/sse?project=${encodeURIComponent(shop)}`,
        headers: { Authorization: `Bearer ${token}` },
      },
    },
  });
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  // The folder that the person named is theirs to run.
  expect((await type('trust')).stdout).toContain(shop);
  expect((await type('install', 'claude-code', '--undo')).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('{\n  "numStartups": 3\n}\n');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o644);
});

test.each([
  [['claude-code', '--transport', 'http', '--scope', 'project'], 'would be shared with it'],
  [['codex', '--transport', 'sse'], 'Codex does not speak sse'],
  [['claude-desktop', '--transport', 'http'], 'Claude Desktop does not speak http'],
  [['windsurf', '--scope', 'project'], 'Windsurf has no configuration in the scope project'],
  [['cursor', '--endpoint', 'indexes'], 'Allowed choices are own, index, debugger'],
  [['cursor', '--transport', 'pigeon'], 'Allowed choices are stdio, http, sse'],
  [['cursor', '--transport', 'http', '--project', 'nowhere'], 'is not a folder'],
])('install %j is refused in a sentence', async (words, sentence) => {
  const { code, stdout, stderr } = await type('install', ...words);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('each agent has its own form of a URL', async () => {
  const token = (await type('token', 'show')).stdout.trim();
  const url = `http://127.0.0.1:${port}/index-mcp`;
  const printed = async (agent: string) => (await type('install', agent, '--endpoint', 'index', '--print')).stdout;
  const bearer = { Authorization: `Bearer ${token}` };
  expect(JSON.parse(await printed('windsurf')).mcpServers['binnacle-index']).toEqual({ serverUrl: url, headers: bearer });
  expect(JSON.parse(await printed('opencode')).mcp['binnacle-index']).toEqual({ type: 'remote', url, headers: bearer });
  expect(JSON.parse(await printed('zed')).context_servers['binnacle-index']).toEqual({ url, headers: bearer });
  expect(JSON.parse(await printed('copilot')).mcpServers['binnacle-index']).toMatchObject({ type: 'http', tools: ['*'], url });
  expect(await printed('codex')).toContain(`url = "${url}"\nhttp_headers = { Authorization = "Bearer ${token}" }`);
  // Its file may be the project's, so VS Code asks for the token.
  const vscode = await printed('vscode');
  expect(vscode).not.toContain(token);
  expect(JSON.parse(vscode)).toMatchObject({ servers: { 'binnacle-index': { type: 'http', url } }, inputs: [{ password: true }] });
});
