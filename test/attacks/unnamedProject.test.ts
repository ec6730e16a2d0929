// A folder that no person named, opened by an agent or by a page with a URL: it can be read, and nothing in it is changed or run.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { seconds } from '../../src/base/waiting/duration.ts';
import { Agent, textOf } from '../faults/agent.ts';
import { daemonsOf, shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';

const LINE = 'export const price = 1;\n';

async function untrustedIn(home: Home): Promise<string> {
  const folder = join(home.folder, 'untrusted');
  await mkdir(join(folder, 'inner'), { recursive: true });
  await writeFile(join(folder, 'price.ts'), LINE);
  return folder;
}

test('a project that an agent opened by itself is for reading until a person trusts it', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const untrusted = await untrustedIn(home);
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  await agent.call('open_project', { path: untrusted });
  const write = (project: string, file: string) => agent.call('write_file', { project_path: project, file, text: 'stolen\n' });

  const read = await agent.call('read_file', { project_path: untrusted, file: 'price.ts' });
  expect(textOf(read)).toContain('price = 1');
  for (const refused of [
    await write(untrusted, 'price.ts'),
    await agent.call('run_command', { project_path: untrusted, command: 'touch ran' }),
    await agent.call('set_setting', { project_path: untrusted, key: 'editor.tabSize', value: 2 }),
  ]) {
    expect(refused.result?.isError, textOf(refused)).toBe(true);
    expect(textOf(refused)).toMatch(/not_permitted|not_trusted/);
    expect(textOf(refused)).toContain('binnacle trust');
  }
  expect(await readFile(join(untrusted, 'price.ts'), 'utf8')).toBe(LINE);
  // In the person's own folder, and below it, nobody is asked.
  await mkdir(join(shop, 'inner'));
  await agent.call('open_project', { path: join(shop, 'inner') });
  for (const project of [shop, join(shop, 'inner')]) expect((await write(project, 'new.txt')).result?.isError ?? false).toBe(false);

  const trusting = await run([process.execPath, binnacle, 'trust', untrusted], { environment: home.environment, bound: seconds(30) });
  expect(trusting.code, trusting.stderr).toBe(0);
  expect((await write(untrusted, 'price.ts')).result?.isError ?? false).toBe(false);
});

test('a URL that names a project trusts nothing, whoever made it', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const untrusted = await untrustedIn(home);
  await using agent = await Agent.connected(home, shop);
  await agent.call('list_projects');
  const [daemon] = await daemonsOf(home);
  // By its URL, and by what the client calls its roots.
  const call = async (project: string, byUrl: boolean, name: string, given: Record<string, unknown>) => {
    const client = new Client({ name: 'page', version: '1' }, { capabilities: { roots: {} } });
    client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: uriOf(project) }] }));
    const url = new URL(`${daemon?.url}/mcp${byUrl ? `?project=${encodeURIComponent(project)}` : ''}`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${daemon?.token ?? ''}` } } }));
    try {
      return await client.callTool({ name, arguments: given });
    } finally {
      await client.close();
    }
  };
  for (const [tool, given] of [
    ['write_file', { file: 'price.ts', text: 'stolen\n' }],
    ['run_command', { command: 'touch ran' }],
  ] as const) {
    for (const byUrl of [true, false]) {
      const answer = await call(untrusted, byUrl, tool, given);
      expect(answer.isError, JSON.stringify(answer)).toBe(true);
      expect(JSON.stringify(answer)).toMatch(/not_permitted|not_trusted/);
    }
  }
  expect(await readFile(join(untrusted, 'price.ts'), 'utf8')).toBe(LINE);
  // What its person named before is worked on over HTTP as ever.
  const own = await call(shop, true, 'write_file', { file: 'new.txt', text: 'x\n' });
  expect(own.isError ?? false, JSON.stringify(own)).toBe(false);
});

test('what a person names to be served is trusted also by a daemon that comes later', async () => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  const untrusted = await untrustedIn(home);
  const serving = await run([process.execPath, binnacle, 'serve', '--port', '0', '--json', '--idle-exit', '0.01', '--project', untrusted], {
    environment: home.environment,
    bound: seconds(60),
  });
  expect(serving.code, serving.stderr).toBe(0);
  await using agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  const opened = await agent.call('open_project', { path: untrusted });
  expect(opened.result?.structuredContent, textOf(opened)).toMatchObject({ trusted: true });
});
