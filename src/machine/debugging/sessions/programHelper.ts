// Code of ours inside the program of a session, for what its debugger cannot do: spoken to through the debugger's own expressions.
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../../base/waiting/duration.ts';
import { expressionsIn, type FunctionBreakpoint, isTracepoint } from '../../../ide/breakpoints.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { DapRequests } from '../adapters/dapRequests.ts';
import type { BoundBreakpoint } from '../adapters/dapShapes.ts';

// What a row of the table of debuggers brings for it. The texts are code of the language, and need no frame.
export interface InsideProgram {
  readonly context: string;
  readonly install: string;
  functions(wanted: readonly WantedFunction[]): string;
  // Ends whatever the debugger itself has begun in the program.
  readonly interrupt: string;
  readonly longestEvaluation: number;
}

export interface WantedFunction {
  // By which it is named later.
  readonly number: number;
  readonly name: string;
  readonly condition?: string;
  readonly hitCondition?: string;
  // Of the tracepoint that it is.
  readonly mark?: string;
  readonly expressions?: readonly string[];
}

// Far from those that debuggers give.
const FIRST_NUMBER = 1_000_000;
const NEVER = new AbortController().signal;
const AGAIN = seconds(0.5);

export class ProgramHelper {
  readonly #inside: InsideProgram | undefined;
  readonly #requests: DapRequests;
  #next = FIRST_NUMBER;
  #isThere = false;

  constructor(inside: InsideProgram | undefined, requests: DapRequests) {
    this.#inside = inside;
    this.#requests = requests;
  }

  get isThere(): boolean {
    return this.#isThere;
  }

  get longestEvaluation(): number | undefined {
    return this.#isThere ? this.#inside?.longestEvaluation : undefined;
  }

  // Before the program runs. A debugger of another version than those that are known may refuse: what it can do by itself is left then.
  async install(signal: AbortSignal): Promise<void> {
    if (this.#inside === undefined) return;
    try {
      await this.#run(this.#inside.install, signal);
      this.#isThere = true;
    } catch (error) {
      if (!(error instanceof IdeError) || error.code !== 'adapter_failed') throw error;
    }
  }

  // Each is in place once the program says so.
  async setFunctions(wanted: readonly (FunctionBreakpoint & { readonly id: string })[], signal: AbortSignal): Promise<readonly BoundBreakpoint[]> {
    const numbered = wanted.map((breakpoint) => ({ breakpoint, number: this.#next++ }));
    const given = numbered.map(({ breakpoint, number }) => {
      const { id, name, condition, hitCondition, logMessage = '' } = breakpoint;
      return {
        number,
        name,
        ...(condition !== undefined && { condition }),
        ...(hitCondition !== undefined && { hitCondition }),
        ...(isTracepoint(breakpoint) && { mark: id, expressions: expressionsIn(logMessage) }),
      };
    });
    await this.#run(this.#inside?.functions(given) ?? '', signal);
    return numbered.map(({ breakpoint, number }) => ({
      id: number,
      verified: false,
      message: `No code that is loaded declares a function ${breakpoint.name} yet.`,
    }));
  }

  // Again and again, because what is interrupted may try again, until the signal says that it has ended.
  async interrupt(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await this.#run(this.#inside?.interrupt ?? '', ended).catch(() => {});
      await sleep(AGAIN, undefined, { signal: ended }).catch(() => {});
    }
  }

  // Once, for an answer that nobody waits for any more.
  abandon(): void {
    if (this.#isThere) void this.#run(this.#inside?.interrupt ?? '', NEVER).catch(() => {});
  }

  async #run(expression: string, signal: AbortSignal): Promise<void> {
    await this.#requests.send('evaluate', { expression, context: this.#inside?.context }, signal);
  }
}
