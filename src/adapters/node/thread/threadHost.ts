// What a thread asks of, and reports to, the session that it belongs to.
import type { z } from 'zod';
import type { NodeBreakpoint } from '../breakpoints/breakpoint.ts';
import type { NodeFunctionBreakpoint } from '../breakpoints/functionBreakpoint.ts';
import type { consoleCalledEvent } from '../cdp/cdp.ts';
import type { JsThread } from './jsThread.ts';
import type { Skipping } from './skipping.ts';
import type { ReportedStop } from './stops.ts';

export interface ThreadSettings {
  readonly skipping: Skipping;
  // Steps pass over what a compiler has added.
  readonly smartStep: boolean;
  readonly asyncStackDepth: number;
  // Where the program's output cannot be read, its console is listened to.
  readonly listensToConsole: boolean;
  readonly evaluation: 'free' | 'no side effects';
  // The folder in which the program was started.
  readonly root: string;
  // The program's real path, if it shall stop at its first statement.
  readonly entry: string | undefined;
}

// At which exceptions to stop; several wishes of a client add up.
export interface ExceptionWish {
  readonly caught: boolean;
  readonly uncaught: boolean;
  // An expression on `error`. Who says which error is meant means it wherever it is thrown; without, what libraries throw and catch is their own affair.
  readonly condition: string | undefined;
}

export interface ThreadHost {
  readonly settings: ThreadSettings;
  breakpoints(): Iterable<NodeBreakpoint>;
  functionBreakpoints(): readonly NodeFunctionBreakpoint[];
  exceptions(): readonly ExceptionWish[];
  isOwnScript(url: string): boolean;
  isForeignWorker(url: string): boolean;
  breakpointChanged(breakpoint: NodeBreakpoint | NodeFunctionBreakpoint): void;
  stopped(thread: JsThread, stop: ReportedStop): void;
  continued(thread: JsThread): void;
  // What was handed out about the pause of this thread is void.
  forget(thread: JsThread): void;
  ended(thread: JsThread): void;
  troubled(thread: JsThread, text: string): void;
  reported(thread: JsThread, payload: string): void;
  // A log message that we evaluated ourselves.
  logged(thread: JsThread, breakpoint: { readonly id: number }, text: string, values: readonly (readonly [string, string])[]): void;
  consoleCalled(thread: JsThread, call: z.output<typeof consoleCalledEvent>): void;
  workerStarted(parent: JsThread, worker: { url: string; title: string; workerId: string }, send: (message: string) => void): JsThread;
}
