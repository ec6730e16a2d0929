// Debug sessions over fixture text: the behaviour of a real debugger, with a program that is run by hand.
import { closest } from '../../base/text/closest.ts';
import { type Breakpoint, type Breakpoints, expressionsIn, type WantedBreakpoint } from '../../ide/breakpoints.ts';
import type { DebugEvent, Debugging, DebugIntent, DebugTarget, EvaluationPolicy, WantedSession, Watch, Watches } from '../../ide/doors/debugging.ts';
import { breakpointNotFound, configurationNotFound, invalidCondition, watchNotFound } from '../../ide/errors/debugErrors.ts';
import { syntaxProblem } from '../../source/plainExpression.ts';
import type { ScriptedDocuments } from './scriptedDocuments.ts';
import { ScriptedSession } from './scriptedSession.ts';

export class ScriptedDebugging implements Debugging {
  readonly breakpoints: Breakpoints;
  readonly watches: Watches;
  readonly evaluation: EvaluationPolicy = 'free';
  readonly #documents: ScriptedDocuments;
  readonly #sessions: ScriptedSession[] = [];
  #kept: Breakpoint[] = [];
  #watched: Watch[] = [];
  #given = 0;
  readonly #listeners = new Set<(event: DebugEvent) => void>();

  constructor(documents: ScriptedDocuments) {
    this.#documents = documents;
    const done = <Value>(kind: 'breakpoints' | 'watches', value: Value): Value => {
      this.#report({ kind });
      return value;
    };
    this.breakpoints = {
      list: async () => this.#bound(),
      set: async (wanted) => done('breakpoints', this.#set(wanted)),
      remove: async (id) => done('breakpoints', this.#remove(id)),
    };
    this.watches = {
      list: async () => this.#watched,
      add: async (expression) => done('watches', this.#watch(expression)),
      remove: async (id) => done('watches', this.#unwatch(id)),
    };
  }

  async start({ target, owner, stopOnEntry, permit }: WantedSession): Promise<readonly ScriptedSession[]> {
    const uri =
      target.kind === 'configuration'
        ? this.#uriNamed(target.name)
        : target.kind === 'program' || target.kind === 'test'
          ? target.uri
          : this.#uriNamed('main.run');
    const { text } = await this.#documents.read(uri);
    await permit(this.#intent(target, uri));
    const session = new ScriptedSession({
      id: `s${this.#sessions.length + 1}`,
      name: this.#documents.pathOf(uri) ?? uri,
      uri,
      owner,
      text,
      breakpoints: () => this.#kept,
      hit: (id) => this.#hit(id),
      passed: (id) => this.#passed(id),
      changed: (changed) => this.#report({ kind: 'session', session: changed }),
      configuration: target.kind === 'configuration' ? target.name : undefined,
    });
    this.#sessions.push(session);
    session.begin(target.kind === 'process' || target.kind === 'port' ? 'attached' : stopOnEntry ? 'entry' : 'running');
    return [session];
  }

  onEvent(listener: (event: DebugEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #report(event: DebugEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  sessions(): readonly ScriptedSession[] {
    return this.#sessions;
  }

  ownerLeft(owner: string): void {
    for (const session of this.#sessions) if (session.owner === owner) void session.end();
  }

  // The process 9999 is Binnacle's own here, and those above are somebody else's.
  #intent(target: DebugTarget, uri: string): DebugIntent {
    const whoseOf = (number: number) => (number < 9999 ? 'started' : number > 9999 ? 'other' : 'ours');
    if (target.kind === 'process') return { steps: [], attached: [{ ...target, whose: whoseOf(target.processId) }] };
    if (target.kind === 'port') return { steps: [], attached: [{ ...target, isLoopback: target.host === '127.0.0.1', whose: whoseOf(target.port) }] };
    return { steps: [{ command: { words: ['run', this.#documents.pathOf(uri) ?? uri] } }], attached: [] };
  }

  #set(wanted: WantedBreakpoint): Breakpoint {
    const expressions =
      wanted.kind === 'exception' ? [] : [...(wanted.condition === undefined ? [] : [wanted.condition]), ...expressionsIn(wanted.logMessage ?? '')];
    for (const expression of expressions) {
      const problem = syntaxProblem(expression);
      if (problem !== undefined) throw invalidCondition(expression, problem);
    }
    const before = this.#kept.find((one) => placeOf(one) === placeOf(wanted));
    const set = { ...wanted, id: before?.id ?? `b${++this.#given}`, hits: before?.hits ?? 0, bindings: [] };
    this.#kept = [...this.#kept.filter((one) => one !== before), set];
    if (set.kind === 'data') this.#sessions.find(({ id }) => id === set.session)?.watchData(set.id, set.reference, set.member);
    return this.#bound().find(({ id }) => id === set.id) ?? set;
  }

  #remove(id: string): Breakpoint {
    const found = this.#kept.find((one) => one.id === id);
    if (found === undefined) throw breakpointNotFound(id);
    this.#kept = this.#kept.filter((one) => one !== found);
    return found;
  }

  #hit(id: string): void {
    this.#kept = this.#kept.flatMap((one) => (one.id !== id ? [one] : one.kind !== 'exception' && one.temporary ? [] : [{ ...one, hits: one.hits + 1 }]));
  }

  #passed(id: string): void {
    this.#kept = this.#kept.flatMap((one) => {
      if (one.id !== id) return [one];
      return one.kind !== 'exception' && one.temporary ? [] : [{ ...one, passed: (one.passed ?? 0) + 1 }];
    });
  }

  #bound(): readonly Breakpoint[] {
    const live = this.#sessions.filter(({ state }) => state.state !== 'ended');
    return this.#kept.map((one) => ({
      ...one,
      bindings: one.enabled ? live.filter(({ id }) => one.kind !== 'data' || one.session === id).map(({ id }) => ({ session: id, verified: true })) : [],
    }));
  }

  #watch(expression: string): Watch {
    const watch = { id: `w${++this.#given}`, expression };
    this.#watched = [...this.#watched, watch];
    return watch;
  }

  #unwatch(id: string): Watch {
    const found = this.#watched.find((one) => one.id === id);
    if (found === undefined)
      throw watchNotFound(
        id,
        this.#watched.map((one) => one.id),
      );
    this.#watched = this.#watched.filter((one) => one !== found);
    return found;
  }

  #files(): readonly string[] {
    return this.#documents.snapshots().flatMap(({ uri }) => (uri.endsWith('.run') ? [this.#documents.pathOf(uri) ?? uri] : []));
  }

  #uriNamed(name: string): string {
    if (!this.#files().includes(name)) throw configurationNotFound(name, closest(name, this.#files(), 3));
    return this.#documents.uriOf(name);
  }
}

function placeOf(one: WantedBreakpoint): string {
  if (one.kind === 'line') return `${one.uri}:${one.line}`;
  if (one.kind === 'data') return `data ${one.session} ${one.name}`;
  return one.kind === 'function' ? `function ${one.name}` : `exception ${one.exception ?? ''}`;
}
