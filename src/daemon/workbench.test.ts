// Whether projects are opened once, named by their real folder, and written by one process only.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScriptedIde } from '../hosts/scripted/scriptedIde.ts';
import type { Ide, Project } from '../ide/ide.ts';
import { trust } from './people/trust.ts';
import { DaemonWorkbench } from './workbench.ts';

let base: string;
let state: string;
let shop: string;
const opened: Project[] = [];
const closed: Project[] = [];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-workbench-')));
  state = join(base, 'state');
  shop = join(base, 'shop');
  mkdirSync(shop);
  opened.length = 0;
  closed.length = 0;
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const silent = { info: () => {}, warn: () => {}, error: () => {} };

function workbench(openIde = openLater): DaemonWorkbench {
  return new DaemonWorkbench({ state, log: silent, openIde, onChange: () => {} });
}

async function openLater(project: Project): Promise<Ide> {
  opened.push(project);
  await new Promise((resolve) => setTimeout(resolve, 5));
  return {
    ...openScriptedIde(''),
    project,
    close: async () => {
      closed.push(project);
    },
  };
}

test('an agent opens nothing above, at or below people’s own files, whatever leads there; a person who works there can', async () => {
  mkdirSync(join(state, 'history'), { recursive: true });
  symlinkSync(join(state, 'history'), join(shop, 'innocent'), 'junction');
  const bench = new DaemonWorkbench({ state, ownFolders: [state], log: silent, openIde: openLater, onChange: () => {} });
  for (const folder of [state, base, join(state, 'history'), join(shop, 'innocent'), `${state}/../state/history`])
    await expect(bench.open(folder, { trusted: false }), folder).rejects.toMatchObject({ code: 'project_not_for_agents' });
  await bench.open(shop, { trusted: false });
  await bench.open(base, { trusted: true });
  expect(opened.map(({ path }) => path)).toEqual([shop, base]);
});

test('an agent opens no folder in which programs keep their keys, and none of the system', async () => {
  const home = process.env['HOME'];
  process.env['HOME'] = base;
  try {
    mkdirSync(join(base, '.ssh', 'inside'), { recursive: true });
    mkdirSync(join(base, 'work', '.config'), { recursive: true });
    const bench = workbench();
    for (const folder of [join(base, '.ssh'), join(base, '.ssh', 'inside'), ...(process.platform === 'linux' ? ['/etc', '/proc/self'] : [])])
      await expect(bench.open(folder, { trusted: false }), folder).rejects.toMatchObject({ code: 'project_not_for_agents' });
    await bench.open(join(base, 'work', '.config'), { trusted: false });
    await bench.open(join(base, '.ssh'), { trusted: true });
  } finally {
    process.env['HOME'] = home;
  }
});

test('what lies in a folder that a person named is trusted with it, and so is a worktree that its repository lists', async () => {
  const inner = join(shop, 'packages', 'cart');
  mkdirSync(inner, { recursive: true });
  const [tree, liar] = [join(base, 'tree'), join(base, 'liar')];
  for (const [folder, listed] of [
    [tree, tree],
    [liar, tree],
  ] as const) {
    const administration = join(shop, '.git', 'worktrees', listed === folder ? 'tree' : 'none');
    mkdirSync(folder);
    mkdirSync(administration, { recursive: true });
    writeFileSync(join(folder, '.git'), `gitdir: ${join(shop, '.git', 'worktrees', 'tree')}\n`);
    writeFileSync(join(administration, 'gitdir'), `${join(listed, '.git')}\n`);
    writeFileSync(join(administration, 'commondir'), '../..\n');
  }
  const bench = workbench();
  expect((await bench.open(inner, { trusted: false })).project.trusted).toBe(false);
  await bench.open(shop, { trusted: true });
  expect((await bench.open(tree, { trusted: false })).project).toMatchObject({ trusted: true, worktreeOf: shop });
  expect((await bench.open(liar, { trusted: false })).project).toMatchObject({ trusted: false, worktreeOf: undefined });
  await bench.raiseTrust();
  expect(bench.ide(inner)?.project.trusted).toBe(true);
});

test('five that open one folder at once get one project', async () => {
  const bench = workbench();
  const ides = await Promise.all(Array.from({ length: 5 }, () => bench.open(shop, { trusted: true })));
  expect(new Set(ides).size).toBe(1);
  expect(opened).toHaveLength(1);
  expect(bench.projects().map(({ name, path, trusted }) => ({ name, path, trusted }))).toEqual([{ name: 'shop', path: shop, trusted: true }]);
});

