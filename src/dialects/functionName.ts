// What debuggers call a function, taken apart: its class or namespace, its own name, and its signature where the debugger tells parameters.

export interface FunctionName {
  readonly className: string | null;
  readonly methodName: string;
  readonly signature: string | null;
}

// Cart.total is total of Cart; shop::Cart::total(int) const is total of shop::Cart.
export function functionName(name: string): FunctionName {
  // Parameters end the name; (*Cart) and (anonymous namespace) stand inside of it.
  const [, head = name, parameters] = /^(.+?)(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))(?:\s*(?:const|volatile|noexcept|&&?))*$/s.exec(name) ?? [];
  const signature = parameters === undefined ? null : name;
  const [, before, operator] = /^(.*?)(operator\W+)$/.exec(head) ?? [];
  // lldb tells what a template returns before its name.
  const path = operator === undefined ? afterLast(head, (rest) => (rest.startsWith(' ') && parameters !== undefined ? 1 : 0)).end : before;
  if (operator !== undefined) return { className: withoutSeparator(path ?? ''), methodName: operator, signature };
  const { start, end } = afterLast(path ?? head, separatorAt);
  return { className: start === '' ? null : start, methodName: end, signature };
}

function separatorAt(rest: string): number {
  if (rest.startsWith('::')) return 2;
  // A private method of JavaScript is called #total.
  return rest.startsWith('.') || (rest.startsWith('#') && rest.length > 1) ? 1 : 0;
}

// What stands before and behind the last separator outside of brackets; a name that begins or ends with one is whole.
function afterLast(text: string, separator: (rest: string) => number): { start: string; end: string } {
  let depth = 0;
  let found: { start: string; end: string } | undefined;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if ('<([{'.includes(character)) depth += 1;
    if ('>)]}'.includes(character)) depth = Math.max(0, depth - 1);
    const length = depth === 0 ? separator(text.slice(index)) : 0;
    if (length === 0 || index === 0 || index + length >= text.length) continue;
    found = { start: text.slice(0, index), end: text.slice(index + length) };
    index += length - 1;
  }
  if (found === undefined) return { start: '', end: text };
  return { start: found.start.replace(/[.#]$/, ''), end: found.end };
}

function withoutSeparator(text: string): string | null {
  const path = text.replace(/(?:\.|::)$/, '');
  return path === '' ? null : path;
}
