// What an agent is answered while the daemon still starts: what the daemon will say, at once, and nothing that it would not.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let home: Home;
let shop: string;
let state: string;
beforeEach(async () => {
  home = await temporaryHome();
  shop = join(home.folder, 'shop');
  state = join(home.folder, 'state', 'binnacle');
  await mkdir(shop);
  await installHeld();
});
afterEach(() => home[Symbol.asyncDispose]());

// As clients send them: what differs is the version, what the client can do, and how it writes its id.
const GREETINGS: readonly Record<string, unknown>[] = [
  greeting(0, '2025-11-25'),
  greeting('first', '2025-11-25', { roots: {}, elicitation: {} }),
  greeting(1, '2024-11-05', { roots: { listChanged: true }, sampling: {}, experimental: { 'a/b': { c: [1] } } }),
  greeting('quo"te', '2025-06-18', {
    elicitation: { form: { applyDefaults: true }, url: {} },
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['x'] } },
  }),
  greeting(2, '2026-07-28'),
  greeting(3, '1999-01-01'),
];

test.each<{ readonly command: string; readonly parameters: readonly string[]; readonly greetings: typeof GREETINGS }>([
  { command: 'mcp', parameters: [], greetings: GREETINGS },
  { command: 'mcp', parameters: ['--toolset', 'all'], greetings: GREETINGS.slice(0, 1) },
  { command: 'mcp', parameters: ['--toolset', 'git, navigation,evaluate'], greetings: GREETINGS.slice(0, 1) },
  { command: 'bridge', parameters: [], greetings: GREETINGS.slice(0, 2) },
])('$command $parameters: greeting and list are, byte for byte, what the daemon says when it is there', async ({ command, parameters, greetings }) => {
  const early: string[][] = [];
  const doors = greetings.map(() => new Door(command, parameters));
  for (const [index, door] of doors.entries()) early.push(await door.begin(greetings[index]));
  expect(existsSync(join(state, 'instances'))).toBe(false);
  await letGo();
  for (const door of doors) {
    expect(await door.ask({ id: 'p', method: 'ping' })).toContain('"result":{}');
    // The daemon's own answers to what was answered before reach nobody, and nothing is taken back.
    expect(door.lines).toHaveLength(3);
    await door.leave();
  }
  const late: string[][] = [];
  for (const each of greetings) {
    const door = new Door(command, parameters);
    late.push(await door.begin(each));
    await door.leave();
  }
  expect(early).toEqual(late);
});

test('a greeting or a list that only the daemon can judge waits for it', async () => {
  await mkdir(join(shop, '.binnacle'));
  await writeFile(join(shop, '.binnacle', 'settings.json'), '{"toolset":"git"}');
  const wrong = new Door('mcp', []);
  const answer = wrong.ask({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: { roots: 5 }, clientInfo: { name: 'x' } } });
  const settled = new Door('mcp', []);
  await settled.ask(greeting(0, '2025-11-25'));
  const list = settled.ask({ id: 1, method: 'tools/list' });
  const paged = new Door('mcp', ['--toolset', 'all']);
  await paged.ask(greeting(0, '2025-11-25'));
  const page = paged.ask({ id: 1, method: 'tools/list', params: { _meta: { 'binnacle/pageSize': 2 } } });
  const misnamed = new Door('mcp', ['--toolset', 'gti']);
  const refused = misnamed.ask(greeting(0, '2025-11-25'));
  await letGo();
  expect(await answer).toContain('"error":{"code":-32');
  const names: { name: string }[] = JSON.parse(await list).result.tools;
  expect(names.map(({ name }) => name)).toContain('git_status');
  expect(names.map(({ name }) => name)).not.toContain('find_references');
  expect(JSON.parse(await page).result.tools).toHaveLength(2);
  expect(await refused).toMatch(/"error":.*gti/);
  for (const door of [wrong, settled, paged]) await door.leave();
});

test('tools that turn out to be others are announced as a change', async () => {
  const door = new Door('mcp', []);
  await door.begin(greeting(0, '2025-11-25'));
  await mkdir(join(shop, '.binnacle'));
  await writeFile(join(shop, '.binnacle', 'settings.json'), '{"toolset":"git"}');
  await letGo();
  await door.ask({ id: 'p', method: 'ping' });
  expect(door.lines.map((line) => JSON.parse(line).method)).toContain('notifications/tools/list_changed');
  expect(await door.ask({ id: 2, method: 'tools/list' })).not.toContain('"find_references"');
  await door.leave();
});