test('a folder is the same project under every name', async () => {
  symlinkSync(shop, join(base, 'link'), 'junction');
  const bench = workbench();
  const ide = await bench.open(join(base, 'link'), { trusted: true });
  expect(ide.project.path).toBe(shop);
  expect(await bench.open(`${shop}/.`, { trusted: true })).toBe(ide);
});

test('a git worktree is a project of its own', async () => {
  const tree = join(base, 'shop-fix');
  mkdirSync(tree);
  writeFileSync(join(tree, '.git'), `gitdir: ${shop}/.git/worktrees/shop-fix`);
  const bench = workbench();
  await bench.open(shop, { trusted: true });
  await bench.open(tree, { trusted: true });
  expect(bench.projects().map(({ path }) => path)).toEqual([shop, tree]);
});

test('what is no folder, a whole disk and a home are refused with the reason', async () => {
  writeFileSync(join(shop, 'a.txt'), '');
  const bench = workbench();
  await expect(bench.open(join(shop, 'a.txt'), { trusted: true })).rejects.toMatchObject({ code: 'not_a_folder' });
  await expect(bench.open(join(shop, 'nothing'), { trusted: true })).rejects.toMatchObject({ code: 'not_a_folder' });
  await expect(bench.open('/', { trusted: true })).rejects.toMatchObject({ code: 'project_too_broad' });
  await expect(bench.open(homedir(), { trusted: true })).rejects.toMatchObject({ code: 'project_too_broad' });
  expect(opened).toEqual([]);
});

test('a project that a client opened is not trusted until a person trusts it; then it is reopened', async () => {
  const bench = workbench();
  const untrusted = await bench.open(shop, { trusted: false });
  expect(untrusted.project.trusted).toBe(false);
  expect(await bench.open(shop, { trusted: false })).toBe(untrusted);
  const friend = await bench.open(shop, { trusted: true });
  expect(friend.project.trusted).toBe(true);
  expect(closed).toEqual([untrusted.project]);
  expect(await bench.open(shop, { trusted: false })).toBe(friend);
});

test('a folder that a person trusted is trusted however it is opened, also when it is open already', async () => {
  const bench = workbench();
  await bench.open(shop, { trusted: false });
  trust(state, shop);
  await bench.raiseTrust();
  expect(bench.ide(shop)?.project.trusted).toBe(true);
  expect((await workbench().open(shop, { trusted: false })).project.trusted).toBe(true);
});

test('a project that could not be opened can be opened the next time, and written', async () => {
  let tries = 0;
  const bench = workbench(async (project) => {
    if (tries++ === 0) throw new Error('no luck');
    return openLater(project);
  });
  await expect(bench.open(shop, { trusted: true })).rejects.toThrow('no luck');
  expect((await bench.open(shop, { trusted: true })).project.readOnly).toBeUndefined();
});

test('closing ends what is being opened too, and nothing is opened afterwards', async () => {
  const bench = workbench();
  const early = bench.open(shop, { trusted: true }).catch(() => undefined);
  await eventuallyOpening();
  const late = bench.open(join(base, '.'), { trusted: true }).catch((error: unknown) => error);
  await bench.closeAll();
  await early;
  expect(await late).toMatchObject({ code: 'daemon_unavailable' });
  expect(bench.projects()).toEqual([]);
  expect(closed).toHaveLength(opened.length);
  expect(opened.length).toBeGreaterThan(0);
});

async function eventuallyOpening(): Promise<void> {
  while (opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

test('a project is reopened once, with its trust, when the policy changes whether programs may run', async () => {
  let denied = false;
  const bench = new DaemonWorkbench({ state, log: silent, deniesRuns: () => denied, openIde: openLater, onChange: () => {} });
  const first = await bench.open(shop, { trusted: true });
  expect(await bench.asDecided(first)).toBe(first);
  denied = true;
  const [second, third] = await Promise.all([bench.asDecided(first), bench.asDecided(first)]);
  expect(third).toBe(second);
  expect(second?.project).toMatchObject({ trusted: true, runsDenied: true });
  expect(opened.map(({ runsDenied }) => runsDenied)).toEqual([false, true]);
  expect(closed).toHaveLength(1);
});
