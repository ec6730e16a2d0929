// Walks over the tokens of a Python text: what every rule of its grammar needs.
import { type PythonToken, type TokenKind, Unreadable } from './lexer.ts';
import { type Access, type Kind, Node } from './syntax.ts';

export const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

export class TokenReader {
  readonly #tokens: readonly PythonToken[];
  protected index = 0;

  constructor(tokens: readonly PythonToken[]) {
    this.#tokens = tokens;
  }

  protected name(access: Access): Node {
    const token = this.token;
    if (token.kind !== 'name' || KEYWORDS.has(token.text)) throw this.unexpected('a name');
    this.index += 1;
    return accessed(new Node('name', token.start, token.end, [], token.text), access);
  }

  protected get token(): PythonToken {
    const token = this.#tokens[this.index];
    if (token === undefined) throw new Unreadable(this.#tokens.at(-1)?.end ?? 0, 'the text ends too early');
    return token;
  }

  protected peek(ahead: number): PythonToken | undefined {
    return this.#tokens[this.index + ahead];
  }

  protected next(): PythonToken {
    const { token } = this;
    this.index += 1;
    return token;
  }

  protected is(kind: TokenKind): boolean {
    return this.token.kind === kind;
  }

  protected at(text: string): boolean {
    const { token } = this;
    return token.text === text && (token.kind === 'mark' || token.kind === 'name');
  }

  protected skip(text: string): boolean {
    if (!this.at(text)) return false;
    this.index += 1;
    return true;
  }

  protected expect(text: string): PythonToken {
    if (!this.at(text)) throw this.unexpected(`"${text}"`);
    return this.next();
  }

  protected unexpected(wanted: string): Unreadable {
    const { start, text, kind } = this.token;
    return new Unreadable(start, `${wanted} is expected, not ${text.trim() === '' ? `the ${kind}` : `"${text}"`}`);
  }

  // From here to the last token that was read.
  protected node(kind: Kind, start: number, children: readonly Node[], text = ''): Node {
    return new Node(kind, start, this.#tokens[this.index - 1]?.end ?? start, children, text);
  }

  protected endsList(): boolean {
    const { kind, text } = this.token;
    if (kind === 'newline' || kind === 'end') return true;
    return kind === 'mark' ? /^(?:[)\]}:;=]|[-+*/%@&|^<>]{1,2}=)$/.test(text) : kind === 'name' && ['for', 'in', 'if', 'else'].includes(text);
  }
}

export function accessed(name: Node, access: Access): Node {
  name.access = access;
  return name;
}
