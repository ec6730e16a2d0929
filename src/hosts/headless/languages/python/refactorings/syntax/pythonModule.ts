// One Python file as a refactoring sees it: text, tree, scopes, and how its lines are laid out.

import type { Span } from '../../../../../../base/text/rewrites.ts';
import type { Range, TextSnapshot } from '../../../../../../ide/text.ts';
import type { TextEdit } from '../../../../../../ide/workspaceEdit.ts';
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import { type PythonToken, type ReplacementField, Unreadable } from './lexer.ts';
import { Scopes } from './scopes.ts';
import { type ParsedModule, parsed } from './statements.ts';
import { isExpression, type Node } from './syntax.ts';
import { KEYWORDS } from './tokenReader.ts';

export interface OffsetEdit extends Span {
  readonly text: string;
}

export class PythonModule {
  readonly snapshot: TextSnapshot;
  readonly root: Node;
  readonly scopes: Scopes;
  readonly tokens: readonly PythonToken[];
  readonly comments: readonly Span[];

  constructor(snapshot: TextSnapshot) {
    const { root, tokens, comments } = readable(snapshot);
    this.snapshot = snapshot;
    this.root = root;
    this.tokens = tokens;
    this.comments = comments;
    this.scopes = new Scopes(root);
  }

  get text(): string {
    return this.snapshot.text;
  }

  get lineBreak(): string {
    return this.text.includes('\r\n') ? '\r\n' : '\n';
  }

