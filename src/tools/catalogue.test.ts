// The list that every agent reads before its first question: it must be small, and near names must be found.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../test/support/check.ts';
import { OPTIONAL_DOORS } from '../ide/optionalDoors.ts';
import { allTools, Catalogue, families } from './catalogue.ts';

const BUDGET_OF_A_TOOL = 200;

test('a tool costs an agent 200 tokens on average, at most', () => {
  const tokens = allTools.reduce((sum, { name, description, inputSchema }) => sum + countTokens(JSON.stringify({ name, description, inputSchema })), 0);
  expect(allTools.length).toBeGreaterThan(10);
  expect(tokens / allTools.length).toBeLessThanOrEqual(BUDGET_OF_A_TOOL);
});

test('schemas carry nothing that only costs tokens', () => {
  const schemas = JSON.stringify(allTools.map(({ inputSchema }) => inputSchema));
  expect(schemas).not.toContain('$schema');
  expect(schemas).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('a misspelled tool is answered with the right name', async () => {
  await using agent = await agentOn('');
  expect(await agent.refusal('find_reference', {})).toMatchObject({ error: 'unknown_tool', next: expect.stringContaining('find_references') });
  expect(new Catalogue(allTools).find('nothing')).toBeUndefined();
});

test('what works in no IDE of a process is known there and listed for nobody', () => {
  const agents = families['agents'] ?? [];
  const catalogue = new Catalogue(allTools, families, agents);
  const here = catalogue.having(OPTIONAL_DOORS);
  expect(agents.length).toBeGreaterThan(0);
  expect(here.tools).toHaveLength(allTools.length - agents.length);
  expect(here.families['agents']).toEqual([]);
  for (const { name } of agents) expect([catalogue.find(name)?.name, here.find(name)]).toEqual([name, undefined]);
});
