// The secret of the network doors for agents: made once and kept, so that who was configured with it still gets in tomorrow, until a person makes another.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { stateFolderUnusable } from '../../ide/errors/machineErrors.ts';
import { createPrivateFile, writePrivateFile } from '../folders.ts';

export function keptToken(state: string): string {
  const file = tokenFile(state);
  const kept = readToken(file);
  if (kept !== undefined) return kept;
  // Several commands and daemons may start at once: the first one's is everybody's.
  const token = newSecret();
  if (createPrivateFile(file, `${token}\n`)) return token;
  const first = readToken(file);
  if (first !== undefined) return first;
  // What is there is no token.
  writePrivateFile(file, `${token}\n`);
  return token;
}

// The old one opens nothing from the next start of a daemon on; those that run must be notified.
export function rotateToken(state: string): { readonly old: string | undefined; readonly token: string } {
  const old = readToken(tokenFile(state));
  const token = newSecret();
  writePrivateFile(tokenFile(state), `${token}\n`);
  return { old, token };
}

function tokenFile(state: string): string {
  return join(state, 'token');
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function readToken(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text.length >= 20 ? text : undefined;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    throw stateFolderUnusable(file, code ?? String(error));
  }
}
