// What git diff --raw -z --patch prints: first a record for each file, then its patch, matched by the names in its first line.
import { createHash } from 'node:crypto';
import type { DiffFile, DiffHunk } from '../../ide/doors/git.ts';
import { isControl, textOfBytes, uriIn } from './names.ts';
import type { Repository } from './repository.ts';
import { KINDS } from './statusFormat.ts';

// Texts here are bytes, each as one character: patches must be given back to git as they came.
export interface RawFile {
  readonly path: string;
  readonly from?: string;
  // M, A, D, R, C, T or U.
  readonly letter: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly sections: readonly RawSection[];
}

// A changed type has two: one that deletes, one that creates.
export interface RawSection {
  // Everything before the first hunk.
  readonly head: string;
  readonly hunks: readonly RawHunk[];
  readonly isBinary: boolean;
}

export interface RawHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  // Behind the second @@, with its space.
  readonly about: string;
  // Lines with their first character, each with its end.
  readonly body: string;
  readonly added: number;
  readonly removed: number;
}

export interface DiffReading {
  // Words are marked instead of lines.
  readonly words: boolean;
  // Lines around, which the ids of hunks depend on; absent where hunks cannot be taken alone.
  readonly idsWith?: number;
}

export const DIFF_ARGUMENTS = [
  '--raw',
  '--patch',
  '-z',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
];

export function readRawDiff(output: Buffer, words = false): readonly RawFile[] {
  const text = output.toString('latin1');
  const { records, at } = readRecords(text);
  const cursor = new PatchCursor(text, at, words);
  return records.map((record) => ({ ...record, sections: cursor.sectionsOf(record) }));
}

export function readDiff(repository: Repository, output: Buffer, { words, idsWith }: DiffReading): readonly DiffFile[] {
  const files: DiffFile[] = [];
  let unmerged: string | undefined;
  for (const file of readRawDiff(output, words)) {
    // Git names a file that is not merged once for that, and once more to compare it with our side.
    if (file.letter === 'U') files.push({ uri: uriIn(repository, textOfBytes(file.path)), kind: 'modified', added: 0, removed: 0, conflict: true, hunks: [] });
    else if (unmerged === file.path) files[files.length - 1] = { ...diffFileOf(repository, file), conflict: true };
    else files.push(diffFileOf(repository, file, idsWith));
    unmerged = file.letter === 'U' ? file.path : undefined;
  }
  return files;
}

// The same as long as the file, the lines that change and those around them are the same, wherever they stand; of equal ones the second has a suffix.
export function hunkIds(file: RawFile, context: number): readonly string[] {
  const seen = new Map<string, number>();
  return file.sections.flatMap(({ hunks }) =>
    hunks.map(({ body }) => {
      const hash = createHash('sha1').update(`${file.path}\0${body}`, 'latin1').digest('hex').slice(0, 8);
      const count = (seen.get(hash) ?? 0) + 1;
      seen.set(hash, count);
      return `${context}-${hash}${count === 1 ? '' : `-${count}`}`;
    }),
  );
}

export function contextOfId(id: string): number | undefined {
  const context = /^(\d{1,3})-[0-9a-f]{8}(?:-\d+)?$/.exec(id)?.[1];
  return context === undefined ? undefined : Number(context);
}

// Part of a file can be taken alone where the file was there before and is there after, under one name.
export function isDivisible({ letter, sections }: RawFile): boolean {
  return letter === 'M' && sections.length === 1 && sections.every(({ isBinary }) => !isBinary);
}

function diffFileOf(repository: Repository, file: RawFile, idsWith?: number): DiffFile {
  const { path, from, letter, oldMode, newMode, sections } = file;
  const isSubmodule = oldMode === SUBMODULE || newMode === SUBMODULE;
  const raw = sections.flatMap(({ hunks }) => hunks);
  const ids = idsWith !== undefined && !isSubmodule && isDivisible(file) ? hunkIds(file, idsWith) : [];
  return {
    uri: uriIn(repository, textOfBytes(path)),
    kind: KINDS[letter] ?? 'modified',
    ...(from !== undefined && { from: uriIn(repository, textOfBytes(from)) }),
    added: raw.reduce((sum, { added }) => sum + added, 0),
    removed: raw.reduce((sum, { removed }) => sum + removed, 0),
    ...(sections.some(({ isBinary }) => isBinary) && { binary: true }),
    ...(isSubmodule && { submodule: true }),
    ...(oldMode !== newMode && Number(oldMode) !== 0 && Number(newMode) !== 0 && { mode: `${oldMode} → ${newMode}` }),
    hunks: raw.map((hunk, index): DiffHunk => {
      const id = ids[index];
      return { ...(id !== undefined && { id }), header: textOfBytes(headerOf(hunk)), text: textOfBytes(hunk.body) };
    }),
  };
}

const SUBMODULE = '160000';

export function headerOf({ oldStart, oldCount, newStart, newCount, about }: RawHunk): string {
  const range = (start: number, count: number) => (count === 1 ? `${start}` : `${start},${count}`);
  return `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@${about}`;
}

type RawRecord = Omit<RawFile, 'sections'>;

