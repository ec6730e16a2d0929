// A project that nobody has trusted starts no agent: not for an agent by its tool, not for one that uses a person's terminal, not from the window.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuerIn } from '../../src/base/processes/startedFor.ts';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { allowStartingAgents, installProgram } from '../support/installedAgent.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';

let home: Home;
let agent: Agent;
let untrusted: string;
let ran: string;

beforeAll(async () => {
  home = await temporaryHome();
  ran = join(home.folder, 'ran');
  untrusted = join(home.folder, 'untrusted');
  await mkdir(untrusted);
  await writeFile(join(untrusted, 'price.ts'), 'export const price = 1;\n');
  for (const name of ['opencode', 'npx']) await installProgram(home, name, `echo ${name} >> "${ran}"; exit 1`);
  // Even where a person is not asked.
  await allowStartingAgents(home);
  const registry = join(home.folder, 'registry.json');
  const harbour = { id: 'harbour', name: 'Harbour', version: '1.2.3', description: 'An agent.', distribution: { npx: { package: 'harbour' } } };
  await writeFile(registry, JSON.stringify({ version: '1.0.0', agents: [harbour] }));
  const shop = await shopIn(home);
  const taken = await run([process.execPath, binnacle, 'agents', '--registry', registry], { environment: home.environment, folder: shop, bound: seconds(60) });
  expect(taken.stdout).toMatch(/^harbour/m);
  agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  await agent.call('open_project', { path: untrusted });
});
afterAll(async () => {
  await agent?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

test('by the tool', async () => {
  for (const name of ['opencode', 'harbour']) {
    const refused = textOf(await agent.call('start_agent', { project_path: untrusted, agent: name }));
    expect(refused).toMatch(/not_trusted|not_permitted/);
    expect(refused).toContain('binnacle trust');
  }
  expect(existsSync(ran)).toBe(false);
});

test('by the terminal, where an agent types what only a person may', async () => {
  const state = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle');
  const marked = { ...home.environment, BINNACLE_STARTED_FOR: `agent:${issuerIn(state)}` };
  for (const words of [
    ['chat', 'opencode', '--print', 'x'],
    ['chat', 'harbour', '--print', 'x'],
    ['chat', 'mine', '--print', 'x', '--', 'opencode'],
    ['trust', untrusted],
  ]) {
    const refused = await run([process.execPath, binnacle, ...words], { environment: marked, folder: untrusted, bound: seconds(60) });
    expect(refused.code, refused.stdout).toBe(1);
    expect(refused.stderr).toContain(`binnacle ${words[0]}`);
  }
  expect(existsSync(ran)).toBe(false);
  // It has become no more trusted by that.
  expect(textOf(await agent.call('start_agent', { project_path: untrusted, agent: 'opencode' }))).toContain('binnacle trust');
});

test('by the window, also where a page asks for what it does not offer', async () => {
  using page = await WindowClient.open(await linkOf(home));
  for (const name of ['opencode', 'harbour']) {
    const answer = await page.ask('conversation.start', { project: untrusted, agent: name });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_trusted', message: expect.stringContaining('Nobody has trusted') } });
  }
  expect(existsSync(ran)).toBe(false);
});
