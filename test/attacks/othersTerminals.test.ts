// An agent that types into the terminal of another, ends or steers what another has started, or takes all of it for itself.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
let shop: string;
let first: Agent;
let second: Agent;
const Opened = z.object({ terminalId: z.string() });

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  await writeFile(join(shop, 'waits.js'), 'let secret = 1;\nsetInterval(() => (secret += 1), 20);\n');
  await mkdir(join(shop, '.vscode'));
  await writeFile(join(shop, '.vscode', 'tasks.json'), '{ "tasks": [{ "label": "wait", "command": "sleep 600" }] }');
  [first, second] = [new Agent(home, { folder: shop }), new Agent(home, { folder: shop })];
  await first.initialize();
  await second.initialize();
});
afterAll(async () => {
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const open = (agent: Agent) => agent.call('run_in_terminal', { command: 'cat > typed', timeout: 0.1 });

test('nobody types into the terminal of another without a person', async () => {
  const { terminalId } = Opened.parse((await open(first)).result?.structuredContent);
  for (const [tool, given] of [
    ['write_terminal_input', { text: 'touch pwned\n' }],
    ['write_terminal_input', { keys: ['ctrl+c'] }],
    ['run_in_terminal', { command: 'touch pwned' }],
  ] as const)
    expect(textOf(await second.call(tool, { terminal_id: terminalId, ...given })), tool).toMatch(/not_permitted.*another agent's/);
  expect((await first.call('write_terminal_input', { terminal_id: terminalId, text: 'mine\n' })).result?.isError).not.toBe(true);
  expect(existsSync(join(shop, 'pwned'))).toBe(false);
});

test('nobody ends or steers what another has started without a person', async () => {
  const terminal = Opened.parse((await open(first)).result?.structuredContent).terminalId;
  const run = await first.call('run_configuration', { name: 'task: wait', timeout: 0.1 });
  const runId = z.object({ runId: z.string() }).parse(run.result?.structuredContent).runId;
  await first.call('set_breakpoint', { file: 'waits.js', line: 2 });
  const started = await first.call('start_debug_session', { program: 'waits.js' });
  const { sessionId: session_id } = z.object({ sessionId: z.string(), state: z.literal('paused') }).parse(started.result?.structuredContent);
  await second.call('add_watch', { expression: 'secret = 666' });

  const variable_id = `${session_id}.1.1`;
  const attacks: readonly (readonly [string, Record<string, unknown>])[] = [
    ['evaluate', { session_id, expression: 'secret = 666' }],
    ['set_variable', { session_id, name: 'secret', value: '666' }],
    ['set_variable', { name: 'secret', value: '666', variable_id }],
    ['select_stack_frame', { session_id, frame_index: 0 }],
    ['write_debug_input', { session_id, text: 'x' }],
    ['run_to_line', { session_id, file: 'waits.js', line: 2 }],
    ...['step_over', 'step_into', 'step_out', 'resume', 'pause', 'stop_debug_session'].map((tool) => [tool, { session_id }] as const),
    ['stop_run', { run_id: runId }],
    ['close_terminal', { terminal_id: terminal }],
  ];
  for (const [tool, given] of attacks) {
    expect([tool, textOf(await second.call(tool, given))]).toEqual([tool, expect.stringMatching(/not_permitted.*another agent's/)]);
    expect([tool, textOf(await second.call('batch', { calls: [{ tool, arguments: given }] }))]).toEqual([tool, expect.stringContaining("another agent's")]);
  }
  // Whoever only looks is not asked, and what they want to see changes nothing.
  for (const [tool, given] of [
    ['read_terminal_output', { terminal_id: terminal }],
    ['read_run_output', { run_id: runId }],
    ['get_debug_session_status', { session_id }],
    ['get_variables', { session_id }],
    ['get_stack_trace', { session_id }],
  ] as const)
    expect((await second.call(tool, given)).result?.isError, tool).not.toBe(true);

  expect(textOf(await first.call('evaluate', { expression: 'secret' }))).toMatch(/\b1\b/);
  for (const [tool, given] of [
    ['step_over', {}],
    ['stop_debug_session', { session_id }],
    ['stop_run', { run_id: runId }],
    ['close_terminal', { terminal_id: terminal }],
  ] as const)
    expect((await first.call(tool, given)).result?.isError, tool).not.toBe(true);
  // What has ended is nobody's any more.
  expect((await second.call('close_terminal', { terminal_id: terminal })).result?.isError).not.toBe(true);
});

test('one agent cannot take every terminal, however many it wants at once', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => open(first)));
  const refused = answers.filter(({ result }) => result?.isError === true);
  // One was open before.
  expect(answers.length - refused.length).toBe(15);
  expect(refused.every((answer) => /too_many_terminals.*You have 16.*close_terminal: t/.test(textOf(answer)))).toBe(true);
  expect((await open(second)).result?.isError).not.toBe(true);
});

test('one agent cannot take every run, however many it wants at once', async () => {
  const run = (agent: Agent) => agent.call('run_configuration', { name: 'task: wait', timeout: 0.1 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => run(first)));
  const refused = answers.filter(({ result }) => result?.isError === true);
  expect(answers.length - refused.length).toBe(32);
  expect(
    refused.every((answer) => /too_many_runs.*You have \d+.*stop_run: r/.test(textOf(answer))),
    textOf(refused[0] ?? {}),
  ).toBe(true);
  expect((await run(second)).result?.isError).not.toBe(true);
});
