// Can an agent find the bug of a program in Python by watching it, without reading its source? At most ten calls over stdio, kept as a golden transcript.
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryHome } from '../support/builtProgram.ts';
import { needs } from '../support/testTools.ts';
import { door } from './shop.ts';
import { stabilised } from './stabilised.ts';

const workspace = fileURLToPath(new URL('../workspaces/ledger', import.meta.url));
const MOST_CALLS = 10;

// A test of the ledger fails.
const session: readonly { thought: string; tool: string; arguments: Record<string, unknown> }[] = [
  { thought: 'Where does it fail?', tool: 'debug_test', arguments: { file: 'test_ledger.py', test: 'test_refund', timeout: 120 } },
  { thought: 'A refund was added, not taken off: 700, not 300.', tool: 'stop_debug_session', arguments: {} },
  { thought: 'Who changes a balance?', tool: 'search_symbols', arguments: { query: 'book' } },
  { thought: 'Stop there for a refund.', tool: 'set_breakpoint', arguments: { function: 'book', condition: 'kind == "refund"' } },
  { thought: 'Once more.', tool: 'debug_test', arguments: { file: 'test_ledger.py', test: 'test_refund', timeout: 120 } },
  { thought: 'It comes as -200. And where it is added?', tool: 'run_to_line', arguments: { file: 'ledger.py', line: 13 } },
  { thought: 'As 200: its sign was turned once too often. Without that?', tool: 'set_variable', arguments: { name: 'cents', value: '-200' } },
  { thought: 'On, to the answer.', tool: 'resume', arguments: {} },
  { thought: 'It passes. Nothing is left behind.', tool: 'remove_breakpoint', arguments: { breakpoint_id: 'b1' } },
];

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

test('an agent finds why a refund is added', async (context) => {
  const debugpy = await needs(context, 'debugpy');
  await using home = await temporaryHome();
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-ledger-')));
  const folder = join(parent, 'ledger');
  await cp(workspace, folder, { recursive: true });
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  const env = { ...strings(home.environment), PYTHONPATH: debugpy.folder, PYTHONDONTWRITEBYTECODE: '1' };
  await client.connect(new StdioClientTransport({ command, args, cwd: folder, env, stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    for (const { thought, tool, arguments: given } of session) {
      const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: given }));
      expect(isError, `${tool}: ${content[0]?.text}`).not.toBe(true);
      const text = content.map(({ text: part }) => part).join('\n');
      transcript.push({ thought, tool, arguments: given, answer: structuredContent, text: text.split('\n') });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: folder, home: home.folder });
    await expect(`${withoutNumbers(stable)}\n`).toMatchFileSnapshot('debugALedger.golden.json');
  } finally {
    await client.close();
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the golden session holds the bug, and what fixes it, in at most ten calls', async () => {
  const golden = await readFile(new URL('debugALedger.golden.json', import.meta.url), 'utf8');
  const calls = z.array(z.looseObject({ tool: z.string(), answer: z.unknown() })).parse(JSON.parse(golden));
  expect(calls.length).toBeLessThanOrEqual(MOST_CALLS);
  expect(calls.map(({ tool }) => tool)).not.toContain('read_file');
  const [failing, , , , booking, adding, , passed] = calls.map(({ answer }) => answer);
  expect(failing).toMatchObject({ reason: 'exception', exception: { message: '700 != 300' } });
  const cents = (value: string) => ({ variables: expect.arrayContaining([expect.objectContaining({ name: 'cents', value })]) });
  expect(booking).toMatchObject(cents('-200'));
  expect(adding).toMatchObject(cents('200'));
  expect(passed).toMatchObject({ state: 'ended', exitCode: 0 });
});

// What only one run of a program has.
function withoutNumbers(transcript: string): string {
  return transcript
    .replace(/0x[0-9a-f]{6,}/g, '0x0')
    .replace(/\b(s\d+\.\d+)\.\d+\b/g, '$1.0')
    .replace(/Ran 1 test in [\d.]+s/g, 'Ran 1 test in 0s');
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
