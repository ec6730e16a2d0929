// The function breakpoints of one thread: every script that comes is searched for functions of their names, before it runs.
import { boundBreakpoint, instrumentation, nothing, scriptSource } from '../cdp/cdp.ts';
import { urlPattern } from '../sources/paths.ts';
import type { Script } from '../sources/script.ts';
import type { JsThread } from '../thread/jsThread.ts';
import { stopExpression } from './conditions.ts';
import { bodiesOf, type NodeFunctionBreakpoint } from './functionBreakpoint.ts';

export class FunctionBinding {
  readonly #thread: JsThread;
  readonly #breakpoints = new Map<string, NodeFunctionBreakpoint>();
  // Scripts that are searched, by their ids.
  readonly #looks = new Map<string, Promise<void>>();
  #watches = false;
  #beginning: Promise<void> | undefined;
  // V8's name for the watch, once it has given it.
  #instrumentation: string | undefined;

  constructor(thread: JsThread) {
    this.#thread = thread;
  }

  breakpointOf(v8Id: string): NodeFunctionBreakpoint | undefined {
    return this.#breakpoints.get(v8Id);
  }

  // All of them anew, as DAP sends them.
  async replace(): Promise<void> {
    const old = [...this.#breakpoints.keys()];
    this.#breakpoints.clear();
    this.#looks.clear();
    await Promise.all(old.map((breakpointId) => this.#thread.connection.post('Debugger.removeBreakpoint', { breakpointId }, nothing)));
    await this.watch();
    await Promise.all([...this.#thread.scripts()].map((script) => this.look(script)));
  }

  async watch(): Promise<void> {
    if (this.#watches || this.#thread.host.functionBreakpoints().length === 0) return;
    this.#watches = true;
    this.#beginning = this.#begin();
    await this.#beginning;
  }

  // For expressions of our own on a thread that runs: stopped before them, while it hears another message, Node may never hear the next one.
  async aside(work: () => Promise<unknown>): Promise<void> {
    // Asked for and not yet answered: what is sent now would be stopped.
    if (this.#beginning !== undefined && this.#instrumentation === undefined) await this.#beginning;
    const breakpointId = this.#instrumentation;
    if (breakpointId === undefined) await work();
    else await Promise.all([this.#thread.post('Debugger.removeBreakpoint', { breakpointId }), work(), this.#begin()]);
  }

  async #begin(): Promise<void> {
    const { breakpointId } = await this.#thread.connection.post(
      'Debugger.setInstrumentationBreakpoint',
      { instrumentation: 'beforeScriptExecution' },
      instrumentation,
    );
    this.#instrumentation = breakpointId;
  }

  // Asked for when a script is there and once more before it runs, where V8 lets us; it is searched once.
  async look(script: Script): Promise<void> {
    if (this.#thread.host.functionBreakpoints().length === 0 || script.isInternal || script.url === '' || this.#thread.host.isOwnScript(script.url)) return;
    const look = this.#looks.get(script.id) ?? this.#search(script);
    this.#looks.set(script.id, look);
    await look;
  }

  async #search(script: Script): Promise<void> {
    const { scriptSource: text } = await this.#thread.connection.post('Debugger.getScriptSource', { scriptId: script.id }, scriptSource);
    await this.lookAt(script.path ?? script.url, text);
  }

  async lookAt(file: string, text: string): Promise<void> {
    const work = this.#thread.host
      .functionBreakpoints()
      .flatMap((breakpoint) => (breakpoint.complaint === undefined ? bodiesOf(breakpoint.name, text).map((at) => this.#set(breakpoint, file, at)) : []));
    await Promise.all(work);
  }

  end(): void {
    for (const breakpoint of this.#thread.host.functionBreakpoints()) if (breakpoint.unbind(this.#thread.id)) this.#thread.host.breakpointChanged(breakpoint);
  }

  async #set(breakpoint: NodeFunctionBreakpoint, file: string, at: { line: number; column: number }): Promise<void> {
    const condition = this.#thread.conditionsAtStops ? undefined : stopExpression(breakpoint.id, breakpoint.conditions);
    // A spelling of its own, because V8 names a breakpoint after its place. It refuses a second one there: the function is bound already.
    const urlRegex = `(?:)(?:)(?:)${urlPattern(file)}`;
    const bound = await this.#thread.connection
      .post(
        'Debugger.setBreakpointByUrl',
        { urlRegex, lineNumber: at.line, columnNumber: at.column, ...(condition !== undefined && { condition }) },
        boundBreakpoint,
      )
      .catch(() => undefined);
    if (bound === undefined) return;
    this.#breakpoints.set(bound.breakpointId, breakpoint);
    if (bound.locations.length > 0) this.resolved(bound.breakpointId);
  }

  // V8 has a place for it, mostly because its script has come.
  resolved(v8Id: string): void {
    const breakpoint = this.#breakpoints.get(v8Id);
    if (breakpoint?.bind(this.#thread.id)) this.#thread.host.breakpointChanged(breakpoint);
  }
}
