// The last result of each test and the runs they come from, kept in the state folder so that a restart loses nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { RunRecord, TestResult } from '../../ide/doors/testing.ts';
import { testKey } from '../../ide/doors/testing.ts';
import { parsedJson } from './reporterEvents.ts';

const MOST_RUNS = 30;

const Frame = z.object({ uri: z.string(), line: z.number(), character: z.number(), function: z.string().optional() });
const Case = { runner: z.string(), uri: z.string().optional(), suite: z.array(z.string()), name: z.string(), line: z.number().optional() };
const Result = z.object({
  ...Case,
  run: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'error']),
  durationMs: z.number().optional(),
  message: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  stack: z.array(Frame).optional(),
  output: z.string().optional(),
});
const Problem = z.object({ runner: z.string(), uri: z.string().optional(), line: z.number().optional(), message: z.string() });
const Counts = z.object({ passed: z.number(), failed: z.number(), skipped: z.number(), error: z.number() });
const Run = z.object({
  id: z.string(),
  state: z.enum(['running', 'finished', 'stopped', 'crashed', 'timed_out']),
  title: z.string(),
  author: z.string().optional(),
  started: z.string(),
  durationMs: z.number(),
  commands: z.array(z.object({ runner: z.string(), command: z.string(), uri: z.string(), exitCode: z.number().optional(), signal: z.string().optional() })),
  counts: Counts,
  expectedTests: z.number().optional(),
  problems: z.array(Problem),
  tree: z.object({
    commit: z.string().optional(),
    branch: z.string().optional(),
    uncommittedFiles: z.number().optional(),
    fingerprint: z.string().optional(),
  }),
  outdated: z.array(z.string()),
  output: z.string(),
  missing: z.array(z.object(Case)).optional(),
  unmatched: z.object({ name: z.string(), near: z.array(z.string()) }).optional(),
  choice: z
    .object({
      changed: z.array(z.string()),
      chosen: z.array(z.string()),
      testFiles: z.number(),
      by: z.enum(['imports', 'executions']),
      notes: z.array(z.string()),
    })
    .optional(),
});
const Kept = z.object({ runs: z.array(Run), results: z.array(Result) });

export class ResultStore {
  readonly #folder: string;
  readonly #results = new Map<string, TestResult>();
  #runs: RunRecord[] = [];
  #isRead = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get folder(): string {
    return this.#folder;
  }

  // Of runs that have ended, oldest first.
  runs(): readonly RunRecord[] {
    this.#read();
    return this.#runs;
  }

  results(): readonly TestResult[] {
    this.#read();
    return [...this.#results.values()];
  }

  nextId(): string {
    const last = this.runs().at(-1);
    return `t${last === undefined ? 1 : Number(last.id.slice(1)) + 1}`;
  }

  put(result: TestResult): void {
    this.#read();
    const key = testKey(result);
    // At the end, so that results stand in the order in which they came.
    this.#results.delete(key);
    this.#results.set(key, result);
  }

  // A run that covered everything of a runner forgets the tests that are there no more.
  forget(isGone: (result: TestResult) => boolean): void {
    for (const [key, result] of this.#results) if (isGone(result)) this.#results.delete(key);
  }

  keep(run: RunRecord): void {
    this.#read();
    this.#runs = [...this.#runs.filter(({ id }) => id !== run.id), run];
    const needed = new Set([...this.#results.values()].map((result) => result.run));
    // A run that some result still comes from says which commit that was.
    const free = this.#runs.filter(({ id }) => !needed.has(id));
    const dropped = new Set(free.slice(0, Math.max(0, this.#runs.length - MOST_RUNS)).map(({ id }) => id));
    this.#runs = this.#runs.filter(({ id }) => !dropped.has(id));
    this.#write();
  }

  #file(): string {
    return join(this.#folder, 'results.json');
  }

  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    if (!existsSync(this.#file())) return;
    const kept = Kept.safeParse(parsedJson(readFileSync(this.#file(), 'utf8')));
    // Written by another version, it is as good as not there.
    if (!kept.success) return;
    this.#runs = kept.data.runs;
    for (const result of kept.data.results) this.#results.set(testKey(result), result);
  }

  // Whole or not at all: beside it, then put in its place.
  #write(): void {
    mkdirSync(this.#folder, { recursive: true });
    const aside = `${this.#file()}.${process.pid}`;
    writeFileSync(aside, JSON.stringify({ runs: this.#runs, results: [...this.#results.values()] }), { mode: 0o600 });
    renameSync(aside, this.#file());
  }
}

// What runs that were cut short have left behind.
export function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}
