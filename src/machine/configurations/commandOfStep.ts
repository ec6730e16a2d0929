// A step of a run as a command for this machine.
import { resolve } from 'node:path';
import type { RunStep } from '../../ide/doors/running.ts';
import type { Command } from '../processes/processes.ts';
import { shellCommand } from '../processes/shell.ts';

export function commandOfStep({ command, folder, environment }: RunStep, root: string): Command {
  const place = { cwd: resolve(root, folder ?? '.'), ...(environment !== undefined && { environment }) };
  if ('line' in command) return { ...shellCommand(command.line), ...place };
  const [program = '', ...args] = command.words;
  return { program, args, ...place };
}
