// A window comes and goes while a daemon has its project open: over real sockets, with real locks, and scripted IDEs at both ends.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownIdentity, startOf } from '../../base/processes/processIdentity.ts';
import { issuerIn } from '../../base/processes/startedFor.ts';
import { build } from '../../base/version.ts';
import { openForwardedIde } from '../../hosts/forwarded/forwardedIde.ts';
import { serveIde } from '../../hosts/forwarded/serveIde.ts';
import { openScriptedIde, ScriptedWorkbench, withoutDoors } from '../../hosts/scripted/scriptedIde.ts';
import type { ScriptedBehaviour } from '../../hosts/scripted/scriptedLanguages.ts';
import type { Project } from '../../ide/ide.ts';
import type { OptionalDoor, WholeIde } from '../../ide/optionalDoors.ts';
import { connected } from '../door/attach.ts';
import { greeting } from '../door/greeting.ts';
import type { DoorHello } from '../door/hello.ts';
import { removeInstance, writeInstance } from '../instances/discovery.ts';
import { localAddress } from '../instances/localAddress.ts';
import { listenLocally } from '../instances/localSocket.ts';
import { liveWindows, removeWindow, type Window, windowFile, writeWindow } from '../instances/windows.ts';
import { DaemonWorkbench } from '../workbench.ts';
import { WindowForDaemons, WindowLocks } from './windowForDaemons.ts';

const signal = new AbortController().signal;
const ON_DISK = '// @file a.run\nlet a = 1\nprint a\n';
const IN_WINDOW = '// @file a.run unsaved\nlet a = 2\nprint a\n';

let folder: string;
let state: string;
let root: string;
let closing: (() => unknown)[];
const lines: string[] = [];
const log = { info: (text: string) => lines.push(text), warn: (text: string) => lines.push(text), error: (text: string) => lines.push(text) };

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'b-')));
  [state, root] = [join(folder, 'state'), join(folder, 'shop')];
  for (const each of [state, root]) mkdirSync(each, { mode: 0o700 });
  closing = [];
  lines.length = 0;
  started.length = 0;
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

// As the scripted IDE has it, in a folder that is there.
function ideAt(project: Project, source: string, script: ScriptedBehaviour): WholeIde {
  const ide = openScriptedIde(source, script, root.slice(1));
  return { ...ide, project };
}

// Where a program was started.
const started: string[] = [];
const commands = (where: string): ScriptedBehaviour => ({ commands: { build: { exitCode: 0 } }, onQuestion: () => started.push(where) });

async function openDaemon(): Promise<DaemonWorkbench> {
  const identity = {
    ...ownIdentity(),
    version: '1',
    build,
    since: '2026-01-01T00:00:00Z',
    url: '',
    port: 1,
    key: 'key',
    socket: '',
    background: true,
    projects: [],
  };
  writeInstance(state, identity);
  const workbench = new DaemonWorkbench({
    state,
    log,
    openIde: async (project) => ideAt(project, ON_DISK, commands('here')),
    forward: ({ socket, ...connection }) => openForwardedIde({ ...connection, input: socket, output: socket }),
    onChange: () => {},
  });
  closing.push(() => workbench.closeAll());
  workbench.lookForWindows();
  return workbench;
}

interface OpenedWindow {
  readonly address: string;
  announce(): void;
  readonly locks: WindowLocks;
  close(): Promise<void>;
}

async function openWindow(
  options: { theirBuild?: string; script?: ScriptedBehaviour; source?: string; missing?: readonly OptionalDoor[] } = {},
): Promise<OpenedWindow> {
  const { theirBuild = build, script, source = IN_WINDOW, missing = [] } = options;
  const locks = new WindowLocks(state);
  const project: Project = {
    name: 'shop',
    path: root,
    uri: `file://${root}`,
    trusted: true,
    get readOnly() {
      return locks.heldByAnother(root);
    },
  };
  const workbench = new ScriptedWorkbench([withoutDoors(ideAt(project, source, script ?? commands('there')), missing)]);
  const daemons = new WindowForDaemons({
    state,
    log,
    workbench,
    locks,
    serve: (ide, { socket, ...connection }) => serveIde(ide, { ...connection, input: socket, output: socket }),
  });
  const address = localAddress(state, process.pid);
  const local = await listenLocally({ address, key: 'window key', accept: (hello, socket) => void daemons.take(hello, socket) });
  // Of several windows in this process the last one that announces itself is found.
  const announce = () =>
    writeWindow(state, {
      ...ownIdentity(),
      version: '1',
      build: theirBuild,
      since: new Date().toISOString(),
      url: '',
      port: 1,
      token: 'agents',
      key: 'window key',
      socket: address,
      projects: [root],
    });
  announce();
  const close = async () => {
    removeWindow(state, process.pid);
    daemons[Symbol.dispose]();
    await local.close();
    locks[Symbol.dispose]();
  };
  closing.push(close);
  return { address, announce, locks, close };
}

