// What V8 evaluates at a breakpoint, so that a condition, a hit count or a log message costs no stop: one expression that is true where the program shall stop.
import { Script } from 'node:vm';
import { z } from 'zod';

// A function that V8 gives to the program's global object for us; calling it sends a string to the adapter.
export const BINDING = '__binnacle';

export interface Conditions {
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
  readonly logMessage?: string | undefined;
}

export const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('log'), id: z.number(), text: z.string(), values: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ kind: z.literal('error'), id: z.number(), text: z.string() }),
]);

export interface HitCondition {
  readonly operator: '==' | '>' | '>=' | '<' | '<=' | '%';
  readonly count: number;
}

export function isConditional({ condition, hitCondition, logMessage }: Conditions): boolean {
  return [condition, hitCondition, logMessage].some((text) => text !== undefined && text.trim() !== '');
}

// Why these cannot be used, if they cannot.
export function complaintAbout({ condition, hitCondition, logMessage }: Conditions): string | undefined {
  if (hitCondition?.trim() && parseHitCondition(hitCondition) === undefined)
    return `The hit condition "${hitCondition}" is not understood. Write a number, or one after ==, >, >=, <, <= or %.`;
  const wrong = condition?.trim() ? syntaxError(condition) : undefined;
  if (wrong !== undefined) return `The condition does not parse: ${wrong}`;
  for (const { expression } of messageParts(logMessage ?? '')) {
    const trouble = expression === undefined ? undefined : syntaxError(expression);
    if (trouble !== undefined) return `The expression {${expression}} of the log message does not parse: ${trouble}`;
  }
  return undefined;
}

// undefined: stop always.
export function stopExpression(id: number, conditions: Conditions): string | undefined {
  if (!isConditional(conditions)) return undefined;
  const { condition, hitCondition, logMessage } = conditions;
  const hit = hitCondition?.trim() ? parseHitCondition(hitCondition) : undefined;
  const steps = [
    condition?.trim() ? `if (!(${condition}\n)) return false;` : '',
    hit === undefined
      ? ''
      : `const ${OUR.hits} = ${OUR.tell}.hits ??= Object.create(null); const ${OUR.count} = ${OUR.hits}[${id}] = (${OUR.hits}[${id}] ?? 0) + 1; if (!(${hitTest(OUR.count, hit)})) return false;`,
    logMessage?.trim() ? `${logStatement(id, logMessage)} return false;` : 'return true;',
  ].join(' ');
  const failed = `${OUR.tell}(JSON.stringify({kind:'error',id:${id},text:String(e)})); return false;`;
  return `(() => { const ${OUR.tell} = globalThis.${BINDING} ?? (() => {}); try { ${steps} } catch (e) { ${failed} } })()`;
}

// What stands around the expressions of a person must hide no name of the program: one called b or n would be ours instead of its own.
const OUR = {
  tell: `${BINDING}Tell`,
  hits: `${BINDING}Hits`,
  count: `${BINDING}Count`,
  values: `${BINDING}Values`,
  format: `${BINDING}Format`,
  value: `${BINDING}Value`,
  text: `${BINDING}Text`,
} as const;

export function parseHitCondition(text: string): HitCondition | undefined {
  const found = /^\s*(==?=?|>=?|<=?|%)?\s*(\d+)\s*$/.exec(text);
  if (found === null) return undefined;
  const operator = found[1] ?? '==';
  const count = Number(found[2]);
  if (operator === '%') return count === 0 ? undefined : { operator, count };
  if (operator === '>' || operator === '>=' || operator === '<' || operator === '<=') return { operator, count };
  return { operator: '==', count };
}

function hitTest(name: string, { operator, count }: HitCondition): string {
  return operator === '%' ? `${name} % ${count} === 0` : `${name} ${operator} ${count}`;
}

