// Can an agent find a bug by watching the program run? One session over stdio with a real debugger, kept as a golden transcript.
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

// Stands for the id of the value with this name in the last answer.
const ACCOUNT = '<id of self>';

// The nightly report says that ada owes 950 cents; it should be 550.
const session = (port: number): { thought: string; tool: string; arguments: Record<string, unknown> }[] => [
  { thought: 'What can be run?', tool: 'list_run_configurations', arguments: {} },
  { thought: 'Record every booking, without stopping.', tool: 'set_breakpoint', arguments: { file: 'ledger.py', line: 13, log_message: '{kind} {cents}' } },
  {
    thought: 'And stop where the balance is already too high.',
    tool: 'set_breakpoint',
    arguments: { file: 'ledger.py', line: 14, condition: 'self.balance > 550' },
  },
  { thought: 'What has been booked?', tool: 'add_watch', arguments: { expression: 'len(self.history)' } },
  { thought: 'Run it.', tool: 'start_debug_session', arguments: { configuration_name: 'ledger' } },
  { thought: 'The refund was added. What did the tracepoint see?', tool: 'read_debug_output', arguments: { only: 'trace' } },
  { thought: 'Where was I?', tool: 'get_debug_session_status', arguments: { source_lines: 2, max_frames: 2 } },
  { thought: 'What else is here?', tool: 'get_variables', arguments: {} },
  { thought: 'Look into the account.', tool: 'expand_variable', arguments: { variable_id: ACCOUNT } },
  { thought: 'Who called?', tool: 'get_stack_trace', arguments: {} },
  { thought: 'With which rows?', tool: 'select_stack_frame', arguments: { frame_index: 1 } },
  { thought: 'The row is negative already.', tool: 'evaluate', arguments: { expression: '[row for row in rows if row[0] == "refund"]' } },
  { thought: 'Does anybody else run?', tool: 'list_threads', arguments: {} },
  { thought: 'What is around the booking?', tool: 'get_source_context', arguments: { file: 'ledger.py', line: 12, lines: 3 } },
  { thought: 'What would be right? Try it.', tool: 'set_variable', arguments: { name: 'cents', value: '-200', frame_index: 0 } },
  { thought: 'On to the next line.', tool: 'step_over', arguments: {} },
  { thought: 'And out of it.', tool: 'step_out', arguments: {} },
  { thought: 'To the print.', tool: 'run_to_line', arguments: { file: 'ledger.py', line: 27 } },
  { thought: 'Where do I stop?', tool: 'list_breakpoints', arguments: {} },
  { thought: 'That one is not needed any more.', tool: 'remove_breakpoint', arguments: { breakpoint_id: 'b2' } },
  { thought: 'Does it fail in the end?', tool: 'set_exception_breakpoint', arguments: { exception: 'ValueError' } },
  { thought: 'Go on.', tool: 'resume', arguments: {} },
  { thought: 'Enough of this.', tool: 'stop_debug_session', arguments: {} },
  { thought: 'Is there a test for it?', tool: 'debug_test', arguments: { file: 'test_ledger.py', test: 'test_refund' } },
  { thought: 'It shows the same. Which sessions are there?', tool: 'list_debug_sessions', arguments: {} },
  { thought: 'The watch has done its work.', tool: 'remove_watch', arguments: { watch_id: 'w3' } },
  { thought: 'And the server that runs?', tool: 'attach_debugger', arguments: { port, debugger: 'debugpy' } },
  { thought: 'What does it do?', tool: 'pause', arguments: {} },
  { thought: 'It stands, then.', tool: 'wait_for_pause', arguments: {} },
  { thought: 'Into whatever comes.', tool: 'step_into', arguments: { timeout: 5 } },
];

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

test('an agent finds a refund that is added, by watching it', async (context) => {
  const debugpy = await needs(context, 'debugpy');
  await using home = await temporaryHome();
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-ledger-')));
  const folder = join(parent, 'ledger');
  await cp(workspace, folder, { recursive: true });
  const environment = { ...strings(home.environment), PYTHONPATH: debugpy.folder, PYTHONDONTWRITEBYTECODE: '1' };
  // The server is the person's own, whom an agent may only attach to when it was allowed.
  await mkdir(join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle'), { recursive: true });
  await writeFile(join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle', 'policy.json'), '{ "tools": { "attach_debugger": "allow" } }');
  const port = await freePort();
  const server = await listening(['python3', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, 'server.py'], folder, environment, port);
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: environment, stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    let account = '';
    for (const { thought, tool, arguments: given } of session(port)) {
      const meant = given['variable_id'] === ACCOUNT ? { variable_id: account } : given;
      const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: meant }));
      expect(isError, `${tool}: ${content[0]?.text}`).not.toBe(true);
      account = /"name":"self"[^}]*?"id":"([^"]+)"/.exec(JSON.stringify(structuredContent))?.[1] ?? account;
      const text = content.map(({ text: part }) => part).join('\n');
      transcript.push({ thought, tool, arguments: given, answer: structuredContent, text: text.split('\n') });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: folder, home: home.folder });
    await expect(`${withoutNumbers(stable, port)}\n`).toMatchFileSnapshot('debugABug.golden.json');
  } finally {
    await client.close();
    server.kill('SIGKILL');
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the golden session holds the bug: the refund that was booked with the wrong sign', async () => {
  const golden = await readFile(new URL('debugABug.golden.json', import.meta.url), 'utf8');
  const calls = z.array(z.looseObject({ tool: z.string(), answer: z.unknown() })).parse(JSON.parse(golden));
  expect(calls.find(({ tool }) => tool === 'read_debug_output')?.answer).toMatchObject({
    traces: [
      {
        columns: ['kind', 'cents'],
        rows: [
          ['sale', '500'],
          ['refund', '200'],
        ],
      },
    ],
  });
});

// What only one run of a program has.
function withoutNumbers(transcript: string, port: number): string {
  return transcript
    .replaceAll(String(port), '5678')
    .replace(/"processId": \d+/g, '"processId": 0')
    .replace(/0x[0-9a-f]{6,}/g, '0x0')
    .replace(/\b(s\d+\.\d+)\.\d+\b/g, '$1.0')
    .replace(/(turn: int = |"name": "turn",\s+"value": ")\d+/g, '$10')
    .replace(/Ran 1 test in [\d.]+s/g, 'Ran 1 test in 0s');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}

async function listening([program = '', ...args]: readonly string[], cwd: string, env: Record<string, string>, port: number): Promise<ChildProcess> {
  const child = spawn(program, args, { cwd, env, stdio: 'ignore' });
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt++) {
    if (await accepts(port)) return child;
    await sleep(100);
  }
  throw new Error('debugpy does not listen');
}

// debugpy takes one connection for a client, so the knock must not reach it: only its existence in the system is looked at.
async function accepts(port: number): Promise<boolean> {
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => undefined);
  if (table !== undefined) return new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`).test(table);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
