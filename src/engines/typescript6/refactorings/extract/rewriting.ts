// A function that TypeScript has made, written so that code does what it did: its parameters, its ways out, and how its values come back.
import ts from 'typescript';
import { changed, identifiersIn } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { formatOf } from '../../code/style.ts';
import { isJavascript } from '../../projects/paths.ts';
import { indentAt, literalsIn, shiftedRange } from '../move/placing.ts';
import { type Handing, handingOf } from './callSite.ts';
import type { Flow } from './flow.ts';
import { commentFor } from './jsDoc.ts';
import { changeAround, type MadeFunction } from './madeFunction.ts';
import { promisedType, writtenParameters } from './parameterTypes.ts';
import type { StandIn } from './standIn.ts';

export interface Rewriting {
  readonly checker: ts.TypeChecker;
  readonly source: ts.SourceFile;
  readonly span: ts.TextRange;
  readonly flow: Flow | undefined;
  readonly standIn: StandIn | undefined;
  // Variables that the new function must not have a copy of.
  readonly shared: readonly string[];
  readonly name: string;
  // The new function is JavaScript whose types are checked.
  readonly documented: boolean;
  // What the new function says of a parameter where it returns true, `x is string`.
  readonly predicate?: string | undefined;
}

export function rewritten(made: MadeFunction, rewriting: Rewriting): readonly ts.TextChange[] {
  const { checker, source, span, flow, standIn, shared, name, documented, predicate } = rewriting;
  const parameters = writtenParameters(checker, source, span, made);
  const copied = shared.find((one) => parameters.some((parameter) => parameter.name === one));
  if (copied !== undefined)
    throw new UnsoundRefactoring(
      `${copied} is changed while a function or another branch sees it, and the new function would only have a copy; select all of the block that declares it.`,
    );
  const kept = parameters.filter(({ isLocal }) => !isLocal);
  const called = callText(
    made,
    kept.map(({ argument }) => argument),
  );
  const typed = !isJavascript(source.fileName);
  const own =
    flow === undefined
      ? undefined
      : withOutputs(
          flow,
          made,
          parameters.map((parameter) => parameter.name),
        );
  const handing = own === undefined ? undefined : handingOf(own, { checker, call: called, result: freeName(source, `${name}Result`), typed });
  const isOwnSite = standIn !== undefined || (own !== undefined && isMixed(own));
  const head = headText(
    made,
    kept.map(({ text }) => text),
    predicate !== undefined && typed
      ? `: ${predicate}`
      : handing === undefined || flow === undefined
        ? ''
        : promisedType(checker, source, flow, handing.promised),
    lacksAsync(made, source, span),
  );
  const locals = parameters.filter(({ isLocal }) => isLocal).map(({ text }) => `let ${text}`);
  const body =
    standIn !== undefined && handing !== undefined && flow !== undefined ? ownBody(made, rewriting, flow, handing, locals) : bodyText(made, locals, source);
  const site = handing !== undefined && isOwnSite ? siteText(source, span, handing) : undefined;
  const comment = documented ? commentFor(made, { parameters: kept, returned: predicate }, styleIn(source, '').newLine) : '';
  return placed(made, rewriting, `${comment}${head}${body}`, { called, site });
}

// What TypeScript hands over is what is not seen from the new function; anything else needs no way back.
function withOutputs(flow: Flow, { declaration }: MadeFunction, parameters: readonly string[]): Flow {
  const outputs = flow.outputs.filter(({ name, binding }) => binding !== undefined || parameters.includes(name));
  const isVarLost = outputs.some(({ binding }) => binding === 'var') && flow.exits.some((exit) => !ts.isReturnStatement(exit));
  if (isVarLost) throw new UnsoundRefactoring('It declares a var and leaves a loop; make it let or const, or select the whole loop.');
  if (flow.exits.length > 0 && declaration.asteriskToken !== undefined && !flow.completes) return { ...flow, outputs: [] };
  return { ...flow, outputs };
}

// TypeScript makes one var of constants and variables, and a variable of each constant beside one that is only assigned.
function isMixed({ outputs }: Flow): boolean {
  return new Set(outputs.map(({ binding }) => binding)).size > 1;
}

function freeName(source: ts.SourceFile, wanted: string): string {
  const taken = new Set(identifiersIn(source).map(({ text }) => text));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!taken.has(name)) return name;
  }
}

function callText({ source, call, called }: MadeFunction, args: readonly string[]): string {
  const before = withoutTypes(source, called.getStart(source), call.expression, call.arguments.pos);
  return `${before}${args.join(', ')}${source.text.slice(call.arguments.end, called.end)}`;
}

function headText({ source, declaration, body }: MadeFunction, parameters: readonly string[], type: string, isAsynchronous: boolean): string {
  const written = withoutTypes(source, declaration.getStart(source), declaration.name ?? body, declaration.parameters.pos);
  const before = isAsynchronous ? written.replace(/(?:function\s*)?\*/, (star) => `async ${star}`) : written;
  const behind = source.text.slice(declaration.parameters.end, body.getStart(source));
  return `${before}${parameters.join(', ')}${declaration.type === undefined && type !== '' ? behind.replace(')', () => `)${type}`) : behind}`;
}

