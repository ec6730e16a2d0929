// The binary data of the coverage agent of IntelliJ and Kover (.ic): classes with their methods, lines and branches. It names no source files.
import type { Ratio } from '../../../ide/coverage.ts';

export interface CoveredClass {
  // As in shop.Cart$Line.
  readonly name: string;
  // How often each has run, where the agent counted; else 1. Lines from 1.
  readonly lines: ReadonlyMap<number, number>;
  readonly branches: Ratio;
  readonly functions: Ratio;
}

// Class files number lines with 16 bits.
const LAST_LINE = 65_535;
// Of a project with some ten million lines of source; what claims more wants to fill the memory.
const MOST_LINES = 2_000_000;
const MOST_BRANCHES = 100_000;
const LONG = 0xff;
const LONGER_THAN_64K = 'LONGER_THAN_64K';
const NEWEST_VERSION = 1;
const UNCOVERED_BRANCHES = 1;

// Undefined for what is no such data, or not whole.
export function parseIntellijData(bytes: Buffer): readonly CoveredClass[] | undefined {
  const reader = new DataReader(bytes);
  const names = reader.each(() => reader.text());
  if (names.some((name) => !/^[^\p{Cc}]+$/u.test(name))) return undefined;
  const classes = new Map<number, ClassLines>();
  let lines = 0;
  for (let at = 0; at < names.length && reader.isWhole; at++) {
    const index = reader.number();
    if (names[index] === undefined || classes.has(index)) return undefined;
    const read = classLines(reader);
    classes.set(index, read);
    lines += read.lines.size;
    if (lines > MOST_LINES) return undefined;
  }
  // Versions of the agent before 2022 end here.
  if (reader.isWhole && !reader.isAtEnd) readSections(reader, classes);
  if (!reader.isWhole) return undefined;
  return [...classes].map(([index, { lines: counts, branches, functions }]) => ({ name: names[index] ?? '', lines: counts, branches, functions }));
}

interface ClassLines {
  readonly lines: Map<number, number>;
  readonly branches: { covered: number; total: number };
  readonly functions: { covered: number; total: number };
}

// Methods with their lines; a line that ran has its branches behind it.
function classLines(reader: DataReader): ClassLines {
  const lines = new Map<number, number>();
  const branches = { covered: 0, total: 0 };
  const functions = { covered: 0, total: 0 };
  const count = (hits: number) => {
    branches.total += 1;
    if (hits > 0) branches.covered += 1;
  };
  reader.repeat(() => {
    reader.text();
    let ran = false;
    reader.repeat(() => {
      const line = reader.number();
      if (line < 0 || line > LAST_LINE) return reader.fail();
      // The test that reached it.
      reader.text();
      const hits = reader.number();
      lines.set(line, hits);
      if (hits <= 0) return;
      ran = true;
      // Whether it was true and whether it was false.
      reader.repeat(() => {
        count(reader.number());
        count(reader.number());
      });
      // The default, which IntelliJ does not count, and each case with its key.
      reader.repeat(() => {
        reader.number();
        reader.repeat(() => {
          reader.number();
          count(reader.number());
        });
      });
    });
    functions.total += 1;
    if (ran) functions.covered += 1;
  });
  return { lines, branches, functions };
}

// What newer agents add, each with its length: only the branches of lines that did not run are of interest here.
function readSections(reader: DataReader, classes: ReadonlyMap<number, ClassLines>): void {
  if (reader.number() > NEWEST_VERSION) return;
  reader.text();
  reader.repeat(() => {
    const id = reader.number();
    const size = reader.number();
    const version = reader.number();
    const end = reader.at + size;
    if (size < 0) return reader.fail();
    if (id === UNCOVERED_BRANCHES && version === 0) uncoveredBranches(reader, classes, end);
    reader.skipTo(end);
  });
}

// For each line that did not run: how many conditions, and how many cases each switch has.
function uncoveredBranches(reader: DataReader, classes: ReadonlyMap<number, ClassLines>, end: number): void {
  for (let index = reader.number(); index !== -1 && reader.isWhole && reader.at <= end; index = reader.number()) {
    const known = classes.get(index);
    if (known === undefined) {
      reader.fail();
      return;
    }
    const missed = [...known.lines.values()].filter((hits) => hits === 0).length;
    for (let at = 0; at < missed && reader.isWhole; at++) {
      let found = reader.number() * 2;
      reader.repeat(() => {
        found += reader.number();
      });
      if (found < 0 || found > MOST_BRANCHES) reader.fail();
      else known.branches.total += found;
    }
  }
}

// As Java's DataInputStream and IntelliJ's short numbers and texts. It never reads beyond its end, and says so afterwards.
class DataReader {
  readonly #bytes: Buffer;
  at = 0;
  isWhole = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  fail(): void {
    this.isWhole = false;
  }

  skipTo(end: number): void {
    if (end < this.at || end > this.#bytes.length) this.fail();
    else this.at = end;
  }

  // What follows a number so many times. Each takes at least a byte, so no count makes it long.
  repeat(read: () => void): void {
    const count = this.number();
    if (count < 0) this.fail();
    for (let done = 0; done < count && this.isWhole; done++) {
      if (this.isAtEnd) this.fail();
      else read();
    }
  }

  each<Value>(read: () => Value): Value[] {
    const values: Value[] = [];
    this.repeat(() => values.push(read()));
    return values;
  }

  // One byte, or six bits and then seven at a time.
  number(): number {
    const first = this.#byte();
    if (first < 192) return first;
    let value = first - 192;
    for (let shift = 6; shift <= 27; shift += 7) {
      const next = this.#byte();
      value |= (next & 0x7f) << shift;
      if ((next & 0x80) === 0) return value;
    }
    this.fail();
    return 0;
  }

  text(): string {
    const length = this.#byte();
    if (length !== LONG) return this.#take(length).toString('latin1');
    const text = modifiedUtf8(this.#take(this.#byte() * 256 + this.#byte()));
    return text === LONGER_THAN_64K ? this.#wideText() : text;
  }

  #wideText(): string {
    const length = this.#take(4);
    return length.length < 4
      ? ''
      : Buffer.from(this.#take(length.readUInt32BE() * 2))
          .swap16()
          .toString('utf16le');
  }

  #byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) this.fail();
    this.at += 1;
    return byte ?? 0;
  }

  #take(length: number): Buffer {
    const end = this.at + length;
    if (end > this.#bytes.length) {
      this.fail();
      return Buffer.alloc(0);
    }
    const taken = this.#bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}

// Each UTF-16 unit by itself in one to three bytes.
function modifiedUtf8(bytes: Buffer): string {
  const units: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]];
    if (first < 0x80) units.push(String.fromCharCode(first));
    else if (first < 0xe0) units.push(String.fromCharCode(((first & 0x1f) << 6) | (second & 0x3f)));
    else units.push(String.fromCharCode(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)));
    at += first < 0x80 ? 1 : first < 0xe0 ? 2 : 3;
  }
  return units.join('');
}
