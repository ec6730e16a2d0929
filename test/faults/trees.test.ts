// What a call costs on a strange tree of files: huge files, very many files, loops, folders that nobody may read, bytes that are no text, files that vanish.
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { chown, mkdir, open, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { Agent, type Answer, textOf } from './agent.ts';
import { daemonsOf, eventually, isEngine, memoryMbOf, processesOf, shopIn } from './machine.ts';

const Refusal = z.object({ error: z.string(), message: z.string(), next: z.string() });
// The daemon, the door, the reaper and a TypeScript engine on a small project hold about 250 MB.
const MOST_MEMORY_MB = 900;
const MOST_MEMORY_OF_DAEMON_MB = 300;
const MEGABYTE = 1024 ** 2;
const HUGE_MB = 200;
const NOBODY = 65_534;

let home: Home;
let shop: string;
beforeEach(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
});
afterEach(() => home[Symbol.asyncDispose]());

const total = { file: 'cart.ts', line: 1, name: 'total' };

test('a project without any configuration: uses are found in TypeScript and in Python', async () => {
  await rm(join(shop, 'tsconfig.json'));
  await writeFile(join(shop, 'cart.py'), 'def amount() -> int:\n    return 1\n');
  await writeFile(join(shop, 'pay.py'), 'from cart import amount\n\nprint(amount())\n');
  await using agent = await Agent.connected(home, shop);
  expect(answered(await agent.call('find_references', { symbol: total }))).toMatchObject({ total: 3, complete: true });
  expect(answered(await agent.call('find_references', { symbol: { file: 'cart.py', line: 1, name: 'amount' } }))).toMatchObject({ total: 3, complete: true });
});

test('a file in a language that nobody speaks: it is read and searched, and the compiler’s questions say why not', async () => {
  await writeFile(join(shop, 'recipe.xyzzy'), 'mix total with butter\n');
  await using agent = await Agent.connected(home, shop);
  expect(textOf(await agent.call('read_file', { file: 'recipe.xyzzy' }))).toContain('butter');
  expect(textOf(await agent.call('search_text', { query: 'butter' }))).toContain('recipe.xyzzy');
  for (const tool of ['find_references', 'find_definition', 'find_implementations', 'call_hierarchy', 'type_hierarchy', 'get_documentation']) {
    const refusal = refusalOf(await agent.call(tool, { symbol: { file: 'recipe.xyzzy', line: 1, name: 'total' } }));
    expect(refusal, tool).toMatchObject({ error: 'no_engine', message: expect.stringContaining('recipe.xyzzy') });
    expect(refusal.next, tool).not.toBe('');
  }
  expect(answered(await agent.call('find_references', { symbol: total }))).toMatchObject({ total: 3, mentions: { files: [{ file: 'recipe.xyzzy' }] } });
  await expectAlive(agent);
});

test('files of 200 MB: they are refused by name, and cost neither memory nor the answers about others', async () => {
  await mkdir(join(shop, 'dumps'));
  await writeFile(join(shop, 'cart.py'), 'def amount() -> int:\n    return 1\n');
  const huge = ['dumps/huge.ts', 'dumps/huge.py', 'dumps/huge.json', 'dumps/huge.log'];
  for (const name of huge) await writeHuge(join(shop, name));
  await using agent = await Agent.connected(home, shop);
  for (const file of huge) {
    expect(refusalOf(await agent.call('read_file', { file }))).toMatchObject({ error: 'file_too_large', message: expect.stringContaining(file) });
    expect(refusalOf(await agent.call('get_file_outline', { file })), file).toMatchObject({ error: 'file_too_large' });
    expect(refusalOf(await agent.call('find_references', { symbol: { file, line: 1, name: 'total' } })), file).toMatchObject({ error: 'file_too_large' });
  }
  expect(answered(await agent.call('search_text', { query: 'reduce' }))).toMatchObject({ total: 1 });
  expect(textOf(await agent.call('list_project_files', {}))).toContain('huge.log');
  expect(answered(await agent.call('find_references', { symbol: { file: 'cart.py', line: 1, name: 'amount' } }))).toMatchObject({ total: 1 });
  await expectAlive(agent);
});

// The compiler reads what its configuration names, and that is between the two of them; the daemon holds none of it.
test('a file of 200 MB that the configuration includes: uses are found all the same, and the daemon stays small', async () => {
  await writeHuge(join(shop, 'huge.ts'));
  await using agent = await Agent.connected(home, shop);
  expect(answered(await agent.call('find_references', { symbol: total }))).toMatchObject({ total: 3 });
  const daemons = (await daemonsOf(home)).map(({ pid }) => pid);
  expect(memoryMbOf(processesOf(home).filter(({ pid }) => daemons.includes(pid)))).toBeLessThan(MOST_MEMORY_OF_DAEMON_MB);
});

