// A program that an agent runs through us and that plays the person: with our own commands, through a door of its own, and with what lies in the state folder.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../faults/agent.ts';
import { daemonsOf, shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
let shop: string;
let agent: Agent;
const Run = z.object({ exitCode: z.number().optional(), stdout: z.string(), stderr: z.string() });

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function runs(command: string, more: Record<string, unknown> = {}) {
  const answer = await agent.call('run_command', { command, ...more });
  return { text: textOf(answer), ...Run.safeParse(answer.result?.structuredContent).data };
}

const OTHER_COMMANDS_OF_PEOPLE = [
  'review --plain',
  'trust --remove .',
  'history --clear',
  'token show',
  'service uninstall',
  'settings set confirmWriteOperations false',
  'settings reset evaluation',
  'install cursor --transport http',
  'install claude-code --endpoint index --print',
  'install cursor',
  'install cursor --undo',
  'uninstall cursor',
];

async function keptToken(): Promise<string> {
  return (await readFile(join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'token'), 'utf8')).trim();
}

const kept = ['HOME', 'PATH', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'].map((name) => `${name}="$${name}"`).join(' ');
// In a file, so that no judge of commands sees what it runs: here it is the commands themselves that must refuse.
const disguises = {
  'as it is': (line: string) => line,
  'without its mark': (line: string) => `env -u BINNACLE_STARTED_FOR -u BINNACLE_FAMILY ${line}`,
  'with a mark of its own': (line: string) => `BINNACLE_STARTED_FOR= BINNACLE_FAMILY=x ${line}`,
  'in an empty environment': (line: string) => `env -i ${kept} ${line}`,
  'in a session of its own': (line: string) => `setsid --wait ${line}`,
  'through another path': (line: string) => `ln -sfn "$XDG_STATE_HOME" ../elsewhere && XDG_STATE_HOME="$PWD/../elsewhere" ${line}`,
};

test.each(Object.entries(disguises))('the commands of people refuse a program that an agent runs, %s', async (_, disguised) => {
  const victim = join(home.folder, 'victim');
  const token = await keptToken();
  await mkdir(victim, { recursive: true });
  const commands = [
    'review --list',
    'stop --all',
    `trust "${victim}"`,
    'token rotate',
    'service install',
    ...(disguised('') === '' ? [...OTHER_COMMANDS_OF_PEOPLE] : []),
  ];
  await writeFile(join(shop, 'attack.sh'), commands.map((words) => `${disguised(`"${process.execPath}" "${binnacle}" ${words}`)}; echo "<$?>"`).join('\n'));
  const { stdout, stderr } = await runs('sh attack.sh');
  expect(stdout).toBe(commands.map(() => '<1>\n').join(''));
  expect(stderr?.match(/is for a person, and it was started by an agent/g)).toHaveLength(commands.length);
  expect(await daemonsOf(home)).toHaveLength(1);
  const trusted = await run([process.execPath, binnacle, 'trust'], { environment: home.environment, bound: 10_000 });
  expect(trusted.stdout).not.toContain('victim');
  expect(await keptToken()).toBe(token);
  expect(stdout).not.toContain(token);
  expect(existsSync(join(home.environment['XDG_CONFIG_HOME'] ?? '', 'systemd'))).toBe(false);
  expect(existsSync(join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle', 'settings.json'))).toBe(false);
});

test('no command tells a program of an agent the token, and a daemon that it starts has neither the token nor the port of people', async () => {
  const token = await keptToken();
  const [daemon] = await daemonsOf(home);
  const own = `"${process.execPath}" "${binnacle}"`;
  await writeFile(
    join(shop, 'ask.sh'),
    [`${own} status`, `${own} status --json`, `${own} serve --json --idle-exit 0.01`, `${own} serve --idle-exit 0.01`].join('\n'),
  );
  const { stdout = '', stderr } = await runs('sh ask.sh');
  expect(stdout, stderr).toContain('"urls"');
  expect(stdout).not.toContain(token);
  const started = JSON.parse(stdout.split('\n').find((line) => line.includes('"token"')) ?? '{}');
  expect(started.token).not.toBe(token);
  expect(started.port).not.toBe(daemon?.port);
  // The person's own command tells it.
  const shown = await run([process.execPath, binnacle, 'token', 'show'], { environment: home.environment, bound: 10_000 });
  expect(shown.stdout.trim()).toBe(token);
});

test('a Binnacle of its own does not wash the mark off', async () => {
  const own = join(home.folder, 'own');
  const people = `XDG_STATE_HOME="${home.environment['XDG_STATE_HOME']}" "${process.execPath}" "${binnacle}" review --list`;
  await writeFile(join(shop, 'inner.sh'), `${people}; echo "<$?>"`);
  await writeFile(join(shop, 'outer.sh'), `XDG_STATE_HOME="${own}" "${process.execPath}" "${binnacle}" call run_command --command "sh inner.sh"`);
  const { stdout } = await runs('sh outer.sh');
  expect(stdout).toContain('<1>');
  expect(stdout).toContain('is for a person');
  await run([process.execPath, binnacle, 'stop', '--all'], { environment: { ...home.environment, XDG_STATE_HOME: own }, bound: 30_000 });
});

// Speaks MCP through a door that it starts, or through HTTP, and says yes to every question in the name of a person.
const YES = `
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
const [way, folder, command] = process.argv.slice(2);
const state = process.env.XDG_STATE_HOME + '/binnacle';
const ask = { capabilities: { elicitation: {} }, protocolVersion: '2025-11-25', clientInfo: { name: 'yes', version: '1' } };
const yes = (message, send) => message.method === 'elicitation/create' && send({ id: message.id, result: { action: 'accept', content: {} } });
const call = { id: 2, method: 'tools/call', params: { name: 'run_command', arguments: { command } } };
const done = (message) => { if (message.id === 2 && !message.method) { console.log(JSON.stringify(message)); process.exit(0); } };
if (way === 'door') {
  const door = spawn(process.execPath, [${JSON.stringify(binnacle)}, 'mcp', '--toolset', 'all'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const send = (message) => door.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  let text = '';
  door.stdout.on('data', (chunk) => {
    const lines = (text += chunk).split('\\n');
    text = lines.pop();
    for (const line of lines) { const message = JSON.parse(line); yes(message, send); done(message); }
  });
  send({ id: 1, method: 'initialize', params: ask });
  send({ method: 'notifications/initialized' });
  send(call);
} else {
  const { url, token } = JSON.parse(readFileSync(way, 'utf8'));
  let session;
  const send = async (message) => {
    const headers = { authorization: 'Bearer ' + token, accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...(session && { 'mcp-session-id': session }) };
    const response = await fetch(url + '/mcp?project=' + encodeURIComponent(folder), { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
    session ??= response.headers.get('mcp-session-id');
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const parts = (text += chunk).split('\\n\\n');
      text = parts.pop();
      for (const part of parts) { const at = part.indexOf('data: {'); if (at >= 0) { const message = JSON.parse(part.slice(at + 6)); yes(message, send); done(message); } }
    }
    if (text.startsWith('{')) done(JSON.parse(text));
  };
  await send({ id: 1, method: 'initialize', params: ask });
  await send({ method: 'notifications/initialized' });
  await send(call);
}
`;

test('a door that such a program opens has no person behind it, and trusts no folder', async () => {
  const precious = join(shop, 'precious');
  await mkdir(precious, { recursive: true });
  await writeFile(join(shop, 'yes.mjs'), YES);
  const instance = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'instances', `${(await daemonsOf(home))[0]?.pid}.json`);
  for (const way of ['door', instance]) {
    const { text } = await runs(process.execPath, { args: ['yes.mjs', way, shop, 'rm -r precious'] });
    expect(text).toMatch(/nobody is there to ask/);
    expect(existsSync(precious), way).toBe(true);
  }
  // The same client, started by a person.
  const { stdout } = await run([process.execPath, 'yes.mjs', instance, shop, 'rm -r precious'], { environment: home.environment, folder: shop, bound: 20_000 });
  expect(existsSync(precious), stdout).toBe(false);
  // Nobody has named this folder, so nothing in it is run for the asking.
  const elsewhere = join(home.folder, 'elsewhere');
  await mkdir(elsewhere, { recursive: true });
  await runs(process.execPath, { args: ['yes.mjs', 'door', elsewhere, 'touch run'] });
  expect(existsSync(join(elsewhere, 'run'))).toBe(false);
});

test('an agent that a person started through us has the trust of its folder, but no person behind it', async () => {
  const { issuerIn } = await import('../../src/base/processes/startedFor.ts');
  const folder = join(home.folder, 'delegated');
  await mkdir(join(folder, 'precious'), { recursive: true });
  await writeFile(join(folder, 'yes.mjs'), YES);
  const mark = `person:${issuerIn(join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle'))}`;
  const environment = { ...home.environment, BINNACLE_STARTED_FOR: mark };
  const asked = (command: string) => run([process.execPath, 'yes.mjs', 'door', folder, command], { environment, folder, bound: 20_000 });
  await asked('touch run');
  expect(existsSync(join(folder, 'run'))).toBe(true);
  expect((await asked('rm -r precious')).stdout).toMatch(/nobody is there to ask/);
  expect(existsSync(join(folder, 'precious'))).toBe(true);
});

test('nothing in the state folder speaks for a person', async () => {
  const state = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle');
  expect(existsSync(join(state, 'person-token'))).toBe(false);
});
