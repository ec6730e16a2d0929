// The IDE that Claude Code finds by a lock file: which folders have one, when, where and for how long, and binnacle claude. With the built program.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent } from '../faults/agent.ts';
import { eventually, shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { attempt, connect, type IdeLock, lockFolderOf, locksIn, namesIn, withToken } from '../support/ideClient.ts';

const Ready = z.object({ url: z.string(), pid: z.number() });
let home: Home;
let shop: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await home[Symbol.asyncDispose]();
});

interface Served {
  readonly pid: number;
  end(signal?: NodeJS.Signals): Promise<void>;
}

async function serve(projects: readonly string[], variables: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [binnacle, 'serve', ...projects.flatMap((path) => ['--project', path]), '--port', '0', '--json'], {
    env: { ...home.environment, ...variables },
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
  return { pid: Ready.parse(JSON.parse(String(line))).pid, end };
}

function type(...words: readonly string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment: home.environment, folder: home.folder, bound: seconds(60) });
}

function locks(): readonly IdeLock[] {
  return locksIn(lockFolderOf(home));
}

function onlyLock(): IdeLock {
  const [lock, ...more] = locks();
  if (lock === undefined || more.length > 0) throw new Error(`there is not one lock: ${JSON.stringify(locks())}`);
  return lock;
}

function ours(): readonly string[] {
  return locks().flatMap(({ ideName, workspaceFolders }) => (ideName === 'Binnacle' ? workspaceFolders : []));
}

function folderNamed(name: string): string {
  const folder = join(home.folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  return folder;
}

// Another IDE as the command sees it: a lock whose process is there.
function otherIde(project: string, { port = 1, folder = lockFolderOf(home) } = {}): { readonly file: string; readonly child: ChildProcess } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  const file = join(folder, `${port}.lock`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ pid: child.pid, workspaceFolders: [project], ideName: 'Visual Studio Code', transport: 'ws', authToken: 'theirs' }));
  return { file, child };
}

function logText(): string {
  const folder = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'logs');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

