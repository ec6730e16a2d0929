// The text that goes when a declaration goes: with its comments and decorators, without leaving a gap or a lonely comma.
import ts from 'typescript';
import { UnsoundRefactoring } from '../../code/refused.ts';
import { meantBy } from '../../code/symbols.ts';

export interface Deletion {
  readonly path: string;
  readonly span: ts.TextSpan;
}

// Of every declaration of the symbol that the identifier names. Throws UnsoundRefactoring for what is no declaration of its own.
export function deletionsOf(checker: ts.TypeChecker, identifier: ts.Node): { readonly deletions: readonly Deletion[]; readonly notes: readonly string[] } {
  const declarations = declarationsOf(checker, identifier);
  const nodes = [...new Set([...declarations.map(removable), ...declarations.flatMap(exportEntriesOf)])];
  const running = nodes.filter((node) => ts.isVariableStatement(node) || ts.isVariableDeclaration(node)).filter(runsCode);
  return {
    deletions: runsOf(nodes).map((run) => ({ path: run.first.getSourceFile().fileName, span: spanOf(run.first, run.last) })),
    notes: [...running.map((node) => `With it goes code that was run: ${firstLine(node)}`), ...declarations.flatMap(shiftedValues)],
  };
}

interface Run {
  readonly first: ts.Node;
  readonly last: ts.Node;
}

// Neighbours go together, so that the blank lines between them go too.
function runsOf(nodes: readonly ts.Node[]): readonly Run[] {
  const runs: Run[] = [];
  for (const node of nodes.toSorted((a, b) => a.pos - b.pos)) {
    const index = runs.findIndex(({ last }) => isNext(last, node));
    const run = runs[index];
    if (run === undefined) runs.push({ first: node, last: node });
    else runs[index] = { ...run, last: node };
  }
  return runs;
}

function isNext(node: ts.Node, next: ts.Node): boolean {
  const source = node.getSourceFile();
  if (source !== next.getSourceFile() || isListed(node) || isListed(next)) return false;
  return node.end <= next.pos && source.text.slice(node.end, attachedStart(next, source)).trim() === '';
}

// Where its file exports a declaration of the top level in a list: the entry, or the list that would be empty.
export function exportEntriesOf(declaration: ts.Declaration): readonly ts.Node[] {
  const source = declaration.getSourceFile();
  const name = ts.getNameOfDeclaration(declaration);
  const scope = ts.isVariableDeclaration(declaration) ? declaration.parent.parent.parent : declaration.parent;
  if (scope !== source || name === undefined) return [];
  return source.statements.flatMap((statement): readonly ts.Node[] => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return [];
    const list = statement.exportClause;
    if (list === undefined || !ts.isNamedExports(list)) return [];
    const own = list.elements.filter((element) => (element.propertyName ?? element.name).text === name.getText(source));
    return own.length > 0 && own.length === list.elements.length ? [statement] : own;
  });
}

// Members of an enum without a value count from the one before them.
function shiftedValues(declaration: ts.Declaration): readonly string[] {
  if (!ts.isEnumMember(declaration) || declaration.initializer !== undefined) return [];
  const behind = declaration.parent.members.slice(declaration.parent.members.indexOf(declaration) + 1);
  const written = behind.findIndex(({ initializer }) => initializer !== undefined);
  const shifted = behind.slice(0, written < 0 ? behind.length : written).map((member) => member.name.getText());
  return shifted.length === 0 ? [] : [`The members behind it have other values now: ${shifted.join(', ')}.`];
}

// Where the symbol is declared, through the imports that name it.
export function declarationsOf(checker: ts.TypeChecker, identifier: ts.Node): readonly ts.Declaration[] {
  const named = checker.getSymbolAtLocation(identifier);
  const declarations = (named === undefined ? undefined : meantBy(checker, named))?.declarations ?? [];
  if (declarations.length === 0) throw new UnsoundRefactoring(`${identifier.getText()} has no declaration.`);
  return declarations;
}

// The whole that can be taken out: of a variable that stands alone its statement.
export function removable(declaration: ts.Node): ts.Node {
  if (ts.isVariableDeclaration(declaration)) {
    const list = declaration.parent;
    if (!ts.isVariableDeclarationList(list) || !ts.isVariableStatement(list.parent))
      throw new UnsoundRefactoring('A variable of a loop or a catch clause goes with its statement.');
    return list.declarations.length === 1 ? list.parent : declaration;
  }
  if (ts.isBindingElement(declaration)) {
    const { elements } = declaration.parent;
    const isPlain =
      ts.isObjectBindingPattern(declaration.parent) &&
      elements.length > 1 &&
      elements.every((element) => !ts.isOmittedExpression(element) && !element.dotDotDotToken);
    if (!isPlain) throw new UnsoundRefactoring('It is part of a pattern whose other parts would change with it; edit that by hand.');
    return declaration;
  }
  if (ts.isParameter(declaration)) throw new UnsoundRefactoring('It is a parameter; whoever calls the function would have to change too.');
  if (ts.isTypeParameterDeclaration(declaration)) throw new UnsoundRefactoring('It is a type parameter; edit the declaration by hand.');
  if (ts.isModuleDeclaration(declaration.parent)) return removable(declaration.parent);
  const isOwn =
    ts.isStatement(declaration) ||
    ts.isClassElement(declaration) ||
    ts.isTypeElement(declaration) ||
    ts.isEnumMember(declaration) ||
    ts.isObjectLiteralElementLike(declaration);
  if (!isOwn || ts.isSourceFile(declaration)) throw new UnsoundRefactoring('It is not a declaration that could be taken out.');
  return declaration;
}

