// What a person's policy keeps from debugged programs, what may be run at all, and which secrets stay out of the history.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { Agent, textOf } from './agent.ts';
import { eventually } from './machine.ts';

const SHOP = `let touched = 0;
const bump = () => (touched += 1);
const cart = { get total() { return bump(); }, limit: 7 };
function work(price) {
  const doubled = price * 2;
  return doubled + cart.limit;
}
work(21);
console.log('touched', touched);
`;
const LINE = 6;
const LOGIN = `const password = 'open sesame 42';
const given = process.env.API_TOKEN;
console.log(given, process.argv[3]);
console.log('in');
`;
const SECRETS = ['open sesame 42', 'tok-8c1f77e2', 'swordfish-9', 'correct-horse'];

let home: Home;
let project: string;
beforeAll(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'shop');
  await mkdir(join(project, '.vscode'), { recursive: true });
  await writeFile(join(home.folder, 'outside.js'), "console.log('outside');\n");
  const files = {
    'shop.js': SHOP,
    'login.js': LOGIN,
    '.vscode/launch.json': JSON.stringify({ configurations: [{ type: 'node', request: 'launch', name: 'shop', program: '${workspaceFolder}/shop.js' }] }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
});
afterAll(() => home[Symbol.asyncDispose]());

// A daemon that has read this policy.
async function under(evaluation: string): Promise<Agent> {
  await run([process.execPath, binnacle, 'stop', '--all'], { environment: home.environment, bound: 30_000 });
  const folder = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ evaluation }));
  return Agent.connected(home, project);
}

const ask = async (agent: Agent, tool: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
  const answer = await agent.call(tool, given);
  expect(answer.result?.isError, textOf(answer)).not.toBe(true);
  return answer.result?.structuredContent ?? {};
};
const refusal = async (agent: Agent, tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const answer = await agent.call(tool, given);
  expect(answer.result?.isError, textOf(answer)).toBe(true);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(textOf(answer)));
};

const REFUSED = { error: 'evaluation_refused', next: expect.stringContaining('settings.json') };

test('expressions may do what the person allows: anything, only look, or nothing', async () => {
  await using free = await under('free');
  await ask(free, 'set_breakpoint', { file: 'shop.js', line: LINE, condition: 'bump() > 0' });
  expect(await ask(free, 'start_debug_session', { configuration_name: 'shop' })).toMatchObject({ state: 'paused', location: { line: LINE } });
  expect(await ask(free, 'evaluate', { expression: 'bump()' })).toMatchObject({ result: { value: '2' } });
  expect(await ask(free, 'set_variable', { name: 'doubled', value: '1 + 2' })).toMatchObject({ variable: { value: '3' } });
  expect(await ask(free, 'resume')).toMatchObject({ state: 'ended', output: 'touched 2\n' });
  await ask(free, 'add_watch', { expression: 'bump()' });

  // What was set before is still there, and does nothing any more.
  await using looking = await under('no side effects');
  expect(await ask(looking, 'start_debug_session', { configuration_name: 'shop', stop_on_entry: true })).toMatchObject({
    reason: 'entry',
    watches: [{ expression: 'bump()', error: expect.stringContaining('only expressions without calls') }],
  });
  expect(await ask(looking, 'list_breakpoints')).toMatchObject({
    breakpoints: [{ condition: 'bump() > 0', verified: false, sessions: [{ message: expect.stringContaining('only expressions without calls') }] }],
  });
  for (const given of [{ condition: 'bump() > 0' }, { log_message: '{bump()}' }, { condition: 'touched = 5' }])
    expect(await refusal(looking, 'set_breakpoint', { file: 'shop.js', line: LINE, ...given })).toMatchObject(REFUSED);
  expect(await refusal(looking, 'add_watch', { expression: 'touched++' })).toMatchObject(REFUSED);
  await ask(looking, 'set_breakpoint', { file: 'shop.js', line: 5, log_message: '{price}' });
  await ask(looking, 'set_breakpoint', { file: 'shop.js', line: LINE, condition: 'doubled > 40' });
  expect(await ask(looking, 'resume')).toMatchObject({
    state: 'paused',
    location: { line: LINE },
    breakpoints: [{ values: [{ name: 'doubled', value: '42' }] }],
  });
  expect(await ask(looking, 'evaluate', { expression: 'doubled + cart.limit' })).toMatchObject({ result: { value: '49' } });
  expect(await refusal(looking, 'evaluate', { expression: 'bump()' })).toMatchObject(REFUSED);
  expect(await refusal(looking, 'set_variable', { name: 'doubled', value: '3' })).toMatchObject(REFUSED);
  // It looks like a look, but runs code: the debugger itself refuses.
  expect(await refusal(looking, 'evaluate', { expression: 'cart.total' })).toMatchObject({
    error: 'evaluation_failed',
    message: expect.stringContaining('side-effect'),
  });
  const inside = await ask(looking, 'evaluate', { expression: 'cart' });
  const getter = await ask(looking, 'expand_variable', { variable_id: idIn(inside) });
  expect(JSON.stringify(await ask(looking, 'expand_variable', { variable_id: idIn(getter) }))).toContain('side-effect');
  expect(await ask(looking, 'resume')).toMatchObject({ state: 'ended', output: 'touched 0\n' });
  expect(await ask(looking, 'read_debug_output', { only: 'trace' })).toMatchObject({ traces: [{ columns: ['price'], rows: [['21']] }] });

  await using nothing = await under('off');
  await ask(nothing, 'set_breakpoint', { file: 'shop.js', line: LINE });
  const stop = await ask(nothing, 'start_debug_session', { configuration_name: 'shop' });
  expect(stop).toMatchObject({ state: 'paused', variables: expect.arrayContaining([expect.objectContaining({ name: 'doubled', value: '42' })]) });
  expect(stop).toMatchObject({ watches: [{ error: expect.stringContaining('turned off') }] });
  for (const [tool, given] of Object.entries({
    evaluate: { expression: 'doubled' },
    set_variable: { name: 'doubled', value: '3' },
    add_watch: { expression: 'doubled' },
  }))
    expect(await refusal(nothing, tool, given)).toMatchObject(REFUSED);
  for (const given of [{ condition: 'doubled > 1' }, { log_message: '{doubled}' }])
    expect(await refusal(nothing, 'set_breakpoint', { file: 'shop.js', line: 5, ...given })).toMatchObject(REFUSED);
  expect(await ask(nothing, 'resume')).toMatchObject({ state: 'ended', output: 'touched 0\n' });
});