test('calls wait in their order, and one that is cancelled meanwhile is never made', async () => {
  const door = new Door('mcp', []);
  await door.begin(greeting(0, '2025-11-25'));
  door.send({ method: 'notifications/initialized' });
  const call = (id: number, name: string, parameters: Record<string, unknown>) => ({ id, method: 'tools/call', params: { name, arguments: parameters } });
  const first = door.ask(call(2, 'write_file', { file: 'a.txt', text: 'first' }));
  door.send(call(3, 'write_file', { file: 'b.txt', text: 'cancelled' }));
  const last = door.ask(call(4, 'write_file', { file: 'c.txt', text: 'last' }));
  door.send({ method: 'notifications/cancelled', params: { requestId: 3 } });
  await letGo();
  for (const answer of [await first, await last]) expect(answer).not.toContain('isError');
  expect(await readFile(join(shop, 'c.txt'), 'utf8')).toBe('last');
  expect(existsSync(join(shop, 'b.txt'))).toBe(false);
  expect(door.lines.map((line) => JSON.parse(line).id)).not.toContain(3);
  await door.leave();
});

test('a daemon that fails to start is the answer to each request, and the next one tries again', async () => {
  const program = join(home.folder, 'held', 'dist', 'main.js');
  const works = await readFile(program, 'utf8');
  await writeFile(program, 'throw new TypeError("the disk is on fire");');
  const door = new Door('mcp', []);
  await door.begin(greeting(0, '2025-11-25'));
  const failed = JSON.parse(await door.ask({ id: 2, method: 'tools/call', params: { name: 'list_projects', arguments: {} } }));
  expect(failed.result.isError).toBe(true);
  expect(failed.result.content[0].text).toMatch(/daemon_unavailable.*the disk is on fire/);
  expect(await door.ask({ id: 3, method: 'resources/list' })).toMatch(/"error":.*the disk is on fire/);
  await writeFile(program, works);
  await letGo();
  expect(await door.ask({ id: 4, method: 'tools/call', params: { name: 'list_projects', arguments: {} } })).toContain(JSON.stringify(shop).slice(1, -1));
  expect(await door.leave()).toBe(0);
});

function greeting(id: unknown, protocolVersion: string, capabilities: Record<string, unknown> = {}): Record<string, unknown> {
  const clientInfo = { name: 'early', title: 'Early', version: '1', websiteUrl: 'https://example.com' };
  return { id, method: 'initialize', params: { protocolVersion, capabilities, clientInfo } };
}

// The built program, whose daemon starts only when the test lets it.
async function installHeld(): Promise<void> {
  const held = join(home.folder, 'held');
  await cp(join(root, 'bin'), join(held, 'bin'), { recursive: true });
  await mkdir(join(held, 'dist'));
  await cp(join(root, 'dist', 'early'), join(held, 'dist', 'early'), { recursive: true });
  await cp(join(root, 'dist', 'door.cjs'), join(held, 'dist', 'door.cjs'));
  await writeFile(join(held, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(held, 'dist', 'main.js'),
    `import { existsSync, watch } from 'node:fs';
     const [folder, go] = ${JSON.stringify([home.folder, join(home.folder, 'go')])};
     await new Promise((resolve) => { const seen = () => existsSync(go) && resolve(); watch(folder, seen); seen(); });
     await import(${JSON.stringify(pathToFileURL(join(root, 'dist', 'main.js')).href)});`,
  );
}

function letGo(): Promise<void> {
  return writeFile(join(home.folder, 'go'), '');
}

// A door whose lines are kept as they come.
class Door {
  readonly lines: string[] = [];
  readonly #process: ChildProcess;
  readonly #waiting = new Map<string, (line: string) => void>();

  constructor(command: string, parameters: readonly string[]) {
    this.#process = spawn(process.execPath, [join(home.folder, 'held', 'bin', 'binnacle.cjs'), command, ...parameters], {
      cwd: shop,
      env: home.environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let rest = '';
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        this.lines.push(line);
        this.#waiting.get(JSON.stringify(JSON.parse(line).id))?.(line);
      }
    });
    this.#process.stdin?.on('error', () => {});
  }

  async begin(first: Record<string, unknown> | undefined): Promise<string[]> {
    return [await this.ask(first ?? {}), await this.ask({ id: 'list', method: 'tools/list', params: {} })];
  }

  ask(request: Record<string, unknown>): Promise<string> {
    const answered = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(request)}`)), seconds(60));
      this.#waiting.set(JSON.stringify(request['id']), (line) => {
        clearTimeout(timer);
        resolve(line);
      });
    });
    this.send(request);
    return answered;
  }

  send(message: Record<string, unknown>): void {
    this.#process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async leave(): Promise<number | null> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null && this.#process.signalCode === null) await once(this.#process, 'exit');
    return this.#process.exitCode;
  }
}
