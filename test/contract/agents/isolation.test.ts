// Agents in trees of their own, through the tools of the built program: what they and their commands do stays there, their engines know the tree, and their work survives whatever ends them.
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../../faults/agent.ts';
import { daemonsOf, eventually, processesOf, shopIn } from '../../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../../support/builtProgram.ts';
import { fileStamp } from '../../support/fileStamp.ts';
import { allowStartingAgents, installScriptedAgent } from '../../support/installedAgent.ts';

const Said = z.looseObject({ sessionId: z.string(), state: z.string(), entries: z.array(z.looseObject({ kind: z.string(), text: z.string() })) });
const Listed = z.object({ sessions: z.array(z.looseObject({ sessionId: z.string(), folder: z.string().optional(), unmerged: z.number().optional() })) });

let home: Home;
let shop: string;
let client: Agent;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  execFileSync('git', ['init', '-q', '.'], { cwd: shop });
  await installScriptedAgent(home, 'opencode');
  await allowStartingAgents(home);
  await run([process.execPath, binnacle, 'trust', shop], { environment: home.environment, folder: shop, bound: 60_000 });
  client = await connected();
});
afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

async function connected(): Promise<Agent> {
  const agent = new Agent(home, { folder: shop, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  return agent;
}

async function value<Shape extends z.ZodType>(shape: Shape, tool: string, given: Record<string, unknown>): Promise<z.output<Shape>> {
  const answer = await client.call(tool, given);
  if (answer.result?.structuredContent === undefined || answer.result.isError) throw new Error(textOf(answer));
  return shape.parse(answer.result.structuredContent);
}

const start = (...steps: readonly unknown[]) => value(Said, 'start_agent', { agent: 'opencode', isolated: true, prompt: JSON.stringify(steps) });
const wordsOf = ({ entries }: z.infer<typeof Said>) => entries.flatMap(({ kind, text }) => (kind === 'message' ? [text] : [])).join('');
const treeOf = async (id: string) => (await value(Listed, 'list_agents', {})).sessions.find(({ sessionId }) => sessionId === id);

test('reads, writes, commands and mentions of an isolated agent are those of its tree, and so is its server', async () => {
  const before = await fileStamp(shop);
  const { sessionId } = await start({ say: 'here' });
  const { folder = '' } = (await treeOf(sessionId)) ?? {};
  expect(folder).toContain(join('worktrees', sessionId, 'shop'));
  const steps = [
    { write: { path: join(folder, 'cart.ts'), content: 'export const total = 7;\n' } },
    { write: { path: join(shop, 'cart.ts'), content: 'outside\n' } },
    { run: { command: 'git', args: ['add', '.'] } },
    { run: { command: process.execPath, args: ['-e', 'console.log(process.cwd())'] } },
    { servers: 1 },
    { blocks: 1 },
  ];
  const words = wordsOf(await value(Said, 'prompt_agent', { session_id: sessionId, text: JSON.stringify(steps), files: ['cart.ts'] }));
  expect(words).toContain('write: {}');
  expect(words).toMatch(/write: \{"error":".*outside/);
  expect(words).toContain(`"output":"${folder}\\n"`);
  expect(words).toContain(`"mcp","--project",${JSON.stringify(folder)}`);
  expect(words).toContain('export function total');
  // Engines of the tree answer for the tree.
  const found = await client.call('find_references', { symbol: { file: 'cart.ts', name: 'total' }, project_path: folder });
  expect(textOf(found)).toContain('checkout.ts');
  expect(await fileStamp(shop)).toEqual(before);
  expect(await treeOf(sessionId)).toMatchObject({ unmerged: 1 });
  // With nobody who could look at it nothing is merged, and nothing is thrown away.
  expect(textOf(await client.call('merge_agent', { session_id: sessionId }))).toContain('not_permitted');
  expect(textOf(await client.call('discard_agent', { session_id: sessionId }))).toMatch(/not_permitted.*1 changed file/s);
  expect(await fileStamp(shop)).toEqual(before);
  expect(await value(z.looseObject({}), 'stop_agent', { session_id: sessionId })).toMatchObject({ state: 'ended', folder, unmerged: 1 });
  expect(textOf(await client.call('merge_agent', { session_id: 'a-00000000' }))).toContain('agent_session_not_found');
});

test('an agent that ends without work, or never begins, leaves no tree; one that dies keeps its work', async () => {
  const idle = await start({ say: 'nothing done' });
  await client.call('stop_agent', { session_id: idle.sessionId });
  const trees = () => readdir(join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'worktrees'));
  expect(await trees()).not.toContain(idle.sessionId);
  const known = await trees();
  expect(textOf(await client.call('start_agent', { agent: 'qwen', isolated: true }))).toContain('agent_not_installed');
  expect(await trees()).toEqual(known);
  const died = await start({ touch: { path: 'cart.ts', content: 'half\n' } }, { die: 3 });
  await eventually(
    async () => (await treeOf(died.sessionId))?.unmerged === 1,
    () => 'its work is not counted',
  );
});

test('after kill -9 of the daemon the work is there, the rest is gone, and a person merges it in a terminal', async () => {
  const kept = await start({ touch: { path: 'cart.ts', content: 'export const total = 9;\n' } });
  const empty = await start({ say: 'nothing' });
  const [daemon] = await daemonsOf(home);
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  await eventually(
    () => processesOf(home).every(({ command }) => !command.includes('scriptedAgent.mjs')),
    () => 'an agent has outlived the daemon',
  );
  await client[Symbol.asyncDispose]();
  client = await connected();
  const trees = () => readdir(join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'worktrees'));
  await client.call('list_projects', {});
  await eventually(
    async () => !(await trees()).includes(empty.sessionId),
    () => 'the tree without work is still there',
  );
  expect(await treeOf(kept.sessionId)).toMatchObject({ unmerged: 1 });
  const inShop = { environment: home.environment, folder: shop, bound: 120_000 };
  const rejected = await run([process.execPath, binnacle, 'agents', '--merge', kept.sessionId], { ...inShop, input: 'n not yet\n' });
  expect(rejected.stdout + rejected.stderr).toMatch(/export const total = 9.*not yet/s);
  expect(await treeOf(kept.sessionId)).toMatchObject({ unmerged: 1 });
  const merged = await run([process.execPath, binnacle, 'agents', '--merge', kept.sessionId], { ...inShop, input: 'y\n' });
  expect(merged.stdout).toContain('1 file merged');
  expect(await readFile(join(shop, 'cart.ts'), 'utf8')).toBe('export const total = 9;\n');
  const discarded = await run([process.execPath, binnacle, 'agents', '--discard', kept.sessionId], {
    environment: home.environment,
    folder: shop,
    bound: 60_000,
  });
  expect(discarded.stdout).toContain('its tree is gone');
  expect(await trees()).not.toContain(kept.sessionId);
});
