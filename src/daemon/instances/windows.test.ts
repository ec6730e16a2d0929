// A window is announced to its user alone, and believed only while its process lives.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { liveInstances } from './discovery.ts';
import { liveWindows, removeWindow, type Window, windowFile, writeWindow } from './windows.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'binnacle-windows-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

function window(more: Partial<Window> = {}): Window {
  const address = { url: 'http://127.0.0.1:1', port: 1, token: 'secret', key: 'key', socket: '/window.sock' };
  return { ...ownIdentity(), version: '0.1.0', build: 'test', since: '2026-11-15T00:00:00.000Z', ...address, projects: ['/shop'], ...more };
}

test('a window is found with what is needed to reach it, until it is removed', () => {
  writeWindow(state, window());
  expect(liveWindows(state)).toEqual([window()]);
  removeWindow(state, process.pid);
  expect(liveWindows(state)).toEqual([]);
});

test('only its user can read it', () => {
  writeWindow(state, window());
  if (process.platform !== 'win32') expect(statSync(windowFile(state, process.pid)).mode & 0o777).toBe(0o600);
});

test('a window is no daemon: no door attaches to it, and `stop` leaves it alone', () => {
  writeWindow(state, window());
  expect(liveInstances(state)).toEqual([]);
});

test('the file of a dead process is removed; a file that is not JSON is left alone', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  writeWindow(state, window({ pid, started: 'long ago' }));
  writeFileSync(join(state, 'windows', '1.json'), 'not JSON');
  expect(liveWindows(state)).toEqual([]);
  expect(readdirSync(join(state, 'windows'))).toEqual(['1.json']);
});

test('without any window there is none', () => {
  expect(liveWindows(state)).toEqual([]);
});
