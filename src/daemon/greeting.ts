// How a program of ours introduces itself at the local socket.
import { ownMarks } from '../base/startedFor.ts';
import { build, version } from '../base/version.ts';
import type { Hello } from './hello.ts';

// key: of the daemon that is greeted.
export function greeting(key: string): Hello {
  const marks = ownMarks();
  return { key, build, version, pid: process.pid, cwd: process.cwd(), ...(marks !== undefined && { startedFor: marks }) };
}
