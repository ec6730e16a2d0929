// Which daemons are found: living ones of the same build, and never a dead one's file.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { type Instance, instanceFile, liveInstances, preferredInstances, removeInstance, writeInstance, writtenInstances } from './discovery.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'binnacle-state-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const living: Instance = {
  ...ownIdentity(),
  version: '1.0.0',
  build: '1.0.0-a',
  since: '2026-01-01T00:00:00Z',
  url: 'http://127.0.0.1:1',
  port: 1,
  token: 'token',
  key: 'key',
  socket: join(tmpdir(), 'no-such.sock'),
  background: true,
  projects: [],
};
const dead = { ...living, pid: 2 ** 22 + 7, started: 'long ago' };

test('a daemon that lives is found, and only its user may read how to reach it', () => {
  writeInstance(state, living);
  expect(liveInstances(state)).toEqual([living]);
  if (process.platform === 'win32') return;
  expect(statSync(instanceFile(state, living.pid)).mode & 0o777).toBe(0o600);
  expect(statSync(join(state, 'instances')).mode & 0o777).toBe(0o700);
});

test('the file and the socket of a dead daemon are removed', () => {
  const socket = join(state, 'dead.sock');
  writeFileSync(socket, '');
  writeInstance(state, { ...dead, socket });
  expect(liveInstances(state)).toEqual([]);
  expect(existsSync(instanceFile(state, dead.pid))).toBe(false);
  expect(existsSync(socket)).toBe(false);
});

test('a pid that was given out again is not the daemon', () => {
  writeInstance(state, { ...living, started: 'another time' });
  expect(liveInstances(state)).toEqual([]);
});

test('garbage is no daemon', () => {
  mkdirSync(join(state, 'instances'));
  writeFileSync(join(state, 'instances', '99999999.json'), '{"pid":');
  writeFileSync(join(state, 'instances', 'readme.txt'), 'hello');
  expect(writtenInstances(state)).toEqual([]);
  expect(liveInstances(state)).toEqual([]);
  expect(existsSync(join(state, 'instances', '99999999.json'))).toBe(false);
});

test('without a state folder there is no daemon', () => {
  expect(liveInstances(join(state, 'nothing'))).toEqual([]);
});

test('a daemon that ended well leaves no file', () => {
  writeInstance(state, living);
  removeInstance(state, living.pid);
  expect(writtenInstances(state)).toEqual([]);
});

test('a door prefers the writer of its project, then the oldest, and never another build', () => {
  const older = { ...living, pid: 1, since: '2025-01-01T00:00:00Z' };
  const reader = { ...living, pid: 2, projects: [{ path: '/shop', readOnly: true }] };
  const writer = { ...living, pid: 3, projects: [{ path: '/shop' }] };
  const other = { ...writer, pid: 4, build: '1.0.0-b' };
  expect(preferredInstances([reader, living, older, other, writer], '1.0.0-a', '/shop').map(({ pid }) => pid)).toEqual([3, 1, living.pid, 2]);
});
