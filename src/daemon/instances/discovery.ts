// Which daemons of this user are running: one private file for each, written by it and believed only while its process lives.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { isAlive, type ProcessIdentity } from '../../base/processes/processIdentity.ts';
import { stateFolderUnusable } from '../../ide/errors/machineErrors.ts';
import type { CompanionName } from '../companions/agents/companionNames.ts';
import { writePrivateFile } from '../folders.ts';

export interface Instance extends ProcessIdentity {
  readonly version: string;
  readonly build: string;
  // ISO 8601; `started` is for machines.
  readonly since: string;
  readonly url: string;
  readonly port: number;
  // Absent where the person chose --no-token.
  readonly token?: string;
  // Of the local socket; also there with --no-token, because on Windows any user may open a pipe.
  readonly key: string;
  readonly socket: string;
  // In the background: it was started by a door and ends when nobody needs it.
  readonly background: boolean;
  // Kept running by the person's session.
  readonly service?: boolean;
  // Further ports that it listens at.
  readonly otherPorts?: readonly number[];
  // The port that URLs lead to, while a program that is not Binnacle has it.
  readonly homeTaken?: number;
  readonly projects: readonly InstanceProject[];
}

export interface InstanceProject {
  readonly path: string;
  readonly readOnly?: boolean;
  // The port of its HTTP bridge, where it has one.
  readonly bridge?: number;
  // The commands that find it as their IDE, and at which port each.
  readonly ides?: readonly { readonly agent: CompanionName; readonly port: number }[];
}

export function writeInstance(state: string, instance: Instance): void {
  writePrivateFile(instanceFile(state, instance.pid), `${JSON.stringify(instance)}\n`);
}

export function removeInstance(state: string, pid: number): void {
  rmSync(instanceFile(state, pid), { force: true });
}

export function instanceFile(state: string, pid: number): string {
  return join(state, 'instances', `${pid}.json`);
}

// Every file that can be read, whether its process lives or not: the door finds that out by connecting, which is faster.
export function writtenInstances(state: string): Instance[] {
  return instanceFiles(state).flatMap((file) => readInstance(file) ?? []);
}

// The daemons that are really there; files and sockets of dead ones are removed.
export function liveInstances(state: string): Instance[] {
  const live: Instance[] = [];
  for (const file of instanceFiles(state)) {
    const instance = readInstance(file);
    if (instance !== undefined && isAlive(instance)) live.push(instance);
    else removeStale(file, instance);
  }
  return live.sort((a, b) => a.since.localeCompare(b.since));
}

// The daemon that a door of this build should talk to: the writer of its project, else the one that has been there longest.
export function preferredInstances(instances: readonly Instance[], build: string, project: string): Instance[] {
  const rank = (instance: Instance) => {
    const open = instance.projects.find(({ path }) => path === project);
    if (open === undefined) return 1;
    return open.readOnly === true ? 2 : 0;
  };
  return instances.filter((instance) => instance.build === build).sort((a, b) => rank(a) - rank(b) || a.since.localeCompare(b.since));
}

function instanceFiles(state: string): string[] {
  const folder = join(state, 'instances');
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return [];
    throw stateFolderUnusable(folder, code ?? String(error));
  }
}

// A file that is not ours to read, or that someone garbled, describes no daemon. (By hand: zod would double the door's start.)
function readInstance(file: string): Instance | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isInstance(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isInstance(value: unknown): value is Instance {
  if (typeof value !== 'object' || value === null) return false;
  const has = (name: string, type: 'string' | 'number' | 'boolean') => typeof Reflect.get(value, name) === type;
  const texts = ['started', 'version', 'build', 'since', 'url', 'key', 'socket'].every((name) => has(name, 'string'));
  return texts && has('pid', 'number') && has('port', 'number') && has('background', 'boolean') && 'projects' in value && isProjects(value.projects);
}

function isProjects(value: unknown): value is InstanceProject[] {
  return (
    Array.isArray(value) &&
    value.every((project: unknown) => typeof project === 'object' && project !== null && 'path' in project && typeof project.path === 'string')
  );
}

function removeStale(file: string, instance: Instance | undefined): void {
  // A file that cannot be read may belong to a newer Binnacle; it is left unless its name says that its process is gone.
  const pid = Number(/(\d+)\.json$/.exec(file)?.[1]);
  if (instance === undefined && isAlive({ pid, started: 'unknown' })) return;
  rmSync(file, { force: true });
  if (instance !== undefined && process.platform !== 'win32') rmSync(instance.socket, { force: true });
}
