// An agent as an editor starts it, with Binnacle added to the servers of each session: bytes pass as they are in both directions, and the agent ends with the editor.
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { keptMarks } from '../../base/processes/startedFor.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { agentFailed, agentNotFound, agentNotInstalled } from '../../ide/errors/agentErrors.ts';
import type { Processes } from '../../machine/processes/processes.ts';
import type { SpawnedProcess } from '../../machine/processes/spawnedProcess.ts';
import { ownServer } from '../ownServer.ts';
import { setByPerson } from '../rows/agentEnvironment.ts';
import { agentRows, rowOf } from '../rows/agentRows.ts';
import { programOf } from '../rows/foundAgent.ts';
import { listedRows } from '../rows/registryRows.ts';
import { withServer } from './addedServer.ts';

export interface ProxyOptions {
  readonly agent: string;
  // Instead of that of a row.
  readonly command: readonly string[];
  // Where our own files lie, and among them a registry.
  readonly state: string;
  readonly processes: Processes;
  // Our own command, which Node runs.
  readonly executable: string;
}

// Agents write down what was said when they are asked to end; some never end by themselves.
const LONGEST_END = seconds(3);
// A line that is longer passes without being looked at.
const LONGEST_LINE = 64 * 1024 * 1024;
const BREAK = 0x0a;

// Resolves with the exit code once the agent has ended, with everything that it has started. Throws agent_not_found, agent_not_installed, agent_failed.
export async function proxyAgent({ agent, command, state, processes, executable }: ProxyOptions): Promise<number> {
  const row = command.length > 0 ? undefined : rowOf(agent, listedRows(state, process.env).rows);
  const found = row === undefined ? undefined : programOf(row, process.env);
  if (row !== undefined && found === undefined) throw agentNotInstalled(row.title, row.install);
  const [program = '', ...args] = row === undefined ? command : [found ?? '', ...row.args];
  if (program === '')
    throw agentNotFound(
      agent,
      agentRows.map(({ id }) => id),
    );
  const environment = { ...setByPerson(process.env), ...row?.environment?.(), ...keptMarks() };
  const spawned = await processes.spawn({ program, args, cwd: process.cwd(), base: process.env, environment, marked: true }).catch((error: unknown) => {
    throw agentFailed(row?.title ?? agent, error instanceof Error ? error.message : String(error));
  });
  const isLeft = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    // Nobody listens to the agent any more.
    process.stdout.once('error', () => resolve());
    process.stdout.once('close', () => resolve());
  });
  spawned.stderr.pipe(process.stderr, { end: false });
  const heard = passOn(spawned.stdout, process.stdout);
  const said = passWithServer(process.stdin, spawned.stdin, (project) => ownServer(executable, project, process.env)).then(() => spawned.stdin.end());
  await Promise.race([spawned.exited, Promise.race([said, isLeft]).then(() => ended(spawned))]);
  const { code } = await spawned.exited;
  await Promise.race([heard, isLeft]);
  spawned.killLeftovers();
  process.stdin.destroy();
  return code ?? 1;
}

// What it still says while it ends is passed on too.
async function ended(spawned: SpawnedProcess): Promise<void> {
  const late = setTimeout(() => void spawned.endFamily(0), LONGEST_END);
  await spawned.exited;
  clearTimeout(late);
}

async function passOn(from: Readable, to: Writable): Promise<void> {
  from.pipe(to, { end: false });
  await finished(from, { writable: false }).catch(() => {});
}

// Whole lines are looked at; what is no line yet waits for its end, and what comes behind the last break passes as it is.
async function passWithServer(from: Readable, to: Writable, serverFor: Parameters<typeof withServer>[1]): Promise<void> {
  let parts: Buffer[] = [];
  let length = 0;
  const send = async (bytes: Buffer) => {
    if (!to.write(bytes) && !to.destroyed) await Promise.race([once(to, 'drain'), once(to, 'close')]);
  };
  const hold = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  const held = () => {
    const bytes = Buffer.concat(parts);
    parts = [];
    length = 0;
    return bytes;
  };
  let isTooLong = false;
  try {
    for await (const chunk of from) {
      const bytes = Buffer.from(chunk);
      let start = 0;
      for (let end = bytes.indexOf(BREAK); end >= 0; end = bytes.indexOf(BREAK, start)) {
        hold(bytes.subarray(start, end));
        const line = held();
        await send(Buffer.concat([isTooLong ? line : withServer(line, serverFor), bytes.subarray(end, end + 1)]));
        isTooLong = false;
        start = end + 1;
      }
      hold(bytes.subarray(start));
      if (length > LONGEST_LINE) {
        isTooLong = true;
        await send(held());
      }
    }
  } catch {
    // Whoever wrote is gone: so is what they would have said.
  }
  if (length > 0) await send(held());
}
