// What a command costs through us beyond the command itself and beyond the record of what it changed; and how soon its output is heard.
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { binnacle, temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { startDaemon } from '../daemon.ts';
import { limitResult, type Result } from '../result.ts';
import { sideBySide, spread, timed } from '../statistics.ts';

const ROUNDS = 40;
const WARMING_UP = 15;
const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const run = promisify(execFile);

export async function running(): Promise<Result[]> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-running-')));
  const folder = join(parent, 'project');
  await run('git', ['init', '-q', folder]);
  await writeFile(join(folder, 'a.txt'), 'one\n');
  await using home = await temporaryHome();
  await using _daemon = await startDaemon(home.environment, folder);
  await using agent = await Agent.connectToAll(home.environment, folder);
  try {
    const bare = () => run('/bin/sh', ['-c', 'true'], { cwd: folder });
    const ours = () => agent.call('run_command', { command: 'true' });
    await sideBySide(WARMING_UP, bare, ours);
    const measured = await sideBySide(ROUNDS, bare, ours);
    const recording = await recordingIn(folder, join(parent, 'state'));
    const over = measured.ours.p50 - measured.floor.p50;
    return [
      limitResult({
        what: 'run_command over sh -c true, its record apart',
        ours: Math.max(0, over - recording),
        unit: 'ms',
        atMost: 5,
        note: `${over.toFixed(1)} ms over it in all, ${recording.toFixed(1)} ms of which record what it changed`,
      }),
      limitResult({ what: 'output of a command to progress at the client', ours: await heardAfter(home.environment, folder), unit: 'ms', atMost: 200 }),
    ];
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

async function recordingIn(path: string, stateFolder: string): Promise<number> {
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const ide = await openHeadlessIde({ name: 'project', path, uri: uriOf(path), trusted: true }, { stateFolder, processes, log: silent });
  try {
    const taken: number[] = [];
    for (let round = 0; round < WARMING_UP + ROUNDS; round++) {
      const { ms } = await timed(async () => (await ide.changes.observe({ author: 'bench', tool: 'run_command', title: 'true' }, signal)).end());
      if (round >= WARMING_UP) taken.push(ms);
    }
    return spread(taken).p50;
  } finally {
    await ide.close();
    await processes.endAll();
  }
}

// The program prints the time; both clocks are the same.
async function heardAfter(environment: NodeJS.ProcessEnv, cwd: string): Promise<number> {
  const client = new Client({ name: 'bench', version: '1' });
  const env = Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [binnacle, 'mcp'], cwd, env, stderr: 'ignore' }));
  const late: number[] = [];
  const onprogress = ({ message = '' }: { message?: string | undefined }) => {
    const printed = Number(/\d{13}/.exec(message)?.[0]);
    if (printed > 0) late.push(Date.now() - printed);
  };
  const script = 'let n = 0; const t = setInterval(() => { console.log(Date.now()); if (++n === 10) clearInterval(t); }, 300)';
  await client.callTool({ name: 'run_command', arguments: { command: process.execPath, args: ['-e', script] } }, { onprogress });
  await sleep(100);
  await client.close();
  return spread(late).p95;
}
