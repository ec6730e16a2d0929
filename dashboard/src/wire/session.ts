// The person's session of this page: made from the one-time code of the link, kept as a key that no script can read, and proved to the daemon.
import {
  NONCE_BYTES,
  PAGE_PATH,
  SESSION_ID_BYTES,
  SESSION_ID_INFO,
  SESSION_KEY_BYTES,
  SESSION_KEY_INFO,
  signedWords,
} from '../../../src/dashboard/protocol/opening.ts';
import { fromBase64Url, toBase64Url } from './encoding.ts';

export interface Session {
  readonly id: string;
  readonly key: CryptoKey;
}

// The link's whole fragment, or `code=` before it.
const CODE = /^#(?:code=)?([A-Za-z0-9_-]{43})$/;
const DATABASE = 'binnacle';
const STORE = 'sessions';
const ONLY = 'window';

// The code stays in the address until the session is kept or over, so that whoever reloads before that comes by it once more.
export async function sessionOfLink(): Promise<Session | undefined> {
  const bytes = fromBase64Url(CODE.exec(location.hash)?.[1] ?? '');
  return bytes === undefined || bytes.length === 0 ? undefined : sessionOfCode(bytes);
}

// So that neither the history nor a screenshot holds the code for longer than it is needed.
export function clearLink(): void {
  if (CODE.test(location.hash)) history.replaceState(null, '', PAGE_PATH);
}

async function sessionOfCode(code: Uint8Array<ArrayBuffer>): Promise<Session> {
  const material = await crypto.subtle.importKey('raw', code, 'HKDF', false, ['deriveBits', 'deriveKey']);
  const parameters = (words: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(words) });
  const [id, key] = await Promise.all([
    crypto.subtle.deriveBits(parameters(SESSION_ID_INFO), material, SESSION_ID_BYTES * 8),
    crypto.subtle.deriveKey(parameters(SESSION_KEY_INFO), material, { name: 'HMAC', hash: 'SHA-256', length: SESSION_KEY_BYTES * 8 }, false, [
      'sign',
      'verify',
    ]),
  ]);
  return { id: toBase64Url(new Uint8Array(id)), key };
}

export function freshNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
}

export async function isDaemons(session: Session, nonces: Nonces, proof: unknown): Promise<boolean> {
  const bytes = typeof proof === 'string' ? fromBase64Url(proof) : undefined;
  return bytes !== undefined && (await crypto.subtle.verify('HMAC', session.key, bytes, words('daemon', session, nonces)));
}

export async function ownProof(session: Session, nonces: Nonces): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', session.key, words('page', session, nonces))));
}

export interface Nonces {
  readonly page: string;
  readonly daemon: string;
}

function words(side: 'daemon' | 'page', session: Session, nonces: Nonces): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(signedWords(side, { session: session.id, host: location.host, pageNonce: nonces.page, daemonNonce: nonces.daemon }));
}

// ---- kept in this browser, for this origin ----

export async function keptSession(): Promise<Session | undefined> {
  const kept: unknown = await inStore('readonly', (store) => store.get(ONLY));
  return isSession(kept) ? kept : undefined;
}

export async function keepSession(session: Session): Promise<void> {
  await inStore('readwrite', (store) => store.put(session, ONLY));
}

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && 'key' in value && value.key instanceof CryptoKey;
}

async function inStore<Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const result = await resultOf(act(transaction.objectStore(STORE)));
    // A page that goes away takes back what was put but not committed.
    await committed(transaction);
    return result;
  } finally {
    database.close();
  }
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser keeps no sessions'));
  });
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps no sessions'));
  });
}
