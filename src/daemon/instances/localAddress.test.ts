// Whether the socket of a daemon lies in a folder of its own, also where others were first.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localAddress } from './localAddress.ts';

let shared: string;
beforeEach(() => {
  shared = realpathSync(mkdtempSync(join(tmpdir(), 'b-')));
  vi.stubEnv('XDG_RUNTIME_DIR', shared);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(shared, { recursive: true, force: true });
});

// Too long for a socket, so that the shared folder is taken.
const state = () => join(shared, 'x'.repeat(90));

test.skipIf(process.platform === 'win32')('a link that somebody laid in its place is not followed', () => {
  const usual = dirname(localAddress(state(), 1));
  rmSync(usual, { recursive: true });
  const theirs = join(shared, 'theirs');
  mkdirSync(theirs);
  symlinkSync(theirs, usual);
  const own = dirname(localAddress(state(), 1));
  expect(realpathSync(own)).not.toBe(theirs);
  expect(lstatSync(own).isDirectory()).toBe(true);
  expect(lstatSync(own).mode & 0o777).toBe(0o700);
});

test.skipIf(process.platform === 'win32')('a folder of ours that others can look into is closed', () => {
  const usual = dirname(localAddress(state(), 1));
  chmodSync(usual, 0o777);
  expect(dirname(localAddress(state(), 1))).toBe(usual);
  expect(lstatSync(usual).mode & 0o777).toBe(0o700);
});

// Only root can make a folder of somebody else.
test.skipIf(process.getuid?.() !== 0)('a folder of somebody else is not used', async () => {
  const { chownSync } = await import('node:fs');
  const usual = dirname(localAddress(state(), 1));
  chownSync(usual, 4711, 4711);
  expect(dirname(localAddress(state(), 1))).not.toBe(usual);
});