const served = (workbench: DaemonWorkbench) => vi.waitFor(() => expect(workbench.ide(root)?.project.window?.pid).toBe(process.pid), { timeout: 20_000 });
const headless = (workbench: DaemonWorkbench) => vi.waitFor(() => expect(workbench.ide(root)?.project.window).toBeUndefined(), { timeout: 20_000 });
const textSeen = async (workbench: DaemonWorkbench) => (await workbench.ide(root)?.documents.read(`file://${root}/a.run`, signal))?.text.split('\n')[0];

test('agents see what is typed in a window that comes, and the disk again when it has gone; one of the two writes', async () => {
  const daemon = await openDaemon();
  const own = await daemon.open(root, { trusted: true });
  expect(await textSeen(daemon)).toBe('let a = 1');
  expect(own.project.readOnly).toBeUndefined();
  const window = await openWindow();
  await served(daemon);
  expect(await textSeen(daemon)).toBe('let a = 2');
  expect(daemon.projects()[0]?.readOnly).toBeUndefined();
  // The right to write is the window's, and who still has the other IDE hears so.
  expect(window.locks.heldByAnother(root)).toBeUndefined();
  expect(own.project.readOnly).toMatchObject({ ownerPid: process.pid, waitsFor: expect.stringContaining('VS Code window') });
  await window.close();
  await headless(daemon);
  expect(await textSeen(daemon)).toBe('let a = 1');
  expect(daemon.ide(root)).toBe(own);
  expect(own.project.readOnly).toBeUndefined();
});

test('the first call of a daemon that starts beside a window is the window’s already', async () => {
  await openWindow();
  const daemon = await openDaemon();
  const ide = await daemon.open(root, { trusted: true });
  expect(ide.project.window).toEqual({ pid: process.pid });
});

test('what runs when the window closes ends with a clear answer, and the next call goes on without it', async () => {
  const daemon = await openDaemon();
  const window = await openWindow({ script: { delay: Number.POSITIVE_INFINITY } });
  const ide = await daemon.open(root, { trusted: true });
  const hanging = ide.languages.hover({ uri: `file://${root}/a.run`, position: { line: 0, character: 4 } }, signal);
  await window.close();
  await expect(hanging).rejects.toMatchObject({ code: 'window_closed', next: expect.stringContaining('Call again') });
  await headless(daemon);
  expect(await daemon.ide(root)?.languages.status()).toBeDefined();
});

test('breakpoints and watches are the same in the window, and after it has closed', async () => {
  const daemon = await openDaemon();
  const own = await daemon.open(root, { trusted: true });
  const line = (at: number) => ({ kind: 'line' as const, uri: `file://${root}/a.run`, line: at, enabled: true, temporary: false });
  await own.debugging?.breakpoints.set(line(0), signal);
  await own.debugging?.watches.add('a', signal);
  const window = await openWindow();
  await served(daemon);
  const there = daemon.ide(root)?.debugging;
  const [first] = (await there?.breakpoints.list(signal)) ?? [];
  expect(first).toMatchObject(line(0));
  expect(await there?.watches.list(signal)).toMatchObject([{ expression: 'a' }]);
  await there?.breakpoints.set(line(1), signal);
  await there?.breakpoints.remove(first?.id ?? '', signal);
  await vi.waitFor(async () => expect(await own.debugging?.breakpoints.list(signal)).toMatchObject([line(1)]), { timeout: 20_000 });
  await window.close();
  await headless(daemon);
  expect(await daemon.ide(root)?.debugging?.breakpoints.list(signal)).toMatchObject([line(1)]);
  expect(await daemon.ide(root)?.debugging?.watches.list(signal)).toMatchObject([{ expression: 'a' }]);
});

