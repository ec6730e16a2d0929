// A program in fixture text, run line by line: assignments, print, throw, and functions without parameters. Enough to step through.

export interface ScriptedFrame {
  readonly name: string;
  line: number;
  readonly last: number;
  readonly variables: Map<string, unknown>;
}

export type Step =
  | { readonly kind: 'line' }
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'thrown'; readonly type: string; readonly message: string }
  | { readonly kind: 'end' };

export class ScriptedProgram {
  readonly #lines: readonly string[];
  readonly #functions = new Map<string, { first: number; last: number }>();
  // The innermost last.
  readonly frames: ScriptedFrame[] = [];

  constructor(text: string) {
    this.#lines = text.split('\n');
    for (const [index, line] of this.#lines.entries()) {
      const name = /^function (\w+)\(\) \{$/.exec(line)?.[1];
      if (name !== undefined) this.#functions.set(name, { first: index + 1, last: this.#lines.indexOf('}', index) });
    }
    this.frames.push({ name: 'main', line: 0, last: this.#lines.length, variables: new Map() });
    this.#settle();
  }

  // Runs the line that the innermost frame stands on; a call only enters the function.
  step(): Step {
    const frame = this.frames.at(-1);
    if (frame === undefined) return { kind: 'end' };
    const line = (this.#lines[frame.line] ?? '').trim();
    const called = /^(\w+)\(\);?$/.exec(line)?.[1];
    const body = called === undefined ? undefined : this.#functions.get(called);
    frame.line += 1;
    if (called !== undefined && body !== undefined) {
      this.frames.push({ name: called, line: body.first, last: body.last, variables: new Map() });
      return this.#settled({ kind: 'line' });
    }
    const thrown = /^throw (\w+)\("(.*)"\);?$/.exec(line);
    if (thrown !== null) {
      frame.line -= 1;
      return { kind: 'thrown', type: thrown[1] ?? '', message: thrown[2] ?? '' };
    }
    const printed = /^print\((.*)\);?$/.exec(line)?.[1];
    if (printed !== undefined) return this.#settled({ kind: 'printed', text: `${textOf(this.evaluate(printed, this.frames.length - 1))}\n` });
    const [, name, expression] = /^(?:const |let )?(\w+) = (.*?);?$/.exec(line) ?? [];
    if (name !== undefined && expression !== undefined) frame.variables.set(name, this.evaluate(expression, this.frames.length - 1));
    return this.#settled({ kind: 'line' });
  }

  // A number, a text, JSON, a name, a member, or two of these with + > < == between them. Throws where a name is not known.
  evaluate(expression: string, frame: number): unknown {
    const [, left, operator, right] = /^(.+?) (\+|>|<|==) (.+)$/.exec(expression.trim()) ?? [];
    if (left !== undefined && operator !== undefined && right !== undefined) return combined(this.evaluate(left, frame), operator, this.evaluate(right, frame));
    const [first = '', ...members] = expression.trim().split('.');
    if (/^[A-Za-z_]\w*$/.test(first)) return members.reduce<unknown>((value, member) => memberOf(value, member), this.#named(first, frame));
    return JSON.parse(expression);
  }

  #named(name: string, frame: number): unknown {
    for (const { variables } of [this.frames[frame], this.frames[0]].filter((one) => one !== undefined)) if (variables.has(name)) return variables.get(name);
    throw new Error(`${name} is not defined`);
  }

  #settled(step: Step): Step {
    this.#settle();
    return step;
  }

  // Past what does nothing: blank lines, comments, the bodies of functions; and out of functions that are over.
  #settle(): void {
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      const line = this.#lines[frame.line];
      if (line === undefined || frame.line >= frame.last) {
        this.frames.pop();
        continue;
      }
      const name = /^function (\w+)\(\) \{$/.exec(line)?.[1];
      if (name !== undefined) frame.line = (this.#functions.get(name)?.last ?? frame.line) + 1;
      else if (/^\s*(?:\/\/.*)?$/.test(line)) frame.line += 1;
      else return;
    }
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function memberOf(value: unknown, member: string): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, member)) return Object.entries(value).find(([name]) => name === member)?.[1];
  throw new Error(`there is no ${member}`);
}

function combined(left: unknown, operator: string, right: unknown): unknown {
  if (operator === '==') return left === right;
  if (operator === '>') return Number(left) > Number(right);
  if (operator === '<') return Number(left) < Number(right);
  return typeof left === 'number' && typeof right === 'number' ? left + right : `${textOf(left)}${textOf(right)}`;
}
