// The secrets of a window's session: what both sides derive from the code of its link, and the proofs that they have it.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { NONCE_BYTES, SESSION_ID_BYTES, SESSION_ID_INFO, SESSION_KEY_BYTES, SESSION_KEY_INFO, signedWords } from '../protocol/opening.ts';

const CODE_BYTES = 32;

export type SignedParts = Parameters<typeof signedWords>[1];

export interface WindowKey {
  // Travels, and is no secret.
  readonly id: string;
  readonly key: Buffer;
}

export function newCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

export function keyOfCode(code: string): WindowKey {
  const secret = Buffer.from(code, 'base64url');
  const derived = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', info, bytes));
  return { id: derived(SESSION_ID_INFO, SESSION_ID_BYTES).toString('base64url'), key: derived(SESSION_KEY_INFO, SESSION_KEY_BYTES) };
}

export function proofOf(key: Buffer, side: 'daemon' | 'page', parts: SignedParts): string {
  return createHmac('sha256', key).update(signedWords(side, parts)).digest('base64url');
}

// In the same time, whatever was given.
export function isProof(given: string, key: Buffer, side: 'daemon' | 'page', parts: SignedParts): boolean {
  const right = Buffer.from(proofOf(key, side, parts));
  const said = Buffer.from(given);
  return said.length === right.length && timingSafeEqual(said, right);
}
