// Does our HTTP server pass the official conformance suite, completely? The suite runs on the Node that it needs.
import { spawn } from 'node:child_process';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { partsWith } from '../doors/house.ts';
import { needs, type ToolName } from '../support/testTools.ts';
import { fixtureServer } from './fixtureServer.ts';

// What is run, and how many checks it held when it was last read: a suite that runs less than it used to proves less than it used to.
const runs: readonly { title: string; tool: ToolName; options: string[]; checks: number }[] = [
  { title: '0.1.16, active', tool: 'conformance', options: ['--suite', 'active'], checks: 40 },
  { title: '0.1.16, pending', tool: 'conformance', options: ['--suite', 'pending'], checks: 4 },
  { title: '0.2.0, the requirements of 2025-11-25', tool: 'conformance-next', options: ['--requirements', '2025-11-25'], checks: 84 },
  { title: '0.2.0, everything of 2026-07-28', tool: 'conformance-next', options: ['--suite', 'all', '--spec-version', '2026-07-28'], checks: 152 },
];

let doors: Doors;
beforeAll(async () => {
  const events = new InMemoryServerEventBus();
  // The suite sends no token; Host and Origin are checked all the same, which is one of its scenarios.
  doors = await startDoors({ parts: partsWith([]), dialects: [], port: 0, token: undefined, events, createServer: () => fixtureServer(events) });
});
afterAll(() => doors.close());

for (const { title, tool, options, checks } of runs) {
  test(`conformance suite ${title}`, async (context) => {
    const { command } = await needs(context, tool);
    const { code, output } = await finished([...command, 'server', '--url', `http://localhost:${doors.port}/mcp`, ...options]);
    const { passed, failed } = totals(output);
    expect(failed, output).toBe(0);
    expect(code, output).toBe(0);
    expect(output).not.toMatch(/\bWARNING\b/);
    expect(passed).toBeGreaterThanOrEqual(checks);
  });
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