export function meetsHit(hits: number, { operator, count }: HitCondition): boolean {
  switch (operator) {
    case '==':
      return hits === count;
    case '>':
      return hits > count;
    case '>=':
      return hits >= count;
    case '<':
      return hits < count;
    case '<=':
      return hits <= count;
    case '%':
      return hits % count === 0;
  }
}

export type LogMessagePart = { readonly text: string; readonly expression?: undefined } | { readonly expression: string };

// "total is {cart.total}": what stands in braces is an expression; braces inside it count.
export function messageParts(message: string): LogMessagePart[] {
  const parts: LogMessagePart[] = [];
  let text = '';
  let at = 0;
  while (at < message.length) {
    const end = message[at] === '{' ? closingBrace(message, at) : -1;
    if (end < 0) text += message[at++];
    else {
      if (text !== '') parts.push({ text });
      text = '';
      parts.push({ expression: message.slice(at + 1, end) });
      at = end + 1;
    }
  }
  if (text !== '') parts.push({ text });
  return parts;
}

function closingBrace(message: string, from: number): number {
  for (let at = from, depth = 0; at < message.length; at++) {
    if (message[at] === '{') depth++;
    else if (message[at] === '}' && --depth === 0) return at === from + 1 ? -1 : at;
  }
  return -1;
}

function logStatement(id: number, message: string): string {
  const parts = messageParts(message).map((part) =>
    part.expression === undefined ? JSON.stringify(part.text) : `${OUR.value}(${JSON.stringify(part.expression)}, () => (${part.expression}\n))`,
  );
  return (
    `const ${OUR.values} = []; const ${OUR.format} = ${FORMAT}; ` +
    `const ${OUR.value} = (name, get) => { let t; try { t = ${OUR.format}(get(), 0) } catch (e) { t = "<" + String(e) + ">" } ${OUR.values}.push([name, t]); return t; }; ` +
    `const ${OUR.text} = [${parts.join(', ')}].join(""); ${OUR.tell}(JSON.stringify({kind:"log",id:${id},text:${OUR.text},values:${OUR.values}}));`
  );
}

// Runs in the debuggee, in any context, so it needs nothing but the language. Getters are not called.
const FORMAT = `function f(v, d) {
  if (typeof v === 'string') return d ? JSON.stringify(v) : v;
  if (typeof v === 'bigint') return v + 'n';
  if (typeof v === 'function') return 'ƒ ' + v.name;
  if (v === null || typeof v !== 'object') return Object.is(v, -0) ? '-0' : String(v);
  const tag = Object.prototype.toString.call(v).slice(8, -1);
  if (tag === 'Error') return String(v);
  if (tag === 'Date') return isNaN(v) ? 'Invalid Date' : v.toISOString();
  if (tag === 'RegExp') return String(v);
  const more = (n) => n > 20 ? ', …' : '';
  if (Array.isArray(v)) return d > 2 ? '[…]' : '[' + v.slice(0, 20).map((x) => f(x, d + 1)).join(', ') + more(v.length) + ']';
  if (tag === 'Map') return d > 2 ? 'Map {…}' : 'Map {' + [...v].slice(0, 20).map(([k, x]) => f(k, d + 1) + ' => ' + f(x, d + 1)).join(', ') + more(v.size) + '}';
  if (tag === 'Set') return d > 2 ? 'Set {…}' : 'Set {' + [...v].slice(0, 20).map((x) => f(x, d + 1)).join(', ') + more(v.size) + '}';
  const name = v.constructor && v.constructor.name !== 'Object' ? v.constructor.name + ' ' : '';
  if (d > 2) return name + '{…}';
  const keys = Object.keys(v);
  return name + '{' + keys.slice(0, 20).map((k) => {
    const p = Object.getOwnPropertyDescriptor(v, k);
    return k + ': ' + (p && p.get ? '(…)' : f(p && p.value, d + 1));
  }).join(', ') + more(keys.length) + '}';
}`;

function syntaxError(expression: string): string | undefined {
  try {
    // Compiled, never run.
    new Script(`(async function () { (${expression}\n) })`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
