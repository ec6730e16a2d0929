// Can an agent find the bug of a service in TypeScript by watching it, without reading its source? At most ten calls over stdio, kept as a golden transcript.
import { cp, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryHome } from '../support/builtProgram.ts';
import { needs } from '../support/testTools.ts';
import { door } from './shop.ts';
import { stabilised } from './stabilised.ts';

const workspace = fileURLToPath(new URL('../workspaces/tariff', import.meta.url));
const MOST_CALLS = 10;

// A customer complains: 240 screws at 10 cents cost 2280, though from 200 on 15 % are taken off; that would be 2040.
const session: readonly { thought: string; tool: string; arguments: Record<string, unknown> }[] = [
  { thought: 'What can be run?', tool: 'list_run_configurations', arguments: {} },
  { thought: 'What is about discounts?', tool: 'search_symbols', arguments: { query: 'discount' } },
  { thought: 'Stop there.', tool: 'set_breakpoint', arguments: { function: 'discountFor' } },
  { thought: 'Run it.', tool: 'start_debug_session', arguments: { configuration_name: 'one order', timeout: 120 } },
  { thought: 'The quantity is right. What does it take from the rates?', tool: 'run_to_line', arguments: { file: 'src/pricing.ts', line: 20 } },
  {
    thought: 'It finds 50 before 200: the steps are sorted as texts. And as numbers?',
    tool: 'evaluate',
    arguments: { expression: 'steps.toSorted((one, other) => other - one)' },
  },
  { thought: 'Is that all of it? Try what it would find.', tool: 'set_variable', arguments: { name: 'reached', value: "'200'" } },
  { thought: 'On, to the answer.', tool: 'resume', arguments: {} },
];

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

test('an agent finds why the discount is too small', async (context) => {
  const tsx = await needs(context, 'tsx');
  await using home = await temporaryHome();
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-tariff-')));
  const folder = join(parent, 'tariff');
  await cp(workspace, folder, { recursive: true });
  await symlink(dirname(tsx.folder), join(folder, 'node_modules'), 'junction');
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: strings(home.environment), stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    for (const { thought, tool, arguments: given } of session) {
      const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: given }));
      expect(isError, `${tool}: ${content[0]?.text}`).not.toBe(true);
      const text = content.map(({ text: part }) => part).join('\n');
      transcript.push({
        thought,
        tool,
        arguments: given,
        answer: withoutLibraries(structuredContent),
        text: text.split('\n').filter((line) => !/\(library\)$/.test(line)),
      });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: folder, home: home.folder });
    await expect(`${withoutNumbers(stable)}\n`).toMatchFileSnapshot('debugAService.golden.json');
  } finally {
    await client.close();
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the golden session holds the bug, and what fixes it, in at most ten calls', async () => {
  const golden = await readFile(new URL('debugAService.golden.json', import.meta.url), 'utf8');
  const calls = z.array(z.looseObject({ tool: z.string(), answer: z.unknown() })).parse(JSON.parse(golden));
  expect(calls.length).toBeLessThanOrEqual(MOST_CALLS);
  expect(calls.map(({ tool }) => tool)).not.toContain('read_file');
  const answerOf = (wanted: string) => calls.find(({ tool }) => tool === wanted)?.answer;
  expect(answerOf('run_to_line')).toMatchObject({ variables: expect.arrayContaining([expect.objectContaining({ name: 'reached', value: "'50'" })]) });
  expect(answerOf('evaluate')).toMatchObject({ result: { value: "(3) ['200', '50', '5']" } });
  expect(calls.at(-1)?.answer).toMatchObject({ state: 'ended', exitCode: 0, output: 'answer {"article":"screw","price":2040}\n' });
});

// Through which of its own functions Node comes to a program differs from version to version.
function withoutLibraries({ stack, depth: _, ...answer }: Record<string, unknown> = {}): Record<string, unknown> {
  return Array.isArray(stack) ? { ...answer, stack: stack.filter((frame: unknown) => !JSON.stringify(frame).includes('"library":true')) } : answer;
}

// What only one run of a program has.
function withoutNumbers(transcript: string): string {
  return transcript.replace(/\b(s\d+\.\d+)\.\d+\b/g, '$1.0').replace(/\((\d{2,})\)/g, '(pid)');
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
