// An agent that types into the terminal of another, or takes all of them for itself.
import { existsSync } from 'node:fs';
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

test('one agent cannot take every terminal, however many it wants at once', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => open(first)));
  const refused = answers.filter(({ result }) => result?.isError === true);
  // One was open before.
  expect(answers.length - refused.length).toBe(15);
  expect(refused.every((answer) => /too_many_terminals.*You have 16.*close_terminal: t/.test(textOf(answer)))).toBe(true);
  expect((await open(second)).result?.isError).not.toBe(true);
});
