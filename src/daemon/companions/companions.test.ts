// Which projects Claude Code finds, beside the locks of other IDEs and of other Binnacles.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Project } from '../../ide/ide.ts';
import { claude } from './agents/claude.ts';
import { Companions } from './companions.ts';

let home: string;
let shop: Project;
let ports: number[];
let opened: number[];
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-companions-')));
  Object.assign(process.env, { HOME: home, USERPROFILE: home });
  shop = { name: 'shop', path: join(home, 'shop'), uri: `file://${home}/shop`, trusted: true };
  mkdirSync(shop.path);
  ports = [40_002, 40_003, 40_004];
  opened = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function companions(projects: readonly Project[] = [shop]): Companions {
  return new Companions({
    agent: claude,
    state: join(home, 'state'),
    projects: () => projects,
    async open(_, __, asked) {
      const port = asked || (ports.shift() ?? 0);
      opened.push(port);
      return { port, close: async () => void opened.splice(opened.indexOf(port), 1) };
    },
    setting: () => 'auto',
    reaper: { guardFile: () => {}, releaseFile: () => {} },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    onChange: () => {},
  });
}

function lockOf(ideName: string, port: number, folder: string, pid: number = process.ppid): string {
  const folderOfLocks = join(home, '.claude', 'ide');
  mkdirSync(folderOfLocks, { recursive: true, mode: 0o700 });
  const file = join(folderOfLocks, `${port}.lock`);
  writeFileSync(file, JSON.stringify({ pid, workspaceFolders: [folder], ideName, transport: 'ws', authToken: 'theirs' }));
  return file;
}

const files = () => readdirSync(join(home, '.claude', 'ide')).toSorted();

test('the name of another IDE’s lock is left to it: ours has another port', async () => {
  const file = lockOf('Visual Studio Code', 40_002, join(home, 'elsewhere'));
  const theirs = readFileSync(file, 'utf8');
  const all = companions();
  await all.settle();
  expect(all.portOf(shop.path)).toBe(40_003);
  expect(opened).toEqual([40_003]);
  expect(readFileSync(file, 'utf8')).toBe(theirs);
});

test('of two Binnacles that do not know each other, the one at the lower port stays', async () => {
  const all = companions();
  await all.settle();
  lockOf('Binnacle', 40_009, shop.path);
  await all.settle();
  expect(all.portOf(shop.path)).toBe(40_002);
  lockOf('Binnacle', 40_001, shop.path);
  await all.settle();
  expect(all.portOf(shop.path)).toBeUndefined();
  expect(files()).toEqual(['40001.lock', '40009.lock']);
});

test.each([
  ['the folder above', '', true],
  ['the same folder', 'shop', true],
  ['a folder in it', 'shop/src', false],
  ['a folder whose name begins like it', 'sho', false],
])('another IDE with %s', async (_, folder, isInTheWay) => {
  lockOf('Visual Studio Code', 1, join(home, folder));
  const all = companions();
  await all.settle();
  expect(all.portOf(shop.path) === undefined).toBe(isInTheWay);
});

test.each([
  ['a moment ago', 0, true],
  ['long ago', -120, false],
  ['by a clock that was set back since', +120, false],
])('what ended %s', async (_, shift, isAgain) => {
  const first = companions();
  await first.settle();
  await first.close();
  const records = join(home, 'state', 'companions');
  const then = Date.now() / 1_000 + shift;
  for (const name of readdirSync(records)) utimesSync(join(records, name), then, then);
  const second = companions();
  await second.settle();
  expect(second.portOf(shop.path)).toBe(isAgain ? 40_002 : 40_003);
});

test('a lock that somebody removed is written again', async () => {
  const all = companions();
  await all.settle();
  rmSync(join(home, '.claude'), { recursive: true });
  await all.settle();
  expect(files()).toEqual(['40002.lock']);
});

test('a project whose lock cannot be written cannot be held', async () => {
  writeFileSync(join(home, '.claude'), '');
  const all = companions();
  await expect(all.hold(shop.path)).rejects.toMatchObject({ code: 'companion_unavailable' });
  await all.close();
  expect(opened).toEqual([]);
});
