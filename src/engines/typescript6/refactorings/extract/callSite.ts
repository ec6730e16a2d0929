// What stands in the place of extracted statements, and what the new function returns at its ways out and at its end.
import ts from 'typescript';
import type { DeclarationKeyword, ExitStatement, Flow, Output } from './flow.ts';

export interface Handing {
  // The lines in place of the selection, without semicolons.
  readonly lines: readonly string[];
  // What becomes of the ways out.
  readonly exits: readonly ts.TextChange[];
  // Behind the last statement of the new function.
  readonly end: string | undefined;
  // How the type that the function around promises becomes the one of the new function.
  readonly promised: 'same' | 'or undefined' | undefined;
}

export interface CallSiteRequest {
  readonly checker: ts.TypeChecker;
  // How the new function is called, with await or yield.
  readonly call: string;
  // A name that is free for its result.
  readonly result: string;
  // Types can be written.
  readonly typed: boolean;
}

export function handingOf(flow: Flow, asked: CallSiteRequest): Handing {
  const { exits, completes, outputs } = flow;
  const { call } = asked;
  if (exits.length === 0) return { ...taken(outputs, asked), exits: [], promised: undefined };
  const ways = [...new Set(exits.map(wayOf))];
  const isReturn = ways.length === 1 && ways[0] === 'return';
  if (isReturn && !completes) return { lines: [`return ${call}`], exits: [], end: undefined, promised: 'same' };
  const hasValue = exits.some((exit) => returned(exit) !== undefined);
  const needed = outputs.length > 0;
  if (ways.length === 1 && !hasValue && !needed) {
    const [way = ''] = ways;
    if (!completes) return { lines: [call, way], exits: exits.map((exit) => written(exit, 'return')), end: undefined, promised: undefined };
    return { lines: [`if (${call}) ${way}`], exits: exits.map((exit) => written(exit, 'return true')), end: 'return false', promised: undefined };
  }
  if (isReturn && !needed && exits.every((exit) => isNeverUndefined(asked.checker, exit)))
    return {
      lines: [`const ${asked.result} = ${call}`, `if (${asked.result} !== undefined) return ${asked.result}`],
      exits: [],
      end: 'return undefined',
      promised: 'or undefined',
    };
  return hasValue || needed ? asObjects(flow, ways, asked) : asWords(flow, ways, asked);
}

// The function says by a word how to go on.
function asWords({ exits, completes }: Flow, ways: readonly string[], { call, result }: CallSiteRequest): Handing {
  return {
    lines: [`const ${result} = ${call}`, ...choices(ways, completes, result)],
    exits: exits.map((exit) => written(exit, `return '${wayOf(exit)}'`)),
    end: completes ? `return 'none'` : undefined,
    promised: undefined,
  };
}

function choices(ways: readonly string[], completes: boolean, said: string): readonly string[] {
  return ways.map((way, index) => (!completes && index === ways.length - 1 ? way : `if (${said} === '${way}') ${way}`));
}

// The word comes with the value to return, or with the variables.
function asObjects({ exits, completes, outputs }: Flow, ways: readonly string[], { call, result, typed }: CallSiteRequest): Handing {
  const said = (way: string) => `exit: '${way}'${typed ? ' as const' : ''}`;
  const assigned = outputs.filter(({ binding }) => binding === undefined);
  const names = (list: readonly Output[]) => list.map(({ name }) => `, ${name}`).join('');
  const hasValue = exits.some((exit) => returned(exit) !== undefined);
  const leaving = ways.filter((way) => way !== 'return');
  const isLast = !completes && leaving.length === 0;
  const returning = ways.includes('return') ? [`${isLast ? '' : `if (${result}.exit === 'return') `}return${hasValue ? ` ${result}.value` : ''}`] : [];
  return {
    lines: [
      `const ${result} = ${call}`,
      ...returning,
      ...(isLast ? [] : assigned.map(({ name }) => `${name} = ${result}.${name}`)),
      ...choices(leaving, completes, `${result}.exit`),
      ...(completes ? declarations(outputs, result) : []),
    ],
    exits: exits.flatMap((exit) => {
      const value = returned(exit);
      if (value !== undefined) return wrapped(exit, value, `return { ${said('return')}, value: `, ' }');
      return written(exit, `return { ${said(wayOf(exit))}${ts.isReturnStatement(exit) ? '' : names(assigned)} }`);
    }),
    end: completes ? `return { ${said('none')}${names(outputs)} }` : undefined,
    promised: undefined,
  };
}

