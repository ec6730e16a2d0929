// The secret of the network doors for agents: made once and kept, so that who was configured with it still gets in tomorrow.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { writePrivateFile } from '../folders.ts';

export function keptToken(state: string): string {
  const file = join(state, 'token');
  const kept = readToken(file);
  if (kept !== undefined) return kept;
  writePrivateFile(file, `${newSecret()}\n`);
  // Two daemons may start at once: both use what the file says in the end.
  return readToken(file) ?? newSecret();
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function readToken(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text.length >= 20 ? text : undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
