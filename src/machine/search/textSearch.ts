// Finds text with ripgrep, in two steps: which files match, then where, in those that a person wrote.
import { join } from 'node:path';
import { groupBy } from '../../base/groupBy.ts';
import { Stretch } from '../../base/waiting/timeSlices.ts';
import { type Answer, complete, incomplete } from '../../ide/answer.ts';
import type { ListedFile } from '../../ide/doors/documents.ts';
import type { MatchingFile, MatchingLine, TextFindings, TextQuery } from '../../ide/doors/search.ts';
import { cancelled, engineFailed, invalidPattern } from '../../ide/errors/errors.ts';
import { isForeign, isVendoredFolder } from '../../source/generated.ts';
import { searchableBytes } from '../files/words/searchable.ts';
import type { Finished } from '../processes/spawnedProcess.ts';
import { LARGEST_SEARCHED, ripgrepProgram } from '../programs/ripgrep.ts';
import { commandLines, runSearch } from '../programs/searchProcess.ts';
import type { TextSearchDependencies } from './headlessSearch.ts';

// More than anybody pages through; the answer says that there are more.
const MOST_LINES = 5_000;
const MOST_LINES_OF_A_FILE = 1_000;
// What ripgrep prints for so many files stays within what may be read from a process.
const FILES_AT_ONCE = 100;
// A command line has an end, on Windows at 32,000 characters. What is searched in vain is left out of the answer later.
const MOST_EXCLUSIONS = 200;
// Where a generated file says that it is one.
const BEGINNING = 1_000;
const NEVER_ENTERED = ['.git', '.hg', '.svn', '.jj', 'node_modules', '__pycache__'];

export async function searchText(room: TextSearchDependencies, query: TextQuery, signal: AbortSignal): Promise<Answer<TextFindings>> {
  const listed = await room.documents.list(query.files, signal);
  const small = listed.filter(({ bytes }) => bytes <= LARGEST_SEARCHED);
  const foreign = await room.encodings.of(
    small,
    { watched: query.files.includeIgnored !== true },
    (files) => filesBeyondAscii(room, query, files, signal),
    signal,
  );
  const plain = small.filter((file) => !foreign.has(file));
  const holding = await filesThatMatch(room, query, plain, signal);
  for (const [encoding, files] of groupBy(foreign.keys(), (file) => foreign.get(file) ?? ''))
    holding.push(...(await filesThatMatch(room, query, files, signal, [`--encoding=${encoding}`])));
  const leftOut = { generated: 0, minified: 0 };
  const candidates: ListedFile[] = [];
  const isAskedFor = query.files.includeIgnored === true || isVendoredFolder(query.files.under ?? '');
  const stretch = new Stretch();
  for (const file of holding) {
    if (stretch.isOver) await rested(stretch, signal);
    const verdict = judge(room.root, file);
    if (verdict === 'binary') continue;
    if (verdict === 'minified') leftOut.minified += 1;
    else if (verdict === 'generated' && !isAskedFor) leftOut.generated += 1;
    else candidates.push(file);
  }
  const { files, unread } = await linesThatMatch(room, query, candidates, foreign, signal);
  const findings = { files, leftOut, tooLarge: listed.length - small.length };
  const cut = files.some(({ lines }) => lines.length >= MOST_LINES_OF_A_FILE);
  if (unread === 0 && !cut) return complete(findings);
  const rest = unread > 0 ? `${unread} further files match too` : `some files have more than ${MOST_LINES_OF_A_FILE} matching lines`;
  return incomplete(findings, `There are more matches than are counted: ${rest}. Narrow the pattern or the files.`);
}

async function filesThatMatch(
  room: TextSearchDependencies,
  query: TextQuery,
  files: readonly ListedFile[],
  signal: AbortSignal,
  encoding: readonly string[] = [],
): Promise<ListedFile[]> {
  if (files.length === 0) {
    // A wrong pattern is reported also where nothing could match.
    await ripgrep(room, query, ['--files-with-matches'], ['--glob=!**', '--', '.'], signal);
    return [];
  }
  const options = [...encoding, '--files-with-matches', '--null', `--max-filesize=${LARGEST_SEARCHED}`];
  const found = await pathsMatchedBy((places) => ripgrep(room, query, options, places, signal), room, query, files);
  return files.filter(({ path }) => found.has(path));
}

