// Which functions each test file ran when it was last run whole, kept in the state folder: what a change can break is known from it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { readSmallBytes } from '../../../base/files/smallFile.ts';
import { parsedJson } from '../reporterEvents.ts';
import type { ExecutedFunctions } from '../runnerRow.ts';

const Ranges = z.array(z.tuple([z.number(), z.number()]));
// By test file; of each file that it ran, the functions, and the text they were counted in by its hash.
const Kept = z.record(z.string(), z.record(z.string(), z.object({ hash: z.string(), functions: Ranges })));

export class Executions {
  readonly #file: string;
  readonly #root: string;
  #kept: z.infer<typeof Kept> | undefined;
  #isWritten = true;
  // Of one run: a file is read once for all test files.
  readonly #hashes = new Map<string, string>();

  constructor(file: string, root: string) {
    this.#file = file;
    this.#root = root;
  }

  // Undefined where it was never recorded. Paths relative to the project.
  of(testFile: string): z.infer<typeof Kept>[string] | undefined {
    return this.#read()[testFile];
  }

  // Without a test file: what ran while modules and what all tests share were made, in this run or an earlier one.
  put(testFile: string, executed: ExecutedFunctions): void {
    const kept: z.infer<typeof Kept>[string] = {};
    for (const [file, ranges] of Object.entries(executed)) {
      const path = this.#relative(file);
      if (path === undefined) continue;
      kept[path] = { hash: this.#hashOf(path), functions: ranges.map(([start, end]) => [start, end]) };
    }
    const path = testFile === '' ? SHARED : this.#relative(testFile);
    if (path === undefined) return;
    this.#read()[path] = path === SHARED ? joined(this.of(SHARED), kept) : kept;
    this.#isWritten = false;
  }

  write(): void {
    this.#hashes.clear();
    if (this.#isWritten) return;
    this.#isWritten = true;
    mkdirSync(dirname(this.#file), { recursive: true });
    const aside = `${this.#file}.${process.pid}`;
    writeFileSync(aside, JSON.stringify(this.#read()), { mode: 0o600 });
    renameSync(aside, this.#file);
  }

  #read(): z.infer<typeof Kept> {
    if (this.#kept === undefined) {
      const kept = existsSync(this.#file) ? Kept.safeParse(parsedJson(readFileSync(this.#file, 'utf8'))) : undefined;
      this.#kept = kept?.success === true ? kept.data : {};
    }
    return this.#kept;
  }

  #hashOf(path: string): string {
    const known = this.#hashes.get(path) ?? hashOf(readSmallBytes(join(this.#root, path)));
    this.#hashes.set(path, known);
    return known;
  }

  #relative(file: string): string | undefined {
    const path = relative(this.#root, file).split(sep).join('/');
    return path.startsWith('..') || path === '' || !existsSync(file) ? undefined : path;
  }
}

// Under this name stands what belongs to no test file.
export const SHARED = '';

type Recorded = z.infer<typeof Kept>[string];

function joined(before: Recorded | undefined, now: Recorded): Recorded {
  const all: Recorded = { ...before };
  for (const [path, { hash, functions }] of Object.entries(now)) {
    const earlier = all[path];
    const same = earlier?.hash === hash ? earlier.functions : [];
    const known = new Map([...same, ...functions].map((range) => [range.join(), range]));
    all[path] = { hash, functions: [...known.values()] };
  }
  return all;
}

export function hashOf(text: Buffer | string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 16);
}
