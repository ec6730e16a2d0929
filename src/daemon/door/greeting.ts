// How a program of ours introduces itself at the local socket.
import { ownMarks } from '../../base/processes/startedFor.ts';
import { build, version } from '../../base/version.ts';
import type { DoorHello } from './hello.ts';

// key: of the daemon that is greeted.
export function greeting(key: string): DoorHello {
  const marks = ownMarks();
  return { key, build, version, pid: process.pid, cwd: process.cwd(), ...(marks !== undefined && { startedFor: marks }) };
}