// Latin-1, Shift-JIS and all others, and what has accents in UTF-8.
function filesBeyondAscii(room: TextSearchDependencies, query: TextQuery, files: readonly ListedFile[], signal: AbortSignal): Promise<ReadonlySet<string>> {
  const bytes = { ...query, pattern: '(?-u)[\\x80-\\xff]', literal: false, wholeWord: false, ignoreCase: false };
  const options = ['--files-with-matches', '--null', '--encoding=none', `--max-filesize=${LARGEST_SEARCHED}`];
  return pathsMatchedBy((places) => ripgrep(room, bytes, options, places, signal), room, query, files);
}

async function pathsMatchedBy(
  search: (places: readonly string[]) => Promise<Finished>,
  room: TextSearchDependencies,
  query: TextQuery,
  files: readonly ListedFile[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const few = commandLines(files, ({ path }) => path, Number.POSITIVE_INFINITY);
  const places = few.length === 1 ? files.map(({ path }) => `./${path}`) : [`./${query.files.under ?? ''}`];
  const globs = few.length === 1 ? [] : excluding(room, files);
  const { stdout } = await search([...globs, '--', ...places]);
  for (const path of stdout.split('\0')) found.add(path.replaceAll('\\', '/').replace(/^(\.\/)+/, ''));
  return found;
}

// Folders without a listed file need not be entered.
function excluding(room: TextSearchDependencies, files: readonly ListedFile[]): string[] {
  const never = NEVER_ENTERED.filter((name) => !files.some(({ path }) => path.split('/').includes(name))).map((name) => `!**/${name}/**`);
  const listed = new Set(files.flatMap(({ path }) => foldersOf(path)));
  const unlisted = room.documents.unlistedFolders().filter((folder) => !listed.has(folder));
  const ignored = unlisted.slice(0, MOST_EXCLUSIONS).map((folder) => `!/${folder.replace(/[*?[\]{}\\!]/g, '\\$&')}/`);
  return [...never, ...ignored].map((glob) => `--glob=${glob}`);
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function judge(root: string, { path, bytes }: ListedFile): 'searched' | 'generated' | 'minified' | 'binary' {
  const absolute = join(root, path);
  const found = searchableBytes(absolute, bytes);
  if (found !== undefined) return isForeign(path, found.toString('utf8', 0, BEGINNING)) ? 'generated' : 'searched';
  return /\.(js|mjs|cjs|css|json|html|svg|xml|map|txt|ts)$/i.test(path) ? 'minified' : 'binary';
}

async function linesThatMatch(
  room: TextSearchDependencies,
  query: TextQuery,
  candidates: readonly ListedFile[],
  foreign: ReadonlyMap<ListedFile, string>,
  signal: AbortSignal,
): Promise<{ files: MatchingFile[]; unread: number }> {
  const files: MatchingFile[] = [];
  let read = 0;
  let lines = 0;
  const byEncoding = [...groupBy(candidates, (file) => foreign.get(file) ?? 'auto')];
  const groups = byEncoding.flatMap(([encoding, same]) => commandLines(same, ({ path }) => path, FILES_AT_ONCE).map((group) => ({ encoding, group })));
  for (const { encoding, group } of groups) {
    if (lines >= MOST_LINES) break;
    if (signal.aborted) throw cancelled();
    const places = group.map(({ path }) => `./${path}`);
    const { stdout } = await ripgrep(room, query, ['--json', `--encoding=${encoding}`, `--max-count=${MOST_LINES_OF_A_FILE}`], ['--', ...places], signal);
    const byPath = await linesByPath(stdout, signal);
    for (const { path, uri } of group) {
      const matching = byPath.get(path);
      if (matching === undefined) continue;
      files.push({ uri, lines: matching });
      lines += matching.length;
    }
    read += group.length;
  }
  return { files: files.sort((a, b) => (a.uri < b.uri ? -1 : 1)), unread: candidates.length - read };
}

// A line that matches, as ripgrep prints it: text where it is UTF-8, bytes in base64 where it is not.
interface PrintedText {
  readonly text?: string;
  readonly bytes?: string;
}

interface PrintedMatch {
  readonly data: {
    readonly path: PrintedText;
    readonly line_number: number | null;
    readonly lines: PrintedText;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

async function linesByPath(output: string, signal: AbortSignal): Promise<Map<string, MatchingLine[]>> {
  const found = new Map<string, MatchingLine[]>();
  const stretch = new Stretch();
  let finished = false;
  for (let from = 0, end = output.indexOf('\n'); end >= 0; from = end + 1, end = output.indexOf('\n', from)) {
    // The summary comes last; without it the output was cut.
    if (output.startsWith('{"data":{"elapsed_total"', from)) finished = true;
    if (!output.startsWith('{"type":"match"', from)) continue;
    if (stretch.isOver) await rested(stretch, signal);
    const { data }: PrintedMatch = JSON.parse(output.slice(from, end));
    const path = decoded(data.path).toString('utf8').replaceAll('\\', '/').replace(/^\.\//, '');
    const line = matchingLine(decoded(data.lines), (data.line_number ?? 1) - 1, data.submatches);
    const lines = found.get(path);
    if (lines === undefined) found.set(path, [line]);
    else lines.push(line);
  }
  if (!finished) throw engineFailed('ripgrep', 'it printed more than can be read');
  return found;
}

async function rested(stretch: Stretch, signal: AbortSignal): Promise<void> {
  await stretch.rest();
  if (signal.aborted) throw cancelled();
}

function decoded({ text = '', bytes }: PrintedText): Buffer {
  return bytes === undefined ? Buffer.from(text) : Buffer.from(bytes, 'base64');
}

// ripgrep counts bytes, also those of a byte order mark, which is not part of the text.
function matchingLine(bytes: Buffer, line: number, submatches: readonly { start: number; end: number }[]): MatchingLine {
  const mark = line === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const text = bytes.toString('utf8', mark).replace(/\r?\n$/, '');
  const unitsBefore = (end: number) => Math.min(bytes.toString('utf8', mark, Math.max(mark, end)).length, text.length);
  const places = submatches.length === 0 ? [{ start: mark, end: mark }] : submatches;
  return { line, text, matches: places.map(({ start, end }) => ({ start: unitsBefore(start), end: unitsBefore(end) })) };
}

async function ripgrep(
  room: TextSearchDependencies,
  query: TextQuery,
  options: readonly string[],
  places: readonly string[],
  signal: AbortSignal,
): Promise<Finished> {
  // Which files count is decided by our own listing, so ripgrep's own opinions are switched off. It reads UTF-16 by its byte order mark, as we do.
  const quiet = [
    '--no-config',
    '--no-messages',
    '--color=never',
    '--no-ignore',
    '--hidden',
    '--text',
    '--encoding=auto',
    '--no-mmap',
    '--crlf',
    '--engine=auto',
  ];
  const asked = [
    ...(query.literal ? ['--fixed-strings'] : []),
    query.ignoreCase ? '--ignore-case' : '--case-sensitive',
    ...(query.wholeWord ? ['--word-regexp'] : []),
  ];
  const args = [...quiet, ...asked, ...options, `--regexp=${query.pattern}`, ...places];
  const command = { program: await ripgrepProgram(room.processes), args, cwd: room.root, environment: { RIPGREP_CONFIG_PATH: undefined } };
  const finished = await runSearch(room.processes, 'ripgrep', command, signal);
  // 0: found; 1: nothing found; 2: the pattern is wrong, or some file could not be read and the others were.
  if (finished.code === 2 && finished.stdout === '' && finished.stderr.trim() !== '')
    throw invalidPattern(query.pattern, reasonIn(finished.stderr), 'Correct the regular expression, or pass regex: false to search for the text as it is.');
  return finished;
}

function reasonIn(errors: string): string {
  const rows = errors.split('\n').map((row) => row.replace(/^rg: /, '').trim());
  // With both engines against it, the second one, which knows more, says why.
  const reason = rows.find((row) => row.startsWith('PCRE2:')) ?? rows.find((row) => row.startsWith('error:')) ?? rows.find((row) => row !== '');
  return (reason ?? 'it cannot be read')
    .replace(/^(error:|PCRE2: error compiling pattern)/, '')
    .trim()
    .replace(/\.$/, '');
}
