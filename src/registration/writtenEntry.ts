// What an agent's file says about us: whether an entry is ours, how it reaches us, and whether it still does.
import { isRecord } from '../base/isRecord.ts';
import type { TransportName } from './endpoints.ts';
import { endpoints } from './endpoints.ts';
import type { StdioEntry } from './entry.ts';

// The words that agents use for the same things, read from any of them.
export interface WrittenEntry {
  // The program and its arguments; empty where it is a URL.
  readonly words: readonly string[];
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly transport: TransportName;
  readonly isOn: boolean;
}

export type EntryState =
  // It leads to this very program or daemon.
  | 'current'
  // It is ours, and leads to another program, port or token.
  | 'outdated'
  // It has our name, and somebody else wrote it.
  | 'foreign';

// What an entry that we would write now leads to. Where the daemon's address is not known, a URL cannot be judged.
export interface Expected {
  readonly program: StdioEntry;
  readonly daemon?: { readonly base: string; readonly token: string };
}

export function writtenEntry(value: unknown): WrittenEntry | undefined {
  if (!isRecord(value)) return undefined;
  const command = value['command'];
  const words = [...(typeof command === 'string' ? [command] : strings(command)), ...strings(value['args'])];
  const url = ['url', 'serverUrl', 'httpUrl'].map((name) => value[name]).find((each) => typeof each === 'string');
  const headers = [value['headers'], value['http_headers']].find(isRecord) ?? {};
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return {
    words,
    url: typeof url === 'string' ? url : undefined,
    authorization: typeof authorization === 'string' ? authorization : undefined,
    transport: url === undefined ? 'stdio' : isSse(value, url) ? 'sse' : 'http',
    isOn: value['disabled'] !== true && value['enabled'] !== false,
  };
}

// Only under one of our names is it asked.
export function isOurs(written: WrittenEntry | undefined): boolean {
  if (written === undefined) return false;
  return written.url === undefined ? isOurCommand(written.words) : isOurUrl(written.url);
}

// Undefined where it is not as it would be written now; a reason in words.
export function stateOf(written: WrittenEntry | undefined, expected: Expected): { state: EntryState; why?: string } {
  if (written === undefined || !isOurs(written)) return { state: 'foreign' };
  if (written.url === undefined) {
    const { command, parameters } = expected.program;
    const isSame = [command, ...parameters].every((word, index) => written.words[index] === word);
    return isSame ? { state: 'current' } : { state: 'outdated', why: 'it starts another Binnacle than this one' };
  }
  if (expected.daemon === undefined) return { state: 'current' };
  if (new URL(written.url).origin !== expected.daemon.base)
    return { state: 'outdated', why: `it leads to ${new URL(written.url).origin}, and URLs lead to ${expected.daemon.base} now` };
  const token = written.authorization?.replace(/^Bearer\s+/i, '') ?? new URL(written.url).searchParams.get('token') ?? undefined;
  // VS Code asks for it.
  if (token === undefined || token.startsWith('${') || token === expected.daemon.token) return { state: 'current' };
  return { state: 'outdated', why: 'its token was replaced' };
}

// What a person has put behind our own arguments, such as --toolset all.
export function ownArguments(written: WrittenEntry | undefined): readonly string[] {
  if (written === undefined || written.url !== undefined || !isOurCommand(written.words)) return [];
  const behind = written.words.slice(written.words.indexOf('mcp') + 1);
  // That is ours, and goes with the name.
  return behind.filter((word, index) => word !== '--endpoint' && behind[index - 1] !== '--endpoint' && !word.startsWith('--endpoint='));
}

// binnacle mcp, node …/binnacle.cjs mcp, npx -y binnacle-ide@1.2.3 mcp.
function isOurCommand(words: readonly string[]): boolean {
  const mode = words.indexOf('mcp');
  const program = words[mode - 1] ?? '';
  return mode > 0 && /(?:^|[\\/])binnacle(?:\.[cm]?js|\.cmd|\.exe|-ide(?:@[\w.^~-]+)?)?$/.test(program);
}

function isOurUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, pathname } = new URL(text);
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && Object.values(endpoints).some(({ http, sse }) => pathname === http || pathname === sse);
}

function isSse(value: Record<string, unknown>, url: unknown): boolean {
  return value['type'] === 'sse' || (value['type'] !== 'http' && typeof url === 'string' && URL.canParse(url) && new URL(url).pathname.endsWith('/sse'));
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
