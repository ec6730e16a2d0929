// A daemon from its first breath to its last, in this process, over an IDE that answers from a script.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WindowClient } from '../../test/support/windowClient.ts';
import { minutes, seconds } from '../base/waiting/duration.ts';
import { openScriptedIde } from '../hosts/scripted/scriptedIde.ts';
import { Catalogue } from '../tools/catalogue.ts';
import { Daemon, type DaemonOptions } from './daemon.ts';
import { connected } from './door/attach.ts';
import { liveInstances } from './instances/discovery.ts';
import { Reaper } from './life/reaper.ts';
import { ask } from './people/control.ts';
import { trust } from './people/trust.ts';
import { askForLink } from './people/windowLink.ts';

let base: string;
let state: string;
let shop: string;
const lines: string[] = [];
const daemons: Daemon[] = [];
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-daemon-')));
  state = join(base, 'state');
  shop = join(base, 'shop');
  mkdirSync(shop);
  lines.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(daemons.splice(0).map((daemon) => daemon.close('the test is over')));
  rmSync(base, { recursive: true, force: true });
});

function daemon(options: Partial<DaemonOptions> = {}): Daemon {
  const made = new Daemon({
    pages: '',
    state,
    configuration: state,
    trustsProjects: true,
    catalogue: new Catalogue([]),
    dialects: [],
    openIde: async (project) => ({ ...openScriptedIde(''), project }),
    reaper: new Reaper('no such program', state, log),
    log,
    background: false,
    port: 0,
    withToken: true,
    toolset: undefined,
    idleExit: undefined,
    maxHistorySize: 10,
    projects: [],
    onClosing: () => {},
    ...options,
  });
  daemons.push(made);
  return made;
}

test('an open page keeps it from ending itself, until the page is gone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
  const one = daemon({ idleExit: minutes(1) });
  const { socket, key } = await one.open();
  const connection = await connected(socket);
  if (connection === undefined) throw new Error('nobody listens');
  using link = await askForLink(connection, key);
  const page = await WindowClient.open(link.url);
  expect(await link.opened).toBe(true);
  // Not so long that it would take the page for dead.
  vi.advanceTimersByTime(seconds(80));
  expect(lines.join('\n')).not.toContain('nobody uses it');
  expect(await page.call('list_projects')).toMatchObject({ ok: false, error: { code: 'unknown_tool' } });
  page.cut();
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(minutes(2));
      expect(lines.join('\n')).toContain('nobody uses it');
    },
    { timeout: 20_000 },
  );
  await one.ended;
});

test('it can be found while it runs, with its projects; afterwards it is gone, with its socket', async () => {
  const one = daemon({ projects: [shop] });
  const instance = await one.open();
  expect(instance.projects).toEqual([{ path: shop }]);
  expect(liveInstances(state)).toEqual([instance]);
  await one.close('enough');
  expect(liveInstances(state)).toEqual([]);
  expect(existsSync(instance.socket)).toBe(false);
});

test('it says how it is, and stops when a person asks', async () => {
  const one = daemon({ projects: [shop] });
  const instance = await one.open();
  expect(await ask(instance, 'status')).toMatchObject({ connections: 0, projects: [{ path: shop, trusted: true }] });
  await ask(instance, 'stop');
  await one.ended;
});

test('only who has the key may ask', async () => {
  const one = daemon();
  const instance = await one.open();
  expect(await ask({ ...instance, key: 'guessed' }, 'stop')).toMatchObject({ binnacle: 'refused' });
  expect(await ask(instance, 'status')).toHaveProperty('connections');
});

test('trust that a person gives counts at once', async () => {
  const one = daemon();
  const instance = await one.open();
  await one.workbench.open(shop, { trusted: false });
  trust(state, shop);
  await ask(instance, 'reloadTrust');
  expect(one.workbench.ide(shop)?.project.trusted).toBe(true);
});

test('a port that is taken is an error with the way out, and leaves nothing behind', async () => {
  const { port } = await daemon().open();
  const second = daemon({ port });
  await expect(second.open()).rejects.toMatchObject({
    code: 'port_unavailable',
    message: expect.stringContaining(String(port)),
    next: expect.stringContaining('--port 0'),
  });
});

test('it exits after being idle for the configured time, and not before', async () => {
  const patient = daemon({ idleExit: minutes(10) });
  const instance = await patient.open();
  const hasty = daemon({ idleExit: 100 });
  await hasty.open();
  await hasty.ended;
  expect(lines).toContain('ending: nobody uses it');
  expect(await ask(instance, 'status')).toBeDefined();
});

test('a project that cannot be opened stops the start with its reason', async () => {
  await expect(daemon({ projects: [join(shop, 'nothing')] }).open()).rejects.toMatchObject({ code: 'not_a_folder' });
});
