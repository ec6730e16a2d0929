// The parts of a declaration in its text: the comment and the decorators above it, the declaration itself, and its body.
import type { OutlineSymbol } from '../../../ide/doors/languages.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import { notCode, type PartSpan } from '../../../source/codeParts.ts';

// Offsets in the text; ends are exclusive.
export interface DeclarationParts {
  // Where its comment or its first decorator begins, or else itself.
  readonly top: number;
  // Comments and decorators, in their order.
  readonly head: readonly HeadPart[];
  // The declaration without them.
  readonly core: number;
  readonly end: number;
}

export interface HeadPart {
  readonly kind: 'comment' | 'decorator';
  readonly start: number;
  readonly end: number;
}

export function partsOf(document: TextSnapshot, { range }: Pick<OutlineSymbol, 'range'>): DeclarationParts {
  const code = new Code(document.text, document.languageId);
  const { text } = document;
  const started = document.offsetAt(range.start);
  const line = document.offsetAt({ line: range.start.line, character: 0 });
  // Some engines leave out the words before the name, such as `export const`.
  const before = text.slice(line, started);
  const start = /^\s*(?:[\p{L}_]+\s+)*$/u.test(before) ? line + (before.length - before.trimStart().length) : started;
  let end = document.offsetAt(range.end);
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  if (text[end] === ';') end += 1;
  const top = start === started && before.trim() !== '' ? start : topAbove(code, start);
  const { head, core } = headIn(code, top, end);
  return { top, head, core, end };
}

// The comments and decorators at the beginning of a text that an agent wrote.
export function headOf(text: string, languageId: string): { head: readonly HeadPart[]; core: number } {
  return headIn(new Code(text, languageId), text.length - text.trimStart().length, text.length);
}

// Between the braces, or behind the colon; undefined where there is none.
export function bodyOf(document: TextSnapshot, { core, end }: DeclarationParts): Body | undefined {
  const code = new Code(document.text, document.languageId);
  return document.languageId === 'python' ? pythonBody(code, core, end) : (bracedBody(code, core, end) ?? arrowBody(code, core, end));
}

export interface Body {
  readonly kind: 'braces' | 'suite' | 'expression';
  // Braces are outside.
  readonly start: number;
  readonly end: number;
}

// A text in which only code counts.
class Code {
  readonly text: string;
  readonly #skips: ReadonlyMap<number, PartSpan>;
  readonly #ends: ReadonlyMap<number, PartSpan>;

  constructor(text: string, languageId: string) {
    this.text = text;
    // The apostrophe of a lifetime is no quote.
    const readable = languageId === 'rust' ? text.replaceAll(/'(?=[a-z_]\w*\b(?!'))/g, ' ') : text;
    const spans = notCode(readable, languageId);
    this.#skips = new Map(spans.map((span) => [span.start, span]));
    this.#ends = new Map(spans.map((span) => [span.end, span]));
  }

  spanAt(offset: number): PartSpan | undefined {
    return this.#skips.get(offset);
  }

  // The comment or string that ends here.
  spanBefore(offset: number): PartSpan | undefined {
    return this.#ends.get(offset);
  }

  // Each character of code, with the depth of the brackets around it; an opening bracket is outside itself.
  *characters(from: number, to: number): Iterable<{ at: number; character: string; depth: number }> {
    let depth = 0;
    for (let at = from; at < to; at++) {
      const span = this.spanAt(at);
      if (span !== undefined && span.end > at) {
        at = span.end - 1;
        continue;
      }
      const character = this.text[at] ?? '';
      if (/[)\]}]/.test(character)) depth -= 1;
      yield { at, character, depth };
      if (/[([{]/.test(character)) depth += 1;
    }
  }

  // Behind the bracket that closes the one here.
  closed(open: number, to: number): number {
    for (const { at, character, depth } of this.characters(open, to)) if (at > open && depth === 0 && /[)\]}]/.test(character)) return at + 1;
    return to;
  }
}

