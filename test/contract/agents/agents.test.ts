// Agents that we start: a real process that speaks ACP, driven through the tools of the built program; its edits can be undone, its commands are judged.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../../faults/agent.ts';
import { eventually, processesOf, shopIn } from '../../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../../support/builtProgram.ts';
import { allowStartingAgents, installProgram, installScriptedAgent } from '../../support/installedAgent.ts';

const Said = z.object({
  sessionId: z.string(),
  state: z.string(),
  why: z.string().optional(),
  entries: z.array(z.looseObject({ kind: z.string(), text: z.string() })),
  cursor: z.string(),
});

let home: Home;
let shop: string;
let client: Agent;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  await installScriptedAgent(home, 'opencode');
  await installProgram(home, 'gemini', 'echo "no model" >&2; exit 4');
  await allowStartingAgents(home);
  await run([process.execPath, binnacle, 'trust', shop], { environment: home.environment, folder: shop, bound: 60_000 });
  home.environment['SCRIPTED_AGENT_WORD'] = 'of the caller';
  client = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await client.initialize();
});
afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

async function value<Shape extends z.ZodType>(shape: Shape, tool: string, given: Record<string, unknown>): Promise<z.output<Shape>> {
  const answer = await client.call(tool, given);
  if (answer.result?.structuredContent === undefined || answer.result.isError) throw new Error(textOf(answer));
  return shape.parse(answer.result.structuredContent);
}

// Of wrong calls.
let open: z.infer<typeof Said> | undefined;
const started: string[] = [];
afterEach(async () => {
  for (const session_id of started.splice(0)) await client.call('stop_agent', { session_id });
});

async function start(...steps: readonly unknown[]): Promise<z.infer<typeof Said>> {
  const said = await value(Said, 'start_agent', { agent: 'opencode', prompt: JSON.stringify(steps) });
  started.push(said.sessionId);
  return said;
}

const wordsOf = ({ entries }: z.infer<typeof Said>) =>
  entries
    .filter(({ kind }) => kind === 'message')
    .map(({ text }) => text)
    .join('');

test('lists what can be started and what cannot, with the command that installs it', async () => {
  const { agents } = await value(
    z.object({ agents: z.array(z.object({ id: z.string(), found: z.boolean(), install: z.string().optional() })) }),
    'list_agents',
    {},
  );
  expect(agents.find(({ id }) => id === 'opencode')).toMatchObject({ found: true });
  expect(agents.find(({ id }) => id === 'qwen')).toMatchObject({ found: false, install: expect.stringContaining('npm install') });
});

test('says, thinks, plans and uses tools; what was said can be read later, and from a cursor', async () => {
  const said = await start({ say: 'Hello, ' }, { say: 'you.' }, { think: 'hm' }, { plan: ['first'] }, { tool: join(shop, 'cart.ts') }, { say: 'bye' });
  expect(said.state).toBe('idle');
  expect(said.entries.map(({ kind, text }) => [kind, text])).toEqual([
    ['prompt', expect.stringContaining('Hello')],
    ['message', 'Hello, you.'],
    ['plan', '[ ] first'],
    ['tool', 'Edit\ndone'],
    ['message', 'bye'],
    ['stop', 'end_turn'],
  ]);
  const further = await value(Said, 'read_agent', {
    session_id: said.sessionId,
    cursor: said.entries.find(({ kind }) => kind === 'tool')?.['number'] && said.cursor,
  });
  expect(further.entries).toEqual([]);
  expect(await value(z.looseObject({ state: z.string() }), 'stop_agent', { session_id: said.sessionId })).toMatchObject({ state: 'ended' });
  expect(textOf(await client.call('prompt_agent', { session_id: said.sessionId, text: '[]' }))).toContain('agent_ended');
});