test('a tree of 50,000 files: it is listed in pages, searched, and uses in it are found', async () => {
  await Promise.all(Array.from({ length: 500 }, (_, folder) => writeFolder(join(shop, 'data', `part${folder}`), 100)));
  await using agent = await Agent.connected(home, shop);
  const listed = answered(await agent.call('list_project_files', {}));
  expect(listed).toMatchObject({ cursor: expect.any(String) });
  expect(answered(await agent.call('project_structure', {}))).toMatchObject({ complete: true, modules: expect.any(Array) });
  expect(answered(await agent.call('search_text', { query: 'needle 499 99' }))).toMatchObject({ total: 1 });
  await writeFile(join(shop, 'late.ts'), "import { total } from './cart.js';\ntotal([]);\n");
  expect(answered(await agent.call('find_references', { symbol: total }))).toMatchObject({ total: 5, complete: true });
  await expectAlive(agent, 5);
});

test.skipIf(process.platform === 'win32')('links that lead in a cycle: every file is listed once', async () => {
  await mkdir(join(shop, 'deep', 'deeper'), { recursive: true });
  await writeFile(join(shop, 'deep', 'deeper', 'pay.ts'), "import { total } from '../../cart.js';\ntotal([]);\n");
  await writeFile(join(shop, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] } }\n');
  await symlink('..', join(shop, 'deep', 'up'));
  await symlink(shop, join(shop, 'deep', 'deeper', 'home'));
  await symlink('itself', join(shop, 'itself'));
  await symlink('b', join(shop, 'a'));
  await symlink('a', join(shop, 'b'));
  await using agent = await Agent.connected(home, shop);
  const listed = textOf(await agent.call('list_project_files', { include: ['**/*.ts'] }));
  expect(listed.match(/pay\.ts/g)).toHaveLength(1);
  expect(answered(await agent.call('search_text', { query: 'reduce' }))).toMatchObject({ total: 1 });
  expect(answered(await agent.call('project_structure', {}))).toMatchObject({ complete: true, modules: expect.any(Array) });
  expect(refusalOf(await agent.call('read_file', { file: 'itself' })).next).not.toBe('');
  expect(answered(await agent.call('find_references', { symbol: total }))).toMatchObject({ total: 5, complete: true });
  expect(answered(await agent.call('get_diagnostics', {}))).toMatchObject({ filesChecked: expect.any(Number), files: expect.any(Array) });
  await expectAlive(agent, 5);
});

// Root may read everything, so the program then runs as somebody who may not.
test.skipIf(process.platform === 'win32')(
  'a folder and a file that nobody may read: the rest is answered, and the file is refused by name',
  async (context) => {
    const isRoot = process.getuid?.() === 0;
    if (isRoot && spawnSync('setpriv', ['--version']).status !== 0) return context.skip('root may read everything, and there is no setpriv here');
    const secret = join(shop, 'secret');
    await mkdir(secret);
    await writeFile(join(secret, 'pay.ts'), "import { total } from '../cart.js';\ntotal([]);\n");
    await writeFile(join(shop, 'closed.ts'), 'export const closed = 1;\n');
    if (isRoot) await giveTo(home.folder, NOBODY);
    chmodSync(secret, 0o000);
    chmodSync(join(shop, 'closed.ts'), 0o000);
    const wrapper = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
    const agent = new Agent(home, { folder: shop, wrapper });
    await using _leaving = agent;
    await agent.initialize();
    expect(refusalOf(await agent.call('read_file', { file: 'closed.ts' }))).toMatchObject({
      error: 'file_unreadable',
      message: expect.stringContaining('closed.ts'),
    });
    expect(refusalOf(await agent.call('get_file_outline', { file: 'closed.ts' }))).toMatchObject({ error: 'file_unreadable' });
    expect(refusalOf(await agent.call('read_file', { file: 'secret/pay.ts' })).error).toMatch(/file_unreadable|file_not_found/);
    expect(textOf(await agent.call('list_project_files', {}))).toContain('cart.ts');
    expect(answered(await agent.call('search_text', { query: 'reduce' }))).toMatchObject({ total: 1 });
    expect(answered(await agent.call('project_structure', {}))).toMatchObject({ complete: true, modules: expect.any(Array) });
    expect(answered(await agent.call('get_diagnostics', {}))).toMatchObject({ filesChecked: expect.any(Number), files: expect.any(Array) });
    await expectAlive(agent);
    await agent.leave();
    chmodSync(secret, 0o700);
  },
);

