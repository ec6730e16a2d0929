// The keys in Omit<Tool, 'tell'> and Exclude<keyof Tool, 'tell'>: they may be any text, so no TypeScript renames them with the member that they name, and afterwards they name nothing.
import { Bound } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { Answer } from '../../../../ide/answer.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { joinedRenamings, type Renaming } from '../../../../ide/renaming.ts';
import { compare, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { editedText, type TextEdit } from '../../../../ide/workspaceEdit.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import type { AskedLanguage } from '../engine/language/languageMiddleware.ts';

const LONGEST_CHECK = seconds(20);
// Each is shown to the compiler twice.
const MOST_FILES = 20;
const MOST_LEFT = 20;
// The types of TypeScript that take any text for a key, and those that projects and type-fest have beside them.
const WORDS = ['Omit', 'DistributiveOmit', 'DistributedOmit', 'StrictOmit', 'Except', 'DistributedExcept', 'Exclude', 'Extract', 'Pick'];
const LEAVING_OUT = new RegExp(`\\b(${WORDS.join('|')})\\s*<`, 'g');
// They take keys, of which the type is `keyof Tool`, where the others take Tool.
const OF_KEYS = new Set(['Exclude', 'Extract']);
const SOURCE = /\.[cm]?[jt]sx?$|\.vue$|\.svelte$/;
// No type argument that a person writes is longer.
const LONGEST_ARGUMENT = 2_000;
const NOT_SATISFIED = '2344';

interface OmittedKey {
  readonly document: TextSnapshot;
  readonly word: string;
  readonly ofKeys: boolean;
  // What is written before the keys.
  readonly from: string;
  // Of the word, of all keys, and of this one without its quotes.
  readonly omit: Range;
  readonly keys: Range;
  readonly key: Range;
}

export async function withOmittedKeys(asked: AskedLanguage, at: Place, found: Answer<Renaming>): Promise<Answer<Renaming>> {
  const { ide, signal } = asked;
  const name = wordAt(await ide.documents.read(at.uri, signal), at.position);
  const newName = newNameAt(found.value, at);
  if (name === undefined || newName === undefined) return found;
  const { candidates, unread } = await omittedKeys(asked, name);
  const checked = await checkedKeys(asked, candidates, name, found.value);
  const open = [...(checked?.open ?? candidates), ...unread];
  const left = open.slice(0, MOST_LEFT).map(({ document, word, key }) => {
    return `${word}<…, '${name}'> at ${document.uri.slice(ide.project.uri.length + 1)}:${key.start.line + 1}`;
  });
  if (open.length > left.length) left.push(`and ${open.length - left.length} more`);
  const notes = [
    ...(found.notes ?? []),
    ...(left.length > 0 ? [`Whether these mean it could not be checked, so they are as they were: ${left.join(', ')}.`] : []),
  ];
  const operations = (checked?.meant ?? []).map(({ document, key }) => ({
    kind: 'edit' as const,
    uri: document.uri,
    edits: [{ range: key, newText: newName }],
  }));
  if (operations.length === 0 && left.length === 0) return found;
  return joinedRenamings([found, { complete: true, value: { edit: { operations }, collisions: [] } }], notes);
}

function newNameAt({ edit }: Renaming, { uri, position }: Place): string | undefined {
  for (const operation of edit.operations) {
    if (operation.kind !== 'edit' || operation.uri !== uri) continue;
    const here = operation.edits.find(({ range }) => compare(range.start, position) <= 0 && compare(position, range.end) <= 0);
    if (here !== undefined) return /^[\w$\p{L}]+$/u.test(here.newText) ? here.newText : undefined;
  }
  return undefined;
}

interface FoundKeys {
  readonly candidates: readonly OmittedKey[];
  // In more files than are checked.
  readonly unread: readonly OmittedKey[];
}

async function omittedKeys({ ide, signal }: AskedLanguage, name: string): Promise<FoundKeys> {
  const lists = await Promise.all(WORDS.map((word) => ide.documents.filesWithWord(word, signal)));
  const withWord = new Set(lists.flat());
  const uris = withWord.size === 0 ? [] : (await ide.documents.filesWithWord(name, signal)).filter((uri) => withWord.has(uri) && SOURCE.test(uri));
  const found = new Map<string, readonly OmittedKey[]>();
  for (const uri of uris) {
    const keys = keysIn(await ide.documents.read(uri, signal), name);
    if (keys.length > 0) found.set(uri, keys);
  }
  const files = [...found.values()];
  return { candidates: files.slice(0, MOST_FILES).flat(), unread: files.slice(MOST_FILES).flat() };
}

function keysIn(document: TextSnapshot, name: string): readonly OmittedKey[] {
  const range = (start: number, end: number): Range => ({ start: document.positionAt(start), end: document.positionAt(end) });
  const found: OmittedKey[] = [];
  for (const match of document.text.matchAll(LEAVING_OUT)) {
    const [whole, word = ''] = match;
    const from = match.index + whole.length;
    const keys = keysBehind(document.text, from);
    const at = keys === undefined ? -1 : literalIn(document.text.slice(keys.start, keys.end), name);
    if (keys === undefined || at === -1) continue;
    const start = keys.start + at;
    found.push({
      document,
      word,
      ofKeys: OF_KEYS.has(word),
      from: document.text.slice(from, keys.start - 1),
      omit: range(match.index, match.index + word.length),
      keys: range(keys.start, keys.end),
      key: range(start, start + name.length),
    });
  }
  return found;
}

// The second argument, where it is texts and names.
function keysBehind(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  let depth = 0;
  let start: number | undefined;
  for (let at = from; at < Math.min(text.length, from + LONGEST_ARGUMENT); at++) {
    const character = text[at] ?? '';
    if (/['"`]/.test(character)) at = text.indexOf(character, at + 1);
    if (at === -1) return undefined;
    if (depth === 0 && character === ',') start = at + 1;
    else if (depth === 0 && character === '>') return start !== undefined && KEYS.test(text.slice(start, at)) ? { start, end: at } : undefined;
    else if ('<([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character) || (character === '>' && text[at - 1] !== '=')) depth -= 1;
  }
  return undefined;
}

const KEY = `(?:'[^'\\n]*'|"[^"\\n]*"|[\\w$.]+)`;
const KEYS = new RegExp(`^\\s*(?:\\|\\s*)?${KEY}(?:\\s*\\|\\s*${KEY})*\\s*$`);

function literalIn(keys: string, name: string): number {
  const at = [`'${name}'`, `"${name}"`].map((literal) => keys.indexOf(literal)).find((index) => index !== -1);
  return at === undefined ? -1 : at + 1;
}

interface CheckedKeys {
  readonly meant: readonly OmittedKey[];
  readonly open: readonly OmittedKey[];
}

// Those that name the renamed member: as a key of Pick, which must be one, each is right before the rename and wrong after it. Undefined where nobody can say.
async function checkedKeys(asked: AskedLanguage, candidates: readonly OmittedKey[], name: string, renaming: Renaming): Promise<CheckedKeys | undefined> {
  const meant: OmittedKey[] = [];
  const open: OmittedKey[] = [];
  for (const round of onLinesOfTheirOwn(candidates)) {
    const asPick = round.flatMap((each) => pickEdits(each, name));
    const renamed = renaming.edit.operations.flatMap((operation) =>
      operation.kind === 'edit' ? operation.edits.map((edit) => ({ uri: operation.uri, edit })) : [],
    );
    const before = await wrongLines(asked, round, name, asPick);
    const after = before === undefined ? undefined : await wrongLines(asked, round, name, [...renamed.filter((one) => !isWithin(round, one)), ...asPick]);
    if (before === undefined || after === undefined) return undefined;
    for (const each of round) {
      const line = lineKey(each);
      if (!before.has(line) && after.has(line)) meant.push(each);
      // Of a type parameter the compiler does not say which keys it stands for.
      else if (before.has(line) && each.ofKeys && /^\s*[\w$]+\s*$/.test(each.from)) open.push(each);
    }
  }
  return { meant, open };
}

// What is wrong is known by its line.
function onLinesOfTheirOwn(candidates: readonly OmittedKey[]): readonly (readonly OmittedKey[])[] {
  const rounds: OmittedKey[][] = [];
  for (const each of candidates) {
    const line = lineKey(each);
    const round = rounds.find((others) => !others.some((other) => lineKey(other) === line));
    if (round === undefined) rounds.push([each]);
    else round.push(each);
  }
  return rounds;
}

function lineKey({ document, keys }: OmittedKey): string {
  return `${document.uri}:${keys.start.line}`;
}

// Omit<Tool, 'tell'> as Pick<Tool, 'tell'>, and Exclude<keyof Tool, 'tell'> as Pick<Record<keyof Tool, 1>, 'tell'>, on as many lines.
function pickEdits({ document: { uri }, ofKeys, omit, keys }: OmittedKey, name: string): readonly PlacedTextEdit[] {
  const lines = '\n'.repeat(keys.end.line - keys.start.line);
  return [
    { uri, edit: { range: omit, newText: ofKeys ? 'Pick<Record' : 'Pick' } },
    { uri, edit: { range: keys, newText: `${ofKeys ? '1>, ' : ''}'${name}'${lines}` } },
  ];
}

interface PlacedTextEdit {
  readonly uri: string;
  readonly edit: TextEdit;
}

// What the engine renames there already.
function isWithin(candidates: readonly OmittedKey[], { uri, edit }: PlacedTextEdit): boolean {
  return candidates.some(({ document, keys }) => document.uri === uri && compare(keys.start, edit.range.start) <= 0 && compare(edit.range.end, keys.end) <= 0);
}

async function wrongLines(
  { ide, signal }: AskedLanguage,
  candidates: readonly OmittedKey[],
  name: string,
  edits: readonly PlacedTextEdit[],
): Promise<ReadonlySet<string> | undefined> {
  const texts = new Map<string, string>();
  for (const uri of new Set(edits.map((one) => one.uri)))
    texts.set(
      uri,
      editedText(
        await ide.documents.read(uri, signal),
        edits.filter((one) => one.uri === uri).map(({ edit }) => edit),
      ),
    );
  const uris = ide.languages.diagnosable([...new Set(candidates.map(({ document }) => document.uri))]);
  using bound = new Bound(signal, LONGEST_CHECK);
  try {
    const { compiled, unshown } = (await ide.languages.check({ uris, linted: [], texts }, bound.signal, () => {})).value;
    if (unshown !== undefined) return undefined;
    return new Set(
      compiled.files.flatMap(({ uri, diagnostics }) =>
        diagnostics
          .filter(({ code, message }) => String(code).endsWith(NOT_SATISFIED) && message.includes(`"${name}"`))
          .map(({ range }) => `${uri}:${range.start.line}`),
      ),
    );
  } catch (error) {
    if (signal.aborted || !(error instanceof IdeError)) throw error;
    return undefined;
  }
}
