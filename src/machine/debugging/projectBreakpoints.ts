// The breakpoints and watches of one project: kept between sessions and restarts, and moved with the lines that they stand on.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { z } from 'zod';
import type { Log } from '../../base/log.ts';
import { foundLine, movedLine } from '../../base/text/movedLine.ts';
import { Turns } from '../../base/waiting/turns.ts';
import type {
  Breakpoint,
  BreakpointBinding,
  Breakpoints,
  DataBreakpoint,
  FunctionBreakpoint,
  LineBreakpoint,
  WantedBreakpoint,
} from '../../ide/breakpoints.ts';
import { expressionsIn } from '../../ide/breakpoints.ts';
import type { Watch } from '../../ide/doors/debugging.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { breakpointNotFound, invalidCondition, invalidWatch, watchNotFound } from '../../ide/errors/debugErrors.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { syntaxProblem } from '../../source/plainExpression.ts';

// Who must be notified: the sessions that run.
export interface BreakpointListeners {
  // A file's URI, or what else has changed.
  changed(place: string | 'functions' | 'exceptions' | 'data', signal: AbortSignal): Promise<void>;
  // What the debugger of that session calls the value. Throws cannot_watch_data.
  dataId(wanted: DataBreakpoint, signal: AbortSignal): Promise<string>;
  bindings(breakpoint: Breakpoint): readonly BreakpointBinding[];
  // Throws evaluation_refused.
  permit(expression: string): void;
  // What is wrong with an expression in the language of the file, where that can be known.
  problem(uri: string, expression: string, signal: AbortSignal): Promise<string | undefined>;
}

const Conditions = {
  enabled: z.boolean(),
  condition: z.string().optional(),
  hitCondition: z.string().optional(),
  logMessage: z.string().optional(),
  suspend: z.enum(['all', 'thread', 'none']).optional(),
  passed: z.number().optional(),
  temporary: z.boolean(),
};
const Kept = z.discriminatedUnion('kind', [
  // What the line read, so that it is found again in a file that changed while nobody looked.
  z.object({ kind: z.literal('line'), id: z.string(), hits: z.number(), uri: z.string(), line: z.number(), text: z.string(), ...Conditions }),
  z.object({ kind: z.literal('function'), id: z.string(), hits: z.number(), name: z.string(), ...Conditions }),
  z.object({
    kind: z.literal('exception'),
    id: z.string(),
    hits: z.number(),
    enabled: z.boolean(),
    exception: z.string().optional(),
    caught: z.boolean(),
    uncaught: z.boolean(),
  }),
  z.object({
    kind: z.literal('data'),
    id: z.string(),
    hits: z.number(),
    session: z.string(),
    name: z.string(),
    reference: z.number(),
    member: z.string(),
    // The debugger's own name for the place in memory.
    dataId: z.string(),
    ...Conditions,
    logMessage: z.undefined().optional(),
    suspend: z.undefined().optional(),
  }),
]);
type Kept = z.output<typeof Kept>;

const File = z.object({
  version: z.literal(1),
  next: z.number(),
  breakpoints: z.array(Kept),
  watches: z.array(z.object({ id: z.string(), expression: z.string() })),
});

const NEVER = new AbortController().signal;

export class ProjectBreakpoints implements Breakpoints {
  readonly #file: string;
  readonly #documents: Documents;
  readonly #log: Log;
  readonly #listeners: BreakpointListeners;
  readonly #listening: Disposable;
  readonly #writes = new Turns();
  #loading: Promise<void> | undefined;
  #next = 1;
  #kept: Kept[] = [];
  #watches: Watch[] = [];
  // The text by which the lines of a file are counted.
  readonly #texts = new Map<string, string>();
  readonly #dirty = new Set<string>();
  readonly #spent = new Set<string>();