test('only programs and configurations of the project are run', async () => {
  await using agent = await Agent.connected(home, project);
  for (const program of ['../outside.js', join(home.folder, 'outside.js'), process.execPath])
    expect(await refusal(agent, 'start_debug_session', { program })).toMatchObject({ error: expect.stringMatching(/outside|not_found/) });
  expect(await refusal(agent, 'start_debug_session', { configuration_name: 'shopp' })).toMatchObject({
    error: 'configuration_not_found',
    candidates: ['shop'],
  });
  expect(await refusal(agent, 'debug_test', { file: '../outside.js' })).toMatchObject({ error: expect.stringMatching(/outside|not_found/) });
});

test('secrets in environments, arguments and values are shown to the agent, and to nobody who reads the history', async () => {
  await using agent = await under('free');
  await ask(agent, 'set_breakpoint', { file: 'login.js', line: 4 });
  await ask(agent, 'set_breakpoint', { file: 'login.js', line: 3, log_message: '{password}' });
  const answers = [
    await ask(agent, 'start_debug_session', { program: 'login.js', args: ['--password', 'swordfish-9'], env: { API_TOKEN: 'tok-8c1f77e2' } }),
    await ask(agent, 'evaluate', { expression: 'password' }),
    await ask(agent, 'get_variables'),
    await ask(agent, 'read_debug_output'),
    await ask(agent, 'add_watch', { expression: 'password' }),
    await ask(agent, 'evaluate', { expression: '({ token: given, password })' }),
  ];
  for (const secret of SECRETS.slice(0, 3)) expect(JSON.stringify(answers)).toContain(secret);
  await ask(agent, 'set_variable', { name: 'password', value: '"correct-horse"' });
  await refusal(agent, 'evaluate', { expression: 'missing("tok-8c1f77e2")' });
  await ask(agent, 'stop_debug_session');
  const written = async () => (await filesIn(home.environment['XDG_STATE_HOME'] ?? '')).join('\n');
  await eventually(
    async () => /"tool":"stop_debug_session"[^\n]*"status":"success"/.test(await written()),
    () => 'the history is written',
  );
  const history = await run([process.execPath, binnacle, 'history', '--json'], { environment: home.environment, folder: project, bound: 30_000 });
  expect(history.stdout).toContain('read_debug_output');
  for (const secret of SECRETS)
    for (const text of [await written(), history.stdout]) expect(text.includes(secret), `${secret} in ${around(text, secret)}`).toBe(false);
});

function idIn(answer: Record<string, unknown>): string {
  const id = /"id":"(s\d+\.\d+\.\d+)"/.exec(JSON.stringify(answer))?.[1];
  if (id === undefined) throw new Error(`no id in ${JSON.stringify(answer)}`);
  return id;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8').catch(() => '')));
}

function around(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 100);
}