test('has Binnacle as its server and the environment of whoever asked, and knows that an agent stands above it', async () => {
  const words = wordsOf(await start({ servers: 1 }, { environment: 'SCRIPTED_AGENT_WORD' }));
  expect(words).toContain('"name":"binnacle"');
  expect(words).toContain('"mcp","--project"');
  expect(words).toContain('{"name":"AGENT_DEPTH_IN_BINNACLE","value":"1"}');
  expect(words).toContain('environment: "of the caller"');
  const below = { ...home, environment: { ...home.environment, AGENT_DEPTH_IN_BINNACLE: '2' } };
  await using other = new Agent(below, { folder: shop, parameters: ['--toolset', 'all'] });
  await other.initialize();
  expect(textOf(await other.call('start_agent', { agent: 'opencode' }))).toMatch(/too_many_agents.*in a row/s);
});

test('reads and writes are those of our tools: an edit is a change that can be undone, and what lies outside is refused', async () => {
  const file = join(shop, 'cart.ts');
  const before = await readFile(file, 'utf8');
  const said = await start(
    { read: { path: file, line: 2, limit: 1 } },
    { write: { path: file, content: 'export const total = 1;\n' } },
    { write: { path: '/etc/binnacle-was-here', content: 'x' } },
    { read: { path: join(shop, 'missing.ts') } },
  );
  const words = wordsOf(said);
  expect(words).toContain('"content":"  return prices.reduce((sum, price) => sum + price, 0);\\n"');
  expect(words).toContain('write: {}');
  expect(words).toMatch(/write: \{"error":".*outside/);
  expect(words).toMatch(/read: \{"error":/);
  expect(await readFile(file, 'utf8')).toBe('export const total = 1;\n');
  const { changes } = await value(z.object({ changes: z.array(z.looseObject({ changeId: z.string(), author: z.string() })) }), 'list_changes', {});
  expect(changes[0]).toMatchObject({ author: 'scripted 1.0.0' });
  await value(z.looseObject({}), 'undo', { change_id: changes[0]?.changeId });
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('its commands are run and read, one that goes on is ended, and one that is dangerous is refused where nobody can be asked', async () => {
  const node = process.execPath;
  const words = wordsOf(
    await start(
      { run: { command: node, args: ['-e', 'console.log(process.env.WORD); process.exit(3)'], env: [{ name: 'WORD', value: 'grün' }] } },
      { run: { command: node, args: ['-e', 'console.log("x".repeat(50))'], outputByteLimit: 10 } },
      { start: { command: node, args: ['-e', 'setInterval(() => {}, 1000)'] } },
      { run: { command: 'rm', args: ['-rf', shop] } },
    ),
  );
  expect(words).toContain('{"exit":{"exitCode":3},"output":{"output":"grün\\n","truncated":false,"exitStatus":{"exitCode":3}}}');
  expect(words).toContain('{"output":"xxxxxxxxx\\n","truncated":true');
  expect(words).toMatch(/start: \{"exit":\{"signal":"SIG\w+"\},"wasRunning":true\}/);
  expect(words).toMatch(/run: \{"error":".*nobody is there to ask/);
});

test('a question of the agent is answered by the policy, and by nobody with no', async () => {
  const cart = join(shop, 'cart.ts');
  const words = wordsOf(
    await start(
      { permit: { kind: 'read', title: 'read the cart' } },
      { permit: { kind: 'edit', title: 'change the cart', content: [{ type: 'diff', path: cart, oldText: 'a', newText: 'b' }] } },
      { permit: { kind: 'execute', title: 'rm -rf /', rawInput: { command: 'rm -rf /' } } },
      { permit: { kind: 'other', title: 'something' } },
    ),
  );
  const chosen = [...words.matchAll(/"optionId":"(\w+)"/g)].map(([, id]) => id);
  expect(chosen).toEqual(['allow_once', 'allow_once', 'reject_once', 'reject_once']);
});

test('ten thousand chunks are one message, a prompt of a megabyte arrives, and garbage on the wire ends nothing', async () => {
  const said = await start({ garbage: 1 }, { chunks: 10_000 }, { say: 'end' });
  const message = said.entries.filter(({ kind }) => kind === 'message');
  expect(message).toHaveLength(1);
  expect(message[0]?.text.startsWith('0 1 2 3')).toBe(true);
  const long = await value(Said, 'prompt_agent', { session_id: said.sessionId, text: 'x'.repeat(1_000_000) });
  expect(wordsOf(long)).toBe('1000000');
  expect(textOf(await client.call('prompt_agent', { session_id: said.sessionId, text: 'x'.repeat(1_100_000) }))).toContain('longer than');
});

test('files are mentioned with their text', async () => {
  const { sessionId } = await start({ say: 'x' });
  const said = await value(Said, 'prompt_agent', { session_id: sessionId, text: '[{"blocks":1}]', files: ['cart.ts'] });
  expect(wordsOf(said)).toContain('"type":"resource"');
  expect(wordsOf(said)).toContain('export function total');
  expect(textOf(await client.call('prompt_agent', { session_id: sessionId, text: '[]', files: ['nowhere.ts'] }))).toContain('file_not_found');
});

test('it is cancelled in the middle and goes on with the next task', async () => {
  const said = await value(Said, 'start_agent', { agent: 'opencode', prompt: '[{"wait":1}]', timeout: 1 });
  started.push(said.sessionId);
  expect(said.state).toBe('working');
  expect(textOf(await client.call('prompt_agent', { session_id: said.sessionId, text: '[]' }))).toContain('agent_busy');
  await client.call('stop_agent', { session_id: said.sessionId, only_turn: true });
  await eventually(
    async () => (await value(Said, 'read_agent', { session_id: said.sessionId })).state === 'idle',
    () => 'it still works',
  );
  expect(wordsOf(await value(Said, 'prompt_agent', { session_id: said.sessionId, text: '[{"say":"again"}]' }))).toBe('again');
});

test('a stop in the moment in which a task is handed over ends that task, not the agent', async () => {
  const { sessionId } = await start({ say: 'x' });
  const State = z.looseObject({ state: z.string() });
  for (let round = 0; round < 5; round++) {
    const asked = client.call('prompt_agent', { session_id: sessionId, text: '[{"wait":1}]' });
    // Idle: it came before the task.
    const stop = () => value(State, 'stop_agent', { session_id: sessionId, only_turn: true });
    while ((await stop()).state === 'idle');
    expect(textOf(await asked)).toContain('cancelled');
    expect((await value(State, 'read_agent', { session_id: sessionId })).state).toBe('idle');
  }
});

test('one that dies says why, and what it has started is gone with it', async () => {
  const said = await start({ child: 1 }, { die: 7 });
  expect(said.state).toBe('ended');
  expect(said.why).toMatch(/ended with 7.*I fell over/s);
  await eventually(
    () => processesOf(home).every(({ command }) => !command.startsWith('sleep 600')),
    () => 'a child of the agent still runs',
  );
});

test('one that wants a login, one that is not there and one that nobody knows are refused with what to do', async () => {
  expect(textOf(await client.call('start_agent', { agent: 'qwen' }))).toMatch(/agent_not_installed.*npm install/s);
  expect(textOf(await client.call('start_agent', { agent: 'gemini' }))).toMatch(/agent_failed.*ended with 4.*no model/s);
  expect(textOf(await client.call('start_agent', { agent: 'opencod' }))).toMatch(/agent_not_found.*opencode/s);
  expect(textOf(await client.call('read_agent', { session_id: 'a-none' }))).toContain('agent_session_not_found');
  await using other = new Agent(
    { ...home, environment: { ...home.environment, SCRIPTED_AGENT_LOGIN: 'needed' } },
    { folder: shop, parameters: ['--toolset', 'all'] },
  );
  await other.initialize();
  expect(textOf(await other.call('start_agent', { agent: 'opencode' }))).toMatch(/agent_login_needed.*opencode auth login/s);
});

test.for<[string, Record<string, unknown>, RegExp]>([
  ['list_agents', { all: true }, /invalid_arguments.*all/s],
  ['start_agent', {}, /invalid_arguments.*agent/s],
  ['start_agent', { agent: '' }, /invalid_arguments/],
  ['start_agent', { agent: 'opencode', isolated: 'yes' }, /invalid_arguments.*isolated/s],
  ['start_agent', { agent: 'opencode', timeout: -1 }, /invalid_arguments.*timeout/s],
  ['start_agent', { agent: 'opencode', command: ['sh'] }, /invalid_arguments.*command/s],
  ['start_agent', { agent: 'opencode', project_path: '/nowhere' }, /error/],
  ['prompt_agent', { session_id: 'a-none', text: 'x' }, /agent_session_not_found/],
  ['prompt_agent', { text: 'x' }, /invalid_arguments.*session_id/s],
  ['prompt_agent', { session_id: 'OPEN', text: '' }, /invalid_arguments/],
  ['prompt_agent', { session_id: 'OPEN', text: 3 }, /invalid_arguments.*text/s],
  ['prompt_agent', { session_id: 'OPEN', text: 'x', files: ['../out.ts'] }, /outside_project|file_not_found/],
  ['read_agent', { session_id: '' }, /invalid_arguments/],
  ['read_agent', { session_id: 'a-none' }, /agent_session_not_found/],
  ['stop_agent', {}, /invalid_arguments/],
  ['stop_agent', { session_id: 'OPEN', only_turn: 'no' }, /invalid_arguments.*only_turn/s],
  ['merge_agent', {}, /invalid_arguments.*session_id/s],
  ['merge_agent', { session_id: 7 }, /invalid_arguments.*session_id/s],
  ['merge_agent', { session_id: 'OPEN' }, /not_isolated/],
  ['merge_agent', { session_id: 'OPEN', force: true }, /invalid_arguments.*force/s],
  ['discard_agent', {}, /invalid_arguments.*session_id/s],
  ['discard_agent', { session_id: 'OPEN' }, /not_isolated/],
  ['discard_agent', { session_id: 'a-none' }, /agent_session_not_found/],
  ['discard_agent', { session_id: '../worktrees' }, /agent_session_not_found/],
])('%s %j is refused with what is wrong, and the agent that is there stays as it was', async ([tool, given, error]) => {
  open ??= await start({ say: 'here' });
  const { sessionId } = open;
  // For all of these calls.
  started.splice(started.indexOf(sessionId), started.includes(sessionId) ? 1 : 0);
  const answer = await client.call(tool, { ...given, ...(given['session_id'] === 'OPEN' && { session_id: sessionId }) });
  expect(textOf(answer)).toMatch(error);
  expect(answer.result?.isError).toBe(true);
  const now = await value(Said, 'read_agent', { session_id: sessionId });
  expect([now.state, now.entries.length]).toEqual(['idle', open.entries.length]);
});

test('an agent may have four, others’ conversations ask a person first, and all end with the connection', async () => {
  await using other = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await other.initialize();
  const mine = await start({ say: 'secret plan' });
  expect(textOf(await other.call('read_agent', { session_id: mine.sessionId }))).toContain('not_permitted');
  const answers: string[] = [];
  for (let index = 0; index < 5; index += 1) answers.push(textOf(await other.call('start_agent', { agent: 'opencode' })));
  expect(answers.filter((text) => text.includes('too_many_agents'))).toHaveLength(1);
  const running = () => processesOf(home).filter(({ command }) => command.includes('scriptedAgent.mjs')).length;
  const before = running();
  await other[Symbol.asyncDispose]();
  await eventually(
    () => running() <= before - 4,
    () => `${running()} agents still run`,
  );
});
