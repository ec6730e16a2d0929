// The window over a real daemon: what an agent does is seen in every topic, and what a person does there counts at once.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row, RowTopic } from '../../src/dashboard/protocol/rows.ts';
import { Agent } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';

let home: Home;
let shop: string;
let agent: Agent;
let page: WindowClient;

const TOPICS = ['clients', 'calls', 'reviews', 'changes', 'projects', 'sessions', 'runs', 'terminals', 'log', 'settings', 'holds'] as const;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  page = await WindowClient.open(await linkOf(home));
  for (const topic of TOPICS) page.subscribe(topic);
  await page.until(() => TOPICS.every((topic) => page.numberOf(topic) !== undefined), 'all topics');
});
afterAll(async () => {
  page[Symbol.dispose]();
  await agent[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

// The first row of a topic that holds these, as soon as there is one.
async function row(topic: RowTopic, wanted: Record<string, unknown>): Promise<Row> {
  const find = () =>
    page.rows(topic).find((each) => Object.entries(wanted).every(([name, value]) => JSON.stringify(Reflect.get(each, name)) === JSON.stringify(value)));
  await page.until(() => find() !== undefined, `${topic} ${JSON.stringify(wanted)}`);
  const found = find();
  if (found === undefined) throw new Error('it was there');
  return found;
}

async function ask(method: Parameters<WindowClient['ask']>[0], params?: unknown) {
  const answer = await page.ask(method, params);
  if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`);
  return Object(answer.value);
}

async function called(tool: string, parameters: Record<string, unknown>) {
  const { result } = await agent.call(tool, parameters);
  return Object(result?.structuredContent);
}

test('the files of the page come packed to whoever can unpack them, and are the same to everybody else', async () => {
  const origin = `http://${page.key.host}`;
  const names = [...(await (await fetch(`${origin}/window/`)).text()).matchAll(/assets\/[\w.-]+/g)].map(([name]) => name);
  expect(names.map((name) => name.split('.').at(-1)).sort()).toEqual(['css', 'js']);
  for (const name of names) {
    const packed = await fetch(`${origin}/window/${name}`, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await fetch(`${origin}/window/${name}`, { headers: { 'accept-encoding': 'identity' } });
    expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 2);
    expect(await packed.text()).toBe(await plain.text());
  }
});

test('an edit of an agent is a lane, a call and a change, which a person reads, marks as seen and takes back', async () => {
  const before = await readFile(join(shop, 'cart.ts'), 'utf8');
  const { changeId } = await called('edit_file', { file: 'cart.ts', edits: [{ old_text: 'total(prices', new_text: 'total(costs' }] });
  expect(await row('clients', { client: 'fault 1', calls: 1, inFlight: [] })).toMatchObject({
    door: 'stdio',
    root: shop,
    last: { tool: 'edit_file', status: 'success' },
  });
  const call = await row('calls', { changeId, status: 'success' });
  expect(call).toMatchObject({ tool: 'edit_file', effect: 'edits', project: shop, files: 1 });
  expect(await row('projects', { id: shop })).toMatchObject({ name: 'shop', trusted: true });
  expect(await row('changes', { id: changeId })).toMatchObject({ project: shop, author: 'fault 1', added: 1, removed: 1, isUnseen: true });
  expect(await ask('change.read', { project: shop, id: changeId })).toMatchObject({
    files: [{ file: 'cart.ts', before, hunks: [{ number: 1, kind: 'text' }] }],
    undo: { isPossible: true },
  });
  expect(await ask('history.read', { id: call.id })).toMatchObject({ record: { parameters: { file: 'cart.ts' } } });
  await ask('change.seen', { project: shop, ids: [changeId] });
  await row('changes', { id: changeId, isUnseen: false });
  expect(await ask('change.until', { project: shop, until: { before: changeId } })).toMatchObject({
    conflicts: [],
    changes: [changeId],
    files: [{ file: 'cart.ts', after: before }],
  });
  const undone = await page.call('undo', { until: changeId }, shop);
  expect(undone).toMatchObject({ ok: true });
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toBe(before);
  expect(await row('changes', { author: 'you' })).toMatchObject({ undoes: changeId, isUnseen: false });
});

test('what a view asks by itself is no line of the history, what does something is, however it is asked', async () => {
  expect(await page.look('get_diagnostics', { file: 'cart.ts' }, shop)).toMatchObject({ ok: true });
  expect(await page.look('restart_engine', { language: 'typescript' }, shop)).toMatchObject({ ok: true });
  expect(await page.look('call_tool', { name: 'get_diagnostics', arguments: { file: 'cart.ts' } }, shop)).toMatchObject({ ok: true });
  await row('calls', { tool: 'call_tool', status: 'success' });
  const own = page.rows('calls').flatMap((each) => ('tool' in each && 'client' in each && each.client === 'you' ? each.tool : []));
  expect(own.filter((tool) => tool === 'get_diagnostics')).toEqual([]);
  expect(own).toEqual(expect.arrayContaining(['restart_engine', 'call_tool']));
});

test('a program is seen while it runs, and read in lines', async () => {
  await called('run_command', { command: "printf '\\033[31mred\\033[0m\\n\\033]0;title\\007plain\\n'; exit 3" });
  const run = await row('runs', { exitCode: 3 });
  expect(run).toMatchObject({ kind: 'run', state: 'failed', project: shop, ownerName: 'fault 1' });
  expect(await ask('run.output', { id: run.id })).toMatchObject({ lines: ['\u001B[31mred\u001B[0m', 'plain'] });
});

test.skipIf(process.platform === 'win32')('a person types into a terminal that they hold, while the agent waits for it', async () => {
  const { terminalId } = await called('run_in_terminal', { command: 'while read line; do echo "heard $line"; done', columns: 80, rows: 24 });
  const { id } = await row('terminals', { handle: terminalId });
  page.subscribe(`terminal:${id}`);
  const hold = await ask('hold.take', { target: { kind: 'terminal', id }, note: 'mine' });
  expect(await row('terminals', { id, heldBy: hold.id })).toMatchObject({ ownerName: 'fault 1' });
  const typed = called('write_terminal_input', { terminal_id: terminalId, text: 'agent\n', until: 'heard agent' });
  await row('holds', { id: hold.id, waiting: 1 });
  page.send({ kind: 'resize', topic: `terminal:${id}`, columns: 100, rows: 30 });
  await row('terminals', { id, columns: 100, rows: 30 });
  page.send({ kind: 'input', topic: `terminal:${id}`, text: 'person\r' });
  await page.until(() => page.printed.get(id)?.includes('heard person') === true, 'the echo');
  expect(page.printed.get(id)).not.toContain('heard agent');
  await ask('hold.release', { id: hold.id, note: 'go on' });
  expect(JSON.stringify(await typed)).toContain('heard agent');
  await page.until(() => page.printed.get(id)?.includes('heard agent') === true, 'what the agent typed');
  await called('close_terminal', { terminal_id: terminalId });
  await row('terminals', { id, state: 'ended' });
});

test('a rule that a person writes counts for the next call, and a wrong one is not written', async () => {
  const { basis } = await ask('policy.read');
  const edits = [{ kind: 'tools', name: 'write_file', verdict: 'deny' }];
  expect(await ask('policy.write', { edits, basis })).toMatchObject({ isWritten: true, diff: expect.stringContaining('+') });
  const { result } = await agent.call('write_file', { file: 'new.txt', text: 'x' });
  expect([result?.isError, JSON.stringify(result)]).toEqual([true, expect.stringContaining('not_permitted')]);
  expect(existsSync(join(shop, 'new.txt'))).toBe(false);
  expect(await page.ask('policy.write', { edits, basis })).toMatchObject({ ok: false, error: { code: 'changed_meanwhile' } });
  await ask('policy.write', { edits: [{ kind: 'tools', name: 'write_file' }] });
  expect((await agent.call('write_file', { file: 'new.txt', text: 'x' })).result?.isError).not.toBe(true);
});

test('a setting is written where the command line finds it, or refused with the field', async () => {
  await ask('setting.set', { name: 'maxHistorySize', value: 2_000 });
  expect(await row('settings', { id: 'maxHistorySize', value: 2_000 })).toMatchObject({ origin: 'user', default: 1_000 });
  expect(await page.ask('setting.set', { name: 'maxHistorySize', value: 0 })).toMatchObject({ ok: false, error: { code: 'invalid_setting' } });
  await ask('setting.reset', { name: 'maxHistorySize' });
  await row('settings', { id: 'maxHistorySize', origin: 'default' });
});

test('a window opens also while the settings cannot be understood, and says so', async () => {
  await ask('setting.set', { name: 'autoScroll', value: false });
  const { file } = await ask('policy.read');
  const settings = join(dirname(file), 'settings.json');
  const before = await readFile(settings, 'utf8');
  await writeFile(settings, '{ "autoScroll": ');
  using other = await WindowClient.connect(page.key);
  expect(other.welcome.settings).toEqual({ autoScroll: true, showTimestamps: true });
  expect(await other.ask('setting.set', { name: 'autoScroll', value: true })).toMatchObject({ ok: false, error: { code: 'invalid_settings' } });
  await writeFile(settings, before);
  await row('settings', { id: 'autoScroll', value: false });
  await ask('setting.reset', { name: 'autoScroll' });
});

test('a folder is opened untrusted, and runs nothing until a person trusts it', async () => {
  const other = join(home.folder, 'other');
  await mkdir(other);
  await writeFile(join(other, 'a.txt'), 'a');
  expect(await ask('project.open', { path: other })).toMatchObject({ isTrusted: false });
  expect(await page.call('run_command', { command: 'echo hi' }, other)).toMatchObject({ ok: false, error: { code: 'not_trusted' } });
  expect(await ask('project.trust', { path: other })).toEqual({ path: other, isTrusted: true });
  await row('projects', { id: other, trusted: true });
  expect(await page.call('run_command', { command: 'echo hi' }, other)).toMatchObject({ ok: true, value: { stdout: 'hi\n' } });
  expect(await page.ask('project.open', { path: join(other, 'a.txt') })).toMatchObject({ ok: false, error: { code: 'not_a_folder' } });
});

test('the history is filtered by the daemon and exported, and every decision is in the log', async () => {
  const { rows, total } = await ask('history.list', { tool: 'write_*', status: 'error' });
  expect([rows.length, total]).toEqual([1, 1]);
  expect(JSON.parse((await ask('history.export', { format: 'json', tool: 'write_file' })).text)).toHaveLength(2);
  expect((await ask('history.export', { format: 'csv', tool: 'write_file' })).text.split('\r\n')).toHaveLength(4);
  const { lines } = await ask('log.read', { text: 'in the window' });
  expect(lines.map(({ text }: { text: string }) => text).join('\n')).toMatch(/was held[\s\S]*was released[\s\S]*policy was changed[\s\S]*is trusted/);
  expect(page.rows('log').length).toBeGreaterThan(0);
});

test.each([
  ['history.list', { limit: -1 }],
  ['change.read', {}],
  ['run.output', { id: 7 }],
  ['setting.set', { name: 'port' }],
  ['policy.write', { edits: [] }],
  ['project.trust', { path: '' }],
  ['hold.take', { target: 'everyone' }],
] as const)('%s with %j is refused with what fits', async (method, params) => {
  expect(await page.ask(method, params)).toMatchObject({ ok: false, error: { code: 'invalid_arguments', next: expect.stringContaining('Its arguments are') } });
});

test('the daemon says how it does, without a token, and ends when a person says so', async () => {
  const status = await ask('daemon.status');
  expect(status).toMatchObject({ url: page.welcome.url, version: page.welcome.version, memoryMb: expect.any(Number), otherDaemons: [], editors: [] });
  expect(JSON.stringify(status)).not.toMatch(/"(token|key)"/);
  await ask('daemon.stop');
  await page.until(() => page.isClosed, 'its end');
});
