// What a call costs when its language server is missing, too old, broken, silent or mad: one clear answer, and the daemon serves everyone else.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { Agent, type Answer, textOf } from './agent.ts';
import { daemonsOf, memoryMbOf, processesOf, shopIn } from './machine.ts';

const strange = new URL('./strangeServer.mjs', import.meta.url);
const Refusal = z.object({ error: z.string(), message: z.string(), next: z.string() });
// Engines of a small project and the daemon, with room to breathe; a flood that is kept would be gigabytes.
const MOST_MEMORY_MB = 700;

let home: Home;
let shop: string;
beforeEach(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  await writeFile(join(shop, 'go.mod'), 'module shop\n\ngo 1.21\n');
  await writeFile(join(shop, 'main.go'), 'package main\n\nfunc total() int { return 1 }\n\nfunc main() { println(total()) }\n');
});
afterEach(() => home[Symbol.asyncDispose]());

test('a missing server: the error names the command that installs it', async () => {
  await using agent = await Agent.connected(home, shop, await pathWith());
  expect(refusalOf(await askGo(agent))).toMatchObject({ error: 'no_engine', next: expect.stringContaining('go install golang.org/x/tools/gopls') });
  await expectAlive(agent);
});

const faults = [
  ['an old server without the method', 'lacks everything', { error: 'unsupported', message: /gopls 0\.1\.0/ }],
  ['a server that refuses to start', 'refuses to start', { error: 'engine_failed', message: /this version needs go 1\.12/ }],
  ['a server that crashes at start', 'crashes', { error: 'engine_failed', message: /out of luck/ }],
  ['a server that prints garbage', 'prints garbage', { error: 'engine_failed', message: /Welcome to the server/ }],
  ['a server that floods its output', 'floods', { error: 'engine_failed', message: /gopls/ }],
  ['a server whose answers mean nothing', 'answers nonsense', { error: 'engine_failed', message: /gopls/ }],
] as const;

test.skipIf(process.platform === 'win32').for(faults)('%s: one clear error, and everything else is served', async ([, fault, expected]) => {
  await using agent = await Agent.connected(home, shop, { ...(await pathWith('gopls')), GO_STRANGE: fault });
  const refusal = refusalOf(await askGo(agent));
  expect(refusal).toMatchObject({ error: expected.error, message: expect.stringMatching(expected.message) });
  expect(refusal.next).not.toBe('');
  // Again, as an agent does that does not believe it.
  expect(refusalOf(await askGo(agent)).error).toMatch(/^(?:engine_|unsupported|no_engine)/);
  await expectAlive(agent);
});

test.skipIf(process.platform === 'win32').for(['hangs', 'hangs later'])(
  'a server that %s: others are served meanwhile, and the call ends when its agent gives up',
  async (fault) => {
    await using agent = await Agent.connected(home, shop, { ...(await pathWith('gopls')), GO_STRANGE: fault });
    await using other = await Agent.connected(home, shop);
    let isAnswered = false;
    const hung = agent.callThatMayBeCancelled('find_references', { symbol: { file: 'main.go', line: 3, name: 'total' } });
    hung.answer.then(
      () => {
        isAnswered = true;
      },
      () => {},
    );
    await expectAlive(other);
    expect(isAnswered).toBe(false);
    hung.cancel();
    // Its agent hears nothing more of it, as the protocol says, and is served.
    await expectAlive(agent);
  },
);

async function askGo(agent: Agent): Promise<Answer> {
  return agent.call('find_references', { symbol: { file: 'main.go', line: 3, name: 'total' } });
}

function refusalOf(answer: Answer): z.infer<typeof Refusal> {
  expect(answer.result?.isError, textOf(answer)).toBe(true);
  return Refusal.parse(JSON.parse(textOf(answer)));
}

// The same daemon, another language, a whole answer; and it has not grown.
async function expectAlive(agent: Agent): Promise<void> {
  const answer = await agent.call('find_references', { symbol: { file: 'cart.ts', line: 1, name: 'total' } });
  expect(answer.result?.structuredContent, textOf(answer)).toMatchObject({ total: 3, complete: true });
  expect(await daemonsOf(home)).toHaveLength(1);
  expect(memoryMbOf(processesOf(home))).toBeLessThan(MOST_MEMORY_MB);
}

// A PATH with Node, without whatever this machine has installed, and with our server under the given name.
async function pathWith(...names: string[]): Promise<NodeJS.ProcessEnv> {
  const programs = join(home.folder, 'programs');
  await mkdir(programs, { recursive: true });
  for (const name of names) {
    await copyFile(strange, join(programs, `${name}.mjs`));
    await writeFile(join(programs, name), `#!/bin/sh\nexec "${process.execPath}" "${join(programs, `${name}.mjs`)}" "$@"\n`, { mode: 0o755 });
  }
  return { PATH: [programs, '/usr/bin', '/bin'].join(':'), GOBIN: '', GOPATH: '' };
}
