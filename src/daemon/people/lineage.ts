// Who stands behind a process that talks to us: a person, an agent that a person started through us, or a program that an agent runs.
import { readFileSync } from 'node:fs';
import { withAncestors } from '../../base/processes/ancestors.ts';
import { connectionOwners } from '../../base/processes/connectionOwners.ts';
import { issuerIn, marksInEnvironment, ownMarks, type StartedFor, startedForIn, strictest } from '../../base/processes/startedFor.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { forPeopleOnly } from '../../ide/errors/machineErrors.ts';
import { liveInstances } from '../instances/discovery.ts';

export interface Lineage {
  readonly startedFor: StartedFor;
  // The process and those above it, for the log.
  readonly chain: string;
}

// marks: what the process itself says that it was marked with. A mark can be unset, so the processes above are looked at too.
export async function lineageOf(pid: number, state: string, marks: string | undefined): Promise<Lineage> {
  const issuer = issuerIn(state);
  const [self, ...above] = await withAncestors(pid);
  // Not VS Code's windows: in the process of one, other extensions start agents for their people.
  const daemons = new Set(liveInstances(state).map((each) => each.pid));
  // Of a process that is not there nobody can say whose it is; where the system lists no process, the mark must do.
  const unknown = self === undefined && process.platform === 'linux';
  const startedFor = strictest([
    startedForIn(marks, issuer),
    ...(unknown || above.some((each) => daemons.has(each.pid)) ? ['agent' as const] : []),
    ...[self, ...above].flatMap((each) => (each === undefined ? [] : [startedForIn(marksOnLinux(each.pid), issuer)])),
  ]);
  return { startedFor, chain: [self, ...above].flatMap((each) => (each === undefined ? [] : [`${visibleText(each.name)} ${each.pid}`])).join(' < ') };
}

// Of whoever holds the other end of a connection to a port of ours. Of one whom the system does not name, nobody can say that it is a person's.
export async function startedForOfPeer(theirPort: number, ourPort: number, state: string): Promise<StartedFor> {
  const owners = await connectionOwners(theirPort, ourPort);
  if (owners.length === 0) return 'agent';
  return strictest(await Promise.all(owners.map(async (pid) => (await lineageOf(pid, state, undefined)).startedFor)));
}

// Throws where this process is not a person's.
export async function onlyForPeople(command: string, state: string): Promise<void> {
  const { startedFor } = await lineageOf(process.pid, state, ownMarks());
  if (startedFor !== 'nobody') throw forPeopleOnly(command);
}

// Only Linux shows the environment with which another process was started.
function marksOnLinux(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return marksInEnvironment(readFileSync(`/proc/${pid}/environ`, 'utf8'));
  } catch {
    return undefined;
  }
}