  textOf({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  // As people count.
  lineOf({ start }: { readonly start: number }): number {
    return this.snapshot.positionAt(start).line + 1;
  }

  // For a sentence: short, in one line.
  quoted(node: Span): string {
    const text = this.textOf(node).replace(/\s+/g, ' ');
    return text.length > 40 ? `${text.slice(0, 37)}...` : text;
  }

  // What is selected, without the blanks around it.
  span({ start, end }: Range): Span {
    const from = this.snapshot.offsetAt(start);
    const text = this.text.slice(from, this.snapshot.offsetAt(end));
    const first = from + (text.length - text.trimStart().length);
    return { start: first, end: Math.max(first, from + text.trimEnd().length) };
  }

  // The expression that stands exactly there.
  expressionAt({ start, end }: Span): Node | undefined {
    for (const node of this.root.walk()) if (node.start === start && node.end === end && isExpression(node) && node.kind !== 'starred') return node;
    return undefined;
  }

  nameAt(offset: number): Node | undefined {
    for (const node of this.root.walk()) if (node.kind === 'name' && node.start <= offset && offset <= node.end) return node;
    return undefined;
  }

  lineStart(offset: number): number {
    return Math.max(this.text.lastIndexOf('\n', offset - 1), this.text.includes('\r\n') ? -1 : this.text.lastIndexOf('\r', offset - 1)) + 1;
  }

  // Behind the line break that follows.
  lineEnd(offset: number): number {
    const [found] = /\r\n|\r|\n|$/.exec(this.text.slice(offset)) ?? [''];
    const at = this.text.slice(offset).search(/\r\n|\r|\n|$/);
    return offset + at + found.length;
  }

  // The blanks before a statement; undefined for one that shares its line with what stands before it.
  indentOf({ start }: Span): string | undefined {
    const before = this.text.slice(this.lineStart(start), start);
    return /^[ \t\f\ufeff]*$/.test(before) ? before.replace('\ufeff', '') : undefined;
  }

  // Where a statement begins with the comments that stand directly above it.
  withComments({ start }: Span): number {
    let at = this.lineStart(start);
    for (;;) {
      const above = this.lineStart(Math.max(0, at - 1));
      const line = this.text.slice(above, at);
      // The first line of a script is not about what follows.
      if (above === at || !/^[ \t]*#/.test(line) || /^#!|coding[:=]/.test(line) || this.isInString(above)) return at;
      at = above;
    }
  }

  // One step further in.
  get indentUnit(): string {
    for (const node of this.root.walk()) {
      if (node.kind !== 'block' || node.text === 'inline') continue;
      const inner = this.indentOf(node);
      const [around = ''] = /^[ \t]*/.exec(this.text.slice(this.lineStart(node.parent?.start ?? 0))) ?? [];
      if (inner?.startsWith(around) === true && inner.length > around.length) return inner.slice(around.length);
    }
    return '    ';
  }

  // The tokens of a part, without what lays them out.
  wordsOf(span: Span): string {
    return tokensIn(this.tokens, span)
      .filter(({ text }) => text.trim() !== '')
      .map(({ text }) => text)
      .join(' ');
  }

  // It goes on in another line only because something around it has brackets.
  breaksOutsideBrackets({ start, end }: Span): boolean {
    let depth = 0;
    let behind = start;
    for (const token of tokensIn(this.tokens, { start, end })) {
      if (depth === 0 && /[\r\n]/.test(this.text.slice(behind, token.start))) return true;
      if (token.kind === 'mark' && '([{'.includes(token.text)) depth += 1;
      if (token.kind === 'mark' && ')]}'.includes(token.text)) depth -= 1;
      behind = token.end;
    }
    return false;
  }

  isInString(offset: number): boolean {
    return this.tokens.some(({ kind, start, end }) => (kind === 'string' || kind === 'template') && start < offset && offset < end);
  }

  // The lines of a part with another indentation; what continues a string stays as it is.
  reindented({ start, end }: Span, from: string, to: string): string {
    let at = start;
    return this.text
      .slice(start, end)
      .split(/(?<=\r\n|\r(?!\n)|\n)/)
      .map((line) => {
        const lineStart = at;
        at += line.length;
        if (lineStart === start || line.trim() === '' || this.isInString(lineStart)) return line;
        return line.startsWith(from) ? `${to}${line.slice(from.length)}` : `${to}${line.trimStart()}`;
      })
      .join('');
  }

  // Another text in place of a part: words that would grow together are kept apart, and so is a brace that would escape the one before it in a template.
  replacing({ start, end }: Span, text: string): OffsetEdit {
    const isBehindWord = isWord(this.text[start - 1]) && isWord(text[0]);
    const isBehindBrace = this.text[start - 1] === '{' && text.startsWith('{') && this.isInString(start);
    const before = isBehindWord || isBehindBrace ? ' ' : '';
    const after = isWord(text.at(-1)) && isWord(this.text[end]) ? ' ' : '';
    return { start, end, text: `${before}${text}${after}` };
  }

  textEdit({ start, end, text }: OffsetEdit): TextEdit {
    return { range: { start: this.snapshot.positionAt(start), end: this.snapshot.positionAt(end) }, newText: text };
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{ID_Continue}"']/u.test(character);
}

// Also those inside of a template, for a part of it.
function tokensIn(tokens: readonly PythonToken[], span: Span): readonly PythonToken[] {
  return tokens.flatMap((token): readonly PythonToken[] => {
    if (span.start <= token.start && token.end <= span.end) return [token];
    const isAround = token.start <= span.start && span.end <= token.end;
    return isAround ? inReplacements(token.replacements ?? [], span) : [];
  });
}

function inReplacements(replacements: readonly ReplacementField[], span: Span): readonly PythonToken[] {
  return replacements.flatMap(({ tokens, nested }) => [...tokensIn(tokens, span), ...inReplacements(nested, span)]);
}

export function checkName(name: string): void {
  if (!/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name)) throw new RefusedRefactoring(`${name} is no name in Python.`);
  if (KEYWORDS.has(name)) throw new RefusedRefactoring(`${name} is a keyword of Python.`);
}

function readable(snapshot: TextSnapshot): ParsedModule {
  try {
    return parsed(snapshot.text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new RefusedRefactoring(
      `line ${snapshot.positionAt(error.offset).line + 1} of ${snapshot.uri.split('/').at(-1) ?? ''} is no Python that can be read: ${error.message}.`,
    );
  }
}