export function spanOf(node: ts.Node, last = node): ts.TextSpan {
  const source = node.getSourceFile();
  return isListed(node) ? listedSpan(node, source) : linesSpan(node, last, source);
}

// The lines of a statement or member with what belongs to it above, and one of two blank lines that would meet.
function linesSpan(node: ts.Node, last: ts.Node, source: ts.SourceFile): ts.TextSpan {
  const { text } = source;
  const start = attachedStart(node, source);
  const lineStart = startOfLine(text, start);
  const end = endOfRow(text, last.end);
  const isWhole = text.slice(lineStart, start).trim() === '' && (end >= text.length || /[\r\n]/.test(text[end - 1] ?? ''));
  if (!isWhole) return ts.createTextSpanFromBounds(start, last.end);
  const blankBefore = lineStart === 0 || /(?:^|\r\n|\n|\r|\{)[ \t]*(?:\r\n|\n|\r)$/.test(text.slice(0, lineStart));
  const blankAfter = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end))?.[0].length ?? 0;
  if (blankBefore && blankAfter > 0) return ts.createTextSpanFromBounds(lineStart, end + blankAfter);
  // The last of a block or file leaves no blank line behind it.
  const closes = /^[ \t]*(?:\}|$)/.test(text.slice(end).replace(/^\s+$/, ''));
  const gap = closes ? (/(?:(?:\r\n|\n|\r)[ \t]*)(?=(?:\r\n|\n|\r)$)/.exec(text.slice(0, lineStart))?.[0].length ?? 0) : 0;
  return ts.createTextSpanFromBounds(lineStart - gap, end);
}

// Comments directly above, with no blank line in between.
export function attachedStart(node: ts.Node, source: ts.SourceFile): number {
  const { text } = source;
  let start = node.getStart(source);
  for (const comment of (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).toReversed()) {
    const between = text.slice(comment.end, start);
    const isFirstLine = text.slice(0, comment.pos).trim() === '' && comment.pos === 0 && text.startsWith('#!');
    if (isFirstLine || (between.match(/\r\n|\n|\r/g) ?? []).length > 1) break;
    // What stands behind the end of the line above belongs to that line.
    if (text.slice(startOfLine(text, comment.pos), comment.pos).trim() !== '') break;
    start = comment.pos;
  }
  return start;
}

function isListed(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isExportSpecifier(node) ||
    ts.isBindingElement(node) ||
    ts.isEnumMember(node) ||
    (ts.isObjectLiteralElementLike(node) && ts.isObjectLiteralExpression(node.parent))
  );
}

// Up to the next element, or from the end of the one before when it is the last.
function listedSpan(node: ts.Node, source: ts.SourceFile): ts.TextSpan {
  const siblings = siblingsOf(node);
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (after !== undefined) return ts.createTextSpanFromBounds(attachedStart(node, source), attachedStart(after, source));
  const comma = /^\s*,/.exec(source.text.slice(node.end))?.[0].length ?? 0;
  // With a comma behind the last the one before keeps its own.
  const start = before === undefined ? attachedStart(node, source) : comma > 0 ? commaBehind(before, source) : before.end;
  return ts.createTextSpanFromBounds(start, node.end + comma);
}

function commaBehind(node: ts.Node, source: ts.SourceFile): number {
  return node.end + (/^\s*,/.exec(source.text.slice(node.end))?.[0].length ?? 0);
}

function siblingsOf({ parent }: ts.Node): readonly ts.Node[] {
  if (ts.isVariableDeclarationList(parent)) return parent.declarations;
  if (ts.isObjectBindingPattern(parent) || ts.isNamedExports(parent)) return parent.elements;
  if (ts.isEnumDeclaration(parent)) return parent.members;
  return ts.isObjectLiteralExpression(parent) ? parent.properties : [];
}

function runsCode(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  const runs = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node) || ts.isTaggedTemplateExpression(node);
  return runs || (ts.forEachChild(node, (child) => runsCode(child) || undefined) ?? false);
}

function startOfLine(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

// Behind the line break of the row, with a comment at its end.
function endOfRow(text: string, at: number): number {
  return at + (/^[ \t]*[;,]?[ \t]*(?:\/\/[^\r\n]*)?(?:\r\n|\n|\r|$)/.exec(text.slice(at))?.[0].length ?? 0);
}

function firstLine(node: ts.Node): string {
  return node.getText().split(/\r\n|\n|\r/)[0] ?? '';
}
