// Edits of TOML that leave every other byte as it is: only the statements of one table change.
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import { isRecord } from '../../base/isRecord.ts';
import { configurationBroken } from '../../ide/errors/registrationErrors.ts';
import type { EntryChange } from './format.ts';
import { type Statement, statementsOf } from './tomlStatements.ts';

type Path = readonly string[];

export function readToml(text: string, file: string): unknown {
  try {
    // A whole number of 64 bits is valid, and no number of JavaScript.
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (error instanceof TomlError) throw configurationBroken(file, error.line, firstLine(error.message));
    throw error;
  }
}

export function withTomlEntry(text: string, entry: Path, change: EntryChange, file: string): string {
  const existing = valueAt(readToml(text, file), entry);
  const table = statementsOf(text).find(({ kind, path }) => kind === 'table' && isDeepStrictEqual(path, entry));
  if (existing !== undefined && table !== undefined) return edited(text, entry, change, file);
  if (existing === undefined) return withTable(text, tableText(entry, { ...change.set, ...change.usual }, eolOf(text)));
  // It stands in a line of its own, or scattered: as a table it can be edited from now on.
  const kept = isRecord(existing) ? Object.fromEntries(Object.entries(existing).filter(([name]) => !change.drop.includes(name))) : {};
  const nested = entry.reduceRight<unknown>((inner, name) => ({ [name]: inner }), { ...change.usual, ...kept, ...change.set });
  return withTable(withoutTomlEntry(text, entry), stringify(nested).trimEnd().replaceAll('\n', eolOf(text)));
}

// With its tables below it.
export function withoutTomlEntry(text: string, entry: Path): string {
  const ours = runsOf(statementsOf(text), entry);
  return ours.reduceRight((rest, { start, end }) => withoutSpan(rest, start, end), text);
}

// As it was written, to be put back.
export function tomlTextOf(text: string, entry: Path): string {
  return runsOf(statementsOf(text), entry)
    .map(({ start, end }) => text.slice(start, end))
    .join('');
}

// At the end, behind an empty line. What was the end of the text stays its end: with a line break or without.
export function withTable(text: string, table: string): string {
  const eol = eolOf(text);
  const own = table.replace(/(?:\r?\n)+$/, '');
  if (text === '') return `${own}${eol}`;
  return text.endsWith('\n') ? `${text}${eol}${own}${eol}` : `${text}${eol}${eol}${own}`;
}

function edited(text: string, entry: Path, change: EntryChange, file: string): string {
  let now = text;
  for (const name of change.drop) now = withoutTomlEntry(now, [...entry, name]);
  for (const [name, value] of Object.entries({ ...change.usual, ...change.set })) {
    const path = [...entry, name];
    const known = valueAt(readToml(now, file), path);
    if (isDeepStrictEqual(known, value) || (known !== undefined && !(name in change.set))) continue;
    const pair = statementsOf(now).find((statement) => statement.kind === 'pair' && isDeepStrictEqual(statement.path, path));
    now = pair === undefined ? withPair(withoutTomlEntry(now, path), entry, `${keyText(name)} = ${valueText(value)}`) : withValue(now, pair, value);
  }
  return now;
}

function withValue(text: string, { valueStart, valueEnd }: Statement, value: unknown): string {
  return text.slice(0, valueStart) + valueText(value) + text.slice(valueEnd);
}

// Behind the last pair of the table, before tables below it.
function withPair(text: string, entry: Path, pair: string): string {
  const last = statementsOf(text).findLast(
    ({ path, kind, table }) => (kind === 'table' && isDeepStrictEqual(path, entry)) || (kind === 'pair' && isDeepStrictEqual(table, entry)),
  );
  if (last === undefined) return text;
  const eol = eolOf(text);
  const before = text.slice(0, last.end);
  return before.endsWith('\n') ? `${before}${pair}${eol}${text.slice(last.end)}` : `${before}${eol}${pair}${text.slice(last.end)}`;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

// Neighbours with what stands between them, such as comments inside of our table.
function runsOf(statements: readonly Statement[], entry: Path): readonly Span[] {
  const runs: { start: number; end: number }[] = [];
  let open: { start: number; end: number } | undefined;
  for (const { path, start, end } of statements) {
    const isOurs = entry.every((name, index) => path[index] === name);
    if (!isOurs) open = undefined;
    else if (open === undefined) {
      open = { start, end };
      runs.push(open);
    } else open.end = end;
  }
  return runs;
}

function withoutSpan(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isBehindEmptyLine = /(?:^|\n)\r?\n$/.test(before);
  if (after.trim() !== '' || after.includes('\n')) return before + (isBehindEmptyLine || before === '' ? after.replace(/^\r?\n/, '') : after);
  const shorter = isBehindEmptyLine ? before.replace(/\r?\n$/, '') : before;
  // It had no line break at its end, so the text had none before.
  return (text.slice(start, end).endsWith('\n') ? shorter : shorter.replace(/\r?\n$/, '')) + after;
}

function tableText(entry: Path, fields: Readonly<Record<string, unknown>>, eol: string): string {
  return [`[${entry.map(keyText).join('.')}]`, ...Object.entries(fields).map(([name, value]) => `${keyText(name)} = ${valueText(value)}`)].join(eol);
}

function keyText(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

// JSON strings, numbers and lists of them are TOML too.
function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${keyText(name)} = ${valueText(inner)}`)
    .join(', ')} }`;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/^Invalid TOML document: /, '');
}
