// Reads expressions: tokens become the tree that the language's grammar makes of them.
import type { ReplacementField } from './lexer.ts';
import { Node, playing } from './syntax.ts';
import { accessed, TokenReader } from './tokenReader.ts';

// From the weakest to the strongest.
const BINARY: readonly (readonly string[])[] = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '//', '%', '@']];
const COMPARISONS = ['<', '>', '==', '>=', '<=', '!='];

export class ExpressionParser extends TokenReader {
  // One expression, or several with commas between them, which are a tuple.
  protected expressions(): Node {
    const start = this.token.start;
    const first = this.#starOr(() => this.named());
    if (!this.at(',')) return first;
    const elements = [first];
    while (this.skip(',')) {
      if (this.endsList()) break;
      elements.push(this.#starOr(() => this.named()));
    }
    return this.node('tuple', start, elements.map(element));
  }

  protected named(): Node {
    const start = this.token.start;
    const left = this.test();
    if (left.kind !== 'name' || !this.skip(':=')) return left;
    return this.node('walrus', start, [playing('target', accessed(left, 'write')), playing('value', this.test())]);
  }

  protected test(): Node {
    if (this.at('lambda')) return this.#lambda();
    const start = this.token.start;
    const value = this.#or();
    if (!this.at('if')) return value;
    this.index += 1;
    const condition = playing('condition', this.#or());
    this.expect('else');
    return this.node('conditional', start, [playing('body', value), condition, playing('otherwise', this.test())]);
  }

  // Binds stronger than a comparison, so that `in` stays for the one who reads a `for`.
  protected operand(level = 0): Node {
    const operators = BINARY[level];
    if (operators === undefined) return this.#unary();
    const start = this.token.start;
    let left = this.operand(level + 1);
    while (this.token.kind === 'mark' && operators.includes(this.token.text)) {
      const operator = this.next().text;
      left = this.node('binary', start, [element(left), element(this.operand(level + 1))], operator);
    }
    return left;
  }

  // What a `for` or an assignment gives values to.
  protected targets(): Node {
    const start = this.token.start;
    const first = this.#starOr(() => this.operand());
    if (!this.at(',')) return written(first);
    const elements = [first];
    while (this.skip(',')) {
      if (this.endsList()) break;
      elements.push(this.#starOr(() => this.operand()));
    }
    return written(this.node('tuple', start, elements.map(element)));
  }

  protected yielded(): Node {
    const { start } = this.expect('yield');
    if (this.skip('from')) return this.node('yield', start, [playing('value', this.test())], 'from');
    return this.node('yield', start, this.endsList() ? [] : [playing('value', this.expressions())]);
  }

  protected parameters(end: string, annotated: boolean): Node[] {
    const parameters: Node[] = [];
    while (!this.at(end)) {
      parameters.push(this.#parameter(annotated));
      if (!this.skip(',')) break;
    }
    return parameters;
  }

  protected arguments(): Node[] {
    const found: Node[] = [];
    while (!this.at(')')) {
      found.push(this.#argument());
      if (!this.skip(',')) break;
    }
    this.expect(')');
    return found;
  }

  #or(): Node {
    return this.#chain('or', () => this.#chain('and', () => this.#not()));
  }

  #chain(kind: 'or' | 'and', operand: () => Node): Node {
    const start = this.token.start;
    const operands = [operand()];
    while (this.skip(kind)) operands.push(operand());
    const [only] = operands;
    return operands.length === 1 && only !== undefined ? only : this.node(kind, start, operands.map(element));
  }

  #not(): Node {
    const start = this.token.start;
    return this.skip('not') ? this.node('not', start, [element(this.#not())]) : this.#comparison();
  }

  #comparison(): Node {
    const start = this.token.start;
    const operands = [this.operand()];
    const operators: string[] = [];
    for (let operator = this.#comparator(); operator !== undefined; operator = this.#comparator()) {
      operators.push(operator);
      operands.push(this.operand());
    }
    const [only] = operands;
    return operands.length === 1 && only !== undefined ? only : this.node('comparison', start, operands.map(element), operators.join(','));
  }

  #comparator(): string | undefined {
    if (this.token.kind === 'mark' && COMPARISONS.includes(this.token.text)) return this.next().text;
    if (this.skip('in')) return 'in';
    if (this.at('not') && this.peek(1)?.text === 'in') {
      this.index += 2;
      return 'not in';
    }
    if (!this.skip('is')) return undefined;
    return this.skip('not') ? 'is not' : 'is';
  }

  #unary(): Node {
    const { start, kind, text } = this.token;
    if (kind === 'mark' && ['+', '-', '~'].includes(text)) {
      this.index += 1;
      return this.node('unary', start, [element(this.#unary())], text);
    }
    const base = this.#awaited();
    if (!this.skip('**')) return base;
    return this.node('power', start, [element(base), element(this.#unary())]);
  }

  #awaited(): Node {
    const start = this.token.start;
    return this.skip('await') ? this.node('await', start, [element(this.#primary())]) : this.#primary();
  }

  #primary(): Node {
    const start = this.token.start;
    let node = this.#atom();
    for (;;) {
      if (this.skip('.')) {
        const { text, kind } = this.next();
        if (kind !== 'name') throw this.unexpected('the name of an attribute');
        node = this.node('attribute', start, [playing('object', node)], text);
      } else if (this.skip('(')) node = this.node('call', start, [playing('callee', node), ...this.arguments()]);
      else if (this.skip('[')) {
        const index = this.#subscripts();
        this.expect(']');
        node = this.node('subscript', start, [playing('object', node), element(index)]);
      } else return node;
    }
  }

  #subscripts(): Node {
    const start = this.token.start;
    const parts = [this.#subscript()];
    const commas = this.at(',');
    while (this.skip(',')) if (!this.at(']')) parts.push(this.#subscript());
    const [only] = parts;
    return !commas && only !== undefined ? only : this.node('tuple', start, parts.map(element));
  }

  #subscript(): Node {
    const start = this.token.start;
    const parts: Node[] = [];
    if (!this.at(':')) {
      const first = this.#starOr(() => this.named());
      if (!this.at(':')) return first;
      parts.push(first);
    }
    while (this.skip(':')) if (!this.at(':') && !this.at(',') && !this.at(']')) parts.push(this.test());
    return this.node('slice', start, parts.map(element));
  }

  #argument(): Node {
    const start = this.token.start;
    if (this.skip('*')) return this.node('spread', start, [playing('value', this.test())], '*');
    if (this.skip('**')) return this.node('spread', start, [playing('value', this.test())], '**');
    if (this.token.kind === 'name' && this.peek(1)?.text === '=' && this.peek(1)?.kind === 'mark') {
      const { text } = this.next();
      this.index += 1;
      return this.node('keyword', start, [playing('value', this.test())], text);
    }
    const value = this.named();
    return this.at('for') || this.at('async') ? this.#comprehension(start, [element(value)], 'generator') : element(value);
  }

  #lambda(): Node {
    const { start } = this.expect('lambda');
    const parameters = this.parameters(':', false);
    this.expect(':');
    return this.node('lambda', start, [...parameters, playing('body', this.test())]);
  }

  #parameter(annotated: boolean): Node {
    const start = this.token.start;
    if (this.skip('/')) return this.node('separator', start, [], '/');
    const stars = this.at('*') || this.at('**') ? this.next().text : '';
    if (stars === '*' && (this.at(',') || this.at(':'))) return this.node('separator', start, [], '*');
    const children = [playing('name', this.name('parameter'))];
    if (annotated && this.skip(':'))
      children.push(
        playing(
          'annotation',
          this.#starOr(() => this.test()),
        ),
      );
    if (this.skip('=')) children.push(playing('default', this.test()));
    return this.node('parameter', start, children, stars);
  }

  #atom(): Node {
    const { token } = this;
    if (token.kind === 'number') {
      this.index += 1;
      return new Node('number', token.start, token.end, [], token.text);
    }
    if (token.kind === 'string' || token.kind === 'template') return this.#strings();
    if (token.kind === 'name' && ['None', 'True', 'False'].includes(token.text)) {
      this.index += 1;
      return new Node('constant', token.start, token.end, [], token.text);
    }
    if (token.kind === 'name') return this.name('read');
    if (this.skip('...')) return new Node('constant', token.start, token.end, [], '...');
    if (this.skip('(')) return this.#parenthesized(token.start);
    if (this.skip('[')) return this.#bracketed(token.start);
    if (this.skip('{')) return this.#braced(token.start);
    throw this.unexpected('an expression');
  }

  #strings(): Node {
    const start = this.token.start;
    const pieces: Node[] = [];
    while (this.token.kind === 'string' || this.token.kind === 'template') {
      const { kind, start: from, end, text, replacements } = this.next();
      pieces.push(kind === 'string' ? new Node('string', from, end, [], text) : new Node('template', from, end, (replacements ?? []).map(replaced), text));
    }
    const [only] = pieces;
    if (pieces.length === 1 && only !== undefined) return only;
    const kind = pieces.some((piece) => piece.kind === 'template') ? 'template' : 'string';
    return this.node(
      kind,
      start,
      pieces.map((piece) => new Node('piece', piece.start, piece.end, piece.children, piece.text)),
    );
  }

  #parenthesized(start: number): Node {
    if (this.skip(')')) return this.node('tuple', start, []);
    if (this.at('yield')) {
      const value = this.yielded();
      this.expect(')');
      return this.node('group', start, [playing('value', value)]);
    }
    const first = this.#starOr(() => this.named());
    if (this.at('for') || this.at('async')) {
      const made = this.#comprehension(start, [element(first)], 'generator');
      this.expect(')');
      return this.node('comprehension', start, made.children, 'generator');
    }
    if (!this.at(',')) {
      this.expect(')');
      return this.node('group', start, [playing('value', first)]);
    }
    const elements = [first];
    while (this.skip(',')) if (!this.at(')')) elements.push(this.#starOr(() => this.named()));
    this.expect(')');
    return this.node('tuple', start, elements.map(element));
  }

  #bracketed(start: number): Node {
    const elements: Node[] = [];
    while (!this.at(']')) {
      elements.push(element(this.#starOr(() => this.named())));
      if (this.at('for') || this.at('async')) {
        const made = this.#comprehension(start, elements, 'list');
        this.expect(']');
        return this.node('comprehension', start, made.children, 'list');
      }
      if (!this.skip(',')) break;
    }
    this.expect(']');
    return this.node('list', start, elements);
  }

  #braced(start: number): Node {
    const elements: Node[] = [];
    let kind: 'dictionary' | 'set' = 'dictionary';
    while (!this.at('}')) {
      const entry = this.#entry();
      if (entry.kind !== 'pair' && entry.kind !== 'spread') kind = 'set';
      elements.push(element(entry));
      if (this.at('for') || this.at('async')) {
        const made = this.#comprehension(start, elements, kind);
        this.expect('}');
        return this.node('comprehension', start, made.children, kind);
      }
      if (!this.skip(',')) break;
    }
    this.expect('}');
    return this.node(kind, start, elements);
  }

  #entry(): Node {
    const start = this.token.start;
    if (this.skip('**')) return this.node('spread', start, [playing('value', this.operand())], '**');
    const key = this.#starOr(() => this.named());
    if (!this.skip(':')) return key;
    return this.node('pair', start, [playing('name', key), playing('value', this.test())]);
  }

  #comprehension(start: number, elements: readonly Node[], text: string): Node {
    const parts: Node[] = [];
    for (;;) {
      const from = this.token.start;
      const isAsync = this.at('async') && this.peek(1)?.text === 'for';
      if (isAsync) this.index += 1;
      if (this.skip('for')) {
        const target = playing('target', this.targets());
        this.expect('in');
        parts.push(this.node('clause', from, [target, playing('iterable', this.#or())], isAsync ? 'async' : ''));
      } else if (this.skip('if')) parts.push(playing('condition', this.#filter()));
      else break;
    }
    return this.node('comprehension', start, [...elements, ...parts], text);
  }

  // A condition without `else`, so that the next `if` is the next condition.
  #filter(): Node {
    const start = this.token.start;
    if (this.at('lambda')) return this.#lambda();
    const left = this.#or();
    if (left.kind !== 'name' || !this.skip(':=')) return left;
    return this.node('walrus', start, [playing('target', accessed(left, 'write')), playing('value', this.#or())]);
  }

  #starOr(read: () => Node): Node {
    const start = this.token.start;
    return this.skip('*') ? this.node('starred', start, [playing('value', this.operand())]) : read();
  }
}

// A name, or what is made of several, as something that is given a value.
export function written(target: Node): Node {
  if (target.kind === 'name') return accessed(target, 'write');
  if (['tuple', 'list', 'group', 'starred'].includes(target.kind)) for (const child of target.children) written(child);
  return target;
}

function element(node: Node): Node {
  return playing('element', node);
}

function replaced({ start, end, tokens, printsItself, nested }: ReplacementField): Node {
  const value = new ReplacementParser(tokens).read();
  return new Node('replacement', start, end, [playing('value', value), ...nested.map(replaced)], printsItself ? '=' : '');
}

class ReplacementParser extends ExpressionParser {
  read(): Node {
    const value = this.at('yield') ? this.yielded() : this.expressions();
    if (this.token.kind !== 'end') throw this.unexpected('a brace');
    return value;
  }
}
