// An expression written in the place of another: its indentation, and the parentheses and separators that it needs there and no others.
import ts from 'typescript';
import { changed } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { formatOf } from '../../code/style.ts';
import { lineOf } from '../inline/meaning.ts';

// The text of an expression with some parts replaced, for a place in a file that may be written in another style.
export function movedText(expression: ts.Node, replacements: readonly ts.TextChange[], at: ts.Node): string {
  const { text } = at.getSourceFile();
  return shiftedText(expression, replacements, { indent: indentAt(text, at.getStart()), newLine: formatOf(text).newLineCharacter ?? '\n' });
}

// The text of a node with some parts replaced, as if its first line were indented so.
export function shiftedText(
  node: ts.Node,
  replacements: readonly ts.TextChange[],
  { indent: wanted, newLine }: { readonly indent: string; readonly newLine: string },
): string {
  return shiftedRange(node.getSourceFile(), { pos: node.getStart(), end: node.end }, literalsIn(node), replacements, { indent: wanted, newLine });
}

// The same of a part of a file, in which some literals keep their breaks.
export function shiftedRange(
  { text }: ts.SourceFile,
  { pos: start, end: stop }: ts.TextRange,
  kept: readonly ts.TextRange[],
  replacements: readonly ts.TextChange[],
  { indent: wanted, newLine }: { readonly indent: string; readonly newLine: string },
): string {
  const old = indentAt(text, start);
  const breaks = [...text.slice(start, stop).matchAll(/(?:\r\n|\n)([ \t]*)/g)].flatMap(({ index, 0: whole, 1: indent = '' }) => {
    const offset = start + index;
    if (kept.some(({ pos, end }) => pos < offset && end > offset)) return [];
    const moved = indent.startsWith(old) ? `${wanted}${indent.slice(old.length)}` : indent;
    const isBlank = /[\r\n]/.test(text[offset + whole.length] ?? '');
    return [{ span: { start: offset, length: whole.length }, newText: `${newLine}${isBlank ? '' : moved}` }];
  });
  const ordered = [...replacements, ...breaks].toSorted((a, b) => a.span.start - b.span.start);
  return changed(
    text.slice(start, stop),
    ordered.map(({ span, newText }) => ({ span: { start: span.start - start, length: span.length }, newText })),
  );
}

// The change that writes the text of a value where another expression stands. Throws UnsoundRefactoring where it cannot be written.
export function placedAt(place: ts.Expression, value: ts.Expression, text: string): ts.TextChange {
  const span = { start: place.getStart(), length: place.end - place.getStart() };
  const { parent } = place;
  if (ts.isShorthandPropertyAssignment(parent)) return { span, newText: `${place.getText()}: ${isList(value) ? `(${text})` : text}` };
  if (ts.isTemplateSpan(parent) && ts.isStringLiteralLike(value) && !ts.isTaggedTemplateExpression(parent.parent.parent)) return merged(parent, value);
  if (isMarkup(value) && ts.isJsxExpression(parent) && (ts.isJsxElement(parent.parent) || ts.isJsxFragment(parent.parent)))
    return { span: { start: parent.getStart(), length: parent.end - parent.getStart() }, newText: text };
  const fitting = WAYS.find((way) => (way.open !== '' || !isNever(value, place)) && fits(place, value, text, way));
  if (fitting === undefined) throw new UnsoundRefactoring(`Its value cannot be written on line ${lineOf(place)}.`);
  return { span, newText: `${fitting.before}${fitting.open}${text}${fitting.close}` };
}

interface Way {
  // Ends the statement before, in files that write no semicolons.
  readonly before: '' | ';';
  readonly open: '' | '(';
  readonly close: '' | ')';
}

const WAYS: readonly Way[] = [
  { before: '', open: '', close: '' },
  { before: '', open: '(', close: ')' },
  { before: ';', open: '', close: '' },
  { before: ';', open: '(', close: ')' },
];

function isMarkup(value: ts.Expression): boolean {
  return ts.isJsxElement(value) || ts.isJsxSelfClosingElement(value) || ts.isJsxFragment(value);
}

function isList(value: ts.Expression): boolean {
  return ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.CommaToken;
}