test('a served project has a lock that only its person can read, and nothing is left of it afterwards', async () => {
  const served = await serve([shop]);
  const lock = onlyLock();
  expect(lock).toMatchObject({ pid: served.pid, workspaceFolders: [shop], ideName: 'Binnacle', transport: 'ws' });
  expect(lock.authToken.length).toBeGreaterThan(30);
  const older = join(home.folder, '.claude-code', `${lock.port}.json`);
  expect(JSON.parse(readFileSync(older, 'utf8'))).toEqual({ port: lock.port, authToken: lock.authToken, projectPath: shop });
  for (const file of [lock.file, older]) expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const folder of [lockFolderOf(home), join(home.folder, '.claude-code')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(existsSync(join(shop, '.claude-code'))).toBe(false);
  const shown = await type('status');
  expect(shown.stdout).toContain(`Claude Code finds it as its IDE, port ${lock.port}`);
  expect((await type('status', '--json')).stdout).toContain(`"agent":"claude","port":${lock.port}`);
  using client = await connect(lock);
  expect(client.protocol).toBe('mcp');
  const plain = await attempt({ port: lock.port, protocols: [], ...withToken(lock.authToken) });
  if (plain.kind !== 'open') throw new Error('a client without a subprotocol was not served');
  expect(plain.client.protocol).toBe('');
  plain.client[Symbol.dispose]();
  await served.end();
  await client.closed;
  expect(namesIn(lockFolderOf(home))).toEqual([]);
  expect(namesIn(join(home.folder, '.claude-code'))).toEqual([]);
});

test('a daemon that was killed leaves nothing to the next one, whoever has its pid by then, and that one is found where the first was', async () => {
  const first = await serve([shop]);
  const lock = onlyLock();
  await first.end('SIGKILL');
  expect(namesIn(lockFolderOf(home))).toEqual([`${lock.port}.lock`]);
  // The system gave the pid to somebody else; and a lock of a Binnacle whose state is gone.
  const { child, file } = otherIde(join(home.folder, 'elsewhere'), { port: 2 });
  writeFileSync(lock.file, readFileSync(lock.file, 'utf8').replace(`"pid":${first.pid}`, `"pid":${child.pid}`));
  const forgotten = join(lockFolderOf(home), '3.lock');
  writeFileSync(forgotten, JSON.stringify({ pid: child.pid, workspaceFolders: [shop], ideName: 'Binnacle', transport: 'ws', authToken: 'forgotten' }));
  const dead = join(lockFolderOf(home), '4.lock');
  writeFileSync(dead, JSON.stringify({ pid: 99_999_999, workspaceFolders: [shop], ideName: 'Another IDE', transport: 'ws', authToken: 'dead' }));
  const second = await serve([shop]);
  expect(namesIn(lockFolderOf(home)).toSorted()).toEqual(['2.lock', '4.lock', `${lock.port}.lock`].toSorted());
  expect(JSON.parse(readFileSync(lock.file, 'utf8'))).toMatchObject({ pid: second.pid, authToken: lock.authToken });
  expect(namesIn(join(home.folder, '.claude-code'))).toEqual([`${lock.port}.json`]);
  // A command that has lost its connection comes back with what it knows.
  using _ = await connect(lock);
  expect(existsSync(file)).toBe(true);
});

test('where somebody else has taken the port meanwhile, it has another port and another token', async () => {
  const first = await serve([shop]);
  const lock = onlyLock();
  await first.end();
  const squatter = spawn(process.execPath, ['-e', `require('node:http').createServer().listen(${lock.port}, '127.0.0.1', () => console.log('up'))`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(squatter);
  await once(squatter.stdout, 'data');
  await serve([shop]);
  expect(onlyLock().port).not.toBe(lock.port);
  expect(onlyLock().authToken).not.toBe(lock.authToken);
});

test('while another IDE has the folder there is no lock of ours, and the setting decides otherwise at once', async () => {
  mkdirSync(lockFolderOf(home), { recursive: true });
  await serve([shop]);
  expect(ours()).toEqual([shop]);
  using client = await connect(onlyLock());
  const { file, child } = otherIde(home.folder);
  const theirs = readFileSync(file, 'utf8');
  await eventually(
    () => ours().length === 0,
    () => 'ours goes',
  );
  expect(namesIn(join(home.folder, '.claude-code'))).toEqual([]);
  // Who is connected stays.
  expect((await client.request('ping')).result).toEqual({});
  await type('settings', 'set', 'claudeIde', 'always');
  await eventually(
    () => ours().includes(shop),
    () => 'ours is there beside it',
  );
  await type('settings', 'set', 'claudeIde', 'off');
  await eventually(
    () => ours().length === 0,
    () => 'ours is off',
  );
  await client.closed;
  await type('settings', 'reset', 'claudeIde');
  // It crashes, and leaves its lock.
  child.kill('SIGKILL');
  await eventually(
    () => ours().includes(shop),
    () => 'ours comes back',
  );
  expect(readFileSync(file, 'utf8')).toBe(theirs);
});

test('of folders in folders the outermost has the lock, so that a command finds exactly one; other projects have their own, and calls go to them', async () => {
  const [inner, library] = [join(shop, 'packages', 'inner'), folderNamed('library')];
  mkdirSync(inner, { recursive: true });
  await serve([inner, shop, library]);
  expect(ours().toSorted()).toEqual([library, shop].toSorted());
  for (const lock of locks()) {
    using client = await connect(lock);
    const answer = await client.request('tools/call', { name: 'getWorkspaceFolders', arguments: {} });
    expect(JSON.stringify(answer.result)).toContain(`file://${lock.workspaceFolders[0]}`);
    const { stdout } = await type('connections', '--json');
    const roots = z.array(z.looseObject({ root: z.string().optional() })).parse(JSON.parse(stdout));
    expect(roots.map(({ root }) => root)).toEqual(lock.workspaceFolders);
  }
});

test('of two daemons the one that may write has the lock, and the other after it', async () => {
  const first = await serve([shop]);
  const second = await serve([shop]);
  expect(onlyLock().pid).toBe(first.pid);
  await first.end();
  await eventually(
    () => locks()[0]?.pid === second.pid,
    () => 'the other has it',
  );
});

test('what no person trusts has none', async () => {
  await serve([shop]);
  const untrusted = folderNamed('untrusted');
  await using agent = await Agent.connected(home, shop);
  await agent.call('open_project', { path: untrusted });
  expect((await type('status', '--json')).stdout).toContain(untrusted);
  expect(ours()).toEqual([shop]);
});

test('a home that cannot be written to costs one warning, and no more', async () => {
  writeFileSync(join(home.folder, '.claude'), '');
  writeFileSync(join(home.folder, '.claude-code'), '');
  await serve([shop]);
  expect((await type('status')).stdout).not.toContain('as its IDE');
  expect((await type('call', 'list_projects', '--project', shop)).code).toBe(0);
  expect(logText().match(/could not be written/g)).toHaveLength(1);
});

test('where CLAUDE_CONFIG_DIR is set, the lock lies where every command looks, and locks of others are seen there', async () => {
  const named = join(home.folder, 'named');
  await serve([shop], { CLAUDE_CONFIG_DIR: named });
  expect(ours()).toEqual([shop]);
  // The command counts a lock that lies in both places as two, and connects to none.
  expect(existsSync(join(named, 'ide'))).toBe(false);
  otherIde(shop, { folder: join(named, 'ide') });
  await eventually(
    () => ours().length === 0,
    () => 'ours goes',
  );
});

test('a daemon in the background learns from its agents where the command keeps its files', async () => {
  const named = join(home.folder, 'named');
  otherIde(shop, { folder: join(named, 'ide') });
  {
    await using agent = await Agent.connected(home, shop);
    await agent.call('list_projects', {});
    await eventually(
      () => ours().includes(shop),
      () => 'ours is there',
    );
  }
  await using agent = new Agent(home, { folder: shop, environment: { CLAUDE_CONFIG_DIR: named } });
  await agent.initialize();
  await eventually(
    () => ours().length === 0,
    () => 'ours goes',
  );
});

test('binnacle claude starts the command with the port of this folder, whatever the setting says, and passes everything on', async () => {
  await type('settings', 'set', 'claudeIde', 'off');
  const folder = commandThat(`
    const lock = JSON.parse(require('node:fs').readFileSync(process.env.HOME + '/.claude/ide/' + process.env.CLAUDE_CODE_SSE_PORT + '.lock', 'utf8'));
    console.log(JSON.stringify({ words: process.argv.slice(2), lock, environment: process.env }));
    process.exitCode = 7;`);
  const environment = { ...home.environment, PATH: `${folder}:${process.env['PATH']}`, no_proxy: 'example.com', CART: 'full' };
  const words = ['-p', 'two words', '--', '--help', '', '$HOME "quoted"'];
  const { code, stdout, stderr } = await run([process.execPath, binnacle, 'claude', ...words], { environment, folder: shop, bound: seconds(60) });
  expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
  const started = z.object({ words: z.array(z.string()), lock: z.looseObject({}), environment: z.record(z.string(), z.string()) }).parse(JSON.parse(stdout));
  expect(started.words).toEqual(words);
  // In nobody's way: only who was given the port finds it.
  expect(started.lock).toMatchObject({ ideName: 'Binnacle', workspaceFolders: [], authToken: expect.any(String) });
  const proxies = 'example.com,localhost,127.0.0.1,::1';
  expect(started.environment).toMatchObject({ ENABLE_IDE_INTEGRATION: 'true', no_proxy: proxies, NO_PROXY: proxies, CART: 'full' });
  await eventually(
    () => locks().length === 0,
    () => 'the lock goes with the command',
  );
});

test('binnacle claude passes signals on, ends by them, and holds its IDE through the death of the daemon', async () => {
  const folder = commandThat(`
    process.on('SIGTERM', () => { console.log('terminated'); process.exit(3); });
    console.log(process.env.CLAUDE_CODE_SSE_PORT);
    setInterval(() => {}, 1000);`);
  const child = spawn(process.execPath, [binnacle, 'claude'], {
    env: { ...home.environment, PATH: `${folder}:${process.env['PATH']}` },
    cwd: shop,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = Number((await lines.next()).value);
  const lock = onlyLock();
  expect(lock).toMatchObject({ port, workspaceFolders: [shop] });
  process.kill(lock.pid, 'SIGKILL');
  await eventually(
    () => locks().some(({ pid }) => pid !== lock.pid),
    () => 'another daemon is there',
  );
  expect(onlyLock()).toMatchObject({ port, authToken: lock.authToken });
  using _ = await connect(lock);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await lines.next()).value).toBe('terminated');
  expect(await ended).toEqual([3, null]);
});

test('binnacle claude says what to do where the command is not installed', async () => {
  const { code, stderr } = await run([process.execPath, binnacle, 'claude', '--continue'], {
    environment: { ...home.environment, PATH: '/nowhere' },
    folder: shop,
    bound: seconds(60),
  });
  expect(code).toBe(1);
  // command_not_found
  expect(stderr).toContain('npm install -g @anthropic-ai/claude-code');
});

// The folder of a command of that name, which does this.
function commandThat(does: string): string {
  const folder = join(home.folder, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'claude'), `#!${process.execPath}\n${does}`, { mode: 0o755 });
  return folder;
}
