// What daemons remember of the IDEs that they offer: which lock files are theirs, so that the next one removes what a killed one left, and at which port with which token a command comes back.
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { smallFile } from '../../base/files/smallFile.ts';
import { isAlive, ownIdentity } from '../../base/processes/processIdentity.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import { writePrivateFile } from '../folders.ts';
import { liveInstances } from '../instances/discovery.ts';
import { type CompanionAgent, OUR_NAME, type OwnAddress } from './agents/agent.ts';
import { isLive, locksIn, tokenIn } from './lock.ts';

const Remembered = z.object({
  pid: z.number(),
  started: z.string(),
  port: z.number(),
  token: z.string(),
  // The lock files that may be there; none once it has closed.
  files: z.array(z.string()),
});
type Remembered = z.infer<typeof Remembered>;

// A command that lost its connection tries the same port with the same token for fifteen seconds. Whoever else listens there meanwhile is sent the token, so it is not for ever.
const LONGEST_ABSENCE = minutes(1);
const LONGEST_CONNECT = seconds(2);

// A lock names a pid, which the system gives out again, and the older form names none; this one says when its process started.
export function remember(state: string, agent: CompanionAgent, { project, port, token }: OwnAddress, files: readonly string[]): void {
  writePrivateFile(recordOf(state, agent, project), JSON.stringify({ ...ownIdentity(), port, token, files }));
}

// Where commands look for the IDE of this project that has just ended.
export function rememberedAddress(state: string, agent: CompanionAgent, project: string): Pick<OwnAddress, 'port' | 'token'> | undefined {
  const record = recordOf(state, agent, project);
  const remembered = read(record);
  if (remembered === undefined || isOld(record)) return undefined;
  const isOver = remembered.files.length === 0 || remembered.pid === process.pid || !isAlive(remembered);
  return isOver ? { port: remembered.port, token: remembered.token } : undefined;
}

export async function removeLeftovers(state: string, agent: CompanionAgent, lockFolders: readonly string[]): Promise<void> {
  for (const record of recordsIn(state, agent)) {
    const remembered = read(record);
    if (remembered === undefined || isAlive(remembered)) continue;
    for (const file of remembered.files) removeOwn(file, remembered.token);
    if (isOld(record)) rmSync(record, { force: true });
  }
  // Those of a state folder that is gone. Another Binnacle with a state folder of its own listens.
  const daemons = new Set(liveInstances(state).map(({ pid }) => pid));
  for (const lock of locksIn(agent, lockFolders)) {
    if (lock.name !== OUR_NAME || (lock.pid !== undefined && daemons.has(lock.pid))) continue;
    if (!isLive(lock) || !(await isListening(lock.port))) rmSync(lock.file, { force: true });
  }
}

// Unless somebody else has put theirs there since.
export function removeOwn(file: string, token: string): void {
  const text = smallFile(file);
  if (text !== undefined && tokenIn(text) === token) rmSync(file, { force: true });
}

function recordFolder(state: string): string {
  return join(state, 'companions');
}

function recordOf(state: string, { name }: CompanionAgent, project: string): string {
  return join(recordFolder(state), `${name}-${createHash('sha256').update(project).digest('hex').slice(0, 32)}.json`);
}

function recordsIn(state: string, agent: CompanionAgent): readonly string[] {
  try {
    return readdirSync(recordFolder(state)).flatMap((name) =>
      name.startsWith(`${agent.name}-`) && name.endsWith('.json') ? [join(recordFolder(state), name)] : [],
    );
  } catch {
    return [];
  }
}

function read(record: string): Remembered | undefined {
  try {
    return Remembered.safeParse(JSON.parse(smallFile(record) ?? '')).data;
  } catch {
    return undefined;
  }
}

function isOld(record: string): boolean {
  const found = statSync(record, { throwIfNoEntry: false });
  // Of a clock that was set back nobody can say how long ago it was.
  return found === undefined || Math.abs(Date.now() - found.mtimeMs) > LONGEST_ABSENCE;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: LONGEST_CONNECT });
    const answered = (listens: boolean) => {
      socket.destroy();
      resolve(listens);
    };
    socket.once('connect', () => answered(true));
    // Whoever is too busy to answer is there.
    socket.once('timeout', () => answered(true));
    socket.once('error', () => answered(false));
  });
}
