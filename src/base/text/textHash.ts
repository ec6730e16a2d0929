// The hash by which a text is known to whoever has read it: agents, the window, and what is kept of an editor.
import { createHash } from 'node:crypto';

const HASH_LENGTH = 16;

// Of the text: encoding and byte order mark are kept by every edit.
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}