test('bytes that are no text: refused by name, whatever the file is called', async () => {
  const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 31) % 256));
  for (const name of ['picture.png', 'picture.ts', 'picture.py', 'picture.json']) await writeFile(join(shop, name), bytes);
  await using agent = await Agent.connected(home, shop);
  for (const file of ['picture.png', 'picture.ts', 'picture.py', 'picture.json'])
    expect(refusalOf(await agent.call('read_file', { file })), file).toMatchObject({ error: 'binary_file', message: expect.stringContaining(file) });
  for (const file of ['picture.ts', 'picture.py'])
    expect(refusalOf(await agent.call('get_file_outline', { file })), file).toMatchObject({ error: 'binary_file' });
  expect(answered(await agent.call('get_diagnostics', {}))).toMatchObject({ filesChecked: expect.any(Number), files: expect.any(Array) });
  expect(answered(await agent.call('search_structure', { pattern: 'total($A)', language: 'typescript' }))).toMatchObject({ total: expect.any(Number) });
  await expectAlive(agent);
});

test('a file that is deleted in the middle of a call: the answer is without it, or says that it is gone', async () => {
  await using agent = await Agent.connected(home, shop);
  await expectAlive(agent);
  const engines = processesOf(home).filter(isEngine);
  // Held, so that the file surely vanishes while the engine is asked.
  for (const { pid } of engines) process.kill(pid, 'SIGSTOP');
  const running = agent.call('find_references', { symbol: total });
  await sleep(300);
  await rm(join(shop, 'checkout.ts'));
  for (const { pid } of engines) process.kill(pid, 'SIGCONT');
  const answer = await running;
  if (answer.result?.isError === true) expect(refusalOf(answer)).toMatchObject({ error: 'file_not_found', message: expect.stringContaining('checkout.ts') });
  else expect(answer.result?.structuredContent).toMatchObject({ symbol: { name: 'total' } });
  expect(answered(await agent.call('find_references', { symbol: total }))).toMatchObject({ total: 1, complete: true });
  expect(await daemonsOf(home)).toHaveLength(1);
});

test('the file that is asked about, and then the whole folder, are deleted: each answer says so', async () => {
  await using agent = await Agent.connected(home, shop);
  await expectAlive(agent);
  await rm(join(shop, 'cart.ts'));
  expect(refusalOf(await agent.call('find_references', { symbol: total }))).toMatchObject({
    error: 'file_not_found',
    message: expect.stringContaining('cart.ts'),
  });
  await rm(shop, { recursive: true });
  const questions: [tool: string, given: Record<string, unknown>][] = [
    ['find_references', { symbol: { file: 'checkout.ts', line: 1, name: 'total' } }],
    ['list_project_files', {}],
    ['search_text', { query: 'total' }],
    ['get_diagnostics', {}],
    ['write_file', { file: 'new.ts', text: '' }],
    ['run_command', { command: 'echo' }],
  ];
  for (const [tool, given] of questions)
    expect(refusalOf(await agent.call(tool, given)), tool).toMatchObject({ error: 'project_gone', message: expect.stringContaining(shop) });
  await shopIn(home);
  await eventually(
    async () => (await agent.call('find_references', { symbol: total })).result?.structuredContent?.['total'] === 3,
    () => 'the project is answered for again once it is back',
  );
});

function answered(answer: Answer): Record<string, unknown> | undefined {
  expect(answer.result?.isError ?? false, textOf(answer)).toBe(false);
  return answer.result?.structuredContent;
}

function refusalOf(answer: Answer): z.infer<typeof Refusal> {
  expect(answer.result?.isError, textOf(answer)).toBe(true);
  return Refusal.parse(JSON.parse(textOf(answer)));
}

// The same daemon gives a whole answer, and everything together has not grown.
async function expectAlive(agent: Agent, references = 3): Promise<void> {
  const answer = answered(await agent.call('find_references', { symbol: total }));
  expect(answer).toMatchObject({ total: references, complete: true });
  expect(await daemonsOf(home)).toHaveLength(1);
  expect(memoryMbOf(processesOf(home))).toBeLessThan(MOST_MEMORY_MB);
}

// Text, line by line, as a log or a dump would be.
async function writeHuge(path: string): Promise<void> {
  const line = '{ "total": "a line of a very long file, that nobody wrote by hand" },\n';
  const block = Buffer.from(line.repeat(Math.ceil(MEGABYTE / line.length)));
  const file = await open(path, 'w');
  for (let written = 0; written < HUGE_MB; written++) await file.write(block);
  await file.close();
}

async function writeFolder(folder: string, files: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const number = folder.replace(/^.*part/, '');
  for (let file = 0; file < files; file++) await writeFile(join(folder, `file${file}.txt`), `needle ${number} ${file}\n`);
}

async function giveTo(folder: string, user: number): Promise<void> {
  await chown(folder, user, user);
  for (const path of await readdir(folder, { recursive: true })) await chown(join(folder, path), user, user);
}
