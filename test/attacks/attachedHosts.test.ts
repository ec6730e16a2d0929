// An agent that was talked into debugging a program which nobody gave it: it spells this machine so that its host looks like one of the world.
import { lookup } from 'node:dns/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLoopbackAddress } from '../../src/machine/http/addresses.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { daemonsOf, shopIn } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';

const SPELLINGS = ['127.1', '0x7f.1', '2130706433', '0177.0.0.1', '127.0.0.1.', '[::ffff:127.0.0.1]', '::ffff:7f00:1', '0', 'localhost.', 'a.localhost'];

test('no spelling of this machine leads a debugger to Binnacle itself, or unasked to a program that was not started here', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  // The person lets agents speak to the whole world, which is not to every program of this machine.
  await policy(home, { hosts: { '*': 'allow' } });
  await using victim = await inspector();
  const { port } = victim;
  await mkdir(join(shop, '.vscode'));
  const base = { type: 'node', request: 'attach' };
  const configurations = [
    { ...base, name: 'two hosts', address: 'build.example', host: '127.0.0.1', port },
    { ...base, name: 'other spelling', address: '127.1', port },
    { ...base, name: 'python', type: 'debugpy', connect: { host: '0x7f.1', port } },
  ];
  await writeFile(join(shop, '.vscode', 'launch.json'), JSON.stringify({ configurations }));
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  const [daemon] = await daemonsOf(home);
  const named = (await lookup(hostname()).catch(() => undefined))?.address ?? '';
  // Most machines know themselves by a name that is none of "localhost".
  const hosts = [...SPELLINGS, ...(isLoopbackAddress(named) ? [hostname()] : [])];

  for (const host of hosts) {
    const own = textOf(await agent.call('attach_debugger', { host, port: daemon?.port ?? 0 }));
    expect([host, own]).toEqual([host, expect.stringContaining('own_process')]);
    const other = textOf(await agent.call('attach_debugger', { host, port }));
    expect([host, other]).toEqual([host, expect.stringMatching(/not_permitted|cannot_debug/)]);
  }
  for (const { name } of configurations) {
    const answer = textOf(await agent.call('start_debug_session', { configuration_name: name }));
    expect([name, answer]).toEqual([name, expect.stringMatching(/not_permitted/)]);
  }
  expect(victim.heard()).toBe(0);
});

async function policy(home: Home, rules: Record<string, unknown>): Promise<void> {
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify(rules));
}

// What whoever attaches to Node asks first.
async function inspector(): Promise<AsyncDisposable & { readonly port: number; heard(): number }> {
  let heard = 0;
  const server = createServer((_, response) => response.end('[]'));
  server.on('connection', () => {
    heard += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: typeof address === 'object' && address !== null ? address.port : 0, heard: () => heard, [Symbol.asyncDispose]: close };
}
