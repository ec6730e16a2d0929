// Reads statements and blocks: a whole Python module becomes a tree.

import type { Span } from '../../../../../../base/text/rewrites.ts';
import { written } from './expressions.ts';
import { lexed, type PythonToken, Unreadable } from './lexer.ts';
import { PatternParser } from './patterns.ts';
import { Node, playing, type Role } from './syntax.ts';
import { accessed, KEYWORDS } from './tokenReader.ts';

export interface ParsedModule {
  readonly root: Node;
  readonly tokens: readonly PythonToken[];
  readonly comments: readonly Span[];
}

// Throws Unreadable.
export function parsed(text: string): ParsedModule {
  const { tokens, comments } = lexed(text);
  return { root: new StatementParser(tokens).module(text.length), tokens, comments };
}

const UPDATE = /^(?:\*\*|\/\/|>>|<<|[-+*/%&|^@])=$/;

class StatementParser extends PatternParser {
  module(length: number): Node {
    const statements: Node[] = [];
    while (!this.is('end')) statements.push(...this.#statements());
    return new Node('module', 0, length, statements);
  }

  // One compound statement, or the simple ones of a line.
  #statements(): Node[] {
    const compound = this.#compound();
    if (compound !== undefined) return [compound];
    const statements = [this.#simple()];
    while (this.skip(';')) if (!this.is('newline')) statements.push(this.#simple());
    if (!this.is('newline')) throw this.unexpected('the end of the statement');
    this.index += 1;
    return statements;
  }

  #compound(): Node | undefined {
    const { kind, start } = this.token;
    if (kind === 'mark') return this.at('@') ? this.#decorated() : undefined;
    if (kind !== 'name') {
      if (kind === 'indent') throw new Unreadable(start, 'the indentation fits no block');
      return undefined;
    }
    if (this.at('def')) return this.#function(start, []);
    if (this.at('class')) return this.#class(start, []);
    if (this.at('if')) return this.#if();
    if (this.at('while')) return this.#while();
    if (this.at('for')) return this.#for(start, '');
    if (this.at('try')) return this.#try();
    if (this.at('with')) return this.#with(start, '');
    if (this.at('match')) return this.#match();
    if (!this.at('async')) return undefined;
    this.index += 1;
    if (this.at('def')) return this.#function(start, [], 'async');
    return this.at('for') ? this.#for(start, 'async') : this.#with(start, 'async');
  }

  #decorated(): Node {
    const { start } = this.token;
    const decorators: Node[] = [];
    while (this.skip('@')) {
      decorators.push(playing('decorator', this.named()));
      if (!this.is('newline')) throw this.unexpected('the end of the line');
      this.index += 1;
    }
    if (this.at('class')) return this.#class(start, decorators);
    const text = this.skip('async') ? 'async' : '';
    return this.#function(start, decorators, text);
  }

