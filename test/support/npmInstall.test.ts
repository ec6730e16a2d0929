// Installations of other people's programs: whole or not at all, once for everybody.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installed } from './npmInstall.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'binnacle-tools-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

// A package on disk, so that no network is needed.
async function smallPackage(): Promise<string> {
  const folder = join(cache, '.source');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"name":"small","version":"1.0.0"}');
  return folder;
}

test('parallel installations of one tool make one folder and leave no rubbish', async () => {
  const spec = await smallPackage();
  const wanted = { name: 'small', specs: [spec], version: '1.0.0' };
  const folders = await Promise.all([installed(wanted, cache), installed(wanted, cache), installed(wanted, cache)]);
  expect(new Set(folders).size).toBe(1);
  expect(JSON.parse(await readFile(join(folders[0], 'node_modules', 'small', 'package.json'), 'utf8'))).toMatchObject({ name: 'small' });
  expect((await readdir(cache)).sort()).toEqual(['.source', 'small@1.0.0']);
});

test('an installation that fails leaves nothing behind and says what npm said', async () => {
  await expect(installed({ name: 'nothing', specs: [join(cache, 'not-there')], version: '1.0.0' }, cache)).rejects.toThrow(/not-there failed: ./);
  expect(await readdir(cache)).toEqual([]);
});

test('a lock that a dead process left is taken over', async () => {
  const spec = await smallPackage();
  const dead = spawnSync(process.execPath, ['-e', '0']).pid;
  await writeFile(join(cache, 'small@1.0.0.lock'), String(dead));
  const folder = await installed({ name: 'small', specs: [spec], version: '1.0.0' }, cache);
  expect(existsSync(folder)).toBe(true);
});
