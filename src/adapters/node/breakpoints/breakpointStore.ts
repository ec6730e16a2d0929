// All breakpoints of a session, as the client has set them last: they exist before any thread and outlive each.

import { realPath } from '../sources/paths.ts';
import type { SourcePosition } from '../sources/sourceMap.ts';
import type { ExceptionWish } from '../thread/threadHost.ts';
import { NodeBreakpoint } from './breakpoint.ts';
import type { Conditions } from './conditions.ts';
import { NodeFunctionBreakpoint } from './functionBreakpoint.ts';

export interface NodeBreakpointRequest {
  readonly asked: SourcePosition;
  readonly hasColumn: boolean;
  readonly conditions: Conditions;
}

export interface ReplacedBreakpoints {
  // In the order in which they were asked for.
  readonly now: readonly NodeBreakpoint[];
  readonly added: readonly NodeBreakpoint[];
  readonly removed: readonly NodeBreakpoint[];
}

export class BreakpointStore {
  readonly #files = new Map<string, readonly NodeBreakpoint[]>();
  #functions: readonly NodeFunctionBreakpoint[] = [];
  #exceptions: readonly ExceptionWish[] = [];
  #last = 0;

  *all(): Iterable<NodeBreakpoint> {
    for (const breakpoints of this.#files.values()) yield* breakpoints;
  }

  get functions(): readonly NodeFunctionBreakpoint[] {
    return this.#functions;
  }

  get exceptions(): readonly ExceptionWish[] {
    return this.#exceptions;
  }

  byId(id: number): NodeBreakpoint | NodeFunctionBreakpoint | undefined {
    return [...this.all(), ...this.#functions].find((breakpoint) => breakpoint.id === id);
  }

  // What stays as it was keeps its number, its hits and its bindings.
  replace(file: string, wanted: readonly NodeBreakpointRequest[]): ReplacedBreakpoints {
    // Node's own files have names, not paths.
    const real = /^\w{2,}:/.test(file) ? file : realPath(file);
    const before = [...(this.#files.get(real) ?? [])];
    const added: NodeBreakpoint[] = [];
    const now = wanted.map((one) => {
      const same = before.findIndex((breakpoint) => breakpoint.equals({ file, ...one }));
      const [kept] = same < 0 ? [] : before.splice(same, 1);
      if (kept !== undefined) return kept;
      const fresh = new NodeBreakpoint({ id: ++this.#last, file, real, ...one });
      added.push(fresh);
      return fresh;
    });
    this.#files.set(real, now);
    return { now, added, removed: before };
  }

  replaceFunctions(wanted: readonly { readonly name: string; readonly conditions: Conditions }[]): readonly NodeFunctionBreakpoint[] {
    this.#functions = wanted.map((one) => new NodeFunctionBreakpoint({ id: ++this.#last, ...one }));
    return this.#functions;
  }

  filterExceptions(wishes: readonly ExceptionWish[]): void {
    this.#exceptions = wishes;
  }
}
