// The project's breakpoints inside one session: which of them the adapter was sent, and what it says has become of each.
import { pathOf, uriOf } from '../../../base/files/fileUri.ts';
import {
  type Breakpoint,
  type BreakpointBinding,
  type DataBreakpoint,
  type ExceptionBreakpoint,
  expressionsIn,
  type FunctionBreakpoint,
  isTracepoint,
  type LineBreakpoint,
  type WantedBreakpoint,
} from '../../../ide/breakpoints.ts';
import { cannotWatchData } from '../../../ide/errors/debugErrors.ts';
import { isRefusal, obstacleIn, otherFile, reasonIn } from '../adapters/adapterAnswers.ts';
import type { AdapterRow, ExceptionMode, ThrownFor } from '../adapters/adapterRow.ts';
import { adapterRows } from '../adapters/adapterRows.ts';
import type { DapRequests } from '../adapters/dapRequests.ts';
import { type BoundBreakpoint, type Capabilities, DataBreakpointInfoAnswer, SetBreakpointsAnswer } from '../adapters/dapShapes.ts';
import type { ProjectBreakpoints } from '../projectBreakpoints.ts';
import { isDue } from '../quirks/hitConditions.ts';
import { KeptConditions } from '../quirks/staleConditions.ts';
import { exceptionBinding, exceptionFilters, namesClass } from './exceptionFilters.ts';
import type { ProgramHelper } from './programHelper.ts';
import { markedMessage } from './traces.ts';

interface Bound {
  readonly breakpoint: string;
  readonly asked: number | undefined;
  readonly reported: BoundBreakpoint;
}

// Where a run to a line ends: known to the session alone.
interface Goal {
  readonly uri: string;
  readonly line: number;
}

// Why the person's policy does not allow an expression.
type Refused = (expression: string) => string | undefined;

export class SessionBreakpoints {
  readonly #store: ProjectBreakpoints;
  readonly #row: AdapterRow;
  readonly #session: string;
  readonly #requests: DapRequests;
  readonly #helper: ProgramHelper;
  readonly #refused: Refused;
  #capabilities: Capabilities = {};
  // By the adapter's own place: a file, or the functions.
  readonly #bound = new Map<string, readonly Bound[]>();
  // Ids the adapter has given out and changed its mind about, as in events that come before the answer.
  readonly #later = new Map<number, BoundBreakpoint>();
  // By our own ids: once in place is in place, whatever became of the code afterwards.
  readonly #placed = new Set<string>();
  // How often, where that is counted here.
  readonly #reached = new Map<string, number>();
  readonly #sentConditions: KeptConditions;
  #goal: Goal | undefined;
  #isTest = false;
  #interruptible = false;
  // Where an adapter does not answer in our order.
  readonly #functionIds = new Map<string, number>();
  #thrown: readonly { readonly for: readonly ThrownFor[]; readonly reported: BoundBreakpoint }[] = [];

  constructor(store: ProjectBreakpoints, row: AdapterRow, session: string, requests: DapRequests, helper: ProgramHelper, refused: Refused) {
    this.#store = store;
    this.#row = row;
    this.#sentConditions = new KeptConditions(row.keepsConditions === true);
    this.#session = session;
    this.#requests = requests;
    this.#helper = helper;
    this.#refused = refused;
  }

