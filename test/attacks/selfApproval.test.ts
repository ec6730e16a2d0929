// An agent that was talked into approving itself: it looks for the secrets by which a person answers, and for the port at which answers are taken.
import { readdirSync, readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { temporaryHome } from '../support/builtProgram.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';

const Instance = z.object({ port: z.number(), url: z.string() });

test('neither the secrets of the person nor the port of the daemon can be reached with tools', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  const state = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle');
  const inside = join(state, 'instances');
  const files = readdirSync(inside).filter((name) => name.endsWith('.json'));
  const { port, url } = Instance.parse(JSON.parse(readFileSync(join(inside, files[0] ?? ''), 'utf8')));
  await symlink(inside, join(shop, 'docs-link'), 'junction');

  const refused = async (tool: string, given: Record<string, unknown>) => {
    const answer = await agent.call(tool, given);
    expect(answer.result?.isError, `${tool} ${JSON.stringify(given)}: ${textOf(answer)}`).toBe(true);
    return textOf(answer);
  };
  for (const path of [state, inside, `${state}/../binnacle/instances`, join(shop, 'docs-link'), home.folder, join(home.folder, '.config')])
    expect(await refused('open_project', { path })).toMatch(/project_not_for_agents|project_too_broad|not_a_folder/);
  for (const file of [join(inside, files[0] ?? ''), `docs-link/${files[0] ?? ''}`, `../${files[0] ?? ''}`]) await refused('read_file', { file });
  const found = await agent.call('search_text', { query: String(port), include_ignored: true });
  expect(textOf(found)).not.toContain(files[0] ?? '');
  for (const host of ['127.0.0.1', 'localhost', '127.1', '0', '[::ffff:127.0.0.1]', '2130706433'])
    expect(await refused('http_request', { url: `http://${host}:${port}/mcp`, method: 'POST', json: {} })).toMatch(/own_server/);
  expect(await refused('http_request', { url })).toMatch(/own_server/);
  // Where people answer and look.
  for (const path of ['/reviews', '/holds', '/window/', '/window/socket', '/window/assets/x.js'])
    expect(await refused('http_request', { url: `${url}${path}` })).toMatch(/own_server/);
  // A command that is for people asks, and nobody is there.
  for (const command of ['binnacle open --print', 'npx binnacle-ide review --list', 'binnacle trust .', 'node x/bin/binnacle.cjs grant edit_file'])
    expect(await refused('run_command', { command }), command).toMatch(/it is for people/);
  (await WindowClient.open(await linkOf(home))).cut();
  for (const file of [join(state, 'window-sessions', `${port}.json`), join(state, 'logs'), `../../state/binnacle/window-sessions/${port}.json`])
    await refused('read_file', { file });
});
