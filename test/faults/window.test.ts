// What a window loses when its socket is cut, when nobody looks at it, and when the daemon is killed: nothing.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { freePort, liveHeapMb } from '../support/liveHeap.ts';
import { keepPort } from '../support/urlClient.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';
import { Agent } from './agent.ts';
import { daemonsOf, shopIn } from './machine.ts';

let home: Home;
let shop: string;
let agent: Agent;
let inspector: number;
beforeAll(async () => {
  home = await temporaryHome();
  await keepPort(home.environment);
  inspector = await freePort();
  shop = await shopIn(home);
  // Of our own, because its memory is asked of its inspector.
  const started = spawn(process.execPath, [`--inspect-port=127.0.0.1:${inspector}`, binnacle, 'serve', '--background'], {
    env: home.environment,
    detached: true,
    stdio: 'ignore',
  });
  started.unref();
  await vi.waitFor(async () => expect((await daemonsOf(home)).map(({ pid }) => pid)).toEqual([started.pid]), { timeout: 20_000 });
  agent = await Agent.connected(home, shop);
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const Call = z.object({ id: z.string(), status: z.string() });

async function calls(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => agent.call('list_projects')));
}

// As the daemon has them, by the command line.
async function idsOfDaemon(): Promise<readonly string[]> {
  const { stdout } = await run([process.execPath, binnacle, 'history', '--json', '--tool', 'list_projects', '--limit', '100000'], {
    environment: home.environment,
    bound: 30_000,
  });
  const listed: unknown = JSON.parse(stdout);
  const found = z.array(Call).safeParse(listed).data ?? z.object({ calls: z.array(Call) }).parse(listed).calls;
  return found.map(({ id }) => id).sort();
}

function shown(page: WindowClient): readonly string[] {
  return page
    .rows('calls')
    .filter((row) => 'tool' in row && row.tool === 'list_projects' && 'status' in row && row.status === 'success')
    .map(({ id }) => id)
    .sort();
}

