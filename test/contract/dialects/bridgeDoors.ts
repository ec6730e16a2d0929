// The bridge for Copilot over one daemon and one project, through both of its doors.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { z } from 'zod';
import { Agent, textOf } from '../../faults/agent.ts';
import { binnacle, temporaryHome } from '../../support/builtProgram.ts';
import { Ledger } from './ledger.ts';

export interface Answered {
  readonly ok: boolean;
  readonly text: string;
  // Over stdio there is the text alone.
  readonly body: Record<string, unknown> | undefined;
}

export type Call = (tool: string, given: Record<string, unknown>) => Promise<Answered>;
type Git = (words: readonly string[]) => void;

export interface Bridge extends AsyncDisposable {
  readonly project: string;
  // What was called through each door.
  readonly ledgers: Readonly<Record<'http' | 'stdio', Ledger>>;
  readonly http: Call;
  readonly stdio: Call;
}

// `fill` writes and commits what the project has.
export async function openBridge(fill: (folder: string, git: Git) => Promise<void>): Promise<Bridge> {
  const home = await temporaryHome();
  const project = join(home.folder, 'shop');
  await mkdir(project, { recursive: true });
  const git: Git = (words) => {
    const { status, stderr } = spawnSync('git', [...words], { cwd: project, encoding: 'utf8', env: home.environment, input: '' });
    expect(status, stderr).toBe(0);
  };
  git(['init', '-q', '-b', 'main']);
  git(['config', 'user.name', 'Ada']);
  git(['config', 'user.email', 'ada@example.com']);
  await fill(project, git);
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', project, '--port', '0', '--bridge', '--json'], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { token, bridges } = z.object({ token: z.string(), bridges: z.record(z.string(), z.number()) }).parse(JSON.parse(String(line)));
  const agent = new Agent(home, { folder: home.folder, command: 'bridge', parameters: [project] });
  await agent.initialize();
  const ledgers = { http: new Ledger(), stdio: new Ledger() };
  const noted = (ledger: Ledger, tool: string, given: Record<string, unknown>, answered: Answered): Answered => {
    if (answered.ok) ledger.note(tool, given, [answered.text, answered.body]);
    else ledger.noteRefusal(tool);
    return answered;
  };
  return {
    project,
    ledgers,
    async http(tool, given) {
      const response = await fetch(`http://127.0.0.1:${bridges[project]}/${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(given),
      });
      const body = z.record(z.string(), z.unknown()).parse(await response.json());
      const ok = response.status === 200;
      if (!ok) expect(Object.keys(body).sort()).toEqual(['details', 'error']);
      return noted(ledgers.http, tool, given, { ok, text: ok ? String(body['result']) : `${String(body['error'])} ${String(body['details'])}`, body });
    },
    async stdio(tool, given) {
      const answer = await agent.call(tool, given);
      const { error } = answer;
      if (error !== undefined) return noted(ledgers.stdio, tool, given, { ok: false, text: error.message, body: undefined });
      return noted(ledgers.stdio, tool, given, { ok: answer.result?.isError !== true, text: textOf(answer), body: undefined });
    },
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      child.kill('SIGTERM');
      await once(child, 'exit');
      await home[Symbol.asyncDispose]();
    },
  };
}