test('a window of another version is not worked through; while it writes, the project is read-only here and says so', async () => {
  const daemon = await openDaemon();
  const window = await openWindow({ theirBuild: 'older' });
  expect(window.locks.heldByAnother(root)).toBeUndefined();
  const ide = await daemon.open(root, { trusted: true });
  expect(ide.project.window).toBeUndefined();
  expect(ide.project.readOnly).toEqual({ ownerPid: process.pid });
  expect(lines.join('\n')).toContain('another Binnacle');
});

test('a window that cannot write serves nobody, and the daemon goes on writing', async () => {
  await openWindow({ missing: ['changes'] });
  const daemon = await openDaemon();
  const ide = await daemon.open(root, { trusted: true });
  expect(ide.project.window).toBeUndefined();
  expect(ide.project.readOnly).toBeUndefined();
});

test('of two windows the one that has the right to write serves, and when it closes the other', async () => {
  const daemon = await openDaemon();
  await daemon.open(root, { trusted: true });
  const first = await openWindow();
  await served(daemon);
  const second = await openWindow({ source: '// @file a.run unsaved\nlet a = 3\n' });
  expect(second.locks.heldByAnother(root)).toEqual({ ownerPid: process.pid });
  expect(await textSeen(daemon)).toBe('let a = 2');
  await first.close();
  second.announce();
  await vi.waitFor(async () => expect(await textSeen(daemon)).toBe('let a = 3'), { timeout: 20_000 });
  expect(second.locks.heldByAnother(root)).toBeUndefined();
});

test('where nothing may be executed, nothing is executed in a window either', async () => {
  await openWindow();
  const daemon = await openDaemon();
  const ide = await daemon.open(root, { trusted: false });
  expect(ide.project).toMatchObject({ trusted: false, window: { pid: process.pid } });
  expect(await textSeen(daemon)).toBe('let a = 2');
  // Of this process's own IDE, which knows that nobody has trusted the project.
  expect(await ide.running?.configurations(signal)).toBeDefined();
  expect(started).toEqual([]);
  await ide.running?.start({ title: 'build', command: { line: 'build' }, owner: undefined }, signal);
  expect(started).toEqual(['here']);
});

test('only the daemon of this user gets the IDE of a window', async () => {
  const { address } = await openWindow();
  const greet = async (hello: Partial<DoorHello>) => {
    const socket = await connected(address);
    socket?.write(`${JSON.stringify({ ...greeting('window key'), control: 'ide', project: root, ...hello })}\n`);
    const answer = await new Promise<string>((resolve) => socket?.once('data', (chunk: Buffer) => resolve(chunk.toString())));
    socket?.destroy();
    return answer;
  };
  // The token of agents, which the same file holds, is no key; nor is any other word.
  expect(await greet({ key: 'agents' })).toContain('The key is not that of this daemon');
  expect(await greet({ control: 'status' })).toContain('Only the daemon');
  // Whoever is no daemon, although it has read the private file.
  expect(await greet({})).toContain('Only the daemon of its user');
  await openDaemon();
  expect(await greet({ build: 'older' })).toContain('with the same version');
  expect(await greet({ project: join(folder, 'elsewhere') })).toContain('It has not opened');
  expect(await greet({ pid: 2 ** 22 + 7 })).toContain('Only the daemon of its user');
  // A program that an agent runs, although it announces itself as a daemon.
  expect(await greet({ startedFor: `agent:${issuerIn(state)}` })).toContain('Only the daemon of its user');
  expect(await greet({})).toContain('"ide"');
  removeInstance(state, process.pid);
});