// A string in a template literal is a part of it.
function merged(span: ts.TemplateSpan, value: ts.StringLiteralLike): ts.TextChange {
  const before = span.parent.templateSpans[span.parent.templateSpans.indexOf(span) - 1]?.literal ?? span.parent.head;
  const [start, end] = [before.end - '${'.length, span.literal.getStart() + '}'.length];
  return { span: { start, length: end - start }, newText: value.text.replace(/[\\`]|\$\{/g, '\\$&') };
}

// What the grammar allows but means something else, or what only the checker complains about.
function isNever(value: ts.Expression, place: ts.Expression): boolean {
  const { parent } = place;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    // The grammar would allow it, but nobody reads it so.
    if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return true;
    if (kind === ts.SyntaxKind.AsteriskAsteriskToken && parent.left === place) return isPrefixed(value);
    return ts.isBinaryExpression(value) && isNullish(kind) !== isNullish(value.operatorToken.kind) && [kind, value.operatorToken.kind].every(isLogical);
  }
  const continues =
    ts.isNonNullExpression(parent) ||
    (ts.isTaggedTemplateExpression(parent) && parent.tag === place) ||
    ((ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent)) &&
      parent.expression === place &&
      parent.questionDotToken === undefined);
  return continues && (value.flags & ts.NodeFlags.OptionalChain) !== 0;
}

function isPrefixed(value: ts.Expression): boolean {
  return (
    ts.isPrefixUnaryExpression(value) ||
    ts.isTypeOfExpression(value) ||
    ts.isVoidExpression(value) ||
    ts.isDeleteExpression(value) ||
    ts.isAwaitExpression(value)
  );
}

function isNullish(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.QuestionQuestionToken;
}

function isLogical(kind: ts.SyntaxKind): boolean {
  return isNullish(kind) || kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.AmpersandAmpersandToken;
}

// Read again with the text in it, the file has the value there and everything around as it was.
function fits(place: ts.Expression, value: ts.Expression, text: string, { before, open, close }: Way): boolean {
  const source = place.getSourceFile();
  const start = place.getStart();
  if (before !== '' && !ts.isExpressionStatement(statementStartingAt(place))) return false;
  const written = `${before}${open}${text}${close}`;
  const read = ts.createSourceFile(source.fileName, source.text.slice(0, start) + written + source.text.slice(place.end), ts.ScriptTarget.Latest, true);
  const kind = open === '' ? value.kind : ts.SyntaxKind.ParenthesizedExpression;
  const node = nodeOver(read, start + before.length, start + written.length, kind);
  return node !== undefined && isAroundTheSame(place, node, written.length - (place.end - start), before !== '');
}

function statementStartingAt(place: ts.Node): ts.Node {
  const start = place.getStart();
  let found = place;
  for (let node = place; node !== undefined && node.getStart() === start && !ts.isSourceFile(node); node = node.parent) found = node;
  return found;
}

function nodeOver(source: ts.SourceFile, start: number, end: number, kind: ts.SyntaxKind): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > start || node.end < end) return;
    if (node.kind === kind && node.getStart(source) === start && node.end === end) found ??= node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isAroundTheSame(before: ts.Node, after: ts.Node, grown: number, separated: boolean): boolean {
  let [old, read]: [ts.Node | undefined, ts.Node | undefined] = [before.parent, after.parent];
  while (old !== undefined && read !== undefined) {
    const sameStart = separated || old.pos === read.pos;
    const sameChain = (old.flags & ts.NodeFlags.OptionalChain) === (read.flags & ts.NodeFlags.OptionalChain);
    if (old.kind !== read.kind || !sameStart || !sameChain || old.end + grown !== read.end) return false;
    [old, read] = [old.parent, read.parent];
  }
  return old === read;
}

// Where a line break belongs to the value of a literal.
export function literalsIn(node: ts.Node): readonly ts.TextRange[] {
  const found: ts.TextRange[] = [];
  const visit = (child: ts.Node): void => {
    const isText = ts.isTemplateHead(child) || ts.isTemplateMiddleOrTemplateTail(child) || ts.isStringLiteralLike(child);
    if (isText) found.push({ pos: child.getStart(), end: child.end });
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}
