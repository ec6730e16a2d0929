// The statements of a function's body as they stand at a call of it: other names, other indentation, and results instead of returns.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { effectOf } from '../inline/effects.ts';
import { leaves, runWith } from '../inline/flow.ts';
import { standing } from './parentheses.ts';
import type { OffsetEdit, PythonModule } from './pythonModule.ts';
import type { Node } from './syntax.ts';

// Where the value of a return goes: back to the caller's caller, to a variable, or nowhere.
export type Destination = { readonly kind: 'return' } | { readonly kind: 'variable'; readonly name: string } | { readonly kind: 'nowhere' };

export interface Emitted {
  readonly module: PythonModule;
  // Names that are others at the call.
  readonly edits: readonly OffsetEdit[];
  readonly destination: Destination;
}

// The lines of these statements; a way that leads past all of them gives None.
export function bodyLines(emitted: Emitted, statements: readonly Node[], indent: string): readonly string[] {
  const { destination } = emitted;
  if (destination.kind === 'return') {
    const own = statements.flatMap((statement, index) => plainLines(emitted, statement, statements[index - 1], indent));
    return leaves(statements) ? own : [...own, `${indent}return`];
  }
  const lines: string[] = [];
  for (const [index, statement] of statements.entries()) {
    const rest = statements.slice(index + 1);
    if (statement.kind === 'return') return [...lines, ...resultLines(emitted, statement, indent)];
    if (!hasReturn(statement)) {
      lines.push(...plainLines(emitted, statement, statements[index - 1], indent));
      if (statement.kind === 'raise') return lines;
    } else return [...lines, ...branchLines(emitted, statement, rest, indent)];
  }
  return destination.kind === 'variable' ? [...lines, `${indent}${destination.name} = None`] : lines;
}