function returned(exit: ExitStatement): ts.Expression | undefined {
  return ts.isReturnStatement(exit) ? exit.expression : undefined;
}

function written(exit: ExitStatement, newText: string): ts.TextChange {
  const end = exit.getText().endsWith(';') ? exit.end - 1 : exit.end;
  return { span: ts.createTextSpanFromBounds(exit.getStart(), end), newText };
}

function wrapped(exit: ExitStatement, value: ts.Expression, before: string, behind: string): readonly ts.TextChange[] {
  return [
    { span: ts.createTextSpanFromBounds(exit.getStart(), value.getStart()), newText: before },
    { span: { start: value.end, length: 0 }, newText: behind },
  ];
}

// As the person wrote it: with its label, without a semicolon.
function wayOf(exit: ExitStatement): string {
  if (ts.isReturnStatement(exit)) return 'return';
  const word = ts.isBreakStatement(exit) ? 'break' : 'continue';
  return exit.label === undefined ? word : `${word} ${exit.label.text}`;
}

function isNeverUndefined(checker: ts.TypeChecker, exit: ExitStatement): boolean {
  if (!ts.isReturnStatement(exit) || exit.expression === undefined) return false;
  const type = checker.getTypeAtLocation(exit.expression);
  const open = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never | ts.TypeFlags.TypeParameter;
  const awaited = checker.getAwaitedType(type) ?? type;
  return [type, awaited].every((one) => (one.isUnion() ? one.types : [one]).every(({ flags }) => (flags & open) === 0));
}

// Variables that code behind the selection uses, each declared as it was.
function taken(outputs: readonly Output[], { call, result }: CallSiteRequest): Pick<Handing, 'lines' | 'end'> {
  const names = outputs.map(({ name }) => name);
  const [only, ...others] = outputs;
  if (only === undefined) return { lines: [call], end: undefined };
  if (others.length === 0) return { lines: [`${declared(only)} = ${call}`], end: `return ${only.name}` };
  const end = `return { ${names.join(', ')} }`;
  const kinds = new Set(outputs.map(({ binding }) => binding));
  const [kind] = kinds;
  if (kinds.size === 1 && kind !== undefined && outputs.every(({ type }) => type === undefined))
    return { lines: [`${kind} { ${names.join(', ')} } = ${call}`], end };
  if (kinds.size === 1 && kind === undefined) return { lines: [`({ ${names.join(', ')} } = ${call})`], end };
  const assigned = outputs.filter(({ binding }) => binding === undefined).map(({ name }) => `${name} = ${result}.${name}`);
  return { lines: [`const ${result} = ${call}`, ...declarations(outputs, result), ...assigned], end };
}

const BINDINGS: readonly DeclarationKeyword[] = ['const', 'let', 'var'];

function declarations(outputs: readonly Output[], result: string): readonly string[] {
  return BINDINGS.flatMap((binding) => {
    const own = outputs.filter((output) => output.binding === binding);
    const plain = own.filter(({ type }) => type === undefined).map(({ name }) => name);
    const typed = own.filter(({ type }) => type !== undefined).map((output) => `${declared(output)} = ${result}.${output.name}`);
    return [...(plain.length === 0 ? [] : [`${binding} { ${plain.join(', ')} } = ${result}`]), ...typed];
  });
}

function declared({ name, binding, type }: Output): string {
  return binding === undefined ? name : `${binding} ${name}${type === undefined ? '' : `: ${type}`}`;
}
