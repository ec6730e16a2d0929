// How a page proves that a person has opened it, and where it finds the daemon.

// The page derives both from the one-time code (256 bits, base64url) that is in the fragment of its URL: HKDF-SHA-256 without salt, with these words as info.
// The id travels; the key never does.
export const SESSION_ID_INFO = 'binnacle window id';
export const SESSION_KEY_INFO = 'binnacle window key';
export const SESSION_ID_BYTES = 16;
export const SESSION_KEY_BYTES = 32;
export const NONCE_BYTES = 32;
export const SOCKET_PATH = '/window/socket';
export const PAGE_PATH = '/window/';

// In the text of the page, where the daemon puts the nonce of the response: styles that carry it are applied.
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

// What each side signs (HMAC-SHA-256 with the session's key, as base64url): the daemon first, so that whoever squats on the port learns nothing.
// The host (location.host, so 127.0.0.1 and the port) is among it, so that a squatter cannot pass the proofs on to a daemon that listens elsewhere.
export function signedWords(side: 'daemon' | 'page', words: { session: string; host: string; pageNonce: string; daemonNonce: string }): string {
  return ['binnacle window', side, words.session, words.host, words.pageNonce, words.daemonNonce].join('\n');
}
