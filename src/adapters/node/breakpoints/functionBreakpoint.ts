// A breakpoint on a function by its name ("total", "Cart.total"), and where a text declares such a function.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { SourcePosition } from '../sources/sourceMap.ts';
import { type Conditions, complaintAbout } from './conditions.ts';
import { plainCode } from './plainCode.ts';

export class NodeFunctionBreakpoint {
  readonly id: number;
  readonly name: string;
  readonly conditions: Conditions;
  readonly complaint: string | undefined;
  readonly #threads = new Set<number>();
  hits = 0;

  constructor(of: Pick<NodeFunctionBreakpoint, 'id' | 'name' | 'conditions'>) {
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

const MEMBER_BEGINS = /(?:^|[{},;*\n])\s*(?:(?:static|async|get|set)\s+|\*\s*)*$/;

// The positions at which the bodies of functions of this name begin.
export function bodiesOf(name: string, text: string): SourcePosition[] {
  const parts = name.split('.');
  const own = parts.at(-1) ?? name;
  const owner = parts.at(-2);
  const escaped = own.replace(/\$/g, '\\$');
  // Most scripts have nothing of it, and are not worth a closer look.
  if (!text.includes(own) || !new RegExp(`(?<![\\w$.#])${escaped}\\s*\\(|${escaped}\\s*[:=]`).test(text)) return [];
  const code = plainCode(text);
  const bodies = [
    ...(owner === undefined ? matches(code, `\\bfunction\\s*\\*?\\s*${escaped}\\s*(?=\\()`) : []),
    // A function that is given a name, as a variable or a member; one parameter of an arrow needs no parenthesis.
    ...matches(code, `(?<![\\w$])${escaped}\\s*[:=]\\s*(?:async\\b\\s*)?(?:function\\b[\\s*\\w$]*(?=\\()|(?=\\(|[\\w$]+\\s*=>))`).filter(
      ({ at }) => owner === undefined || isMemberOf(owner, code, at),
    ),
    // A method: it begins a line, or follows another member.
    ...matches(code, `(?<![\\w$.])${escaped}\\s*(?=\\()`).filter(
      ({ at }) => MEMBER_BEGINS.test(code.slice(Math.max(0, at - 80), at)) && (owner === undefined || ownerOf(code, at) === owner),
    ),
  ].flatMap(({ end }) => bodyAfter(code, end) ?? []);
  return [...new Set(bodies)].sort((a, b) => a - b).map((offset) => positionAt(text, offset));
}

function matches(code: string, expression: string, flags = ''): { at: number; end: number }[] {
  return [...code.matchAll(new RegExp(expression, `g${flags}`))].map((match) => ({ at: match.index, end: match.index + match[0].length }));
}

function isMemberOf(owner: string, code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - owner.length - 12), at);
  return before.endsWith(`${owner}.`) || before.endsWith(`${owner}.prototype.`) || ownerOf(code, at) === owner;
}

// The class or the object in whose braces this place is.
function ownerOf(code: string, at: number): string | undefined {
  for (let open = at - 1, depth = 0; open >= 0; open--) {
    if (code[open] === '}') depth++;
    else if (code[open] === '{' && depth-- === 0) {
      const before = code.slice(Math.max(0, open - 300), open);
      return /\bclass\s+([\w$]+)[^{}();]*$/.exec(before)?.[1] ?? /([\w$]+)\s*[:=]\s*(?:class\b[^{}();]*)?$/.exec(before)?.[1];
    }
  }
  return undefined;
}

// From the parenthesis of the parameters, or the only one, to the first character of the body; nothing where it is a call.
function bodyAfter(code: string, from: number): number | undefined {
  const single = /^[\w$]+\s*=>\s*\{?/.exec(code.slice(from, from + 200));
  if (single !== null) return from + single[0].length;
  let depth = 0;
  let at = from;
  for (; at < code.length; at++) {
    if (code[at] === '(') depth++;
    else if (code[at] === ')' && --depth === 0) break;
  }
  const body = /^\s*(?:=>\s*)?\{|^\s*=>\s*/.exec(code.slice(at + 1, at + 200));
  return body === null ? undefined : at + 1 + body[0].length;
}

function positionAt(text: string, offset: number): SourcePosition {
  const before = text.slice(0, offset);
  const line = before.split('\n').length - 1;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) };
}
