// What nobody keeps of an agent's words: what has the form of a secret, what its own environment says is one, and both also where they are only encoded.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { HIDDEN, redactedText } from '../../base/text/redaction.ts';
import { knownSecrets } from '../../server/secrets/knownSecrets.ts';

export type Hide = (text: string) => string;

// Of bytes that are written as letters. Longer ones are looked at in pieces, whose length is a whole number of bytes.
const ENCODED = /[A-Za-z0-9+/_-]{16,4096}={0,2}/g;
const PRINTABLE = /^[\x20-\x7e\s]+$/;

// environment: what the agent was started with.
export function hidingFor(environment: Environment): Hide {
  const known = knownSecrets(environment);
  const plain: Hide = (text) => redactedText(known.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text));
  return (text) => plain(text).replace(ENCODED, (word) => (hidesSecret(word, plain) ? HIDDEN : word));
}

// Names of functions and hashes decode to what nobody could print.
function hidesSecret(word: string, plain: Hide): boolean {
  const decoded = Buffer.from(word, 'base64').toString('latin1');
  return PRINTABLE.test(decoded) && plain(decoded) !== decoded;
}

// Longer than a secret is: where a text is cut, so much more is read, or half of one would stay.
const BEYOND = 8 * 1024;

// As much of a text as is kept, without its secrets.
export function hiddenAndCut(text: string, longest: number, hide: Hide, cut = ''): string {
  const hidden = hide(text.slice(0, longest + BEYOND));
  return hidden.length <= longest && text.length <= longest + BEYOND ? hidden : `${hidden.slice(0, longest)}${cut}`;
}