// TypeScript makes a plain generator of a part of an asynchronous one.
function lacksAsync({ declaration }: MadeFunction, source: ts.SourceFile, { pos }: ts.TextRange): boolean {
  if (declaration.asteriskToken === undefined || isAsync(declaration)) return false;
  let around: ts.FunctionLikeDeclaration | undefined;
  const visit = (node: ts.Node): void => {
    if (pos < node.pos || pos >= node.end) return;
    if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)) around = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return around !== undefined && isAsync(around);
}

function isAsync(node: ts.FunctionLikeDeclaration): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false);
}

// What stands before a list of arguments or parameters; JavaScript has no type parameters.
function withoutTypes(source: ts.SourceFile, from: number, named: ts.Node, list: number): string {
  return isJavascript(source.fileName) && named.end < list ? `${source.text.slice(from, named.end)}(` : source.text.slice(from, list);
}

function bodyText({ source, body }: MadeFunction, locals: readonly string[], original: ts.SourceFile): string {
  const text = body.getText(source);
  if (locals.length === 0) return text;
  const { newLine, inner, stop } = styleIn(original, indentAt(source.text, body.getStart(source)));
  return text.replace('{', () => `{${locals.map((local) => `${newLine}${inner}${local}${stop}`).join('')}`);
}

// The statements as the person wrote them, which TypeScript has only seen without their ways out.
function ownBody(
  { source: after, body }: MadeFunction,
  { source, span }: Rewriting,
  { statements }: Flow,
  { exits, end }: Handing,
  locals: readonly string[],
): string {
  const indent = indentAt(after.text, body.getStart(after));
  const { newLine, inner, stop } = styleIn(source, indent);
  const literals = statements.flatMap(literalsIn);
  // Comments before the first statement stay where they are.
  const selected = { pos: statements[0]?.getStart(source) ?? span.pos, end: statements.at(-1)?.end ?? span.end };
  const own = shiftedRange(source, selected, literals, exits, { indent: inner, newLine });
  const needsStop = stop !== '' && !/[;}]\s*$/.test(own) && end !== undefined;
  const lines = [...locals.map((local) => `${local}${stop}`), `${own}${needsStop ? stop : ''}`, ...(end === undefined ? [] : [`${end}${stop}`])];
  return `{${lines.map((line) => `${newLine}${inner}${line}`).join('')}${newLine}${indent}}`;
}

function siteText(source: ts.SourceFile, span: ts.TextRange, { lines }: Handing): string {
  const { newLine, stop } = styleIn(source, '');
  const indent = indentAt(source.text, span.pos);
  return lines.map((line) => `${line}${stop}`).join(`${newLine}${indent}`);
}

function styleIn({ text }: ts.SourceFile, indent: string): { readonly newLine: string; readonly inner: string; readonly stop: string } {
  const { newLineCharacter = '\n', indentSize = 2, convertTabsToSpaces, semicolons } = formatOf(text);
  const inner = `${indent}${convertTabsToSpaces === false ? '\t' : ' '.repeat(indentSize)}`;
  return { newLine: newLineCharacter, inner, stop: semicolons === ts.SemicolonPreference.Remove ? '' : ';' };
}

interface Written {
  readonly called: string;
  // Undefined where the statements of TypeScript stay around the call.
  readonly site: string | undefined;
}

// The changes of TypeScript with our texts in them, counted from the file as it is.
function placed(made: MadeFunction, { source, span, standIn }: Rewriting, text: string, { called, site }: Written): readonly ts.TextChange[] {
  const { changes, source: after, declaration } = made;
  const around = changeAround(changes, made.called.getStart(after));
  const grown = standIn === undefined ? 0 : standIn.text.length - source.text.length;
  return changes.map((change, index) => {
    const start = changeAround(changes, declaration.getStart(after))?.index === index ? changeAround(changes, declaration.getStart(after))?.start : undefined;
    const isSite = around?.index === index;
    const parts: ts.TextChange[] = [];
    if (start !== undefined) parts.push({ span: ts.createTextSpanFromBounds(declaration.getStart(after) - start, declaration.end - start), newText: text });
    if (isSite && site === undefined)
      parts.push({ span: ts.createTextSpanFromBounds(made.called.getStart(after) - around.start, made.called.end - around.start), newText: called });
    const newText = changed(
      change.newText,
      parts.toSorted((a, b) => a.span.start - b.span.start),
    );
    const from = change.span.start > span.pos ? change.span.start - grown : change.span.start;
    const end = change.span.start + change.span.length;
    const own = { span: ts.createTextSpanFromBounds(from, end > span.pos ? end - grown : end), newText };
    if (!isSite || site === undefined) return own;
    const [lead = ''] = /^\s*/.exec(newText) ?? [];
    const [trail = ''] = /\s*$/.exec(newText) ?? [];
    return { ...own, newText: `${lead}${site}${trail}` };
  });
}
