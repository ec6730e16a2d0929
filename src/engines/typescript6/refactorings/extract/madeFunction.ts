// The function that TypeScript has made, taken apart: its head, its body, its call, and the changes that bring them.
import ts from 'typescript';
import { changed, identifiersIn } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { isJavascript } from '../../projects/paths.ts';

export interface MadeFunction {
  // The changes, in order, and the text after them.
  readonly changes: readonly ts.TextChange[];
  readonly source: ts.SourceFile;
  readonly declaration: ts.FunctionDeclaration | ts.MethodDeclaration;
  readonly body: ts.Block;
  readonly call: ts.CallExpression;
  // With await and yield.
  readonly called: ts.Expression;
}

export function madeFunctionIn(text: string, path: string, changes: readonly ts.TextChange[], name: string): MadeFunction {
  const ordered = changes.toSorted((a, b) => a.span.start - b.span.start);
  // TypeScript writes type parameters into JavaScript as well, where only its own language can read them.
  const kind = isJavascript(path) ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(path, changed(text, ordered), ts.ScriptTarget.Latest, true, kind);
  const named = identifiersIn(source).filter((identifier) => identifier.text === name);
  const declaration = named.map(({ parent }) => parent).find((node) => isMade(node) && isInserted(ordered, node));
  const call = named.flatMap((identifier) => callOf(identifier) ?? []).find((one) => isInserted(ordered, one) && !isInside(one, declaration));
  if (declaration === undefined || !isMade(declaration) || declaration.body === undefined || call === undefined)
    throw new UnsoundRefactoring('TypeScript makes a function here that is not called as expected; select other statements.');
  return { changes: ordered, source, declaration, body: declaration.body, call, called: wholeCall(call) };
}

function isMade(node: ts.Node): node is ts.FunctionDeclaration | ts.MethodDeclaration {
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
}

// `part(…)`, `this.part(…)`, `Tug.part(…)` or `part.call(this, …)`.
function callOf(identifier: ts.Identifier): ts.CallExpression | undefined {
  const access = ts.isPropertyAccessExpression(identifier.parent) ? identifier.parent : identifier;
  const { parent } = access;
  if (ts.isCallExpression(parent) && parent.expression === access) return parent;
  return ts.isPropertyAccessExpression(access) && access.expression === identifier && ts.isCallExpression(access.parent) ? access.parent : undefined;
}

function wholeCall(call: ts.Expression): ts.Expression {
  const { parent } = call;
  return ts.isAwaitExpression(parent) || ts.isYieldExpression(parent) || ts.isParenthesizedExpression(parent) ? wholeCall(parent) : call;
}

function isInside(node: ts.Node, around: ts.Node | undefined): boolean {
  return around !== undefined && node.pos >= around.pos && node.end <= around.end;
}

function isInserted(ordered: readonly ts.TextChange[], node: ts.Node): boolean {
  return changeAround(ordered, node.getStart()) !== undefined;
}

// The change that brings what stands at an offset of the text after all of them, and where that change begins there.
export function changeAround(ordered: readonly ts.TextChange[], offset: number): { readonly index: number; readonly start: number } | undefined {
  let moved = 0;
  for (const [index, { span, newText }] of ordered.entries()) {
    const start = span.start + moved;
    if (offset >= start && offset < start + newText.length) return { index, start };
    moved += newText.length - span.length;
  }
  return undefined;
}
