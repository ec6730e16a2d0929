// Can an agent find a bug by its tests? One session over stdio with a real runner, kept as a golden transcript.
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryHome } from '../support/builtProgram.ts';
import { door } from './shop.ts';
import { stabilised } from './stabilised.ts';

const workspace = fileURLToPath(new URL('../workspaces/ledger', import.meta.url));

// What a coverage tool of the project has left there.
const REPORT = 'SF:ledger.py\nDA:4,1\nDA:5,1\nDA:10,1\nDA:11,1\nDA:12,1\nDA:13,1\nDA:24,0\nDA:25,0\nDA:26,0\nend_of_record\n';

const session: readonly { thought: string; tool: string; arguments: Record<string, unknown> }[] = [
  { thought: 'Is there a test for refunds?', tool: 'list_tests', arguments: {} },
  { thought: 'Run it.', tool: 'run_tests', arguments: { test: 'LedgerTest > test_refund' } },
  { thought: 'What else is known of it?', tool: 'get_test_results', arguments: { status: 'failed' } },
  { thought: 'And what does no test reach?', tool: 'get_coverage', arguments: { report: 'lcov.info' } },
];

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

test('an agent sees a refund that is added, by its test', async () => {
  await using home = await temporaryHome();
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-tested-')));
  const folder = join(parent, 'ledger');
  await cp(workspace, folder, { recursive: true });
  await writeFile(join(folder, 'lcov.info'), REPORT);
  const environment = Object.fromEntries(Object.entries(home.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: environment, stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    for (const { thought, tool, arguments: given } of session) {
      const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: given }));
      expect(isError, `${tool}: ${content[0]?.text}`).not.toBe(true);
      transcript.push({ thought, tool, arguments: given, answer: structuredContent, text: content.flatMap(({ text }) => text.split('\n')) });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: folder, home: home.folder });
    await expect(`${withoutTimes(stable)}\n`).toMatchFileSnapshot('testABug.golden.json');
    expect(stable).toContain('"actual": "700"');
  } finally {
    await client.close();
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
});

function withoutTimes(transcript: string): string {
  return transcript
    .replace(/"(ms|seconds)": [\d.]+/g, '"$1": 0')
    .replace(/\(\d[\d.]* ms\)/g, '(0 ms)')
    .replace(/ in [\d.]+ s\b/g, ' in 0 s');
}
