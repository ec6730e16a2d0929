// Does our HTTP server pass the official conformance suite, completely? The suite runs on the Node that it needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Limits } from '../../src/transports/limits.ts';
import { startDoors } from '../../src/transports/startDoors.ts';
import { partsWith } from '../doors/house.ts';
import { needs, type ToolName } from '../support/testTools.ts';
import { fixtureServer } from './fixtureServer.ts';

interface Run {
  readonly title: string;
  readonly tool: ToolName;
  readonly options: readonly string[];
  // How many checks it held when it was last read: a suite that runs less than it used to proves less than it used to.
  readonly checks: number;
  // Ours answers what is quick as JSON, as the protocol allows. What the suite has to say about streams it says only to a server that always streams.
  readonly style: 'quick answers' | 'always a stream';
  // Checks that the suite would like to see otherwise; a warning that goes away must go away here too.
  readonly warnings?: readonly string[];
}

const runs: readonly Run[] = [
  { title: '0.1.16, active', tool: 'conformance', options: ['--suite', 'active'], checks: 39, style: 'quick answers' },
  { title: '0.1.16, active', tool: 'conformance', options: ['--suite', 'active'], checks: 40, style: 'always a stream' },
  { title: '0.1.16, pending', tool: 'conformance', options: ['--suite', 'pending'], checks: 4, style: 'quick answers' },
  {
    title: '0.1.16, pending',
    tool: 'conformance',
    options: ['--suite', 'pending'],
    checks: 4,
    style: 'always a stream',
    // This scenario says 2025-03-26 in its header, and clients of that protocol break on the empty event; 0.2.0 says 2025-11-25 and gets it.
    warnings: ['server-sse-priming-event', 'server-sse-retry-field'],
  },
  { title: '0.2.0, the requirements of 2025-11-25', tool: 'conformance-next', options: ['--requirements', '2025-11-25'], checks: 83, style: 'quick answers' },
  {
    title: '0.2.0, the requirements of 2025-11-25',
    tool: 'conformance-next',
    options: ['--requirements', '2025-11-25'],
    checks: 84,
    style: 'always a stream',
  },
  {
    title: '0.2.0, everything of 2026-07-28',
    tool: 'conformance-next',
    options: ['--suite', 'all', '--spec-version', '2026-07-28'],
    checks: 152,
    style: 'quick answers',
  },
];

let doors: Record<Run['style'], Doors>;
beforeAll(async () => {
  doors = { 'quick answers': await openDoors({}), 'always a stream': await openDoors({ silence: 0 }) };
});
afterAll(() => Promise.all(Object.values(doors).map((opened) => opened.close())));

for (const { title, tool, options, checks, style, warnings = [] } of runs) {
  test(`conformance suite ${title}, ${style}`, async (context) => {
    const { command } = await needs(context, tool);
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-conformance-'));
    try {
      const { code, output } = await finished([...command, 'server', '--url', `http://localhost:${doors[style].port}/mcp`, ...options, '-o', folder]);
      const { passed, failed } = totals(output);
      expect(failed, output).toBe(0);
      expect(code, output).toBe(0);
      expect(await imperfect(folder)).toEqual(warnings);
      expect(passed).toBeGreaterThanOrEqual(checks);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

interface Doors {
  readonly port: number;
  close(): Promise<void>;
}

// The suite knows no tokens, so somebody between them adds it to what is otherwise passed on as it is: Host and Origin are checked as well, which is one
// of its scenarios, and without a token no page would be answered at all.
async function openDoors(limits: Partial<Limits>): Promise<Doors> {
  const events = new InMemoryServerEventBus();
  const token = 'conformance';
  const doors = await startDoors({ parts: partsWith([]), dialects: [], port: 0, token, limits, events, createServer: () => fixtureServer(events) });
  const between = createServer((asked, answered) => {
    const { method, url: path, headers } = asked;
    const passed = request({ host: '127.0.0.1', port: doors.port, method, path, headers: { ...headers, authorization: `Bearer ${token}` } }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(answered);
    });
    passed.on('error', () => answered.destroy());
    answered.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  return {
    port: z.object({ port: z.number() }).parse(between.address()).port,
    async close() {
      between.closeAllConnections();
      between.close();
      await doors.close();
    },
  };
}

const report = z.array(z.looseObject({ id: z.string(), status: z.string() }));

// The checks that neither succeeded nor only informed, from the reports that the suite writes, one folder per scenario.
async function imperfect(folder: string): Promise<string[]> {
  const scenarios = await readdir(folder);
  expect(scenarios).not.toEqual([]);
  const reports = await Promise.all(scenarios.map(async (scenario) => report.parse(JSON.parse(await readFile(join(folder, scenario, 'checks.json'), 'utf8')))));
  return reports.flat().flatMap(({ id, status }) => (status === 'SUCCESS' || status === 'INFO' ? [] : [id]));
}

function totals(output: string): { passed: number; failed: number } {
  const [, passed, failed] = /Total: (\d+) passed, (\d+) failed/.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed) };
}

function finished([program = '', ...given]: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
