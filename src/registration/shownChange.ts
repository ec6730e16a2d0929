// A change of somebody's configuration, as lines that a person may be shown: no secret stands in them, whoever it belongs to.
import { getNodeValue, type Node, parseTree } from 'jsonc-parser';
import { hunksBetween } from '../base/text/lineDiff.ts';
import { isSecretName, redactedText } from '../base/text/redaction.ts';
import { statementsOf } from './formats/tomlStatements.ts';

const HIDDEN = '…';
const CONTEXT = 3;
const LONGEST_LINE = 300;
const BEFORE_DIFFERENCE = 60;
// Values below these names are secrets more often than not.
const SECRET_TABLES = /^(?:env|environment|headers|http_headers|env_http_headers|requestInit)$/;

// Some services have the secret in the path of their URL.
const REMOTE_PATH = /(\bhttps?:\/\/(?!127\.0\.0\.1|localhost|\[::1\])[^\s"'/\\]{1,256}\/)[^\s"',\\]{1,4096}/g;
// In one line with others, as TOML has it.
const INLINE_SECRETS = /\b(?:env|http_headers|headers)\s{0,8}=\s{0,8}\{/;

// In the form of a unified diff without its head. Lines are compared as they are and shown without secrets, so that a new token is a changed line too.
export function shownChange(before: string, after: string, format: 'json' | 'toml'): string {
  const hunks = hunksBetween(before, after);
  const old = shownLines(before, format);
  const now = shownLines(after, format);
  const lines: string[] = [];
  let shownUpTo = 0;
  for (const [index, { oldStart, newStart, removed, added }] of hunks.entries()) {
    const from = Math.max(shownUpTo, oldStart - CONTEXT);
    if (from > shownUpTo || index === 0) lines.push(`@@ -${from + 1} +${newStart - (oldStart - from) + 1} @@`);
    lines.push(...old(from, oldStart).map((line) => ` ${line}`));
    lines.push(...shownPair(old(oldStart, oldStart + removed.length), now(newStart, newStart + added.length)));
    shownUpTo = oldStart + removed.length;
    const next = hunks[index + 1]?.oldStart ?? Number.POSITIVE_INFINITY;
    const until = Math.min(shownUpTo + CONTEXT, next);
    lines.push(...old(shownUpTo, until).map((line) => ` ${line}`));
    shownUpTo = until;
  }
  return lines.map(shortened).join('\n');
}

// Of a file in one line, the part in which the two differ.
function shownPair(removed: readonly string[], added: readonly string[]): string[] {
  const [before, after] = [removed[0] ?? '', added[0] ?? ''];
  if (removed.length !== 1 || added.length !== 1 || Math.max(before.length, after.length) < LONGEST_LINE)
    return [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - BEFORE_DIFFERENCE);
  return [`-…${before.slice(from)}`, `+…${after.slice(from)}`];
}

// Some lines of a text, from one up to another, as they may be shown.
function shownLines(text: string, format: 'json' | 'toml'): (from: number, to: number) => string[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  // What follows the last break is a line only where something stands in it.
  if (starts.at(-1) === text.length) starts.pop();
  const root = format === 'json' ? parseTree(text, [], { allowTrailingComma: true }) : undefined;
  const spansIn = (start: number, end: number) => (format === 'json' ? secretStrings(root, start, end) : secretValues(text));
  return (from, to) => {
    const start = starts[from];
    if (start === undefined || to <= from) return [];
    const end = starts[to] ?? text.length;
    return masked(text, spansIn(start, end), start, end)
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map(redactedLine);
  };
}

// What is hidden already stays as it is; behind it may be a comment.
function redactedLine(line: string): string {
  const end = Math.max(line.lastIndexOf(`${HIDDEN}"`), line.lastIndexOf(`${HIDDEN}'`)) + 1;
  return (line.slice(0, end) + redactedText(line.slice(end))).replace(REMOTE_PATH, `$1${HIDDEN}`);
}

function masked(text: string, spans: readonly Span[], from: number, to: number): string {
  const pieces: string[] = [];
  let at = from;
  for (const { start, end } of spans) {
    if (end <= at || start >= to) continue;
    pieces.push(text.slice(at, Math.max(at, start)), hidden(text.slice(Math.max(at, start), Math.min(end, to))));
    at = Math.min(end, to);
  }
  return [...pieces, text.slice(at, to)].join('');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

// Those that reach into this part of the text: the rest of a large file is not looked at.
function secretStrings(root: Node | undefined, from: number, to: number): Span[] {
  const spans: Span[] = [];
  const visit = (node: Node, isSecret: boolean) => {
    if (node.offset >= to || node.offset + node.length <= from) return;
    if (node.type === 'property') {
      const [key, value] = node.children ?? [];
      const name: unknown = key?.value;
      if (value !== undefined) visit(value, isSecret || isSecretName(name) || (typeof name === 'string' && SECRET_TABLES.test(name)));
    } else if (node.type === 'string') {
      const value: unknown = getNodeValue(node);
      if (typeof value === 'string' && (isSecret || redactedText(value) !== value)) spans.push({ start: node.offset + 1, end: node.offset + node.length - 1 });
    } else {
      let wasFlag = false;
      for (const child of node.children ?? []) {
        visit(child, isSecret || wasFlag);
        // --api-key, and its value as the next argument.
        wasFlag = child.type === 'string' && typeof child.value === 'string' && child.value.startsWith('-') && isSecretName(child.value);
      }
    }
  };
  if (root !== undefined) visit(root, false);
  return spans;
}

function secretValues(text: string): Span[] {
  return statementsOf(text)
    .filter(
      ({ kind, path, valueStart, valueEnd }) =>
        kind === 'pair' && (path.some((name) => isSecretName(name) || SECRET_TABLES.test(name)) || INLINE_SECRETS.test(text.slice(valueStart, valueEnd))),
    )
    .flatMap(({ valueStart, valueEnd }) => quotedIn(text, valueStart, valueEnd));
}

function quotedIn(text: string, start: number, end: number): Span[] {
  const value = text.slice(start, end);
  return [...value.matchAll(/""".*?"""|'''.*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/gs)].map(({ 0: quoted, index }) => ({
    start: start + index + 1,
    end: start + index + quoted.length - 1,
  }));
}

function hidden(secret: string): string {
  // What the agent itself fills in is no secret.
  if (/^(?:Bearer )?\$\{[\w:.-]+\}$/.test(secret)) return secret;
  return secret
    .split('\n')
    .map((line) => (line === '' ? '' : HIDDEN))
    .join('\n');
}

function shortened(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}
