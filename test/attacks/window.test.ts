// Intruders at the window: whoever is no page that the person opened by a link gets nothing there, and the person hears of whoever tried with a link.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { minutes } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { daemonsOf, shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { keepPort } from '../support/urlClient.ts';
import { keyOfLink, linkOf, messages, opened, type PageKey, proofOf, WindowClient } from '../support/windowClient.ts';

let home: Home;
let shop: string;
let agent: Agent;
let origin: string;
let host: string;
let token: string;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  const [daemon] = await daemonsOf(home);
  origin = `http://127.0.0.1:${daemon?.port}`;
  host = new URL(origin).host;
  token = (await run([process.execPath, binnacle, 'token', 'show'], { environment: home.environment, bound: 20_000 })).stdout.trim();
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const SOCKET = '/window/socket';
// A little longer than a window may go without use.
const UNUSED = minutes(12 * 60 + 1);
const Kept = z.looseObject({ sessions: z.array(z.looseObject({ id: z.string(), lastUsed: z.number() })) });
const someNonce = Buffer.alloc(32, 7).toString('base64url');
const unknownKey = (): PageKey => keyOfLink(`${origin}/window/#code=${Buffer.alloc(32, 1).toString('base64url')}`);

async function firstWord(headers: Record<string, string>, query = ''): Promise<string> {
  const socket = await opened(`ws://${host}${SOCKET}${query}`, headers);
  const next = messages(socket);
  socket.send(JSON.stringify({ kind: 'subscribe', topic: 'calls' }));
  const message = await next();
  socket.terminate();
  return message.kind === 'refused' ? message.code : message.kind;
}

test('a link opens the window once; the page comes back with its key, and is answered', async () => {
  const link = await linkOf(home);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/window\/#code=[\w-]{43}$/);
  using page = await WindowClient.open(link);
  expect(page.welcome).toMatchObject({ kind: 'welcome', url: origin });
  page.subscribe('windows');
  await page.until(() => page.rows('windows').some(({ id }) => id === page.key.session), 'the row of this window');
  const answer = await page.call('list_projects');
  expect(answer).toMatchObject({ ok: true });
  page.cut();
  using again = await WindowClient.connect(page.key);
  expect(again.welcome.boot).toBe(page.welcome.boot);
});

test.each([
  ['the token of agents', () => firstWord({ authorization: `Bearer ${token}` })],
  ['the token in the URL', () => firstWord({}, `?token=${token}`)],
  ['nothing at all', () => firstWord({})],
])('with %s nothing is said but no', async (_, attempt) => {
  expect(await attempt()).toBe('bad_message');
  await expect(WindowClient.connect(unknownKey(), { headers: { authorization: `Bearer ${token}` } })).rejects.toMatchObject({ code: 'unknown_session' });
});

test.each([
  ['of another site', 'https://evil.example'],
  ['on port 3000 of this machine', 'http://127.0.0.1:3000'],
  ['under another name of this machine', 'http://localhost'],
  ['without an origin of its own', 'null'],
])('a page %s gets no socket and no answer, not even with a key', async (_, foreign) => {
  using page = await WindowClient.open(await linkOf(home));
  await expect(WindowClient.connect(page.key, { headers: { origin: foreign } })).rejects.toThrow('status 403');
  expect((await fetch(`${origin}/window/`, { headers: { origin: foreign } })).status).toBe(403);
});

test('a name that was rebound to this machine is not answered, nor are other spellings of ours', async () => {
  const { port } = new URL(origin);
  for (const evil of [`evil.example:${port}`, `localhost:${port}`, `[::1]:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`])
    expect(await statusWith({ host: evil }), evil).toBe(403);
  await expect(opened(`ws://${host}${SOCKET}`, { host: `evil.example:${port}` })).rejects.toThrow('status 403');
});

