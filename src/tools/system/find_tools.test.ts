// Through the front door: an agent says what it wants to do and finds which tool does it.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Agent, agentOn } from '../../../test/support/check.ts';
import type { Ide } from '../../ide/ide.ts';
import { allTools } from '../catalogue.ts';

test.each([
  ['who uses this function', 'find_references'],
  ['usages', 'find_references'],
  ['callers of a function', 'call_hierarchy'],
  ['go to declaration', 'find_definition'],
  ['errors and warnings of a file', 'get_diagnostics'],
  ['type and documentation', 'inspect_symbol'],
  ['search for a symbol', 'search_symbols'],
  ['find_referencs', 'find_references'],
  ['is the engine ready', 'index_status'],
])('%s leads to %s', async (query, tool) => {
  await using agent = await agentOn('');
  expect((await found(agent, { query }))[0]?.name).toBe(tool);
});

test('what is found comes with the arguments it takes, a few at a time', async () => {
  await using agent = await agentOn('');
  const { value, text } = await agent.call('find_tools', { query: 'find file symbol project', page_size: 2 });
  expect(value).toMatchObject({ tools: [{ inputSchema: { type: 'object' } }, { inputSchema: { type: 'object' } }], cursor: expect.any(String) });
  expect(text).toContain('"properties"');
  const next = await agent.call('find_tools', { query: 'find file symbol project', page_size: 2, cursor: value['cursor'] });
  expect(names(next.value)).not.toEqual(names(value));
});

test('without a question every tool is listed, in short', async () => {
  await using agent = await agentOn('');
  const tools = await found(agent, {});
  expect(tools.map(({ name }) => name)).toEqual(allTools.map(({ name }) => name).filter((name) => name !== 'find_tools' && name !== 'call_tool'));
  expect(tools.every(({ inputSchema }) => inputSchema === undefined)).toBe(true);
});

test('nothing like it is an answer', async () => {
  await using agent = await agentOn('');
  expect((await agent.call('find_tools', { query: 'zzzzzzzzzz' })).value).toEqual({ total: 0, tools: [] });
});

test('wrong arguments are answered with the right ones', async () => {
  await using agent = await agentOn('');
  expect(await agent.refusal('find_tools', { querry: 'x' })).toMatchObject({
    error: 'invalid_arguments',
    message: expect.stringContaining('did you mean query'),
  });
  expect(await agent.refusal('find_tools', { query: 'file', cursor: 'nonsense' })).toMatchObject({ error: 'invalid_cursor' });
});

const answer = z.object({ tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.unknown().optional() })) });

async function found(agent: Agent<Ide>, given: Record<string, unknown>): Promise<z.infer<typeof answer>['tools']> {
  return answer.parse((await agent.call('find_tools', given)).value).tools;
}

function names(value: unknown): string[] {
  return answer.parse(value).tools.map(({ name }) => name);
}
