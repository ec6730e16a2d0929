// Reads the patterns of a match statement: names in them are given values, unless they have a dot or are called.
import { ExpressionParser } from './expressions.ts';
import { Node, playing } from './syntax.ts';
import { KEYWORDS } from './tokenReader.ts';

export class PatternParser extends ExpressionParser {
  protected patterns(): Node {
    const { start } = this.token;
    const found = [this.#pattern()];
    while (this.skip(',')) if (!this.at(':') && !this.at('if')) found.push(this.#pattern());
    return this.node('pattern', start, found);
  }

  #pattern(): Node {
    const { start } = this.token;
    const found = [this.#simplePattern()];
    while (this.skip('|')) found.push(this.#simplePattern());
    if (this.skip('as')) found.push(this.name('write'));
    return this.node('pattern', start, found);
  }

  #simplePattern(): Node {
    const { start, kind, text } = this.token;
    if (this.skip('*') || this.skip('**')) return this.#captured();
    if (this.at('(') || this.at('[')) {
      const end = this.next().text === '(' ? ')' : ']';
      return this.#listed(start, end, () => this.#pattern());
    }
    if (this.skip('{')) return this.#listed(start, '}', () => this.#keyPattern());
    if (kind !== 'name' || KEYWORDS.has(text)) return this.operand();
    if (this.peek(1)?.text !== '.' && this.peek(1)?.text !== '(') return this.#captured();
    let value = this.name('read');
    while (this.skip('.')) {
      const attribute = this.next();
      value = this.node('attribute', start, [playing('object', value)], attribute.text);
    }
    if (!this.skip('(')) return value;
    const parts = this.#listed(start, ')', () => this.#argumentPattern());
    return this.node('pattern', start, [value, ...parts.children]);
  }

  #captured(): Node {
    const name = this.name('write');
    return name.text === '_' ? new Node('pattern', name.start, name.end, [], '_') : name;
  }

  #listed(start: number, end: string, one: () => Node): Node {
    const found: Node[] = [];
    while (!this.at(end)) {
      found.push(one());
      if (!this.skip(',')) break;
    }
    this.expect(end);
    return this.node('pattern', start, found);
  }

  #keyPattern(): Node {
    const { start } = this.token;
    if (this.skip('**')) return this.#captured();
    const key = this.operand();
    this.expect(':');
    return this.node('pattern', start, [key, this.#pattern()]);
  }

  #argumentPattern(): Node {
    if (this.token.kind === 'name' && this.peek(1)?.text === '=') this.index += 2;
    return this.#pattern();
  }
}
