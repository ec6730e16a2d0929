// Whole debug sessions of JavaScript and TypeScript through MCP, however the program is run: one script, and a golden transcript of each.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { play } from '../support/debugSession.ts';
import { needs } from '../support/testTools.ts';
import { layOut, type NodeTarget, nodeTargets } from './nodeTargets.ts';
import { door } from './shop.ts';

const ours = fileURLToPath(new URL('../../node_modules', import.meta.url));

// One daemon for all of them.
let home: Home;
beforeAll(async () => {
  home = await temporaryHome();
});
afterAll(() => home[Symbol.asyncDispose]());

for (const [name, target] of Object.entries(nodeTargets))
  test(`a whole session: ${name}`, async (context) => {
    const modules = await modulesOf(context, target);
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-debugged-')));
    const folder = join(parent, 'shop');
    await mkdir(folder);
    await layOut(target, folder, modules);
    const [command, ...args] = door;
    const client = new Client({ name: 'journey', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: strings(home.environment), stderr: 'inherit' }));
    try {
      const { transcript, stops } = await play(client, folder, target);
      await expect(transcript).toMatchFileSnapshot(`debugSessions/${name}.golden.txt`);
      expect(stops).toEqual(target.stops);
    } finally {
      await client.close();
      await rm(parent, { recursive: true, force: true, maxRetries: 5 });
    }
  });

async function modulesOf(context: TestContext, { modules }: NodeTarget): Promise<string | undefined> {
  if (modules === undefined || modules === 'ours') return modules && ours;
  return dirname((await needs(context, modules)).folder);
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
