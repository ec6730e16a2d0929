// Where the state lives on each system, and what is said when it cannot.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationFolder, privateFolder, stateFolder, writePrivateFile } from './folders.ts';
import { localAddress } from './instances/localAddress.ts';
import { keptToken } from './people/token.ts';
import { distrust, isTrusted, trust, trustedFolders } from './people/trust.ts';

test('follows the customs of each system, and XDG wherever it is set', () => {
  expect(stateFolder({ XDG_STATE_HOME: '/x' }, 'linux')).toBe(join('/x', 'binnacle'));
  expect(stateFolder({}, 'linux')).toBe(join(homedir(), '.local', 'state', 'binnacle'));
  expect(stateFolder({}, 'darwin')).toBe(join(homedir(), 'Library', 'Application Support', 'binnacle'));
  expect(stateFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'binnacle'));
  expect(configurationFolder({ XDG_CONFIG_HOME: '/c' }, 'linux')).toBe(join('/c', 'binnacle'));
  expect(configurationFolder({ APPDATA: '/roaming' }, 'win32')).toBe(join('/roaming', 'binnacle'));
});

test('a state folder that cannot be made says which and what to do', () => {
  const base = mkdtempSync(join(tmpdir(), 'binnacle-folders-'));
  writeFileSync(join(base, 'file'), '');
  const unusable = expect.objectContaining({
    code: 'state_folder_unusable',
    message: expect.stringContaining(join(base, 'file')),
    next: expect.stringContaining('XDG_STATE_HOME'),
  });
  expect(() => privateFolder(join(base, 'file', 'state'))).toThrow(unusable);
  expect(() => writePrivateFile(join(base, 'file', 'state', 'a.json'), '')).toThrow(unusable);
  rmSync(base, { recursive: true });
});

test('a socket path never exceeds the limit of the system', () => {
  const base = mkdtempSync(join(tmpdir(), 'binnacle-folders-'));
  expect(localAddress(base, 1)).toContain(process.platform === 'win32' ? 'pipe' : base);
  const long = localAddress(join(base, 'x'.repeat(120)), 1);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(100);
  if (process.platform !== 'win32') {
    expect(statSync(join(long, '..')).mode & 0o777).toBe(0o700);
    rmSync(join(long, '..'), { recursive: true });
  }
  rmSync(base, { recursive: true });
});

test('the token is made once and kept private', () => {
  const state = mkdtempSync(join(tmpdir(), 'binnacle-folders-'));
  const token = keptToken(state);
  expect(token.length).toBeGreaterThanOrEqual(40);
  expect(keptToken(state)).toBe(token);
  if (process.platform !== 'win32') expect(statSync(join(state, 'token')).mode & 0o777).toBe(0o600);
  rmSync(state, { recursive: true });
});

test('trust is given to exactly one folder, and can be taken back', () => {
  const state = mkdtempSync(join(tmpdir(), 'binnacle-folders-'));
  const folder = trust(state, state);
  trust(state, state);
  expect(trustedFolders(state)).toEqual([folder]);
  expect(isTrusted(state, folder)).toBe(true);
  expect(isTrusted(state, join(folder, 'inside'))).toBe(false);
  distrust(state, folder);
  expect(trustedFolders(state)).toEqual([]);
  writeFileSync(join(state, 'trusted.json'), 'garbage');
  expect(() => trustedFolders(state)).toThrow(expect.objectContaining({ code: 'state_folder_unusable' }));
  rmSync(state, { recursive: true });
});