  constructor(file: string, documents: Documents, log: Log, listeners: BreakpointListeners) {
    this.#file = file;
    this.#documents = documents;
    this.#log = log;
    this.#listeners = listeners;
    this.#listening = documents.onChanges((changes) => {
      for (const { uri } of changes) if (this.#texts.has(uri)) this.#dirty.add(uri);
    });
  }

  // Returns when everything is written.
  async close(): Promise<void> {
    this.#listening[Symbol.dispose]();
    await this.#writes.over();
  }

  // As they were at the last look; list() looks again.
  records(): readonly Breakpoint[] {
    return this.#kept.map((kept) => ({ ...wanted(kept), id: kept.id, hits: kept.hits, bindings: [] }));
  }

  // Those of one session, by the debugger's names.
  data(session: string): readonly (DataBreakpoint & { readonly id: string; readonly dataId: string })[] {
    return this.#kept.filter((kept) => kept.kind === 'data').filter((kept) => kept.session === session);
  }

  // What stood on its memory is gone with it.
  sessionEnded(session: string): void {
    this.#kept = this.#kept.filter((kept) => kept.kind !== 'data' || kept.session !== session);
  }

  async list(signal: AbortSignal): Promise<readonly Breakpoint[]> {
    await this.refresh(signal);
    return this.records().map((breakpoint) => ({ ...breakpoint, bindings: this.#listeners.bindings(breakpoint) }));
  }

  async set(given: WantedBreakpoint, signal: AbortSignal): Promise<Breakpoint> {
    await this.#check(given, signal);
    await this.refresh(signal);
    const dataId = given.kind === 'data' ? await this.#listeners.dataId(given, signal) : '';
    const before = this.#kept.find((kept) => isSamePlace(kept, given));
    const id = before?.id ?? `b${this.#next++}`;
    const text = given.kind === 'line' ? await this.#lineText(given.uri, given.line, signal) : '';
    const kept = Kept.parse({
      ...given,
      id,
      hits: before?.hits ?? 0,
      passed: before !== undefined && 'passed' in before ? before.passed : undefined,
      text,
      dataId,
    });
    this.#kept = [...this.#kept.filter((one) => one !== before), kept];
    await this.#save();
    await this.#listeners.changed(placeOf(kept), signal);
    return this.#withBindings(id);
  }

  async remove(id: string, signal: AbortSignal): Promise<Breakpoint> {
    await this.refresh(signal);
    const kept = this.#kept.find((one) => one.id === id);
    if (kept === undefined) throw breakpointNotFound(id);
    const removed = this.#withBindings(id);
    this.#kept = this.#kept.filter((one) => one !== kept);
    await this.#save();
    await this.#listeners.changed(placeOf(kept), signal);
    return removed;
  }

  // As a person has set, moved or changed it in a window, in place of the one with this id: it is theirs to say, so nothing is checked. Returns its id.
  async adopt(given: LineBreakpoint | FunctionBreakpoint, id: string | undefined, signal: AbortSignal): Promise<string> {
    await this.refresh(signal);
    const before = this.#kept.find((kept) => kept.id === id) ?? this.#kept.find((kept) => isSamePlace(kept, given));
    // A file that is gone, or is none of this disk, has no text to be found by.
    const text = given.kind === 'line' ? await this.#lineText(given.uri, given.line, signal).catch(() => '') : '';
    const kept = Kept.parse({ ...given, id: before?.id ?? `b${this.#next++}`, hits: before?.hits ?? 0, text });
    this.#kept = [...this.#kept.filter((one) => one !== before && !isSamePlace(one, given)), kept];
    await this.#save();
    return kept.id;
  }

  // A person has removed it in a window.
  async forget(id: string): Promise<void> {
    this.#kept = this.#kept.filter((one) => one.id !== id);
    await this.#save();
  }

  // Counted, and temporary ones are gone with it.
  async hit(ids: readonly string[], signal: AbortSignal): Promise<void> {
    if (ids.length === 0) return;
    this.#kept = this.#kept.map((kept) => (ids.includes(kept.id) ? { ...kept, hits: kept.hits + 1 } : kept));
    const over = this.#kept.filter((kept) => ids.includes(kept.id) && kept.kind !== 'exception' && kept.temporary);
    this.#kept = this.#kept.filter((kept) => !over.includes(kept));
    this.#saveLater();
    for (const kept of over) await this.#listeners.changed(placeOf(kept), signal);
  }

  // Reached by a program that went on. Written down with whatever is written next: it may be reached a thousand times in a second.
  passed(id: string): void {
    const reached = this.#kept.find((kept) => kept.id === id);
    if (reached === undefined || reached.kind === 'exception') return;
    const counted = { ...reached, passed: (reached.passed ?? 0) + 1 };
    this.#kept = this.#kept.map((kept) => (kept === reached ? counted : kept));
    if (reached.temporary) void this.#spend(counted);
  }

  // A temporary tracepoint that has logged: what programs log of it before their debuggers know is no longer wanted.
  isSpent(id: string): boolean {
    return this.#spent.has(id);
  }

  async #spend(kept: Kept): Promise<void> {
    this.#spent.add(kept.id);
    this.#kept = this.#kept.filter((one) => one !== kept);
    this.#saveLater();
    await this.#listeners.changed(placeOf(kept), NEVER).catch((error: unknown) => {
      // A session that is gone, or refuses, changes nothing about what is kept.
      if (!(error instanceof IdeError)) throw error;
    });
  }

  // Lines that have moved since the last look.
  async refresh(signal: AbortSignal): Promise<void> {
    this.#loading ??= this.#load(signal);
    await this.#loading;
    for (const uri of [...this.#dirty]) {
      this.#dirty.delete(uri);
      await this.#anchor(uri, signal);
    }
  }

  async listWatches(signal: AbortSignal): Promise<readonly Watch[]> {
    await this.refresh(signal);
    return this.#watches;
  }

  async addWatch(expression: string, signal: AbortSignal): Promise<Watch> {
    this.#checkExpression(expression, invalidWatch);
    await this.refresh(signal);
    const known = this.#watches.find((watch) => watch.expression === expression);
    if (known !== undefined) return known;
    const watch = { id: `w${this.#next++}`, expression };
    this.#watches = [...this.#watches, watch];
    await this.#save();
    return watch;
  }

  async removeWatch(id: string, signal: AbortSignal): Promise<Watch> {
    await this.refresh(signal);
    const watch = this.#watches.find((one) => one.id === id);
    if (watch === undefined)
      throw watchNotFound(
        id,
        this.#watches.map((one) => `${one.id} (${one.expression})`),
      );
    this.#watches = this.#watches.filter((one) => one !== watch);
    await this.#save();
    return watch;
  }

  async #check(given: WantedBreakpoint, signal: AbortSignal): Promise<void> {
    if (given.kind === 'exception') return;
    const { condition, hitCondition, logMessage } = given;
    const expressions = [...(condition === undefined ? [] : [condition]), ...(logMessage === undefined ? [] : expressionsIn(logMessage))];
    for (const expression of expressions) {
      this.#checkExpression(expression, invalidCondition);
      const problem = given.kind === 'line' ? await this.#problem(given.uri, expression, signal) : undefined;
      if (problem !== undefined) throw invalidCondition(expression, problem);
    }
    if (hitCondition !== undefined && !/^\s*(?:[<>=!]=?=?|%)?\s*\d+\s*$/.test(hitCondition))
      throw invalidCondition(hitCondition, 'a hit condition is a number, as in 3 or >= 3');
  }

  #problem(uri: string, expression: string, signal: AbortSignal): string | undefined | Promise<string | undefined> {
    return /\.[cm]?[jt]sx?$/.test(uri) ? javascriptProblem(expression) : this.#listeners.problem(uri, expression, signal);
  }

  #checkExpression(expression: string, invalid: (expression: string, why: string) => IdeError): void {
    const problem = syntaxProblem(expression);
    if (problem !== undefined) throw invalid(expression, problem);
    this.#listeners.permit(expression);
  }

  #withBindings(id: string): Breakpoint {
    const breakpoint = this.records().find((one) => one.id === id);
    if (breakpoint === undefined) throw breakpointNotFound(id);
    return { ...breakpoint, bindings: this.#listeners.bindings(breakpoint) };
  }

  async #lineText(uri: string, line: number, signal: AbortSignal): Promise<string> {
    const document = await this.#documents.read(uri, signal);
    this.#texts.set(uri, document.text);
    return document.line(line) ?? '';
  }

  async #anchor(uri: string, signal: AbortSignal): Promise<void> {
    const before = this.#texts.get(uri);
    const document = await this.#documents.read(uri, signal).catch((error: unknown) => {
      // A file that is gone may come back, as it does in a checkout.
      if (error instanceof IdeError && !signal.aborted) return undefined;
      throw error;
    });
    if (document === undefined || before === undefined || document.text === before) return;
    this.#texts.set(uri, document.text);
    this.#kept = this.#kept.map((kept) => {
      if (kept.kind !== 'line' || kept.uri !== uri) return kept;
      const line = movedLine(before, document.text, kept.line);
      return { ...kept, line, text: document.line(line) ?? '' };
    });
    // The programs that run were made of the old text, so they are not notified: their lines are still where they were.
    await this.#save();
  }

  async #load(signal: AbortSignal): Promise<void> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    const parsed = File.safeParse(parsedJson(text));
    if (!parsed.success) {
      this.#log.warn(`${this.#file} is not what it should be, and is begun anew`);
      return;
    }
    this.#next = parsed.data.next;
    this.#kept = parsed.data.breakpoints;
    this.#watches = parsed.data.watches;
    for (const uri of new Set(this.#kept.flatMap((kept) => (kept.kind === 'line' ? [kept.uri] : [])))) await this.#find(uri, signal);
  }

  async #find(uri: string, signal: AbortSignal): Promise<void> {
    const document = await this.#documents.read(uri, signal).catch(() => undefined);
    if (document === undefined) return;
    this.#texts.set(uri, document.text);
    this.#kept = this.#kept.map((kept) => {
      if (kept.kind !== 'line' || kept.uri !== uri || document.line(kept.line) === kept.text) return kept;
      const line = foundLine(document.text, kept.text, kept.line);
      return { ...kept, line, text: document.line(line) ?? '' };
    });
  }

  // Not waited for: whoever waits for the stop need not wait for the disk.
  #saveLater(): void {
    this.#save().catch((error: unknown) => this.#log.warn(`${this.#file} was not written: ${error instanceof Error ? error.message : String(error)}`));
  }

  #save(): Promise<void> {
    return this.#writes.take(async () => {
      const breakpoints = this.#kept.filter(({ kind }) => kind !== 'data');
      const text = JSON.stringify({ version: 1, next: this.#next, breakpoints, watches: this.#watches });
      await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
      const aside = `${this.#file}.${process.pid}`;
      await writeFile(aside, text, { mode: 0o600 });
      await rename(aside, this.#file);
    });
  }
}

// The language's own word: parsed, never run.
function javascriptProblem(expression: string): string | undefined {
  try {
    new Script(`(async function* () { (${expression}\n) })`);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wanted(kept: Kept): WantedBreakpoint {
  if (kept.kind === 'data') {
    const { dataId: _, ...rest } = kept;
    return rest;
  }
  if (kept.kind !== 'line') return kept;
  const { text: _, ...rest } = kept;
  return rest;
}

function isSamePlace(kept: Kept, given: WantedBreakpoint): boolean {
  if (kept.kind === 'line') return given.kind === 'line' && kept.uri === given.uri && kept.line === given.line;
  if (kept.kind === 'function') return given.kind === 'function' && kept.name === given.name;
  if (kept.kind === 'data') return given.kind === 'data' && kept.session === given.session && kept.name === given.name;
  return given.kind === 'exception' && kept.exception === given.exception;
}

function placeOf(kept: Kept): string {
  if (kept.kind === 'line') return kept.uri;
  return PLACES[kept.kind];
}

const PLACES = { function: 'functions', exception: 'exceptions', data: 'data' } as const;
