// One writer for each project: what a second daemon may do while the first is in the middle of a change, and what one agent sees of another's plans.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { binnacle, type Home, temporaryHome } from '../support/builtProgram.ts';
import { copiedProgram } from '../support/otherBuild.ts';
import { Agent, textOf } from './agent.ts';
import { changeAll, isSameTree, recorded, recordsOf, treeOf, writeFiles } from './killedChanges.ts';
import { daemonsOf, eventually, shopIn } from './machine.ts';

const FILES = 200;
const Ready = z.object({ pid: z.number(), url: z.string(), token: z.string() });
const Answer = z.object({ isError: z.boolean().optional(), content: z.array(z.object({ text: z.string() })) });

let home: Home;
const children: ChildProcess[] = [];
const clients: Client[] = [];
beforeEach(async () => {
  home = await temporaryHome();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close().catch(() => {});
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await home[Symbol.asyncDispose]();
});

test.skipIf(process.platform === 'win32')('a second daemon neither writes nor recovers while the first lives, and recovers once it is dead', async () => {
  const project = join(home.folder, 'many');
  await writeFiles(project, FILES);
  const before = await treeOf(project);
  const id = await changeAll(home, project, FILES);
  const after = await treeOf(project);
  const first = await serve(project);
  const second = await serve(project);

  // Stopped in the middle of a change, for as long as the second likes.
  const records = recordsOf(home).length;
  const undoing = first.call('undo', { change_id: id });
  await recorded(home, records);
  process.kill(first.pid, 'SIGSTOP');
  const halfway = await treeOf(project);
  const edit = { file: 'part 0/file 0.txt', edits: [{ old_text: '0', new_text: 'zero' }] };
  expect(await second.call('edit_file', edit)).toMatchObject({ isError: true, text: expect.stringContaining(`process ${first.pid} is the writer`) });
  expect(await second.call('undo', { change_id: id })).toMatchObject({ isError: true, text: expect.stringContaining('not_permitted') });
  expect((await second.call('list_changes', {})).isError).toBe(false);
  expect(isSameTree(await treeOf(project), halfway)).toBe(true);
  process.kill(first.pid, 'SIGCONT');
  expect(await undoing).toMatchObject({ isError: false });
  expect(isSameTree(await treeOf(project), before)).toBe(true);

  const more = recordsOf(home).length;
  const redoing = first.call('redo', { change_id: id }).catch(() => undefined);
  await recorded(home, more);
  process.kill(first.pid, 'SIGKILL');
  await redoing;
  // Its connections end up to 50 ms before the process itself has, and it may be writing until then.
  await first.ended;
  const listed = await second.call('list_changes', {});
  const tree = await treeOf(project);
  expect(isSameTree(tree, before) || isSameTree(tree, after)).toBe(true);
  expect(listed.isError).toBe(false);
  const undone = isSameTree(tree, before);
  expect(await second.call(undone ? 'redo' : 'undo', { change_id: id })).toMatchObject({ isError: false });
  expect(isSameTree(await treeOf(project), undone ? after : before)).toBe(true);
});

test('what one agent only looks at, no other agent ever sees', async () => {
  const shop = await shopIn(home);
  await using planning = await Agent.connected(home, shop);
  await using reading = await Agent.connected(home, shop);
  const text = await readFile(join(shop, 'cart.ts'), 'utf8');
  const edits = [{ old_text: 'export function total', new_text: 'export function amount' }];
  for (let round = 0; round < 4; round++) {
    const [planned, problems, read, uses] = await Promise.all([
      planning.call('edit_file', { file: 'cart.ts', edits, preview: true }),
      reading.call('get_diagnostics', {}),
      reading.call('read_file', { file: 'cart.ts', line_numbers: false }),
      reading.call('find_references', { symbol: { file: 'cart.ts', line: 1, name: 'total' } }),
    ]);
    expect(textOf(planned)).toContain('NEW ERROR checkout.ts');
    expect(textOf(problems)).not.toContain('amount');
    expect(problems.result?.structuredContent).toMatchObject({ total: 0 });
    expect(read.result?.structuredContent).toMatchObject({ text });
    expect(uses.result?.structuredContent).toMatchObject({ total: 3 });
  }
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toBe(text);
  expect(textOf(await reading.call('list_changes', {}))).not.toContain('edit cart.ts');
});

test('an idle daemon of an older build hands its project over at once, a busy one when its clients leave', async () => {
  const shop = await shopIn(home);
  const older = await copiedProgram(join(home.folder, 'older'), '0000');
  const edit = (text: string) => ({ file: 'cart.ts', edits: [{ old_text: 'export function', new_text: `// ${text}\nexport function` }] });
  const first = new Agent(home, { folder: shop, program: older });
  await first.initialize();
  expect((await first.call('edit_file', edit('by the older'))).result?.isError).toBeUndefined();

  await using second = await Agent.connected(home, shop);
  const refused = textOf(await second.call('edit_file', edit('too early')));
  expect(refused).toContain('not_permitted');
  expect(refused).toContain('an older Binnacle');
  expect(refused).toContain('1 connection, which hands over when its clients leave');

  // Its only client leaves: without anything else the newer one becomes the writer, and the older one is gone.
  await first.leave();
  const before = await daemonsOf(home);
  await eventually(
    async () => (await second.call('edit_file', edit('by the newer'))).result?.isError === undefined,
    () => `the newer build writes (${JSON.stringify(before.map(({ pid }) => pid))})`,
  );
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toContain('by the newer');
  await eventually(
    async () => (await daemonsOf(home)).length === 1,
    () => 'the older daemon ended',
  );

  // The other way round, with nobody there: the first edit succeeds.
  await second.leave();
  await using third = new Agent(home, { folder: shop, program: older });
  await third.initialize();
  expect((await third.call('edit_file', edit('at once'))).result?.isError).toBeUndefined();
});

async function serve(project: string) {
  const child = spawn(process.execPath, [binnacle, 'serve', '--port', '0', '--json', '--project', project], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const ended = once(child, 'exit');
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  const { pid, url, token } = Ready.parse(JSON.parse(line));
  const client = new Client({ name: 'writer', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
  clients.push(client);
  return {
    pid,
    ended,
    async call(name: string, parameters: Record<string, unknown>): Promise<{ isError: boolean; text: string }> {
      const { isError, content } = Answer.parse(await client.callTool({ name, arguments: parameters }));
      return { isError: isError ?? false, text: content.map(({ text }) => text).join('\n') };
    },
  };
}
