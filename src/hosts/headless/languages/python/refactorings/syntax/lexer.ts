// Python source as tokens: names, literals and marks, with the indentation that makes blocks.
import type { Span } from '../../../../../../base/text/rewrites.ts';

export type TokenKind = 'name' | 'number' | 'string' | 'template' | 'mark' | 'newline' | 'indent' | 'dedent' | 'end';

export interface PythonToken extends Span {
  readonly kind: TokenKind;
  readonly text: string;
  // What stands in the braces of a template (f"" or t"").
  readonly replacements?: readonly ReplacementField[];
}

// From the opening brace to behind the closing one.
export interface ReplacementField extends Span {
  readonly tokens: readonly PythonToken[];
  // `{total=}` prints the expression as it is written.
  readonly printsItself: boolean;
  // Those in its format specification.
  readonly nested: readonly ReplacementField[];
}

// The text is no Python that can be read, and where.
export class Unreadable extends Error {
  readonly offset: number;

  constructor(offset: number, what: string) {
    super(what);
    this.offset = offset;
  }
}

export interface Lexed {
  readonly tokens: readonly PythonToken[];
  readonly comments: readonly Span[];
}

export function lexed(text: string): Lexed {
  return new Lexer(text).run();
}

const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const NUMBER = /0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;
const STRING = /([rRbBuUfFtT]{0,2})("""|'''|"|')/y;
const MARK = /\*\*=|\/\/=|>>=|<<=|\.\.\.|->|:=|\*\*|\/\/|<<|>>|<=|>=|==|!=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|[-+*/%@&|^~<>()[\]{},:.;=!]/y;
const BLANK = /[ \t\f]*/y;
const COMMENT = /#[^\r\n]*/y;
const BREAK = /\r\n|\r|\n/y;
const TAB = 8;

class Lexer {
  readonly #text: string;
  readonly #comments: Span[] = [];
  readonly #indents = [0];
  #tokens: PythonToken[] = [];
  #at = 0;
  #depth = 0;
  // The outermost bracket that is open.
  #opened = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Lexed {
    // A byte order mark is no part of the first line.
    if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1;
    this.#beginLine();
    while (this.#at < this.#text.length) this.#token();
    if (this.#depth > 0) throw new Unreadable(this.#opened, 'a bracket is not closed');
    const last = this.#tokens.at(-1)?.kind;
    if (last !== undefined && last !== 'newline' && last !== 'dedent') this.#add('newline', this.#at);
    while (this.#indents.length > 1) {
      this.#indents.pop();
      this.#add('dedent', this.#at);
    }
    this.#add('end', this.#at);
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #add(kind: TokenKind, end: number, replacements?: readonly ReplacementField[]): void {
    this.#tokens.push({ kind, start: this.#at, end, text: this.#text.slice(this.#at, end), ...(replacements !== undefined && { replacements }) });
    this.#at = end;
  }

  // At the first character of a line that is not inside of brackets: lines without code are passed over.
  #beginLine(): void {
    for (;;) {
      const start = this.#at;
      this.#at = this.#behind(BLANK) ?? this.#at;
      const indent = columnOf(this.#text.slice(start, this.#at));
      this.#comment();
      const end = this.#behind(BREAK);
      if (end === undefined) {
        if (this.#at < this.#text.length) this.#indent(indent);
        return;
      }
      this.#at = end;
    }
  }

  #indent(column: number): void {
    const current = this.#indents.at(-1) ?? 0;
    if (column > current) {
      this.#indents.push(column);
      this.#add('indent', this.#at);
    }
    while (column < (this.#indents.at(-1) ?? 0)) {
      this.#indents.pop();
      this.#add('dedent', this.#at);
    }
    if (column !== this.#indents.at(-1)) throw new Unreadable(this.#at, 'the indentation fits no block');
  }

  #token(): void {
    this.#at = this.#behind(BLANK) ?? this.#at;
    this.#comment();
    if (this.#at >= this.#text.length) return;
    const line = this.#behind(BREAK);
    const string = this.#match(STRING);
    if (line !== undefined) this.#lineBreak(line);
    else if (this.#text[this.#at] === '\\') this.#continued();
    else if (string !== undefined) this.#string(string[1] ?? '', string[2] ?? '');
    else this.#word();
  }

  #word(): void {
    const name = this.#behind(NAME);
    const number = /[\d.]/.test(this.#text[this.#at] ?? '') ? this.#behind(NUMBER) : undefined;
    if (name !== undefined) this.#add('name', name);
    else if (number !== undefined) this.#add('number', number);
    else this.#mark();
  }

  #mark(): void {
    const end = this.#behind(MARK);
    if (end === undefined) throw new Unreadable(this.#at, 'there is a character that means nothing');
    const text = this.#text.slice(this.#at, end);
    if ('([{'.includes(text) && this.#depth === 0) this.#opened = this.#at;
    if ('([{'.includes(text)) this.#depth += 1;
    if (')]}'.includes(text)) this.#depth -= 1;
    if (this.#depth < 0) throw new Unreadable(this.#at, 'a bracket is closed that was not opened');
    this.#add('mark', end);
  }

  #lineBreak(end: number): void {
    if (this.#depth > 0) {
      this.#at = end;
      return;
    }
    this.#add('newline', end);
    this.#beginLine();
  }

  #continued(): void {
    this.#at += 1;
    const end = this.#behind(BREAK);
    if (end === undefined) throw new Unreadable(this.#at, 'a backslash stands inside of a line');
    this.#at = end;
  }

  #comment(): void {
    const end = this.#behind(COMMENT);
    if (end === undefined) return;
    this.#comments.push({ start: this.#at, end });
    this.#at = end;
  }

  #string(prefix: string, quote: string): void {
    const start = this.#at;
    const inside = start + prefix.length + quote.length;
    if (/[ft]/i.test(prefix)) {
      const { end, replacements } = this.#template(inside, quote, /r/i.test(prefix));
      this.#at = start;
      this.#add('template', end, replacements);
      return;
    }
    let at = inside;
    while (!this.#text.startsWith(quote, at)) at = this.#within(start, at, quote);
    this.#add('string', at + quote.length);
  }

  // The next place inside of a string.
  #within(start: number, at: number, quote: string): number {
    const character = this.#text[at];
    if (character === undefined || (quote.length === 1 && (character === '\n' || character === '\r'))) throw new Unreadable(start, 'a string is not closed');
    if (character !== '\\') return at + 1;
    return this.#text.startsWith('\r\n', at + 1) ? at + 3 : at + 2;
  }

  #template(inside: number, quote: string, isRaw: boolean): { end: number; replacements: readonly ReplacementField[] } {
    const replacements: ReplacementField[] = [];
    let at = inside;
    while (!this.#text.startsWith(quote, at)) {
      if (this.#text.startsWith('{{', at)) at += 2;
      // The name of a character.
      else if (!isRaw && this.#text.startsWith('\\N{', at)) at += 3;
      else if (this.#text[at] === '{') {
        const replacement = this.#replacement(at);
        replacements.push(replacement);
        at = replacement.end;
      } else at = this.#within(inside, at, quote);
    }
    return { end: at + quote.length, replacements };
  }

  // Its expression is lexed like any other, up to the mark that ends it.
  #replacement(start: number): ReplacementField {
    const outer = { tokens: this.#tokens, depth: this.#depth };
    this.#tokens = [];
    this.#depth = 1;
    this.#at = start + 1;
    let printsItself = false;
    for (;;) {
      if (this.#at >= this.#text.length) throw new Unreadable(start, 'a brace in a string is not closed');
      const before = this.#tokens.length;
      if (this.#depth === 1 && this.#endsExpression()) break;
      this.#token();
      const added = this.#tokens[before];
      if (this.#depth === 1 && added?.text === '=' && this.#endsExpression()) {
        printsItself = true;
        this.#tokens.pop();
        break;
      }
    }
    const tokens = [...this.#tokens, { kind: 'end' as const, start: this.#at, end: this.#at, text: '' }];
    this.#tokens = outer.tokens;
    this.#depth = outer.depth;
    return { start, ...this.#specification(start), tokens, printsItself };
  }

  #endsExpression(): boolean {
    this.#at = this.#behind(BLANK) ?? this.#at;
    return /^(?:\}|:|!(?!=))/.test(this.#text.slice(this.#at, this.#at + 2));
  }

  // Behind the expression: a conversion, a format with replacements of its own, the brace.
  #specification(start: number): { end: number; nested: readonly ReplacementField[] } {
    const nested: ReplacementField[] = [];
    let at = this.#at;
    if (this.#text[at] === '!') at += 2;
    while (this.#text[at] === ' ') at += 1;
    if (this.#text[at] === ':') {
      while (this.#text[at] !== '}') {
        if (at >= this.#text.length) throw new Unreadable(start, 'a brace in a string is not closed');
        if (this.#text[at] !== '{') at += 1;
        else {
          const replacement = this.#replacement(at);
          nested.push(replacement);
          at = replacement.end;
        }
      }
    }
    if (this.#text[at] !== '}') throw new Unreadable(start, 'a brace in a string is not closed');
    return { end: at + 1, nested };
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text) ?? undefined;
  }

  #behind(pattern: RegExp): number | undefined {
    const found = this.#match(pattern);
    return found === undefined ? undefined : this.#at + found[0].length;
  }
}

function columnOf(blank: string): number {
  let column = 0;
  for (const character of blank) {
    if (character === '\t') column = (Math.floor(column / TAB) + 1) * TAB;
    else column = character === '\f' ? 0 : column + 1;
  }
  return column;
}
