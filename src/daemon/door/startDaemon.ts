// Starts a daemon that outlives whoever needed it: detached, silent, in no terminal and in no project folder.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { minimalEnvironment } from '../../base/processes/minimalEnvironment.ts';
import { privateFolder } from '../folders.ts';

export interface StartingDaemon {
  readonly pid: number | undefined;
  // The file that gets whatever it prints, such as the reason why it cannot start.
  readonly output: string;
  fate(): 'running' | 'failed' | 'killed' | 'foundAnother';
}

// The exit code of a background daemon that finds one of its build running already.
export const ANOTHER_IS_RUNNING = 75;

export function startDaemon(state: string, program: string): StartingDaemon {
  // Loaded only here: most doors find a daemon and never start one.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const output = join(privateFolder(join(state, 'logs')), 'start.log');
  const file = openSync(output, 'w', 0o600);
  // Each connection brings its own; what whoever starts it keeps in theirs is nobody else's.
  const env = minimalEnvironment(process.env);
  const child = spawn(process.execPath, [program, 'serve', '--background'], {
    detached: true,
    windowsHide: true,
    cwd: state,
    env,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  let fate: ReturnType<StartingDaemon['fate']> = 'running';
  child.once('error', () => {
    fate = 'failed';
  });
  child.once('exit', (code) => {
    fate = code === null ? 'killed' : code === ANOTHER_IS_RUNNING ? 'foundAnother' : 'failed';
  });
  child.unref();
  return { pid: child.pid, output, fate: () => fate };
}
