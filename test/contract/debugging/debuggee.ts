// A project whose programs are debugged through MCP, with the debuggers of this machine and those that tests bring along.
import { delimiter } from 'node:path';
import { expect, vi } from 'vitest';
import { startOf } from '../../../src/base/processes/processIdentity.ts';
import { defaultPolicy } from '../../../src/server/permission/permission.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

export interface Debuggee extends AsyncDisposable {
  call(tool: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>;
  refusal(tool: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>;
  readonly real: RealAgent;
}

// Everything in it is ended, and nothing that it started lives on.
export async function debuggee(files: Readonly<Record<string, string>>, prepare?: (project: string) => Promise<void>): Promise<Debuggee> {
  // The programs that it is attached to are the test's own, of whom a person would be asked.
  const real = await realAgentOn(files, prepare, true, { ...defaultPolicy, tools: { attach_debugger: 'allow' } });
  return {
    real,
    call: async (tool, given = {}) => (await real.agent.call(tool, given)).value,
    refusal: (tool, given = {}) => real.agent.refusal(tool, given),
    async [Symbol.asyncDispose]() {
      const pids = real.agent.ide.debugging.sessions().flatMap(({ processId }) => processId ?? []);
      await real.close();
      // A debugger that was ended takes a moment to take its program along.
      for (const pid of pids) await vi.waitFor(() => expect(isAlive(pid), `process ${pid} lives on`).toBe(false), { timeout: 30_000 });
    },
  };
}

// A zombie has ended; nobody has looked yet.
export function isAlive(pid: number): boolean {
  return startOf(pid) !== undefined;
}

// For this process and those that it starts, until the block ends.
export function withVariable(name: string, value: string): Disposable {
  const before = process.env[name];
  process.env[name] = value;
  return {
    [Symbol.dispose]() {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    },
  };
}

export function withVariables(variables: Readonly<Record<string, string>>): Disposable {
  const set = Object.entries(variables).map(([name, value]) => withVariable(name, value));
  return {
    [Symbol.dispose]() {
      for (const one of set) one[Symbol.dispose]();
    },
  };
}

export function onPath(folder: string): Disposable {
  return withVariable('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
}

// Of the value with this name, wherever it is in the answer.
export function idOf(answer: unknown, name: string): string {
  const id = new RegExp(`"name":"${name}"[^}]*?"id":"([^"]+)"`).exec(JSON.stringify(answer))?.[1];
  if (id === undefined) throw new Error(`${name} has no id in ${JSON.stringify(answer)}`);
  return id;
}
