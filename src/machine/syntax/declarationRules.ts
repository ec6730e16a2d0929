// The rows of a grammar as rules that ast-grep reads, and its matches as declarations again.
import { z } from 'zod';
import type { SymbolKind } from '../../ide/doors/languages.ts';
import type { Position, Range } from '../../ide/text.ts';
import { AstNode, endOf, rangeOf } from './astGrep.ts';
import { type DeclarationRow, NAME, type NodeRule } from './declarationRow.ts';
import type { OutlineGrammar } from './declarations/languages.ts';
import { FUNCTIONS, LOCALS, TYPES } from './kinds.ts';

export interface SyntaxDeclaration {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly range: Range;
  readonly selection: Range;
  readonly of?: string;
  // What is written before its body.
  readonly header: string;
  // It says more than the name and the kind do.
  readonly showsHeader: boolean;
  // Of two rows that see a declaration in the same name, the earlier one is the more exact.
  readonly row: number;
  // The node is the name alone, one of several in a declaration: `int width, height`.
  readonly lone?: true;
}

// JSON is YAML, in which documents follow each other behind three dashes.
export function rulesOf(grammar: OutlineGrammar): string {
  return rules(grammar, () => ({}));
}

// Only what is named so, and nothing that a function keeps to itself; `names` is a regular expression.
export function rulesForNames(grammar: OutlineGrammar, names: string): string {
  const functions = grammar.declarations.filter(({ as }) => FUNCTIONS.has(as)).map(({ node }) => ({ kind: node }));
  const notLocal: NodeRule = { not: { inside: { any: functions, stopBy: 'end' } } };
  const constraints = { NAME: { regex: names } };
  return rules(grammar, (row) => {
    if (isWord(row.name)) return undefined;
    return { constraints, rule: { all: [...conditionsOf(row), ...(LOCALS.has(row.as) && functions.length > 0 ? [notLocal] : [])] } };
  });
}

// Only types and modules.
export function rulesForContainers(grammar: OutlineGrammar): string {
  return rules(grammar, ({ as }) => (TYPES.has(as) || as === 'module' || as === 'namespace' ? {} : undefined));
}

// What a row adds to its rule; undefined leaves it out.
function rules({ grammar, declarations }: OutlineGrammar, added: (row: DeclarationRow) => object | undefined): string {
  return declarations
    .flatMap((row, index) => {
      const more = added(row);
      return more === undefined ? [] : [JSON.stringify({ id: `${index}`, language: grammar, rule: { all: conditionsOf(row) }, ...more })];
    })
    .join('\n---\n');
}

function conditionsOf({ node, name, where, of }: DeclarationRow): NodeRule[] {
  return [{ kind: node }, ...nameConditions(name), ...(of === undefined ? [] : [{ has: of }]), ...(where === undefined ? [] : [where])];
}

function nameConditions(name: DeclarationRow['name']): NodeRule[] {
  if (name === 'itself') return [{ pattern: NAME }];
  return isWord(name) ? [] : [{ has: name }];
}

function isWord(name: DeclarationRow['name']): name is { readonly word: string } {
  return name !== 'itself' && 'word' in name;
}

export const DeclarationMatch = AstNode.extend({
  file: z.string(),
  // The lines on which the match stands, whole.
  lines: z.string(),
  ruleId: z.string(),
  metaVariables: z.object({ single: z.record(z.string(), AstNode) }).optional(),
});
export type DeclarationMatch = z.infer<typeof DeclarationMatch>;

export function declarationOf({ declarations }: OutlineGrammar, match: DeclarationMatch): SyntaxDeclaration | undefined {
  const index = Number(match.ruleId);
  const row = declarations[index];
  if (row === undefined) return undefined;
  const range = rangeOf(match, match.lines.split('\n', 1)[0] ?? '');
  const name = nameOf(row, match, range.start);
  const of = match.metaVariables?.single['OF']?.text;
  if (name === undefined) return undefined;
  return {
    ...name,
    kind: row.as,
    range,
    ...(of !== undefined && { of }),
    header: headerOf(match.text),
    showsHeader: row.header ?? false,
    row: index,
    ...(row.name === 'itself' && { lone: true }),
  };
}

function nameOf(row: DeclarationRow, match: DeclarationMatch, start: Position): { name: string; selection: Range } | undefined {
  if (isWord(row.name)) {
    const found = new RegExp(`\\b(?:${row.name.word})\\b`).exec(match.text);
    if (found === null) return undefined;
    const at = endOf(start, match.text.slice(0, found.index));
    return { name: found[0], selection: { start: at, end: endOf(at, found[0]) } };
  }
  const node = match.metaVariables?.single['NAME'];
  if (node === undefined) return undefined;
  const line = match.lines.split('\n')[node.range.start.line - match.range.start.line] ?? '';
  const selection = rangeOf(node, line);
  const name = bare(node.text);
  const before = node.text.indexOf(name);
  // Quotes and the colon of a symbol are not part of a name.
  const from = { line: selection.start.line, character: selection.start.character + before };
  return { name, selection: before > 0 ? { start: from, end: endOf(from, name) } : selection };
}

function bare(text: string): string {
  return /^(["'`]).*\1$/s.test(text) ? text.slice(1, -1) : text.replace(/^:(?=\w)/, '').replace(/\s+/g, ' ');
}

const LONGEST_HEADER = 120;

function headerOf(text: string): string {
  const header = (/^[^{]*?(?=\s*(?:\{|\bdo\b\s*\n|\bwhere\b\s*\n|(?<![=<>!])=(?![=>])|$))/s.exec(text)?.[0] ?? '').replace(/\s+/g, ' ').trim();
  return header.length > LONGEST_HEADER ? `${header.slice(0, LONGEST_HEADER)}…` : header;
}
