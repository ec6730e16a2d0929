// Can an agent try a program out? One session over stdio in which it runs, asks, types and reads, kept as a golden transcript.
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
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

const workspace = fileURLToPath(new URL('../workspaces/kiosk', import.meta.url));
const node = 'node';

// The kiosk says null for what it does not sell, and its till says NaN.
const session = (port: number): { thought: string; tool: string; arguments: Record<string, unknown> }[] => [
  { thought: 'Is anything wrong with this project?', tool: 'get_notifications', arguments: {} },
  { thought: 'Does somebody else work here?', tool: 'list_connections', arguments: {} },
  { thought: 'What can be run?', tool: 'list_run_configurations', arguments: {} },
  { thought: 'What does an apple cost?', tool: 'run_command', arguments: { command: `${node} price.mjs apple > apple.txt; ${node} price.mjs plum` } },
  {
    thought: 'The kiosk should have a port of its own.',
    tool: 'edit_run_configuration',
    arguments: { name: 'kiosk', settings: { env: { PORT: String(port) } } },
  },
  {
    thought: 'And the price a name.',
    tool: 'create_run_configuration',
    arguments: { name: 'bread', settings: { type: 'node', program: '${workspaceFolder}/price.mjs', args: ['bread'] } },
  },
  { thought: 'Does that work?', tool: 'run_configuration', arguments: { name: 'bread' } },
  { thought: 'Open the kiosk.', tool: 'run_configuration', arguments: { name: 'kiosk', timeout: 0 } },
  { thought: 'Is it open?', tool: 'read_run_output', arguments: { wait: 20 } },
  { thought: 'What does it say of apples?', tool: 'http_request', arguments: { url: `http://localhost:${port}/?name=apple` } },
  {
    thought: 'And of plums, and of bread?',
    tool: 'batch',
    arguments: {
      calls: ['plum', 'bread'].map((name) => ({ tool: 'http_request', name, arguments: { url: `http://localhost:${port}/?name=${name}` } })),
      together: true,
    },
  },
  { thought: 'Enough of it.', tool: 'stop_run', arguments: {} },
  { thought: 'How does the till behave?', tool: 'run_in_terminal', arguments: { command: `${node} ask.mjs`, columns: 60, rows: 10, until: 'like? ' } },
  { thought: 'A plum, please.', tool: 'write_terminal_input', arguments: { terminal_id: 't1', text: 'plum', keys: ['enter'], until: 'else? ' } },
  { thought: 'There it is again. All of it, please.', tool: 'read_terminal_output', arguments: { terminal_id: 't1', scrollback: true } },
  { thought: 'What is open?', tool: 'list_terminals', arguments: {} },
  { thought: 'Close it.', tool: 'close_terminal', arguments: { terminal_id: 't1' } },
  { thought: 'Where does that come from? Stop before it asks.', tool: 'start_debug_session', arguments: { program: 'ask.mjs', stop_on_entry: true } },
  { thought: 'It will read a plum.', tool: 'write_debug_input', arguments: { text: 'plum\n' } },
  { thought: 'Enough.', tool: 'stop_debug_session', arguments: {} },
  { thought: 'Did Binnacle itself have trouble?', tool: 'read_ide_log', arguments: { level: 'error' } },
];

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

test.skipIf(process.platform === 'win32')('an agent finds a price that is none, by trying it out', async () => {
  await using home = await temporaryHome();
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-kiosk-')));
  const folder = join(parent, 'kiosk');
  await cp(workspace, folder, { recursive: true });
  const port = await freePort();
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: strings(home.environment), stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    for (const { thought, tool, arguments: given } of session(port)) {
      const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: given }));
      const text = content.map(({ text: part }) => part).join('\n');
      expect(isError, `${tool}: ${text}`).not.toBe(true);
      transcript.push({ thought, tool, arguments: given, answer: structuredContent, text: text.split('\n') });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: folder, home: home.folder });
    await expect(`${withOneShell(withoutNumbers(stable, port)).replace(/\.mjs \(\d+\)/g, '.mjs (pid)')}\n`).toMatchFileSnapshot('runAProgram.golden.json');
  } finally {
    await client.close();
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
});

// What only one run of a program has.
function withoutNumbers(transcript: string, port: number): string {
  return transcript
    .replaceAll(String(port), '8080')
    .replace(/"processId": \d+/g, '"processId": 0')
    .replace(/\b\d+ ms\b/g, '0 ms')
    .replace(/\\"durationMs\\":\d+/g, '\\"durationMs\\":0');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

// Each machine has its own shells.
function withOneShell(text: string): string {
  return (
    text
      .replace(/"shells": \[[^\]]*\]/g, '"shells": [{ "name": "sh", "path": "/bin/sh", "default": true }]')
      // Of texts in which the port stands.
      .replace(/"hash": "[0-9a-f]+"/g, '"hash": "<hash>"')
      .replace(/"Shells: [^"]*"/g, '"Shells: sh (/bin/sh, default)"')
  );
}
