// Whoever wants to be the claude command of this person, or to have the token that it is given: pages, other users, agents, and what they leave in its folders.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { attempt, connect, type IdeLock, lockFolderOf, locksIn, namesIn, withToken } from '../support/ideClient.ts';
import { serveProject } from '../support/servedProject.ts';

const Ready = z.object({ url: z.string(), token: z.string() });
const ANOTHER_USER = 12_345;
let home: Home;
let shop: string;
let daemon: ChildProcess;
let ready: z.infer<typeof Ready>;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  await start();
});
afterAll(() => home[Symbol.asyncDispose]());

async function start(): Promise<void> {
  daemon = spawn(process.execPath, [binnacle, 'serve', '--project', shop, '--port', '0', '--json'], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: daemon.stdout ?? process.stdin }), 'line');
  ready = Ready.parse(JSON.parse(String(line)));
}

async function end(): Promise<void> {
  const ended = once(daemon, 'exit');
  daemon.kill('SIGTERM');
  await ended;
}

function lock(): IdeLock {
  const [found] = locksIn(lockFolderOf(home));
  if (found === undefined) throw new Error('there is no lock');
  return found;
}

test.each([
  ['no token', {}],
  ['a wrong one', { 'x-claude-code-ide-authorization': 'wrong' }],
  ['one that begins like it', () => ({ 'x-claude-code-ide-authorization': `${lock().authToken}x` })],
  ['an empty one', { 'x-claude-code-ide-authorization': '' }],
  ['the token of agents, as ours', () => ({ authorization: `Bearer ${ready.token}` })],
  ['the token of agents, as its own', () => ({ 'x-claude-code-ide-authorization': ready.token })],
  ['its token, as ours', () => ({ authorization: `Bearer ${lock().authToken}` })],
])('%s: closed after the upgrade with 1008, and served nothing', async (_, given) => {
  const headers = typeof given === 'function' ? given() : given;
  for (const path of ['/', '/mcp']) expect(await attempt({ port: lock().port, path, headers })).toEqual({ kind: 'closed', code: 1008, heard: [] });
});

test('its token opens nothing in the URL, and nothing where agents are served', async () => {
  const { port, authToken } = lock();
  expect(await attempt({ port, path: `/?token=${authToken}` })).toMatchObject({ kind: 'closed', code: 1008 });
  const main = Number(new URL(ready.url).port);
  for (const headers of [{ authorization: `Bearer ${authToken}` }, withToken(authToken).headers])
    for (const path of ['/', '/mcp']) expect(await attempt({ port: main, path, headers })).toMatchObject({ kind: 'status', status: 401 });
  const asked = await fetch(`${ready.url}/mcp`, { method: 'POST', headers: { authorization: `Bearer ${authToken}` }, body: '{}' });
  expect(asked.status).toBe(401);
});

test.each([
  ['a page of the world', { origin: 'https://example.com' }],
  ['a page of this machine', { origin: 'http://localhost:3000' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['a name that was rebound', { host: 'rebound.example.com' }],
])('%s is refused before the upgrade, also with the token', async (_, headers) => {
  const { port, authToken } = lock();
  for (const path of ['/', '/mcp', '/elsewhere'])
    expect(await attempt({ port, path, headers: { ...headers, ...withToken(authToken).headers } })).toMatchObject({ kind: 'status', status: 403 });
  expect(await plain(port, '/', headers)).toBe(403);
});

test('plain requests and other paths get a short no', async () => {
  const { port, authToken } = lock();
  expect(await plain(port, '/', {})).toBe(426);
  expect(await plain(port, '/mcp', withToken(authToken).headers)).toBe(426);
  expect(await plain(port, '/index-mcp', withToken(authToken).headers)).toBe(404);
  expect(await attempt({ port, path: '/index-mcp', ...withToken(authToken) })).toMatchObject({ kind: 'status', status: 404 });
});

test('many without the token take no place of those who have it', async () => {
  const { port } = lock();
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => attempt({ port })));
  expect(outcomes.every((outcome) => (outcome.kind === 'closed' && outcome.code === 1008) || (outcome.kind === 'status' && outcome.status === 503))).toBe(true);
  using client = await connect(lock());
  expect((await client.request('ping')).result).toEqual({});
});

test('a message over the bound is answered by its id, and the next one too', async () => {
  using client = await connect(lock());
  const huge = await client.request('tools/call', { name: 'openDiff', arguments: { new_file_contents: 'x'.repeat(5_000_000) } });
  expect(huge.error).toMatchObject({ code: -32600, message: expect.stringContaining('nothing was done') });
  expect((await client.request('ping')).result).toEqual({});
});

test('the token is in no file but the lock files and the private state, and in no answer', async () => {
  using client = await connect(lock());
  await client.request('tools/list');
  await client.request('tools/call', { name: 'nothing of this name', arguments: {} });
  const { authToken } = lock();
  const state = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle');
  const holding = filesBelow(state).filter((file) => readFileSync(file, 'utf8').includes(authToken));
  expect(holding.map((file) => file.slice(state.length + 1).replace(/\/.*/, ''))).toEqual(['companions']);
  expect(holding.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  expect(filesBelow(shop).filter((file) => readFileSync(file, 'utf8').includes(authToken))).toEqual([]);
  for (const words of [['status'], ['status', '--json'], ['connections', '--json'], ['history', '--json', '--requests']]) {
    const { stdout, stderr } = await run([process.execPath, binnacle, ...words], { environment: home.environment, bound: seconds(60) });
    expect(stdout + stderr, words.join(' ')).not.toContain(authToken);
  }
});

test('a link in the place of the lock is replaced, not followed', async () => {
  const { file, port } = lock();
  await end();
  const precious = join(home.folder, 'precious');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, file);
  mkdirSync(join(home.folder, '.claude-code'), { recursive: true });
  symlinkSync(precious, join(home.folder, '.claude-code', `${port}.json`));
  await start();
  // It comes back where it was, so that a command that has lost it finds it.
  expect(lock().port).toBe(port);
  for (const each of [file, join(home.folder, '.claude-code', `${port}.json`)]) expect(lstatSync(each).isFile()).toBe(true);
  expect(readFileSync(precious, 'utf8')).toBe('precious');
});

test.skipIf(process.getuid?.() !== 0)('a link that another user has placed gets no lock, and costs one warning', async () => {
  await using other = await temporaryHome();
  const [project, theirs] = [await shopIn(other), join(other.folder, 'theirs')];
  mkdirSync(theirs);
  mkdirSync(join(other.folder, '.claude'));
  symlinkSync(theirs, lockFolderOf(other));
  lchownSync(lockFolderOf(other), ANOTHER_USER, ANOTHER_USER);
  await using _ = await serveProject(other, project);
  expect(namesIn(theirs)).toEqual([]);
  const logs = filesBelow(join(other.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'logs')).map((file) => readFileSync(file, 'utf8'));
  expect(logs.join('').match(/is a link of another user/g)).toHaveLength(1);
});

test('a program that an agent runs gets no port by binnacle claude', async () => {
  await using agent = await Agent.connected(home, shop);
  const text = textOf(await agent.call('run_command', { command: `PATH=${fakeClaude()}:$PATH ${process.execPath} ${binnacle} claude` }));
  expect(text).toContain('is for a person');
  expect(text).not.toContain('the command ran');
});

function fakeClaude(): string {
  const folder = join(home.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'claude'), '#!/bin/sh\necho the command ran\n', { mode: 0o755 });
  return folder;
}

function plain(port: number, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}