export function textWith(module: PythonModule, { start, end }: { start: number; end: number }, edits: readonly OffsetEdit[]): string {
  let text = '';
  let at = start;
  for (const edit of edits.filter((one) => one.start >= start && one.end <= end).toSorted((a, b) => a.start - b.start)) {
    text += module.text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + module.text.slice(at, end);
}

function resultLines({ module, edits, destination }: Emitted, statement: Node, indent: string): readonly string[] {
  const value = statement.child('value');
  const text = value === undefined ? 'None' : standing(module, value, textWith(module, value, [...edits, ...indentEdits(module, value, indent)]));
  if (destination.kind === 'variable') return [`${indent}${destination.name} = ${text}`];
  return value !== undefined && effectOf(value, module.scopes) === 'acts' ? [`${indent}${text}`] : [];
}

// A statement that returns on some of its ways: what comes behind it goes where it is reached.
function branchLines(emitted: Emitted, statement: Node, rest: readonly Node[], indent: string): readonly string[] {
  const { module } = emitted;
  const inner = `${indent}${module.indentUnit}`;
  const block = (statements: readonly Node[]) => {
    const lines = bodyLines(emitted, statements, inner);
    return lines.length === 0 ? [`${inner}pass`] : lines;
  };
  if (statement.kind === 'if') {
    const branches = branchesOf(statement);
    const open = branches.filter(({ statements }) => !leaves(statements));
    if (open.length > 1 && rest.length > 0)
      throw new RefusedRefactoring(`line ${module.lineOf(statement)} returns on some ways only, and what follows is reached on several.`);
    const lines = branches.map(({ head, statements }, index) => ({
      head: head === undefined ? 'else:' : `${index === 0 ? 'if' : 'elif'} ${headText(emitted, head, indent)}:`,
      body: block(open.length === 1 && open[0]?.statements === statements ? [...statements, ...rest] : statements),
    }));
    // An `else` that does nothing says nothing.
    const kept = lines.filter(({ head, body }) => head !== 'else:' || body.join().trim() !== 'pass');
    return kept.flatMap(({ head, body }) => [`${indent}${head}`, ...body]);
  }
  if (rest.length > 0 || (statement.kind !== 'with' && statement.kind !== 'try') || statement.child('otherwise') !== undefined)
    throw new RefusedRefactoring(
      `line ${module.lineOf(firstReturn(statement))} returns from inside of a ${statement.kind}, which only the function itself can do.`,
    );
  const parts = statement.children.filter(({ kind, role }) => kind === 'handler' || role === 'body' || role === 'finally');
  return parts.flatMap((part) => {
    const body = part.kind === 'handler' ? part.child('body') : part;
    const from = part.kind === 'handler' ? part.start : part.role === 'finally' ? lastKeyword(module, part) : statement.start;
    const head = textWith(module, { start: from, end: headEnd(module, from, body ?? part) }, emitted.edits).trimEnd();
    // What is done finally gives no value.
    const lines =
      part.role === 'finally'
        ? (body?.children ?? []).flatMap((one, index, all) => plainLines(emitted, one, all[index - 1], inner))
        : block(body?.children ?? []);
    return [`${indent}${head}`, ...lines];
  });
}

// The condition in one text, with the parentheses that hold its lines together.
function headText({ module, edits }: Emitted, condition: Node, indent: string): string {
  return standing(module, condition, textWith(module, condition, [...edits, ...indentEdits(module, condition, indent)]));
}

interface Branch {
  readonly head: Node | undefined;
  readonly statements: readonly Node[];
}

// With the one of no condition, which is empty where none is written.
function branchesOf(statement: Node): readonly Branch[] {
  const own: Branch = { head: statement.child('condition'), statements: statement.child('body')?.children ?? [] };
  const otherwise = statement.child('otherwise');
  if (otherwise?.kind === 'if') return [own, ...branchesOf(otherwise)];
  return [own, { head: undefined, statements: otherwise?.children ?? [] }];
}

function lastKeyword(module: PythonModule, block: Node): number {
  return module.text.lastIndexOf('finally', block.start);
}

function headEnd(module: PythonModule, from: number, body: Node): number {
  const colon = module.text.lastIndexOf(':', body.start - 1);
  return Math.max(from, colon) + 1;
}

// A statement as it is written, with the comments above it, in other names and with another indentation.
function plainLines({ module, edits }: Emitted, statement: Node, before: Node | undefined, indent: string): readonly string[] {
  if (statement.kind === 'global') return [];
  const isAlone = module.indentOf(statement) !== undefined;
  const start = isAlone ? Math.max(firstOf(module, module.withComments(statement)), before?.end ?? 0) : statement.start;
  const rest = /^[ \t]*#[^\r\n]*/.exec(module.text.slice(statement.end))?.[0].length ?? 0;
  const span = { start, end: statement.end + rest };
  const text = textWith(module, span, [...edits, ...indentEdits(module, span, indent)]);
  const isApart = before !== undefined && isAlone && /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)/.test(module.text.slice(before.end, start));
  return [...(isApart ? [''] : []), `${indent}${text}`];
}

function firstOf(module: PythonModule, lineStart: number): number {
  return lineStart + (/^[ \t]*/.exec(module.text.slice(lineStart))?.[0].length ?? 0);
}

// Every line but the first, unless it continues a string.
function indentEdits(module: PythonModule, span: { start: number; end: number }, to: string): readonly OffsetEdit[] {
  const own = module.text.slice(module.lineStart(span.start), span.start);
  const from = /^[ \t]*/.exec(own)?.[0] ?? '';
  const edits: OffsetEdit[] = [];
  for (let at = module.lineEnd(span.start); at < span.end && at > span.start; at = module.lineEnd(at)) {
    const blank = /^[ \t]*/.exec(module.text.slice(at))?.[0] ?? '';
    const isEmpty = /^[ \t]*(?:[\r\n]|$)/.test(module.text.slice(at, span.end));
    if (!isEmpty && !module.isInString(at))
      edits.push({ start: at, end: at + blank.length, text: blank.startsWith(from) ? `${to}${blank.slice(from.length)}` : to });
    if (module.lineEnd(at) === at) break;
  }
  return edits;
}

export function hasReturn(statement: Node): boolean {
  return [...runWith(statement)].some(({ kind }) => kind === 'return');
}

function firstReturn(statement: Node): Node {
  return [...runWith(statement)].find(({ kind }) => kind === 'return') ?? statement;
}
