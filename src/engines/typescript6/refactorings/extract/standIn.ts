// A text that stands in for a file while TypeScript extracts from it: the same names at the same types, without the ways out and patterns that it refuses.
import ts from 'typescript';
import { changed } from '../../code/naming.ts';
import type { Flow } from './flow.ts';

export interface StandIn {
  readonly text: string;
  readonly span: ts.TextRange;
}

// Undefined where TypeScript can have the file as it is.
export function standInFor(source: ts.SourceFile, span: ts.TextRange, { exits, outputs }: Flow): StandIn | undefined {
  const patterns = new Set(
    outputs.flatMap(({ declaration, binding }) => (binding !== undefined && ts.isBindingElement(declaration) ? patternOf(declaration) : [])),
  );
  if (exits.length === 0 && patterns.size === 0) return undefined;
  // To throw ends the way as the exit does, and TypeScript lets it pass.
  const thrown = exits.map((exit) => {
    const value = ts.isReturnStatement(exit) ? exit.expression?.getText(source) : undefined;
    return { span: spanOf(exit, source), newText: `throw ${value === undefined ? '0' : `(${value})`};` };
  });
  const plain = [...patterns].map((declaration) => ({ span: spanOf(declaration, source), newText: withoutPattern(source, declaration) }));
  const changes = [...thrown, ...plain].toSorted((a, b) => a.span.start - b.span.start);
  const grown = changes.reduce((sum, { span: { length }, newText }) => sum + newText.length - length, 0);
  return { text: changed(source.text, changes), span: { pos: span.pos, end: span.end + grown } };
}

function patternOf(element: ts.BindingElement): readonly ts.VariableDeclaration[] {
  const declaration = ts.findAncestor(element, ts.isVariableDeclaration);
  return declaration !== undefined && ts.isVariableStatement(declaration.parent.parent) ? [declaration] : [];
}

// Each name by itself; the first has everything that the declaration reads.
function withoutPattern(source: ts.SourceFile, declaration: ts.VariableDeclaration): string {
  const names: string[] = [];
  const read: string[] = declaration.initializer === undefined ? [] : [declaration.initializer.getText(source)];
  const visit = (node: ts.Node): void => {
    if (ts.isBindingElement(node)) {
      if (ts.isIdentifier(node.name)) names.push(node.name.text);
      if (node.initializer !== undefined) read.push(node.initializer.getText(source));
      if (node.propertyName !== undefined && ts.isComputedPropertyName(node.propertyName)) read.push(node.propertyName.expression.getText(source));
    }
    if (ts.isBindingElement(node) || ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) ts.forEachChild(node, visit);
  };
  visit(declaration.name);
  return names.map((name, index) => `${name} = ${index === 0 ? `[${read.join(', ')}]` : '0'}`).join(', ');
}

function spanOf(node: ts.Node, source: ts.SourceFile): ts.TextSpan {
  return { start: node.getStart(source), length: node.end - node.getStart(source) };
}