describe.skipIf(process.platform !== 'linux')('what an agent has started', () => {
  // It says nothing of its mark itself.
  const marked = () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: { ...process.env, BINNACLE_STARTED_FOR: `agent:${issuerIn(state)}` } });
    closing.push(() => child.kill('SIGKILL'));
    const { pid } = child;
    if (pid === undefined) throw new TypeError('it does not run');
    return { pid, started: startOf(pid) ?? 'unknown' };
  };

  test('gets no IDE of a window, although it announces itself as a daemon', async () => {
    const { address } = await openWindow();
    const program = marked();
    writeInstance(state, {
      ...program,
      version: '1',
      build,
      since: '2026-01-01T00:00:00Z',
      url: '',
      port: 1,
      key: 'key',
      socket: '',
      background: true,
      projects: [],
    });
    const socket = await connected(address);
    socket?.write(`${JSON.stringify({ ...greeting('window key'), control: 'ide', project: root, pid: program.pid })}\n`);
    const answer = await new Promise<string>((resolve) => socket?.once('data', (chunk: Buffer) => resolve(chunk.toString())));
    expect(answer).toContain('Only the daemon of its user');
    removeInstance(state, program.pid);
  });

  test('is no window that the daemon works through', async () => {
    const { address } = await openWindow();
    removeWindow(state, process.pid);
    announce({ ...marked(), socket: address });
    const daemon = await openDaemon();
    expect((await daemon.open(root, { trusted: true })).project.window).toBeUndefined();
    expect(await textSeen(daemon)).toBe('let a = 1');
    expect(lines.join('\n')).toContain('an agent started it');
  });
});

test.skipIf(process.platform === 'win32')('an announcement that somebody else could have written is none', async () => {
  await openWindow();
  const file = windowFile(state, process.pid);
  chmodSync(file, 0o622);
  expect(liveWindows(state)).toEqual([]);
  chmodSync(file, 0o600);
  expect(liveWindows(state)).toHaveLength(1);
  // Only root can give a file to somebody else.
  if (process.getuid?.() === 0) {
    chownSync(file, 65_534, 65_534);
    expect(liveWindows(state)).toEqual([]);
  }
  const daemon = await openDaemon();
  if (process.getuid?.() === 0) expect((await daemon.open(root, { trusted: true })).project.window).toBeUndefined();
});

test.each([
  ['text that is no message', 'GET / HTTP/1.1\r\n\r\n'],
  ['a message without an end', 'Content-Length: 999999999999\r\n\r\n{'],
  ['messages that nobody understands', framed({ jsonrpc: '2.0', id: 1, method: 'call', params: [{ target: '__proto__', member: 'constructor' }] })],
  ['answers to what was never asked', framed({ jsonrpc: '2.0', id: 77, result: { doors: { changes: {} } } })],
])('garbage on the socket of a window costs that connection at most: %s', async (_, garbage) => {
  const { address } = await openWindow();
  const daemon = await openDaemon();
  await daemon.open(root, { trusted: true });
  await served(daemon);
  const socket = await connected(address);
  socket?.on('error', () => socket.destroy());
  socket?.write(`${JSON.stringify({ ...greeting('window key'), control: 'ide', project: root })}\n`);
  await new Promise((resolve) => socket?.once('data', resolve));
  socket?.write(garbage);
  socket?.write(garbage);
  expect(await textSeen(daemon)).toBe('let a = 2');
  socket?.destroy();
  expect(await textSeen(daemon)).toBe('let a = 2');
});

test.each([
  ['no answer to the greeting', 'hello\n'],
  ['text instead of messages', '{"binnacle":"ide"}\nHTTP/1.1 200 OK\r\n\r\n'],
  ['a shape that is none', `{"binnacle":"ide"}\n${framed({ jsonrpc: '2.0', id: 0, result: { doors: [] } })}`],
])('what announces itself as a window and says garbage serves nobody: %s', async (_, said) => {
  const address = localAddress(state, process.pid);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(said));
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  announce({ ...ownIdentity(), socket: address });
  const daemon = await openDaemon();
  expect((await daemon.open(root, { trusted: true })).project.window).toBeUndefined();
  await daemon.ide(root)?.documents.read(`file://${root}/a.run`, signal);
  expect(await textSeen(daemon)).toBe('let a = 1');
  expect(daemon.projects()[0]?.readOnly).toBeUndefined();
});

function announce(window: Pick<Window, 'pid' | 'started' | 'socket'>): void {
  writeWindow(state, { ...window, version: '1', build, since: new Date().toISOString(), key: 'window key', projects: [root] });
}

function framed(message: object): string {
  const body = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
