// Whether reading a project that nobody trusts executes anything of it: every tool of the catalogue, on a project full of traps.
import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { needs } from '../support/testTools.ts';
import { asksAboutPlaces, ListedTools, toolArguments } from '../support/toolArguments.ts';
import { Agent, textOf } from './agent.ts';
import { shopIn } from './machine.ts';
import { type Trap, trapIn, trapsOnPath } from './trap.ts';

// What is asked about, one place in each language that an engine may answer for.
const PLACES = [
  { file: 'cart.ts', line: 9, name: 'total' },
  { file: 'cart.ts', line: 4, name: 'Cart' },
  { file: 'cart.ts', line: 5, name: 'price' },
  { file: 'shop.py', line: 5, name: 'Cart' },
  { file: 'main.go', line: 7, name: 'total' },
  { file: 'main.cpp', line: 1, name: 'total' },
  { file: 'run.sh', line: 2, name: 'total' },
] as const;

let home: Home;
let shop: string;
beforeEach(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
});
afterEach(() => home[Symbol.asyncDispose]());

test.skipIf(process.platform === 'win32')('every tool reads an untrusted project, and nothing in it is executed', async (context) => {
  const { trap, environment } = await setTrap(context);
  const agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'], environment });
  await using _leaving = agent;
  await agent.initialize();
  const opened = await agent.call('open_project', { path: trap.folder });
  expect(opened.result?.isError ?? false, textOf(opened)).toBe(false);
  const { tools } = ListedTools.parse((await agent.request('tools/list')).result);
  expect(tools.length).toBeGreaterThan(20);
  for (const tool of tools) {
    for (const place of asksAboutPlaces(tool) ? PLACES : PLACES.slice(0, 1)) {
      const given = toolArguments(tool, { ...place, package: 'missing' }, trap.folder);
      const inProject = 'project_path' in tool.inputSchema.properties ? { project_path: trap.folder } : {};
      const answer = await agent.call(tool.name, { ...given, ...inProject });
      const text = `${tool.name} ${JSON.stringify(given)}: ${textOf(answer)}`;
      expect(text).not.toMatch(/"error":\s*"(?:internal_error|invalid_arguments|unknown_tool)"/);
      expect(await trap.traces(), text).toEqual([]);
    }
  }
  await agent.call('get_diagnostics', { project_path: trap.folder });
  // Reading works: the engines that run nothing of the project have answered.
  for (const symbol of [PLACES[0], PLACES[3]]) {
    const answer = await agent.call('find_references', { symbol, project_path: trap.folder });
    expect(answer.result?.structuredContent, textOf(answer)).toMatchObject({ total: expect.any(Number) });
  }
  await agent.leave();
  expect(await trap.traces()).toEqual([]);
});

test.skipIf(process.platform === 'win32')('the traps are real: the same project leaves traces once its person works in it', async (context) => {
  const { trap, environment } = await setTrap(context);
  await using agent = await Agent.connected(home, trap.folder, environment);
  for (const file of ['eslint.config.js', 'cart.ts', 'shop.py']) await agent.call('get_diagnostics', { files: [file] });
  await agent.call('find_references', { symbol: PLACES[3] });
  expect(await trap.traces()).toEqual(expect.arrayContaining(['eslint.config.js', 'interpreter of .venv']));
});

async function setTrap(context: Parameters<typeof needs>[0]): Promise<{ trap: Trap; environment: NodeJS.ProcessEnv }> {
  const eslint = await needs(context, 'eslint');
  const traces = join(home.folder, 'traces');
  const trap = await trapIn(join(home.folder, 'trap'), traces, eslint.folder);
  const programs = join(home.folder, 'programs');
  await trapsOnPath(programs, traces);
  for (const name of ['gopls', 'clangd'] as const) await symlink((await needs(context, name)).command[0] ?? '', join(programs, name));
  return { trap, environment: { PATH: [programs, dirname(process.execPath), process.env['PATH'] ?? ''].join(':') } };
}
