// Whether arguments fit a tool, said in words that let an agent correct itself at once.
import type { z } from 'zod';
import { closest } from '../../base/text/closest.ts';
import { type IdeError, invalidArguments } from '../../ide/errors/errors.ts';
import type { Misfit, ParsedToolCall, Tool } from '../../tools/tool.ts';

const MOST_NAMED = 20;

export function parsedCall(tool: Tool, given: unknown): ParsedToolCall {
  const parsed = tool.parse(given);
  if ('issues' in parsed) throw misfit(tool, parsed, given);
  return parsed;
}

export function validArguments(tool: Pick<Tool, 'name' | 'input'>, given: unknown): Record<string, unknown> {
  const parsed = tool.input.safeParse(given);
  if (parsed.success) return parsed.data;
  throw misfit(tool, parsed.error, given);
}

function misfit({ name, input }: Pick<Tool, 'name' | 'input'>, { issues }: Misfit, given: unknown): IdeError {
  return invalidArguments(
    name,
    few(issues, 'problems', (issue) => problem(issue, input, given)),
    Object.keys(input.shape),
  );
}

function problem(issue: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): string {
  const where = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return unknownArguments(where, issue.keys, namesAt(schema, issue.path), schema);
  if (issue.code === 'invalid_type' && valueAt(given, issue.path) === undefined) return `${where} is missing`;
  const inner = issue.code === 'invalid_type' && issue.expected === 'object' ? namesAt(schema, issue.path) : [];
  if (inner.length > 0) return `${where} is an object with ${inner.join(', ')}`;
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}

function unknownArguments(where: string, keys: readonly string[], names: readonly string[], schema: z.ZodObject): string {
  return few(keys, 'that are not', (key) => unknownArgument(where, key, names, schema)).join('; ');
}

// The first ones: nobody reads a thousand, and a suggestion for each takes its time.
function few<Item>(items: readonly Item[], what: string, describe: (item: Item) => string): string[] {
  const more = items.length - MOST_NAMED;
  return [...items.slice(0, MOST_NAMED).map(describe), ...(more > 0 ? [`and ${more} more ${what}`] : [])];
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined), given);
}

function unknownArgument(where: string, key: string, names: readonly string[], schema: z.ZodObject): string {
  const holder = where === '' ? names.find((name) => namesAt(schema, [name]).includes(key)) : undefined;
  const [right] = holder === undefined ? closest(key, names, 1) : [`${holder}.${key}`];
  const full = where === '' ? key : `${where}.${key}`;
  return right === undefined ? `${full} is not an argument` : `${full} is not an argument, did you mean ${right}`;
}

function namesAt(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let current: unknown = schema;
  for (const step of path) current = shapeOf(current)?.[String(step)];
  return Object.keys(shapeOf(current) ?? {});
}

// Optional and defaulted objects keep their shape one level down.
function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if ('shape' in schema && typeof schema.shape === 'object' && schema.shape !== null) return { ...schema.shape };
  if ('unwrap' in schema && typeof schema.unwrap === 'function') return shapeOf(schema.unwrap());
  return undefined;
}
