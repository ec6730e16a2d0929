// The log of the daemons in the state folder: for people, without secrets, and never larger than two files.
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { redactedText, shortenedText } from '../../base/text/redaction.ts';
import { privateFolder } from '../folders.ts';

const LARGEST_FILE = 2 * 1024 * 1024;
const LONGEST_MESSAGE = 8 * 1024;

export function openLogFile(state: string, echo: (line: string) => void = () => {}): Log & { readonly path: string } {
  const path = logFile(state);
  privateFolder(dirname(path));
  const write = (level: string, message: string) => {
    const line = `${new Date().toISOString()} ${process.pid} ${level} ${redactedText(shortenedText(message, LONGEST_MESSAGE))}`;
    echo(line);
    append(path, `${line}\n`);
  };
  return {
    path,
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message) => write('error', message),
  };
}

export function logFile(state: string): string {
  return join(state, 'logs', 'daemon.log');
}

// At once and in order, so that the last words before a crash are there; lines are rare.
function append(path: string, line: string): void {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_FILE) renameSync(path, `${path}.1`);
    appendFileSync(path, line, { mode: 0o600 });
  } catch {
    // A full disk must not end the work that the line was about.
  }
}
