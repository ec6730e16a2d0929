// Is every tool where its name says, described, affordable, and of a shape that all agents accept?
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allTools, Catalogue, families } from '../../src/tools/catalogue.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { toolsIn } from '../../src/tools/toolsets.ts';
import { filesUnder, root, textOf } from './house.ts';

const DEFAULT_LIST_BUDGET = 6_000;
// The catalogue grows by tools, not by words for each.
const TOKENS_PER_TOOL = 145;
const CATALOGUE_BUDGET = 19_500;

// A tool's file is the only one with an underscore in its name.
const toolFiles = filesUnder('src/tools', '.ts').filter(
  (path) => !path.endsWith('.test.ts') && (basename(path).includes('_') || /name: '[a-z_]+',\n\s*title:/.test(textOf(path))),
);

test('name, file and catalogue entry are one', () => {
  expect(toolFiles.map((path) => basename(path, '.ts')).sort()).toEqual(allTools.map((tool) => tool.name).sort());
  expect(new Set(allTools.map((tool) => tool.name)).size).toBe(allTools.length);
  for (const path of toolFiles) expect(textOf(path)).toContain(`name: '${basename(path, '.ts')}'`);
});

test('every tool has its test beside it', () => {
  expect(toolFiles.filter((path) => !existsSync(join(root, path.replace(/\.ts$/, '.test.ts'))))).toEqual([]);
});

test('what ends or steers a terminal, run or debug session looks whose it is', () => {
  const steering = allTools.filter(({ effect, input }) => effect !== 'reads' && ['terminal_id', 'run_id', 'session_id'].some((id) => id in input.shape));
  expect(steering.length).toBeGreaterThan(12);
  const looks = /asksFirst: anothersSession|anothers(?:Terminal|Session)?\(/;
  const files = steering.map(({ name }) => toolFiles.find((path) => basename(path, '.ts') === name) ?? name);
  expect(files.filter((path) => !looks.test(textOf(path)))).toEqual([]);
});

test('every input is described', () => {
  // What stands in every schema is written once, in the instructions and in the error that asks for it.
  const silent = allTools.flatMap((tool) =>
    Object.entries(properties(tool.inputSchema)).flatMap(([name, schema]) => (schema.description || name === 'project_path' ? [] : [`${tool.name}.${name}`])),
  );
  expect(silent).toEqual([]);
});

test('every tool says what it does and refuses arguments that it does not know', () => {
  for (const tool of allTools) {
    expect(tool.description.length, tool.name).toBeGreaterThan(20);
    expect(tool.title, tool.name).toMatch(/^[A-Z]/);
    expect(tool.inputSchema['additionalProperties'], tool.name).toBe(false);
  }
});

test('no input schema has a union at its root: Claude Code drops such tools', () => {
  for (const { name, inputSchema } of allTools) {
    expect(inputSchema.type, name).toBe('object');
    for (const word of ['anyOf', 'allOf', 'oneOf', 'not']) expect(inputSchema, name).not.toHaveProperty(word);
  }
});

test('arguments are snake_case, results are camelCase', () => {
  for (const { name, inputSchema, outputSchema } of allTools) {
    expect(
      Object.keys(properties(inputSchema)).filter((key) => !/^[a-z]+(_[a-z]+)*$/.test(key)),
      name,
    ).toEqual([]);
    expect(
      Object.keys(properties(outputSchema)).filter((key) => !/^[a-z]+([A-Z][a-z]+)*$/.test(key)),
      name,
    ).toEqual([]);
  }
});

test('no result has room for null', () => {
  for (const { name, outputSchema } of allTools) expect(JSON.stringify(outputSchema), name).not.toContain('"null"');
});

test('the default list and the whole catalogue are within their token budgets', () => {
  expect(tokensOf(toolsIn('default', new Catalogue(allTools, families)))).toBeLessThanOrEqual(DEFAULT_LIST_BUDGET);
  expect(tokensOf(allTools)).toBeLessThanOrEqual(Math.min(CATALOGUE_BUDGET, TOKENS_PER_TOOL * allTools.length));
});

function tokensOf(tools: readonly Tool[]): number {
  return tools.reduce((sum, { name, description, inputSchema }) => sum + countTokens(JSON.stringify({ name, description, inputSchema })), 0);
}

function properties(schema: unknown): Record<string, { description?: string | undefined }> {
  return z.object({ properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}) }).parse(schema).properties;
}
