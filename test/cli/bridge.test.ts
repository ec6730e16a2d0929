// The bridge for Copilot as its clients meet it: the built program over stdio with the project as its first word, and over HTTP by the file that holds the port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { keepPort } from '../support/urlClient.ts';

let home: Home;
let shop: string;
beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
});
afterAll(() => home[Symbol.asyncDispose]());

test('binnacle bridge DIR serves that project over stdio, wherever it is started, and without any port', async () => {
  await using agent = new Agent(home, { folder: home.folder, command: 'bridge', parameters: [shop], environment: { PSI_BRIDGE_PORT: '12345' } });
  const { result } = await agent.initialize();
  expect(result?.['instructions']).toContain('IMPORTANT TOOL USAGE RULES:');
  const listed = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) }).parse((await agent.request('tools/list')).result);
  expect(listed.tools.map(({ name }) => name)).toContain('intellij_read_file');
  const found = await agent.call('find_references', { symbol: 'total' });
  expect(textOf(found)).toBe(
    "Found 2 references to total:\n1. checkout.ts:1 [import] import { total } from './cart.js';\n2. checkout.ts:2 [call] console.log(total([1, 2]));",
  );
  expect(textOf(await agent.call('intellij_read_file', { path: 'checkout.ts', start_line: 2 }))).toContain('console.log(total([1, 2]));');
  expect((await agent.call('find_usages')).error).toMatchObject({ code: -32602, message: expect.stringContaining('Available tools: search_symbols') });
  expect(existsSync(join(shop, '.psi-bridge-port'))).toBe(false);
});

test('a script that does what the document of the bridge says, line by line, is answered, also after the daemon was killed', async () => {
  // As the agent of its configuration starts it: the project as the only argument, nothing but lines on stdin and stdout.
  const door = spawn(process.execPath, [binnacle, 'bridge', shop], { env: home.environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: door.stdout })[Symbol.asyncIterator]();
  const say = (message: Record<string, unknown>) => door.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (message: Record<string, unknown>): Promise<unknown> => {
    say(message);
    return JSON.parse(String((await answers.next()).value));
  };
  const initialize = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'copilot-agent', version: '1' } };
  expect(await ask({ id: 1, method: 'initialize', params: initialize })).toMatchObject({
    id: 1,
    result: { protocolVersion: '2025-03-26', serverInfo: { name: 'intellij-code-tools' }, instructions: expect.stringContaining("'intellij_write_file'") },
  });
  say({ method: 'notifications/initialized' });
  const listed = z
    .object({ result: z.object({ tools: z.array(z.looseObject({ name: z.string() })) }) })
    .parse(await ask({ id: 2, method: 'tools/list', params: {} }));
  expect(listed.result.tools.length).toBeGreaterThanOrEqual(36);
  const search = { method: 'tools/call', params: { name: 'search_symbols', arguments: { query: 'total', type: 'function' } } };
  const found = { result: { content: [{ type: 'text', text: expect.stringContaining('Found 1 function:\n1. total at cart.ts:1') }] } };
  expect(await ask({ id: 3, ...search })).toMatchObject({ id: 3, ...found });
  expect(await ask({ id: 4, method: 'ping' })).toMatchObject({ id: 4, result: {} });
  expect(await ask({ id: 5, method: 'invalid_method' })).toMatchObject({ id: 5, error: { code: -32601, data: { details: expect.any(String) } } });
  expect(await ask({ id: 6, method: 'tools/call', params: { name: 'search_symbols', arguments: {} } })).toMatchObject({ id: 6, error: { code: -32602 } });
  expect(await ask({ id: 7, method: 'tools/call', params: { name: 'intellij_read_file', arguments: { path: '../../etc/passwd' } } })).toMatchObject({
    result: { isError: true },
  });
  const { stdout } = await run([process.execPath, binnacle, 'status', '--json'], { environment: home.environment, bound: seconds(30) });
  for (const [, pid] of stdout.matchAll(/"pid":\s*(\d+)/g)) process.kill(Number(pid), 'SIGKILL');
  // The next line is the answer to this, with nothing repeated before it, and says what happened.
  expect(await ask({ id: 8, ...search })).toMatchObject({
    id: 8,
    result: { content: [...found.result.content, { type: 'text', text: expect.stringContaining('was started again') }] },
  });
  door.stdin.end();
  await once(door, 'exit');
});

