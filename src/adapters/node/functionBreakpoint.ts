// A breakpoint on a function by its name ("total", "Cart.total"), and where a text declares such a function.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { type Conditions, complaintAbout } from './conditions.ts';
import type { Position } from './sourceMap.ts';

export class FunctionBreakpoint {
  readonly id: number;
  readonly name: string;
  readonly conditions: Conditions;
  readonly complaint: string | undefined;
  readonly #threads = new Set<number>();
  hits = 0;

  constructor(of: Pick<FunctionBreakpoint, 'id' | 'name' | 'conditions'>) {
    this.id = of.id;
    this.name = of.name;
    this.conditions = of.conditions;
    this.complaint = /^[\w$#]+(\.[\w$#]+)*$/.test(of.name)
      ? complaintAbout(of.conditions)
      : `"${of.name}" is not the name of a function, such as total or Cart.total.`;
  }

  get verified(): boolean {
    return this.#threads.size > 0;
  }

  // Whether that changed what a client should know.
  bind(thread: number): boolean {
    const before = this.verified;
    this.#threads.add(thread);
    return !before;
  }

  unbind(thread: number): boolean {
    return this.#threads.delete(thread) && !this.verified;
  }

  toDap(): DebugProtocol.Breakpoint {
    if (this.verified) return { id: this.id, verified: true };
    return { id: this.id, verified: false, message: this.complaint ?? `No loaded script declares a function ${this.name} yet.` };
  }
}

// The positions at which the bodies of functions of this name begin.
export function bodiesOf(name: string, text: string): Position[] {
  const parts = name.split('.');
  const own = parts.at(-1) ?? name;
  const owner = parts.at(-2);
  if (!text.includes(own)) return [];
  const escaped = own.replace(/\$/g, '\\$');
  const bodies = [
    ...(owner === undefined ? matches(text, `\\bfunction\\s*\\*?\\s*${escaped}\\s*(?=\\()`) : []),
    ...matches(text, `(?<![\\w$])${escaped}\\s*[:=]\\s*(?:async\\s*)?(?:function\\b[\\s*\\w$]*)?(?=\\()`).filter(
      ({ at }) => owner === undefined || isMemberOf(owner, text, at),
    ),
    ...matches(text, `(?<=^\\s*(?:(?:static|async|get|set)\\s+|\\*\\s*)*)${escaped}\\s*(?=\\()`, 'm').filter(
      ({ at }) => owner === undefined || classBefore(text, at) === owner,
    ),
  ].flatMap(({ end }) => bodyAfter(text, end) ?? []);
  return [...new Set(bodies)].sort((a, b) => a - b).map((offset) => positionAt(text, offset));
}

function matches(text: string, expression: string, flags = ''): { at: number; end: number }[] {
  return [...text.matchAll(new RegExp(expression, `g${flags}`))].map((match) => ({ at: match.index, end: match.index + match[0].length }));
}

function isMemberOf(owner: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - owner.length - 12), at);
  return before.endsWith(`${owner}.`) || before.endsWith(`${owner}.prototype.`) || classBefore(text, at) === owner;
}

function classBefore(text: string, at: number): string | undefined {
  return [...text.slice(0, at).matchAll(/\bclass\s+([\w$]+)/g)].at(-1)?.[1];
}

// From the parenthesis of the parameters to the first character of the body; nothing where it is a call.
function bodyAfter(text: string, parenthesis: number): number | undefined {
  let depth = 0;
  let at = parenthesis;
  for (; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) break;
  }
  const body = /^\s*(?:=>\s*)?\{|^\s*=>\s*/.exec(text.slice(at + 1, at + 200));
  return body === null ? undefined : at + 1 + body[0].length;
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split('\n').length - 1;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) };
}