  // All of them, before the program runs.
  async install(capabilities: Capabilities, isTest: boolean, signal: AbortSignal): Promise<void> {
    this.#capabilities = capabilities;
    this.#isTest = isTest;
    // Together: each is a round trip to the debugger, and the program waits for them.
    await Promise.all([
      ...[...new Set(this.#lines().map(({ uri }) => uri))].map((uri) => this.sendFile(uri, signal)),
      this.sendFunctions(signal).then(() => this.sendExceptions(signal)),
    ]);
  }

  async sendFile(uri: string, signal: AbortSignal): Promise<void> {
    const wanted = this.#lines().filter((breakpoint) => breakpoint.uri === uri);
    const isOnGoal = ({ line }: { readonly line: number }) => this.#goal?.uri === uri && this.#goal.line === line;
    // Most adapters know one breakpoint for a line: where the run is to end on one, it stops whatever its conditions say.
    const goal = this.#goal?.uri === uri && !wanted.some(isOnGoal) ? [{ line: this.#goal.line + 1 }] : [];
    const path = pathOf(uri);
    const given = {
      source: { path, name: path.split(/[\\/]/).at(-1) },
      breakpoints: [...wanted.map((breakpoint) => ({ line: breakpoint.line + 1, ...(isOnGoal(breakpoint) ? {} : this.#conditions(breakpoint)) })), ...goal],
      lines: [...wanted.map(({ line }) => line + 1), ...goal.map(({ line }) => line)],
      sourceModified: false,
    };
    await this.#sentConditions.forget(
      uri,
      given.breakpoints,
      ({ line }) => `${line}`,
      (kept) => this.#requests.send('setBreakpoints', { ...given, breakpoints: kept, lines: kept.map(({ line }) => line) }, signal),
    );
    const { breakpoints } = await this.#requests.ask(SetBreakpointsAnswer, 'setBreakpoints', given, signal);
    this.#note(uri, wanted, breakpoints);
  }

  async sendFunctions(signal: AbortSignal): Promise<void> {
    const wanted = this.#functions();
    const throwers = this.#throwers();
    if (this.#capabilities.supportsFunctionBreakpoints !== true) return;
    if (wanted.length + throwers.length === 0 && !this.#bound.has(FUNCTIONS) && !this.#interruptible) return;
    const given = [
      ...wanted.map((breakpoint) => ({ name: breakpoint.name, ...this.#conditions(breakpoint) })),
      ...throwers.map((thrower) => ({ name: thrower.function })),
      ...(this.#interruptible && this.#row.interruption !== undefined
        ? [{ name: this.#row.interruption.function, condition: this.#row.interruption.condition }]
        : []),
    ];
    await this.#sentConditions.forget(
      FUNCTIONS,
      given,
      ({ name }) => name,
      (kept) => this.#askFunctions(kept, signal),
    );
    const breakpoints = this.#helper.isThere ? await this.#helper.setFunctions(wanted, signal) : await this.#askFunctions(given, signal);
    this.#note(FUNCTIONS, wanted, breakpoints);
    this.#thrown = throwers.map((thrower, index) => ({ for: thrower.for, reported: this.#withLater(breakpoints[wanted.length + index]) }));
  }

  // While a call runs that may not end.
  async setInterruptible(interruptible: boolean, signal: AbortSignal): Promise<void> {
    this.#interruptible = interruptible;
    await this.sendFunctions(signal);
  }

  async sendExceptions(signal: AbortSignal): Promise<void> {
    if (this.#row.throwers !== undefined) await this.sendFunctions(signal);
    if ((this.#capabilities.exceptionBreakpointFilters ?? []).length === 0) return;
    await this.#requests.send('setExceptionBreakpoints', exceptionFilters(this.#row, this.#capabilities, this.#exceptions(), this.#isTest), signal);
  }

  // What the adapter calls the value. Throws cannot_watch_data.
  async dataId({ name, reference, member }: DataBreakpoint, signal: AbortSignal): Promise<string> {
    if (this.#capabilities.supportsDataBreakpoints !== true) throw cannotWatchData(name, `${this.#row.id} has no breakpoints on data`);
    try {
      const { dataId, description } = await this.#requests.ask(
        DataBreakpointInfoAnswer,
        'dataBreakpointInfo',
        { variablesReference: reference, name: member },
        signal,
      );
      if (dataId === null) throw cannotWatchData(name, description === '' ? `${this.#row.id} cannot watch it` : description);
      return dataId;
    } catch (error) {
      throw isRefusal(error) ? cannotWatchData(name, reasonIn(error)) : error;
    }
  }

  async sendData(signal: AbortSignal): Promise<void> {
    const wanted = this.#store.data(this.#session).filter(({ enabled }) => enabled);
    if (this.#capabilities.supportsDataBreakpoints !== true || (wanted.length === 0 && !this.#bound.has(DATA))) return;
    const given = wanted.map(({ dataId, condition, hitCondition }) => ({
      dataId,
      accessType: 'write',
      ...(condition !== undefined && { condition }),
      ...(hitCondition !== undefined && this.#row.countsNoHits !== true && { hitCondition }),
    }));
    const { breakpoints } = await this.#requests.ask(SetBreakpointsAnswer, 'setDataBreakpoints', { breakpoints: given }, signal);
    this.#note(DATA, wanted, breakpoints);
  }

  // Where the adapter does not say which it was.
  get onData(): readonly string[] {
    return (this.#bound.get(DATA) ?? []).map(({ breakpoint }) => breakpoint);
  }

  // In the order asked for. Some answer in an order of their own, so that only what is new in an answer is known to be what was new in the question.
  async #askFunctions(given: readonly { readonly name: string }[], signal: AbortSignal): Promise<readonly BoundBreakpoint[]> {
    const ask = async (breakpoints: readonly object[]) =>
      (await this.#requests.ask(SetBreakpointsAnswer, 'setFunctionBreakpoints', { breakpoints }, signal)).breakpoints;
    if (this.#row.answersFunctionsInAnyOrder !== true) return ask(given);
    const isKnown = ({ name }: { name: string }) => this.#functionIds.has(name);
    const sent = given.filter(isKnown);
    let answers = await ask(sent);
    for (const one of given.filter((other) => !isKnown(other))) {
      sent.push(one);
      answers = await ask(sent);
      const known = new Set(this.#functionIds.values());
      const id = answers.find((answer) => answer.id !== undefined && !known.has(answer.id))?.id;
      if (id !== undefined) this.#functionIds.set(one.name, id);
    }
    const reported = given.map(({ name }) => answers.find(({ id }) => id !== undefined && id === this.#functionIds.get(name)) ?? { verified: false });
    for (const name of this.#functionIds.keys()) if (!given.some((one) => one.name === name)) this.#functionIds.delete(name);
    return reported;
  }

  // Runs to a line end at the next stop, wherever that is.
  async setGoal(goal: Goal | undefined, signal: AbortSignal): Promise<void> {
    const before = this.#goal;
    this.#goal = goal;
    for (const uri of new Set([before?.uri, goal?.uri])) if (uri !== undefined) await this.sendFile(uri, signal);
  }

  get hasGoal(): boolean {
    return this.#goal !== undefined;
  }

  isGoal(uri: string | undefined, line: number): boolean {
    return this.#goal !== undefined && this.#goal.uri === uri && this.#goal.line === line;
  }

  // The adapter has changed its mind, mostly because the code was loaded.
  changed(reported: BoundBreakpoint): void {
    if (reported.id === undefined) return;
    this.#later.set(reported.id, reported);
    this.#thrown = this.#thrown.map((one) => (one.reported.id === reported.id ? { ...one, reported: { ...one.reported, ...reported } } : one));
    for (const [place, bound] of this.#bound)
      this.#bound.set(
        place,
        bound.map((one) => (one.reported.id === reported.id ? { ...one, reported: { ...one.reported, ...reported } } : one)),
      );
    this.#notePlaced();
  }

  // Those that were sent to the debugger, are of its language, and have not been in place.
  get unplaced(): readonly { readonly id: string; readonly why?: string | undefined }[] {
    const reported = [...this.#bound.entries()].flatMap(([place, bound]) => (place === FUNCTIONS || this.#isOfLanguage(place) ? bound : []));
    return reported
      .filter(({ breakpoint }) => !this.#placed.has(breakpoint))
      .map((bound) => ({ id: bound.breakpoint, why: obstacleIn(bound.reported.message) }));
  }

  isPlaced(id: string): boolean {
    return this.#placed.has(id);
  }

  #isOfLanguage(uri: string): boolean {
    return this.#row.files.test(uri) || !adapterRows.some(({ files }) => files.test(uri));
  }

  // Ours, of the adapter's.
  named(ids: readonly number[]): readonly string[] {
    return [...this.#bound.values()].flat().flatMap(({ breakpoint, reported }) => (reported.id !== undefined && ids.includes(reported.id) ? [breakpoint] : []));
  }

  // With those that stand on the same line, where the adapter names one of several that it has reached at once.
  reached(ids: readonly string[]): readonly string[] {
    if (this.#row.namesOneBreakpoint !== true) return ids;
    const bound = [...this.#bound.values()].flat();
    const places = bound.filter(({ breakpoint, reported }) => ids.includes(breakpoint) && reported.line !== undefined).map(({ reported }) => placeIn(reported));
    // Whether a condition holds is known of the named ones only.
    const isOpen = (id: string) => this.#store.records().some((one) => one.id === id && one.kind !== 'exception' && one.condition === undefined);
    return [...ids, ...bound.flatMap(({ breakpoint, reported }) => (places.includes(placeIn(reported)) && isOpen(breakpoint) ? [breakpoint] : []))];
  }

  at(uri: string, line: number): readonly string[] {
    const functions = (this.#bound.get(FUNCTIONS) ?? []).filter(({ reported }) => reported.source?.path !== undefined && uriOf(reported.source.path) === uri);
    return [...(this.#bound.get(uri) ?? []), ...functions].flatMap(({ breakpoint, asked, reported }) =>
      (reported.line ?? (asked ?? -1) + 1) === line + 1 ? [breakpoint] : [],
    );
  }

  binding(breakpoint: Breakpoint): BreakpointBinding | undefined {
    if (!breakpoint.enabled || (breakpoint.kind === 'data' && breakpoint.session !== this.#session)) return undefined;
    if (breakpoint.kind === 'exception') {
      const isThrown = (kind: ThrownFor) => this.#thrown.some((one) => one.for.includes(kind) && one.reported.verified);
      return { session: this.#session, ...exceptionBinding(this.#row, this.#capabilities, breakpoint, isThrown) };
    }
    const refusal = this.#refusal(breakpoint);
    if (refusal !== undefined) return { session: this.#session, verified: false, message: refusal };
    if (breakpoint.kind === 'function' && this.#capabilities.supportsFunctionBreakpoints !== true)
      return { session: this.#session, verified: false, message: `${this.#row.id} has no breakpoints on functions` };
    const bound = [...this.#bound.values()].flat().find((one) => one.breakpoint === breakpoint.id);
    if (bound === undefined) return undefined;
    const { verified, line, message } = bound.reported;
    const elsewhere = breakpoint.kind === 'line' ? otherFile(breakpoint.uri, bound.reported) : undefined;
    if (elsewhere !== undefined) return { session: this.#session, verified, message: `the debugger has put it at ${elsewhere}:${line ?? '?'}` };
    const moved = bound.asked !== undefined && line !== undefined && line !== bound.asked + 1;
    return { session: this.#session, verified, ...(moved && { line: line - 1 }), ...(!verified && message !== undefined && message !== '' && { message }) };
  }

  // It has been reached once more; where its debugger does not count, it may be too early or too late to stop.
  isDue(breakpoint: Breakpoint): boolean {
    if (breakpoint.kind === 'exception' || breakpoint.hitCondition === undefined || this.#row.countsNoHits !== true) return true;
    const reached = (this.#reached.get(breakpoint.id) ?? 0) + 1;
    this.#reached.set(breakpoint.id, reached);
    return isDue(breakpoint.hitCondition, reached);
  }

  // Whether a stop may turn out to be none.
  get mayBePassed(): boolean {
    const counts = this.#row.countsNoHits === true;
    const isPassed = (breakpoint: Breakpoint) =>
      breakpoint.kind === 'exception'
        ? breakpoint.exception !== undefined
        : (counts && breakpoint.hitCondition !== undefined) || this.isTracedByHand(breakpoint);
    return this.#store.records().some((breakpoint) => breakpoint.enabled && isPassed(breakpoint));
  }

  // It was sent as a plain one, and must be let pass by hand.
  isTracedByHand(breakpoint: Breakpoint): boolean {
    return isTracepoint(breakpoint) && !this.#hasLogPoints(breakpoint.kind);
  }

  get namesClasses(): boolean {
    return this.#exceptions().some(({ exception }) => exception !== undefined);
  }

  // The project's exception breakpoints that want to stop at this one; undefined when none of them does. Without any, the adapter's own taste decides.
  forException(classes: readonly string[], mode: ExceptionMode): readonly string[] | undefined {
    const known = this.#exceptions();
    // A test that fails is what a session of a test is for.
    if (this.#isTest && (mode !== 'thrown' || /Assert/.test(classes[0] ?? ''))) return [];
    const isMeant = ({ caught, uncaught }: ExceptionBreakpoint) => (mode === 'unknown' ? true : mode === 'thrown' ? caught : uncaught);
    const wanted = known.filter((one) => classes.some((type) => namesClass(one.exception, type)) && isMeant(one)).map(({ id }) => id);
    return known.length === 0 || wanted.length > 0 ? wanted : undefined;
  }

  // Adapters stop or log; one that does both is sent as a plain one, and logs by hand when it has stopped.
  #conditions(breakpoint: Breakpoint & (LineBreakpoint | FunctionBreakpoint)): object {
    const { id, kind, condition, hitCondition, logMessage = '' } = breakpoint;
    return {
      ...(condition !== undefined && { condition }),
      ...(hitCondition !== undefined && this.#row.countsNoHits !== true && { hitCondition }),
      ...(isTracepoint(breakpoint) && this.#hasLogPoints(kind) && { logMessage: markedMessage(id, logMessage) }),
    };
  }

  // The protocol knows them only of lines.
  #hasLogPoints(kind: Breakpoint['kind']): boolean {
    if (kind === 'function') return this.#row.functionLogPoints === true || this.#helper.isThere;
    return this.#row.logPoints ?? this.#capabilities.supportsLogPoints === true;
  }

  // It may have been set under another policy than that of today.
  #refusal({ condition, logMessage }: LineBreakpoint | FunctionBreakpoint | DataBreakpoint): string | undefined {
    const expressions = [...(condition === undefined ? [] : [condition]), ...(logMessage === undefined ? [] : expressionsIn(logMessage))];
    return expressions.map((expression) => this.#refused(expression)).find((why) => why !== undefined);
  }

  // Functions in which exceptions arrive, where the adapter itself has no filter for them.
  #throwers(): readonly { readonly function: string; readonly for: readonly ThrownFor[] }[] {
    const exceptions = this.#exceptions();
    const isWanted = {
      caught: exceptions.some(({ caught }) => caught),
      uncaught: exceptions.length === 0 || exceptions.some(({ uncaught }) => uncaught),
      tests: this.#isTest,
    };
    return (this.#row.throwers ?? []).flatMap(({ breakpoint }) => (breakpoint?.for.some((kind) => isWanted[kind]) ? [breakpoint] : []));
  }

  #note(place: string, wanted: readonly (WantedBreakpoint & { readonly id: string })[], answers: readonly BoundBreakpoint[]): void {
    const bound = wanted.map((breakpoint, index) => {
      return { breakpoint: breakpoint.id, asked: breakpoint.kind === 'line' ? breakpoint.line : undefined, reported: this.#withLater(answers[index]) };
    });
    this.#bound.set(place, bound);
    this.#notePlaced();
  }

  #notePlaced(): void {
    for (const { breakpoint, reported } of [...this.#bound.values()].flat()) if (reported.verified) this.#placed.add(breakpoint);
  }

  // With what came of it before the answer did.
  #withLater(reported: BoundBreakpoint = { verified: false, message: 'the debugger does not say' }): BoundBreakpoint {
    return { ...reported, ...(reported.id !== undefined && this.#later.get(reported.id)) };
  }

  #lines() {
    return this.#store
      .records()
      .filter((breakpoint) => breakpoint.kind === 'line')
      .filter((breakpoint) => breakpoint.enabled && this.#refusal(breakpoint) === undefined);
  }

  #functions() {
    return this.#store
      .records()
      .filter((breakpoint) => breakpoint.kind === 'function')
      .filter((breakpoint) => breakpoint.enabled && this.#refusal(breakpoint) === undefined);
  }

  #exceptions() {
    return this.#store
      .records()
      .filter((breakpoint) => breakpoint.kind === 'exception')
      .filter(({ enabled }) => enabled);
  }
}

function placeIn({ source, line }: BoundBreakpoint): string {
  return `${source?.path ?? ''}:${line}`;
}

const FUNCTIONS = 'functions';
const DATA = 'data';