test('binnacle bridge says how it is used', async () => {
  for (const words of [
    ['--port', '1'],
    [shop, 'more'],
  ]) {
    const { code, stderr } = await run([process.execPath, binnacle, 'bridge', ...words], { environment: home.environment, bound: seconds(20) });
    expect(stderr).toBe('binnacle bridge: usage: binnacle bridge [DIR]\n');
    expect(code).toBe(1);
  }
});

test('a folder that is not there is said in the first answer', async () => {
  await using agent = new Agent(home, { folder: home.folder, command: 'bridge', parameters: [join(shop, 'nothing')] });
  expect((await agent.initialize()).error?.message).toContain('nothing');
});

test('binnacle serve --bridge: clients find the port in the project, and nothing is left of it afterwards', async () => {
  await using served = await serve({});
  const port = readFileSync(join(shop, '.psi-bridge-port'), 'utf8');
  expect(served.ready.bridges).toEqual({ [shop]: Number(port) });
  expect(await (await fetch(`http://localhost:${port}/health`)).json()).toMatchObject({ status: 'ok' });
  const ask = (headers: Record<string, string>) =>
    fetch(`http://localhost:${port}/search_symbols`, { method: 'POST', headers, body: JSON.stringify({ query: 'total', type: 'function' }) });
  expect((await ask({})).status).toBe(401);
  const answer = await ask({ authorization: `Bearer ${served.ready.token}` });
  expect(await answer.json()).toMatchObject({
    result: 'Found 1 function:\n1. total at cart.ts:1',
    results: [{ name: 'total', type: 'function', file: 'cart.ts', line: 1 }],
  });
  const status = (words: readonly string[]) => run([process.execPath, binnacle, 'status', ...words], { environment: home.environment, bound: seconds(30) });
  expect((await status([])).stdout).toContain(`bridge at port ${port}`);
  expect((await status(['--json'])).stdout).toContain(`"bridge":${port}`);
  expect(await served.end()).toBe(0);
  expect(existsSync(join(shop, '.psi-bridge-port'))).toBe(false);
  await expect(fetch(`http://localhost:${port}/health`)).rejects.toThrow();
});