  #function(start: number, decorators: readonly Node[], text = ''): Node {
    this.expect('def');
    const name = playing('name', this.name('write'));
    const types = this.#typeParameters();
    this.expect('(');
    const parameters = this.parameters(')', true);
    this.expect(')');
    const returns = this.skip('->') ? [playing('annotation', this.expressions())] : [];
    return this.#whole('function', start, [...decorators, name, ...types, ...parameters, ...returns, this.#block('body')], text);
  }

  #class(start: number, decorators: readonly Node[]): Node {
    this.expect('class');
    const name = playing('name', this.name('write'));
    const types = this.#typeParameters();
    const bases = this.skip('(') ? this.arguments().map((base) => playing('base', base)) : [];
    return this.#whole('class', start, [...decorators, name, ...types, ...bases, this.#block('body')]);
  }

  #typeParameters(): Node[] {
    if (!this.skip('[')) return [];
    const found: Node[] = [];
    while (!this.at(']')) {
      const { start } = this.token;
      if (!this.skip('**')) this.skip('*');
      const children = [playing('name', this.name('write'))];
      if (this.skip(':')) children.push(playing('annotation', this.test()));
      if (this.skip('=')) children.push(playing('default', this.test()));
      found.push(this.node('typeParameter', start, children));
      if (!this.skip(',')) break;
    }
    this.expect(']');
    return found;
  }

  #if(): Node {
    const { start, text } = this.next();
    const children = [playing('condition', this.named()), this.#block('body')];
    if (this.at('elif')) children.push(playing('otherwise', this.#if()));
    else children.push(...this.#else());
    return this.#whole('if', start, children, text === 'elif' ? text : '');
  }

  #else(): Node[] {
    return this.skip('else') ? [this.#block('otherwise')] : [];
  }

  #while(): Node {
    const { start } = this.next();
    const condition = playing('condition', this.named());
    return this.#whole('while', start, [condition, this.#block('body'), ...this.#else()]);
  }

  #for(start: number, text: string): Node {
    this.expect('for');
    const target = playing('target', this.targets());
    this.expect('in');
    const iterable = playing('iterable', this.expressions());
    return this.#whole('for', start, [target, iterable, this.#block('body'), ...this.#else()], text);
  }

  #try(): Node {
    const { start } = this.next();
    const children = [this.#block('body')];
    while (this.at('except')) children.push(this.#handler());
    children.push(...this.#else());
    if (this.skip('finally')) children.push(this.#block('finally'));
    return this.#whole('try', start, children);
  }

  #handler(): Node {
    const { start } = this.next();
    const isGroup = this.skip('*');
    const children: Node[] = [];
    if (!this.at(':')) children.push(playing('type', this.expressions()));
    if (this.skip('as')) children.push(playing('name', this.name('write')));
    return this.#whole('handler', start, [...children, this.#block('body')], isGroup ? '*' : '');
  }

  #with(start: number, text: string): Node {
    this.expect('with');
    const items =
      this.#tried(() => {
        this.expect('(');
        const found = this.#items(')');
        this.expect(')');
        if (!this.at(':')) throw this.unexpected('":"');
        return found;
      }) ?? this.#items(':');
    return this.#whole('with', start, [...items, this.#block('body')], text);
  }

  #items(end: string): Node[] {
    const items: Node[] = [];
    do {
      if (this.at(end)) break;
      const { start } = this.token;
      const children = [playing('context', this.named())];
      if (this.skip('as')) children.push(playing('target', written(this.operand())));
      items.push(this.node('item', start, children));
    } while (this.skip(','));
    return items;
  }

  // `match` and `case` are names elsewhere.
  #match(): Node | undefined {
    const { start } = this.token;
    const subject = this.#tried(() => {
      this.index += 1;
      const value = playing('subject', this.expressions());
      this.expect(':');
      if (this.next().kind !== 'newline' || this.next().kind !== 'indent' || !this.at('case')) throw this.unexpected('a case');
      return value;
    });
    if (subject === undefined) return undefined;
    const cases: Node[] = [];
    while (this.at('case')) cases.push(this.#case());
    if (this.next().kind !== 'dedent') throw this.unexpected('a case');
    return this.#whole('match', start, [subject, ...cases]);
  }

  #case(): Node {
    const { start } = this.next();
    const children = [this.patterns()];
    if (this.skip('if')) children.push(playing('condition', this.named()));
    return this.#whole('case', start, [...children, this.#block('body')]);
  }

  #block(role: Role): Node {
    this.expect(':');
    const statements: Node[] = [];
    if (!this.is('newline')) {
      statements.push(this.#simple());
      while (this.skip(';')) if (!this.is('newline')) statements.push(this.#simple());
      if (!this.is('newline')) throw this.unexpected('the end of the statement');
      this.index += 1;
      return playing(role, blockAround(statements, 'inline'));
    }
    this.index += 1;
    if (!this.is('indent')) throw this.unexpected('an indented block');
    this.index += 1;
    while (!this.is('dedent')) {
      if (this.is('end')) throw this.unexpected('the end of the block');
      statements.push(...this.#statements());
    }
    this.index += 1;
    return playing(role, blockAround(statements, ''));
  }

  #simple(): Node {
    const { start, kind, text } = this.token;
    if (kind !== 'name') return this.#assignment(start);
    switch (text) {
      case 'pass':
      case 'break':
      case 'continue':
        this.index += 1;
        return this.node(text, start, []);
      case 'return':
        this.index += 1;
        return this.node('return', start, this.endsList() ? [] : [playing('value', this.expressions())]);
      case 'raise':
        return this.#raise();
      case 'del': {
        this.index += 1;
        const target = playing('target', this.expressions());
        for (const node of namesOfTarget(target)) accessed(node, 'delete');
        return this.node('delete', start, [target]);
      }
      case 'import':
        this.index += 1;
        return this.node('import', start, this.#aliases(true));
      case 'from':
        return this.#importFrom();
      case 'global':
      case 'nonlocal':
        this.index += 1;
        return this.node(text, start, this.#declared());
      case 'assert': {
        this.index += 1;
        const condition = playing('condition', this.test());
        return this.node('assert', start, this.skip(',') ? [condition, playing('message', this.test())] : [condition]);
      }
      case 'type':
        return this.#typeAlias() ?? this.#assignment(start);
      default:
        return this.#assignment(start);
    }
  }

  #raise(): Node {
    const { start } = this.next();
    if (this.endsList()) return this.node('raise', start, []);
    const value = playing('value', this.test());
    return this.node('raise', start, this.skip('from') ? [value, playing('cause', this.test())] : [value]);
  }

  #declared(): Node[] {
    const names = [this.name('declare')];
    while (this.skip(',')) names.push(this.name('declare'));
    return names;
  }

  #typeAlias(): Node | undefined {
    const name = this.peek(1);
    if (name?.kind !== 'name' || KEYWORDS.has(name.text) || !['=', '['].includes(this.peek(2)?.text ?? '')) return undefined;
    const { start } = this.next();
    const children = [playing('name', this.name('write')), ...this.#typeParameters()];
    this.expect('=');
    return this.node('typeAlias', start, [...children, playing('annotation', this.test())]);
  }

  #importFrom(): Node {
    const { start } = this.next();
    const from = this.token.start;
    let module = '';
    while (this.at('.') || this.at('...')) module += this.next().text;
    if (!this.at('import')) module += this.#dotted();
    const path = this.node('path', from, [], module);
    this.expect('import');
    if (this.at('*')) {
      const star = this.next();
      return this.node('importFrom', start, [path, new Node('alias', star.start, star.end, [], '*')], module);
    }
    const isListed = this.skip('(');
    const aliases = this.#aliases(false);
    if (isListed) this.expect(')');
    return this.node('importFrom', start, [path, ...aliases], module);
  }

  #aliases(dotted: boolean): Node[] {
    const found: Node[] = [];
    do {
      if (this.at(')')) break;
      const { start, end, text } = this.token;
      const path = dotted ? this.#dotted() : this.name('import').text;
      const name = this.skip('as') ? this.name('import') : accessed(new Node('name', start, end, [], text), 'import');
      found.push(this.node('alias', start, [playing('name', name)], path));
    } while (this.skip(','));
    return found;
  }

  #dotted(): string {
    let path = this.name('import').text;
    while (this.skip('.')) path += `.${this.name('import').text}`;
    return path;
  }

  #assignment(start: number): Node {
    const first = this.at('yield') ? this.yielded() : this.expressions();
    if (this.skip(':')) {
      const children = [playing('target', written(first)), playing('annotation', this.test())];
      if (this.skip('=')) children.push(playing('value', this.#assigned()));
      return this.node('assign', start, children, ':');
    }
    if (this.is('mark') && UPDATE.test(this.token.text)) {
      const operator = this.next().text;
      const target = playing('target', first.kind === 'name' ? accessed(first, 'update') : first);
      return this.node('update', start, [target, playing('value', this.#assigned())], operator);
    }
    if (!this.at('=')) return this.node('evaluation', start, [playing('value', first)]);
    const parts = [first];
    while (this.skip('=')) parts.push(this.#assigned());
    const children = parts.map((part, index) => (index === parts.length - 1 ? playing('value', part) : playing('target', written(part))));
    return this.node('assign', start, children, '=');
  }

  #assigned(): Node {
    return this.at('yield') ? this.yielded() : this.expressions();
  }

  #tried<Value>(read: () => Value): Value | undefined {
    const before = this.index;
    try {
      return read();
    } catch (error) {
      // Not this form, so it is the other one.
      if (!(error instanceof Unreadable)) throw error;
      this.index = before;
      return undefined;
    }
  }

  // Ends where its last part ends: the tokens that end a block belong to nobody.
  #whole(
    kind: 'function' | 'class' | 'if' | 'while' | 'for' | 'try' | 'with' | 'match' | 'handler' | 'case',
    start: number,
    children: readonly Node[],
    text = '',
  ) {
    return new Node(kind, start, Math.max(...children.map(({ end }) => end)), children, text);
  }
}

function blockAround(statements: readonly Node[], text: string): Node {
  return new Node('block', statements[0]?.start ?? 0, statements.at(-1)?.end ?? 0, statements, text);
}

function* namesOfTarget(target: Node): Generator<Node> {
  if (target.kind === 'name') yield target;
  else if (['tuple', 'list', 'group'].includes(target.kind)) for (const child of target.children) yield* namesOfTarget(child);
}