test('the page can be in no frame, run no script but ours, and holds no data; only GET is served', async () => {
  const answer = await fetch(`${origin}/window/`);
  expect([200, 503]).toContain(answer.status);
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('access-control-allow-origin')).toBe(null);
  const text = await answer.text();
  for (const secret of [token, shop, home.folder]) expect(text).not.toContain(secret);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])
    expect((await fetch(`${origin}/window/`, { method, headers: { authorization: `Bearer ${token}` } })).status, method).toBe(405);
  for (const path of ['/window/assets/..%2f..%2fmain.js', '/window/assets/%2e%2e/main.js', '/window/main.js', '/window/assets/.x.js'])
    expect((await fetch(`${origin}${path}`)).status, path).not.toBe(200);
});

test('a proof that was overheard is worth nothing a second time', async () => {
  using page = await WindowClient.open(await linkOf(home));
  const knock = async (proof?: string) => {
    const socket = await opened(`ws://${host}${SOCKET}`, { origin });
    const next = messages(socket);
    socket.send(JSON.stringify({ kind: 'hello', session: page.key.session, nonce: someNonce }));
    const challenge = await next();
    if (challenge.kind !== 'challenge') throw new Error(challenge.kind);
    const words = { session: page.key.session, host, pageNonce: someNonce, daemonNonce: challenge.nonce };
    const right = proofOf(page.key, 'page', words);
    socket.send(JSON.stringify({ kind: 'proof', proof: proof ?? right }));
    const answer = await next();
    socket.terminate();
    return { right, daemons: challenge.proof, said: answer.kind === 'refused' ? answer.code : answer.kind };
  };
  const { right, daemons, said } = await knock();
  expect(said).toBe('welcome');
  expect((await knock(right)).said).toBe('wrong_proof');
  // Nor is the daemon's own proof, which anybody can ask for.
  expect((await knock(daemons)).said).toBe('wrong_proof');
});