test('a socket that is cut under load goes on where it was: no call is missing, none is there twice', async () => {
  using first = await WindowClient.open(await linkOf(home));
  first.subscribe('calls');
  await first.until(() => first.numberOf('calls') !== undefined, 'the snapshot');
  const load = calls(200);
  await first.until(() => shown(first).length > 20, 'some calls');
  first.cut();
  await load;
  using second = await WindowClient.connect(first.key);
  second.resume('calls', first);
  await calls(20);
  const right = await idsOfDaemon();
  expect(right.length).toBeGreaterThanOrEqual(220);
  await second.until(() => shown(second).length >= right.length, 'all calls');
  expect(shown(second)).toEqual(right);
  // By what came meanwhile, not by everything anew.
  expect(second.snapshots).toEqual([]);
  // Of a row that began and ended within one frame, only the end is sent.
  for (const frame of second.frames) for (const { rows } of frame.deltas) expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('a page that is frozen costs the daemon nothing, and has everything when it is back', async () => {
  const [daemon] = await daemonsOf(home);
  // Windows has no such signal.
  const memory = async () => (process.platform === 'win32' ? 0 : liveHeapMb(daemon?.pid ?? 0, inspector));
  using page = await WindowClient.open(await linkOf(home), { isFrozen: true });
  page.subscribe('calls');
  await page.until(() => page.frames.length > 0, 'the first frame');
  // So that what calls themselves cost is there already.
  for (let round = 0; round < 5; round++) await calls(100);
  const before = await memory();
  for (let round = 0; round < 10; round++) await calls(100);
  // Two are under way, and no further one is sent however much happens.
  expect(page.frames.length).toBeLessThanOrEqual(2);
  // What is still in use, the thousand calls in the history among it; a minute of calls is in frozenPage.test.ts.

  expect((await memory()) - before).toBeLessThan(8);
  page.thaw();
  const right = await idsOfDaemon();
  // It keeps rows of calls that the history has forgotten meanwhile.
  const missing = () => right.filter((id) => !shown(page).includes(id));
  await page.until(() => missing().length === 0, 'all calls');
  expect(new Set(shown(page)).size).toBe(shown(page).length);
});

test('a daemon that is killed and started anew knows the window by its key, and says that it is another', async () => {
  using page = await WindowClient.open(await linkOf(home));
  page.subscribe('calls');
  await page.until(() => page.numberOf('calls') !== undefined, 'the snapshot');
  const [daemon] = await daemonsOf(home);
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  await page.until(() => page.isClosed, 'the end of the socket');
  await agent.call('list_projects');
  const [next] = await daemonsOf(home);
  expect(next?.pid).not.toBe(daemon?.pid);
  expect(next?.port).toBe(daemon?.port);
  using again = await WindowClient.connect(page.key);
  expect(again.welcome.boot).not.toBe(page.welcome.boot);
  again.resume('calls', page);
  await again.until(() => again.snapshots.includes('calls'), 'the snapshot');
});

test('a call of the person says how it goes, and ends when they cancel it', async () => {
  using page = await WindowClient.open(await linkOf(home));
  const calling = page.call('run_command', { command: 'sleep', args: ['600'] }, shop);
  page.subscribe('calls');
  const isPending = () => page.rows('calls').some((row) => 'tool' in row && row.tool === 'run_command' && 'status' in row && row.status === 'pending');
  await page.until(isPending, 'the pending call');
  page.send({ kind: 'cancel', id: 1 });
  expect(await calling).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await page.until(() => !isPending(), 'its end');
  // It is the person's, in the history as well.
  expect(page.rows('calls').find((row) => 'tool' in row && row.tool === 'run_command')).toMatchObject({ client: 'you', door: 'window' });
});

test.runIf(process.platform === 'linux')('a terminal is drawn, typed into, and drawn anew for a page that does not keep up', async () => {
  using page = await WindowClient.open(await linkOf(home));
  page.subscribe('terminals');
  const started = await page.call('run_in_terminal', { command: 'echo ready-$((40+2)); exec sh' }, shop);
  expect(started).toMatchObject({ ok: true });
  await page.until(() => page.rows('terminals').length > 0, 'the row');
  const id = page.rows('terminals')[0]?.id ?? '';
  page.subscribe(`terminal:${id}`);
  const printed = () => page.printed.get(id) ?? '';
  await page.until(() => printed().includes('ready-42'), 'what stands on the screen');
  page.send({ kind: 'input', topic: `terminal:${id}`, text: 'echo typed-$((20+2))\r' });
  await page.until(() => printed().includes('typed-22'), 'what was typed');
  page.send({ kind: 'resize', topic: `terminal:${id}`, columns: 97, rows: 31 });
  page.send({ kind: 'input', topic: `terminal:${id}`, text: 'stty size\r' });
  await page.until(() => printed().includes('31 97'), 'its new size');
  page.isFrozen = true;
  const shown = printed().length;
  const type = (text: string) => page.send({ kind: 'input', topic: `terminal:${id}`, text });
  type('seq 1 1400000; read line; echo "end $line-$((10+1))" | tee typed.txt\r');
  await page.until(() => printed().length > shown, 'the first of ten megabytes');
  // Of what it has not drawn, little is on its way to it however much is printed, and what is typed gets through.
  type('typed\r');
  await vi.waitFor(async () => expect(await readFile(join(shop, 'typed.txt'), 'utf8')).toBe('end typed-11\n'), { timeout: 30_000 });
  expect(printed().length - shown).toBeLessThan(300_000);
  page.thaw();
  await page.until(() => printed().includes('end typed-11'), 'the screen at the end');
  // The lines above it come too, once nothing more is printed: 1,000 of them, and those of the screen.
  const lastScreen = () => printed().slice(printed().lastIndexOf('\x1bc'));
  await page.until(() => lastScreen().includes('end typed-11') && lastScreen().includes('1399001'), 'the lines above the screen');
  page.send({ kind: 'unsubscribe', topic: `terminal:${id}` });
  const before = printed().length;
  page.send({ kind: 'input', topic: `terminal:${id}`, text: 'echo unseen\r' });
  expect(await page.call('close_terminal', { terminal_id: 't1' }, shop)).toMatchObject({ ok: true });
  expect(printed().length).toBe(before);
});