// Up over comments and decorators that stand directly above, without a blank line between.
function topAbove(code: Code, start: number): number {
  let top = start;
  for (;;) {
    const lineStart = code.text.lastIndexOf('\n', top - 1) + 1;
    if (code.text.slice(lineStart, top).trim() !== '' || lineStart === 0) return top;
    const above = code.text.slice(0, lineStart - 1).replace(/\r$/, '');
    const end = above.trimEnd().length;
    // A blank line parts them.
    if (above.slice(end).includes('\n') || end === 0) return top;
    const found = commentBefore(code, end) ?? decoratorBefore(code, end);
    if (found === undefined) return top;
    top = found;
  }
}

function commentBefore(code: Code, end: number): number | undefined {
  const span = [end, end + 1].map((at) => code.spanBefore(at)).find((one) => one?.part === 'comment');
  return span !== undefined && beginsLine(code.text, span.start) ? span.start : undefined;
}

function decoratorBefore(code: Code, end: number): number | undefined {
  let lineStart = code.text.lastIndexOf('\n', end - 1) + 1;
  for (let lines = 0; lines < LONGEST_DECORATOR; lines++) {
    const begin = lineStart + (code.text.slice(lineStart).length - code.text.slice(lineStart).trimStart().length);
    const after = decoratorEnd(code, begin, end);
    if (after !== undefined) return after === end ? begin : undefined;
    if (lineStart === 0) return undefined;
    lineStart = code.text.lastIndexOf('\n', lineStart - 2) + 1;
  }
  return undefined;
}

// Lines; a component of Angular has its template in one.
const LONGEST_DECORATOR = 200;

function decoratorEnd(code: Code, at: number, to: number): number | undefined {
  const { text } = code;
  if (text[at] === '@' && /[\p{L}_]/u.test(text[at + 1] ?? '')) {
    let end = at + (/^@[\p{L}\p{N}_.$]+/u.exec(text.slice(at, at + 200))?.[0].length ?? 1);
    while (text[end] === '(') end = code.closed(end, to);
    return end;
  }
  if (text.startsWith('#[', at)) return code.closed(at + 1, to);
  // An attribute of C# stands alone on its line.
  if (text[at] === '[' && beginsLine(text, at)) return code.closed(at, to);
  return undefined;
}

function headIn(code: Code, top: number, end: number): { head: readonly HeadPart[]; core: number } {
  const head: HeadPart[] = [];
  let at = top;
  while (at < end) {
    const span = code.spanAt(at);
    const after = span?.part === 'comment' ? span.end : span === undefined ? decoratorEnd(code, at, end) : undefined;
    if (after === undefined) break;
    head.push({ kind: span === undefined ? 'decorator' : 'comment', start: at, end: after });
    at = after;
    while (at < end && /\s/.test(code.text[at] ?? '')) at += 1;
  }
  return { head, core: at };
}

// The last pair of braces that closes where the declaration does.
function bracedBody(code: Code, core: number, end: number): Body | undefined {
  let open: number | undefined;
  let body: Body | undefined;
  for (const { at, character, depth } of code.characters(core, end)) {
    if (depth !== 0) continue;
    if (character === '{') open = at;
    else if (character === '}' && open !== undefined) body = { kind: 'braces', start: open + 1, end: at };
  }
  const behind = body === undefined ? '' : code.text.slice(body.end + 1, end);
  return body !== undefined && /^[\s;]*$/.test(behind) ? body : undefined;
}

function arrowBody(code: Code, core: number, end: number): Body | undefined {
  for (const { at, character, depth } of code.characters(core, end)) {
    if (depth !== 0 || character !== '=' || code.text[at + 1] !== '>') continue;
    const start = at + 2 + (/^\s*/.exec(code.text.slice(at + 2))?.[0].length ?? 0);
    return { kind: 'expression', start, end: code.text[end - 1] === ';' ? end - 1 : end };
  }
  return undefined;
}

// Behind the colon of the header and its comment; a docstring stays outside.
function pythonBody(code: Code, core: number, end: number): Body | undefined {
  for (const { at, character, depth } of code.characters(core, end)) {
    if (depth !== 0 || character !== ':') continue;
    const comment = /^[ \t]*#[^\n]*/.exec(code.text.slice(at + 1, end))?.[0].length ?? 0;
    return { kind: 'suite', start: at + 1 + comment, end };
  }
  return undefined;
}

function beginsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}