// ":100644 100644 <hash> <hash> R100\0old\0new\0 … \0" and then the patch.
function readRecords(text: string): { records: RawRecord[]; at: number } {
  const records: RawRecord[] = [];
  let at = 0;
  while (text[at] === ':') {
    const meta = fieldAt(text, at);
    at += meta.length + 1;
    const [oldMode = '', newMode = '', , , status = ''] = meta.slice(1).split(' ');
    const first = fieldAt(text, at);
    at += first.length + 1;
    const letter = status[0] ?? 'M';
    const isMoved = letter === 'R' || letter === 'C';
    const to = isMoved ? fieldAt(text, at) : first;
    if (isMoved) at += to.length + 1;
    records.push({ path: to, ...(isMoved && { from: first }), letter, oldMode, newMode });
  }
  return { records, at: text[at] === '\0' ? at + 1 : at };
}

function fieldAt(text: string, at: number): string {
  const end = text.indexOf('\0', at);
  return text.slice(at, end === -1 ? text.length : end);
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;

// Walks through the patches in the order of the records.
class PatchCursor {
  readonly #text: string;
  readonly #words: boolean;
  #at: number;

  constructor(text: string, at: number, words: boolean) {
    this.#text = text;
    this.#at = at;
    this.#words = words;
  }

  sectionsOf(record: RawRecord): readonly RawSection[] {
    if (record.letter === 'U') {
      this.#skip(`* Unmerged path ${quoted(record.path)}\n`) || this.#skip(`* Unmerged path ${record.path}\n`);
      return [];
    }
    const start = `diff --git ${quoted(`a/${record.from ?? record.path}`)} ${quoted(`b/${record.path}`)}\n`;
    const sections: RawSection[] = [];
    while (sections.length < (record.letter === 'T' ? 2 : 1) && this.#text.startsWith(start, this.#at)) sections.push(this.#section(start));
    return sections;
  }

  #section(start: string): RawSection {
    const from = this.#at;
    this.#at += start.length;
    let isBinary = false;
    for (let line = this.#line(); line !== undefined && !this.#isNext(line); line = this.#line()) {
      if (line.startsWith('@@ -')) break;
      isBinary ||= line.startsWith('Binary files ') || line === 'GIT binary patch';
      this.#at += line.length + 1;
    }
    const head = this.#text.slice(from, this.#at);
    const hunks: RawHunk[] = [];
    for (let hunk = this.#hunk(); hunk !== undefined; hunk = this.#hunk()) hunks.push(hunk);
    return { head, hunks, isBinary };
  }

  #hunk(): RawHunk | undefined {
    const line = this.#line();
    const [, oldStart, oldCount = '1', newStart, newCount = '1', about = ''] = (line === undefined ? null : HUNK.exec(line)) ?? [];
    if (line === undefined || oldStart === undefined) return undefined;
    this.#at += line.length + 1;
    const numbers = { oldStart: Number(oldStart), oldCount: Number(oldCount), newStart: Number(newStart), newCount: Number(newCount), about };
    return { ...numbers, ...(this.#words ? this.#wordBody() : this.#lineBody(numbers.oldCount, numbers.newCount)) };
  }

  // As many lines as the header says, whatever they look like.
  #lineBody(oldCount: number, newCount: number): Pick<RawHunk, 'body' | 'added' | 'removed'> {
    const from = this.#at;
    let [oldLeft, newLeft, added, removed] = [oldCount, newCount, 0, 0];
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at];
      if (sign !== '\\' && oldLeft <= 0 && newLeft <= 0) break;
      if (sign === '+') added += 1;
      if (sign === '-') removed += 1;
      if (sign !== '+' && sign !== '\\') oldLeft -= 1;
      if (sign !== '-' && sign !== '\\') newLeft -= 1;
      const end = this.#text.indexOf('\n', this.#at);
      this.#at = end === -1 ? this.#text.length : end + 1;
    }
    return { body: this.#text.slice(from, this.#at), added, removed };
  }

  // In the porcelain of word diffs a line is a piece of one, and "~" the end of it.
  #wordBody(): Pick<RawHunk, 'body' | 'added' | 'removed'> {
    let [body, added, removed, hasCome, hasGone] = ['', 0, 0, false, false];
    for (let line = this.#line(); line !== undefined && /^[ +\-~\\]/.test(line); line = this.#line()) {
      const piece = line.slice(1);
      if (line.startsWith('~')) {
        body += '\n';
        added += hasCome ? 1 : 0;
        removed += hasGone ? 1 : 0;
        [hasCome, hasGone] = [false, false];
      } else if (line.startsWith('+')) {
        body += `{+${piece}+}`;
        hasCome = true;
      } else if (line.startsWith('-')) {
        body += `[-${piece}-]`;
        hasGone = true;
      } else body += line.startsWith('\\') ? '' : piece;
      this.#at += line.length + 1;
    }
    return { body, added, removed };
  }

  // Undefined at the end.
  #line(): string | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const end = this.#text.indexOf('\n', this.#at);
    return this.#text.slice(this.#at, end === -1 ? this.#text.length : end);
  }

  #isNext(line: string): boolean {
    return line.startsWith('diff --git ') || line.startsWith('* Unmerged path ');
  }

  #skip(words: string): boolean {
    if (!this.#text.startsWith(words, this.#at)) return false;
    this.#at += words.length;
    return true;
  }
}

// As git writes a name with signs that would break a line, when core.quotePath is off.
function quoted(name: string): string {
  const escaped = Array.from(name, escapedSign).join('');
  return escaped === name ? name : `"${escaped}"`;
}

function escapedSign(sign: string): string {
  return ESCAPES[sign] ?? (isControl(sign) ? `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}` : sign);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};
