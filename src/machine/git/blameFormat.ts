// What git blame --porcelain prints: each line behind the hash of its commit, which is described where it comes first.
import type { BlamedCommit, BlamedPart, GitBlame } from '../../ide/doors/git.ts';
import { textOfBytes } from './names.ts';

interface Described {
  readonly author: string;
  readonly seconds: number;
  readonly zone: string;
  readonly subject: string;
}

const HEAD = /^([0-9a-f]{40,64}) \d+ (\d+)/;
// As git shortens hashes of repositories of any size that people have.
const SHORT = 10;

// `path` is the file's own, relative to the repository.
export function readBlame(output: Buffer, path: string): GitBlame {
  const lines = output.toString('latin1').split('\n');
  const commits = new Map<string, BlamedCommit>();
  // A commit may have brought lines from files of several names.
  const names = new Map<string, string>();
  const parts: { commit: string | undefined; line: number; from?: string; lines: string[] }[] = [];
  let at = 0;
  while (at < lines.length) {
    const [, hash = '', finalLine = ''] = HEAD.exec(lines[at] ?? '') ?? [];
    if (hash === '') break;
    const fields = new Map<string, string>();
    for (at += 1; at < lines.length && lines[at]?.startsWith('\t') === false; at++) {
      const text = lines[at] ?? '';
      const space = text.indexOf(' ');
      fields.set(space === -1 ? text : text.slice(0, space), space === -1 ? '' : text.slice(space + 1));
    }
    const content = textOfBytes((lines[at] ?? '').slice(1));
    at += 1;
    const commit = /^0+$/.test(hash) ? undefined : hash.slice(0, SHORT);
    if (commit !== undefined && fields.has('author')) commits.set(commit, commitOf(described(fields)));
    const named = fields.get('filename');
    if (named !== undefined) names.set(hash, textOfBytes(unquoted(named)));
    const name = names.get(hash);
    const from = commit === undefined || name === undefined || name === path ? undefined : name;
    const last = parts.at(-1);
    if (last !== undefined && last.commit === commit && last.from === from) last.lines.push(content);
    else parts.push({ commit, line: Number(finalLine) - 1, ...(from !== undefined && { from }), lines: [content] });
  }
  return { commits, parts: parts satisfies BlamedPart[] };
}

function described(fields: ReadonlyMap<string, string>): Described {
  return {
    author: textOfBytes(fields.get('author') ?? ''),
    seconds: Number(fields.get('author-time') ?? 0),
    zone: fields.get('author-tz') ?? '+0000',
    subject: textOfBytes(fields.get('summary') ?? ''),
  };
}

function commitOf({ author, seconds, zone, subject }: Described): BlamedCommit {
  return { author, time: timeIn(seconds, zone), subject };
}

// As %aI writes it: the clock of whoever wrote it.
function timeIn(seconds: number, zone: string): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60;
  const local = new Date((seconds + offset) * 1000).toISOString().slice(0, 19);
  return offset === 0 ? `${local}Z` : `${local}${sign}${hours}:${minutes}`;
}

function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  return name
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, sign: string) => (sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8)) : (SIGNS[sign] ?? sign)));
}

const SIGNS: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };
