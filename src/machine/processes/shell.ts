// How this machine's shell is given a line, and how a word is written so that it stays one word.
import { variable } from '../../base/processes/environment.ts';
import type { Command } from './processes.ts';

export function shellCommand(line: string): Pick<Command, 'program' | 'args' | 'verbatim'> {
  return process.platform === 'win32'
    ? { program: variable('ComSpec') ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true }
    : { program: '/bin/sh', args: ['-c', line] };
}

export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
