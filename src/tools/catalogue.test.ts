// The list that every agent reads before its first question: it must be small, and near names must be found.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../test/support/check.ts';
import { allTools, Catalogue } from './catalogue.ts';

const FIRST_TOOLS_BUDGET = 2_200;
const FIRST_TOOLS = [
  ...['find_references', 'find_definition', 'inspect_symbol', 'search_symbols', 'get_file_outline', 'get_diagnostics'],
  ...['read_file', 'list_project_files', 'list_projects', 'open_project', 'index_status'],
];

test('the first eleven tools cost an agent at most 2,200 tokens', () => {
  const first = allTools.filter(({ name }) => FIRST_TOOLS.includes(name));
  const tokens = first.reduce((sum, { name, description, inputSchema }) => sum + countTokens(JSON.stringify({ name, description, inputSchema })), 0);
  expect(first).toHaveLength(11);
  expect(tokens).toBeLessThanOrEqual(FIRST_TOOLS_BUDGET);
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