test('who squats on the port is not believed, and cannot pass the proofs on to the daemon', async () => {
  using page = await WindowClient.open(await linkOf(home));
  const squatter = createServer();
  const sockets = new WebSocketServer({ server: squatter });
  const heard: string[] = [];
  sockets.on('connection', (victim) => {
    // As a man in the middle, with the headers that the daemon wants.
    const real = opened(`ws://${host}${SOCKET}`, { origin });
    victim.on('message', async (data: Buffer) => {
      heard.push(data.toString());
      (await real).send(data.toString());
    });
    void real.then((socket) => socket.on('message', (data: Buffer) => victim.send(data.toString())));
  });
  const port = await new Promise<number>((resolve) =>
    squatter.listen(0, '127.0.0.1', () => {
      const address = squatter.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
  // The page was loaded from there, so it names that host in what it signs and expects it in what it is shown.
  await expect(WindowClient.connect({ ...page.key, host: `127.0.0.1:${port}` })).rejects.toThrow('not the daemon');
  expect(heard.filter((line) => line.includes('"proof"'))).toEqual([]);
  sockets.close();
  squatter.close();
});

test('a link that is used twice closes both windows, and every other window shows an alarm', async () => {
  using witness = await WindowClient.open(await linkOf(home));
  const link = await linkOf(home);
  using first = await WindowClient.open(link);
  await expect(WindowClient.open(link)).rejects.toMatchObject({ code: 'used_link' });
  await first.until(() => first.refused !== undefined, 'that the first window is closed');
  await expect(WindowClient.connect(first.key)).rejects.toMatchObject({ code: 'used_link' });
  await expect(WindowClient.open(link)).rejects.toMatchObject({ code: 'used_link' });
  await witness.until(() => witness.alarms.some(({ kind }) => kind === 'link_used_twice'), 'the alarm');
  // Whoever only knows the id, which travels, closes nothing.
  const socket = await opened(`ws://${host}${SOCKET}`, { origin });
  const next = messages(socket);
  socket.send(JSON.stringify({ kind: 'hello', session: witness.key.session, nonce: someNonce, redeems: true }));
  await next();
  socket.send(JSON.stringify({ kind: 'proof', proof: someNonce }));
  expect(await next()).toMatchObject({ code: 'wrong_proof' });
  socket.terminate();
  expect(await witness.call('list_projects')).toMatchObject({ ok: true });
});

test('every new window is announced in the others, with the processes that opened it, until one of them acknowledges it', async () => {
  using one = await WindowClient.open(await linkOf(home));
  using two = await WindowClient.open(await linkOf(home));
  await one.until(() => one.alarms.some(({ kind, chain }) => kind === 'new_window' && /node.* \d+ < /.test(chain)), 'the alarm of the second window');
  // Not its own, and it cannot acknowledge it away.
  const alarm = one.alarms.at(-1);
  expect(two.alarms.map(({ id }) => id)).not.toContain(alarm?.id);
  expect(await two.ask('window.acknowledge', { id: alarm?.id })).toMatchObject({ ok: false, error: { code: 'unknown_alarm' } });
  expect(await one.ask('window.acknowledge', { id: alarm?.id })).toMatchObject({ ok: true });
  await two.until(() => two.acknowledged.includes(alarm?.id ?? ''), 'that a person knows of it');
  expect(await one.ask('window.acknowledge', {})).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  // One that a person does not know is closed by any other.
  expect(await one.ask('window.revoke', { id: two.key.session })).toMatchObject({ ok: true });
  await two.until(() => two.refused !== undefined && two.isClosed, 'that it is closed');
  await expect(WindowClient.connect(two.key)).rejects.toMatchObject({ code: 'revoked_session' });
  expect(await one.ask('window.revoke', { id: two.key.session })).toMatchObject({ ok: false, error: { code: 'unknown_window' } });
});

test('the key of a window opens nothing where agents are served', async () => {
  const link = await linkOf(home);
  const { key, session } = keyOfLink(link);
  const code = new URL(link).hash.slice('#code='.length);
  for (const secret of [code, session, key.toString('base64url'), key.toString('hex')]) {
    const answer = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
    expect((await fetch(`${origin}/reviews?token=${secret}`)).status).toBe(401);
  }
});

test('a key whose time is over opens nothing, and one that is not does, at the same port after the daemon was killed', async () => {
  await using other = await temporaryHome();
  const port = await keepPort(other.environment);
  using old = await WindowClient.open(await linkOf(other));
  using used = await WindowClient.open(await linkOf(other));
  const [daemon] = await daemonsOf(other);
  if (daemon === undefined) throw new Error('there is no daemon');
  process.kill(daemon.pid, 'SIGKILL');
  for (const page of [old, used]) await page.until(() => page.isClosed, 'the end of its socket');
  const file = join(other.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'window-sessions', `${port}.json`);
  const kept = Kept.parse(JSON.parse(await readFile(file, 'utf8')));
  for (const session of kept.sessions) if (session.id === old.key.session) session.lastUsed -= UNUSED;
  await writeFile(file, JSON.stringify(kept));
  await linkOf(other);
  expect((await daemonsOf(other))[0]).toMatchObject({ port });
  using again = await WindowClient.connect(used.key);
  expect(await again.call('list_projects')).toMatchObject({ ok: true });
  await expect(WindowClient.connect(old.key)).rejects.toMatchObject({ code: 'expired_session' });
});

const Run = z.object({ stdout: z.string(), stderr: z.string() });

test('a program that an agent runs gets no link, and the windows announce it', async () => {
  using page = await WindowClient.open(await linkOf(home));
  const kept = ['HOME', 'PATH', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'].map((name) => `${name}="$${name}"`).join(' ');
  const own = `"${process.execPath}" "${binnacle}" open --print`;
  // Past the command line, which refuses by itself: straight to the local socket.
  const straight = `
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
const folder = process.env.XDG_STATE_HOME + '/binnacle/instances/';
const [file] = readdirSync(folder).filter((name) => name.endsWith('.json'));
const { socket, key, build, version } = JSON.parse(readFileSync(folder + file, 'utf8'));
const connection = connect(socket, () => connection.write(JSON.stringify({ key, build, version, pid: process.pid, cwd: '/', control: 'window' }) + '\\n'));
connection.on('data', (chunk) => { process.stdout.write(chunk); process.exit(); });
`;
  await writeFile(join(shop, 'straight.mjs'), straight);
  await writeFile(
    join(shop, 'open.sh'),
    [own, `env -u BINNACLE_STARTED_FOR ${own}`, `env -i ${kept} ${own}`, `env -i ${kept} "${process.execPath}" straight.mjs`]
      .map((line) => `${line}; echo "<$?>"`)
      .join('\n'),
  );
  const answer = await agent.call('run_command', { command: 'sh open.sh' });
  const { stdout, stderr } = Run.parse(answer.result?.structuredContent);
  expect(stdout, textOf(answer)).toMatch(/^<1>\n<1>\n<1>\n\{"binnacle":"refused".*\}\n<0>\n$/);
  expect(`${stdout}${stderr}`).not.toContain('#code=');
  await page.until(() => page.alarms.some(({ kind }) => kind === 'agent_asked'), 'the alarm');
});

test('below a command-line agent that we did not start there is no link either', async () => {
  const program = join(home.folder, 'claude.mjs');
  const open = JSON.stringify([binnacle, 'open', '--print']);
  await writeFile(program, `import { spawnSync } from 'node:child_process';\nspawnSync(process.execPath, ${open}, { stdio: 'inherit' });\n`);
  const below = await run([process.execPath, program], { environment: home.environment, bound: 30_000 });
  expect(below.stdout).toBe('');
  expect(below.stderr).toContain('asked for below claude');
  const marked = await run([process.execPath, binnacle, 'open', '--print'], { environment: { ...home.environment, CLAUDECODE: '1' }, bound: 30_000 });
  expect(marked).toMatchObject({ code: 1, stdout: '' });
  const inEditor = await run([process.execPath, binnacle, 'open', '--print'], { environment: { ...home.environment, TERM_PROGRAM: 'vscode' }, bound: 30_000 });
  expect(inEditor).toMatchObject({ code: 1, stdout: '' });
  expect(inEditor.stderr).toContain('VS Code');
});

test('whoever opens sockets and proves nothing keeps the person out of no window', async () => {
  const silent = await Promise.all(Array.from({ length: 40 }, () => opened(`ws://${host}${SOCKET}`, { origin })));
  using page = await WindowClient.open(await linkOf(home));
  expect(await page.call('list_projects')).toMatchObject({ ok: true });
  expect(silent.filter((socket) => socket.readyState === socket.OPEN).length).toBeLessThanOrEqual(16);
  for (const socket of silent) socket.terminate();
});

test('a socket that says nothing, too much or nonsense is closed', async () => {
  for (const words of ['{', '{"kind":"hello"}', `{"kind":"hello","session":"${'x'.repeat(2_000)}","nonce":"y"}`, '{"kind":"proof","proof":"x"}']) {
    const socket = await opened(`ws://${host}${SOCKET}`, { origin });
    const next = messages(socket);
    socket.send(words);
    expect(await next(), words).toMatchObject({ kind: 'refused', code: 'bad_message' });
    await expect(next(), words).rejects.toThrow('closed');
  }
  using page = await WindowClient.open(await linkOf(home));
  expect(await page.ask(JSON.parse('"no.such"'))).toMatchObject({ ok: false, error: { code: 'unknown_method' } });
  const answers = await Promise.all(Array.from({ length: 100 }, () => page.call('search_text', { query: 'total' }, shop)));
  const refused = answers.filter((answer) => !answer.ok && answer.error.code === 'too_much_at_once').length;
  expect(answers.filter((answer) => answer.ok).length + refused).toBe(100);
  expect(refused).toBeGreaterThan(0);
  for (let count = 0; count < 5_000; count++) page.send({ kind: 'used' });
  await page.until(() => page.isClosed, 'that it is closed');
});

async function statusWith(headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http');
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ host: hostname, port, path: '/window/', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
