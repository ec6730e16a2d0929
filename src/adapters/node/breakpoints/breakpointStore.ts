// All breakpoints of a session, as the client has set them last: they exist before any thread and outlive each.

import { realPath } from '../sources/paths.ts';
import type { Position } from '../sources/sourceMap.ts';
import type { ExceptionWish } from '../thread/threadHost.ts';
import { Breakpoint } from './breakpoint.ts';
import type { Conditions } from './conditions.ts';
import { FunctionBreakpoint } from './functionBreakpoint.ts';

export interface WantedBreakpoint {
  readonly asked: Position;
  readonly hasColumn: boolean;
  readonly conditions: Conditions;
}

export interface Replacement {
  // In the order in which they were asked for.
  readonly now: readonly Breakpoint[];
  readonly added: readonly Breakpoint[];
  readonly removed: readonly Breakpoint[];
}

export class BreakpointStore {
  readonly #files = new Map<string, readonly Breakpoint[]>();
  #functions: readonly FunctionBreakpoint[] = [];
  #exceptions: readonly ExceptionWish[] = [];
  #last = 0;

  *all(): Iterable<Breakpoint> {
    for (const breakpoints of this.#files.values()) yield* breakpoints;
  }

  get functions(): readonly FunctionBreakpoint[] {
    return this.#functions;
  }

  get exceptions(): readonly ExceptionWish[] {
    return this.#exceptions;
  }

  byId(id: number): Breakpoint | FunctionBreakpoint | undefined {
    return [...this.all(), ...this.#functions].find((breakpoint) => breakpoint.id === id);
  }

  // What stays as it was keeps its number, its hits and its bindings.
  replace(file: string, wanted: readonly WantedBreakpoint[]): Replacement {
    // Node's own files have names, not paths.
    const real = /^\w{2,}:/.test(file) ? file : realPath(file);
    const before = [...(this.#files.get(real) ?? [])];
    const added: Breakpoint[] = [];
    const now = wanted.map((one) => {
      const same = before.findIndex((breakpoint) => breakpoint.equals({ file, ...one }));
      const [kept] = same < 0 ? [] : before.splice(same, 1);
      if (kept !== undefined) return kept;
      const fresh = new Breakpoint({ id: ++this.#last, file, real, ...one });
      added.push(fresh);
      return fresh;
    });
    this.#files.set(real, now);
    return { now, added, removed: before };
  }

  replaceFunctions(wanted: readonly { readonly name: string; readonly conditions: Conditions }[]): readonly FunctionBreakpoint[] {
    this.#functions = wanted.map((one) => new FunctionBreakpoint({ id: ++this.#last, ...one }));
    return this.#functions;
  }

  filterExceptions(wishes: readonly ExceptionWish[]): void {
    this.#exceptions = wishes;
  }
}
