// An agent that was granted one folder for an hour, and tries to get more of it: the built daemon, a real disk, real links.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openPersonSession } from '../../src/daemon/people/people.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { eventually } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
let shop: string;
let agent: Agent;
const Granted = z.object({ grant: z.object({ id: z.number() }) });
const Instance = z.object({ pid: z.number(), url: z.string(), token: z.string(), key: z.string(), socket: z.string() });
const Connections = z.object({ connections: z.array(z.object({ id: z.string(), isYou: z.boolean().optional() })) });

beforeAll(async () => {
  home = await temporaryHome();
  shop = join(home.folder, 'shop');
  await mkdir(join(shop, 'src/cart'), { recursive: true });
  await mkdir(join(shop, 'secret'));
  await symlink(join(shop, 'secret'), join(shop, 'src/cart/folder'));
  await writeFile(join(shop, 'secret/a.txt'), 'mine\n');
  await symlink(join(shop, 'secret/a.txt'), join(shop, 'src/cart/link.txt'));
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ effects: { edits: 'ask' } }));
  agent = await connected();
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function connected(): Promise<Agent> {
  const one = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await one.initialize();
  return one;
}

const write = async (by: Agent, file: string, text = 'two\n') => textOf(await by.call('write_file', { file, text }));

function instance(): z.infer<typeof Instance> {
  const folder = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'instances');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Instance.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

// As the person does it, over the session that the private socket gives them.
async function grant(wish: Record<string, unknown>): Promise<number> {
  using session = await openPersonSession(instance());
  const response = await fetch(`${instance().url}/grants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session?.token}` },
    body: JSON.stringify({ tool: 'write_file', glob: 'src/cart/**', project: shop, time: 60, ...wish }),
  });
  return Granted.parse(await response.json()).grant.id;
}

test('one folder is granted to one connection, and no path, link, file of people, other agent or restart makes more of it', async () => {
  expect(await write(agent, 'src/cart/a.txt')).toContain('nobody is there to ask');
  const { connections } = Connections.parse((await agent.call('list_connections', {})).result?.structuredContent);
  const id = await grant({ connection: connections[0]?.id });
  expect(await write(agent, 'src/cart/a.txt')).toMatch(/^Done/);
  expect(textOf(await agent.call('list_changes', {}))).toContain(`by grant ${id}`);
  const other = await connected();
  const attempts: readonly [Agent, string][] = [
    [agent, 'src/b.txt'],
    [agent, 'src/cart/../b.txt'],
    [agent, `${shop}/src/cart/../../b.txt`],
    [agent, 'src/cart/folder/b.txt'],
    [agent, 'src/cart/link.txt'],
    [agent, 'src/cart/.env'],
    [agent, 'src/cart/.git/config'],
    [agent, 'src/cart/.binnacle/settings.json'],
    [agent, 'SRC/cart/b.txt'],
    [other, 'src/cart/b.txt'],
  ];
  for (const [by, file] of attempts) expect(await write(by, file), file).toContain('not_permitted');
  expect(textOf(await agent.call('edit_file', { file: 'src/cart/a.txt', edits: [{ old_text: 'two', new_text: 'three' }] }))).toContain('not_permitted');
  // The token of the agents grants nothing.
  const { url, token, pid } = instance();
  expect((await fetch(`${url}/grants`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{}' })).status).toBe(401);
  expect(await readFile(join(shop, 'secret/a.txt'), 'utf8')).toBe('mine\n');
  await other[Symbol.asyncDispose]();
  // The door of the agent stays, and finds another daemon.
  process.kill(pid, 'SIGKILL');
  await eventually(
    async () => (await agent.call('list_projects', {})).result?.isError !== true,
    () => 'another daemon answers',
  );
  expect(await write(agent, 'src/cart/a.txt', 'three\n')).toContain('not_permitted');
});