test('a daemon that is killed leaves no port behind that leads nowhere', async () => {
  await using served = await serve({});
  const port = readFileSync(join(shop, '.psi-bridge-port'), 'utf8');
  // With an engine it has a reaper, which is there for what it can no longer do itself.
  const answer = await fetch(`http://localhost:${port}/get_problems`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.ready.token}` },
    body: JSON.stringify({ path: 'cart.ts' }),
  });
  expect(await answer.json()).toMatchObject({ results: [] });
  process.kill(served.ready.pid, 'SIGKILL');
  await vi.waitFor(() => expect(existsSync(join(shop, '.psi-bridge-port'))).toBe(false), { timeout: seconds(20), interval: 50 });
});

test('the port can be chosen by PSI_BRIDGE_PORT; one that is taken or is none stops the start', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const refused = (value: string) =>
    run([process.execPath, binnacle, 'serve', '--bridge', '--port', '0', '--project', shop], {
      environment: { ...home.environment, PSI_BRIDGE_PORT: value },
      bound: seconds(30),
    });
  expect(await refused(port)).toMatchObject({ code: 1, stderr: expect.stringContaining(`Port ${port} cannot be used`) });
  expect(await refused('many')).toMatchObject({ code: 1, stderr: expect.stringContaining('PSI_BRIDGE_PORT is many') });
  taken.close();
  await once(taken, 'close');
  await using served = await serve({ PSI_BRIDGE_PORT: port });
  expect(served.ready.bridges).toEqual({ [shop]: Number(port) });
});

test('what a long command prints comes over stdio while it runs, to whoever asked for it, and the answer last', async () => {
  const door = spawn(process.execPath, [binnacle, 'bridge', shop], { env: home.environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: door.stdout })[Symbol.asyncIterator]();
  const say = (message: Record<string, unknown>) => door.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const until = async (id: number) => {
    const heard: Record<string, unknown>[] = [];
    do heard.push(z.record(z.string(), z.unknown()).parse(JSON.parse(String((await lines.next()).value))));
    while (heard.at(-1)?.['id'] !== id);
    return heard;
  };
  say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'copilot-agent', version: '1' } } });
  await until(1);
  say({ method: 'notifications/initialized' });
  const command = `node -e "let n = 0; const t = setInterval(() => { console.log('part ' + ++n); if (n === 3) clearInterval(t); }, 250)"`;
  say({ id: 2, method: 'tools/call', params: { name: 'run_command', arguments: { command }, _meta: { progressToken: 'run' } } });
  const heard = await until(2);
  const progress = heard.slice(0, -1).filter(({ method }) => method === 'notifications/progress');
  expect(progress.length).toBeGreaterThan(1);
  const numbers = progress.map(({ params }) => z.object({ progressToken: z.literal('run'), progress: z.number(), message: z.string() }).parse(params));
  expect(numbers.map(({ message }) => message).join('\n')).toContain('part 1');
  // Each further than the one before, as the protocol has it.
  expect(numbers.every(({ progress: far }, index) => index === 0 || far > (numbers[index - 1]?.progress ?? 0))).toBe(true);
  expect(heard.at(-1)).toMatchObject({ result: { content: [{ text: 'Ended with exit code 0.\npart 1\npart 2\npart 3' }] } });
  // Nobody asked for it here.
  say({ id: 3, method: 'tools/call', params: { name: 'run_command', arguments: { command } } });
  expect((await until(3)).filter(({ method }) => method === 'notifications/progress')).toEqual([]);
  door.stdin.end();
  await once(door, 'exit');
});

test('after binnacle token rotate the bridge lets in whoever has the new token, and nobody with the old', async () => {
  await keepPort(home.environment);
  // One with a port of its own choice has a token of its own, which ends with it.
  await using served = await serve({}, []);
  const [port] = Object.values(served.ready.bridges);
  const status = async (token: string) =>
    (await fetch(`http://127.0.0.1:${port}/search_symbols`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{"query":"total"}' }))
      .status;
  const inUrl = async (token: string) => (await fetch(`http://127.0.0.1:${port}/tools/list?token=${token}`)).status;
  expect([await status(served.ready.token), await inUrl(served.ready.token)]).toEqual([200, 200]);
  const type = (...words: string[]) => run([process.execPath, binnacle, 'token', ...words], { environment: home.environment, bound: seconds(30) });
  expect((await type('rotate')).code).toBe(0);
  const token = (await type('show')).stdout.trim();
  expect(token).not.toBe(served.ready.token);
  expect([await status(token), await inUrl(token)]).toEqual([200, 200]);
  expect([await status(served.ready.token), await inUrl(served.ready.token)]).toEqual([401, 401]);
});

const Ready = z.object({ pid: z.number(), token: z.string(), bridges: z.record(z.string(), z.number()) });

interface Served extends AsyncDisposable {
  readonly ready: z.infer<typeof Ready>;
  end(): Promise<number | null>;
}

async function serve(environment: NodeJS.ProcessEnv, words: readonly string[] = ['--port', '0']): Promise<Served> {
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', shop, ...words, '--bridge', '--json'], {
    env: { ...home.environment, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const end = async () => {
    child.kill('SIGINT');
    await ended;
    return child.exitCode;
  };
  return { ready: Ready.parse(JSON.parse(String(line))), end, [Symbol.asyncDispose]: async () => void (await end()) };
}
