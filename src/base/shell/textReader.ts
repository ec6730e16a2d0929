// Which programs a line would start, read character by character: for shells that have no grammar here, and for lines that the grammar does not understand.

export interface SimpleCommand {
  // Without quotes and escapes; what only a shell could know is left as it is written.
  readonly words: readonly string[];
  // What another program prints goes into it.
  readonly isPiped: boolean;
  // The text that stands in the line for its input.
  readonly input?: string;
  // Files that its output goes to.
  readonly outputs: readonly string[];
}

// Also those inside of substitutions and groups, in the order in which they are written.
export function commandsIn(line: string): readonly SimpleCommand[] {
  return new Reader(line).read();
}

// They stand before a command and are none of its words.
export const KEYWORDS: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'do',
  'done',
  'while',
  'until',
  '!',
  '{',
  '}',
  'time',
  'function',
  'esac',
]);

class Reader {
  readonly #line: string;
  readonly #found: SimpleCommand[] = [];
  #at = 0;
  #words: string[] = [];
  #word: string | undefined;
  #outputs: string[] = [];
  #input: string | undefined;
  #isPiped = false;
  // The next word is no word of the command.
  #redirect: 'output' | 'input' | 'text' | 'here' | undefined;
  readonly #heredocs: string[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  read(): readonly SimpleCommand[] {
    while (this.#at < this.#line.length) this.#step();
    this.#endCommand();
    return this.#found;
  }

  #step(): void {
    const line = this.#line;
    const character = line[this.#at] ?? '';
    const two = line.slice(this.#at, this.#at + 2);
    if (character === '\\') {
      if (line[this.#at + 1] !== '\n') this.#add(line[this.#at + 1] ?? '');
      this.#at += 2;
    } else if (character === "'") this.#quoted();
    else if (character === '"') this.#doubleQuoted();
    else if (two === '$(' || two === '<(' || two === '>(') this.#substituted(this.#at + 2, ')');
    else if (character === '`') this.#substituted(this.#at + 1, '`');
    else if (character === '#' && this.#word === undefined) this.#at = indexOr(line.indexOf('\n', this.#at), line.length);
    else if (character === '<' || character === '>' || two === '&>') this.#redirected();
    else if (character === '\n') {
      this.#endCommand();
      this.#at += 1;
      this.#skipHeredocs();
    } else if (character === ';' || character === '&' || character === '|' || character === '(' || character === ')') {
      const pipes = character === '|' && two !== '||';
      this.#endCommand();
      this.#isPiped = pipes;
      this.#at += two === '&&' || two === '||' || two === '|&' || two === ';;' ? 2 : 1;
    } else if (/\s/.test(character)) {
      this.#endWord();
      this.#at += 1;
    } else {
      this.#add(character);
      this.#at += 1;
    }
  }

  #quoted(): void {
    const end = indexOr(this.#line.indexOf("'", this.#at + 1), this.#line.length);
    this.#add(this.#line.slice(this.#at + 1, end));
    this.#at = end + 1;
  }

  #doubleQuoted(): void {
    this.#add('');
    this.#at += 1;
    while (this.#at < this.#line.length && this.#line[this.#at] !== '"') {
      const character = this.#line[this.#at] ?? '';
      if (character === '\\' && /[$`"\\\n]/.test(this.#line[this.#at + 1] ?? '')) {
        if (this.#line[this.#at + 1] !== '\n') this.#add(this.#line[this.#at + 1] ?? '');
        this.#at += 2;
      } else if (this.#line.startsWith('$(', this.#at)) this.#substituted(this.#at + 2, ')');
      else if (character === '`') this.#substituted(this.#at + 1, '`');
      else {
        this.#add(character);
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  // What is inside runs too; what it prints becomes a part of the word.
  #substituted(from: number, close: ')' | '`'): void {
    const end = close === '`' ? indexOr(this.#line.indexOf('`', from), this.#line.length) : closing(this.#line, from);
    this.#add(this.#line.slice(this.#at, end + 1));
    this.#found.push(...commandsIn(this.#line.slice(from, end)));
    this.#at = end + 1;
  }

  #redirected(): void {
    const [sign = ''] = /^(?:<<<|<<-?|<>|>>|>\||&>>?|[<>]&?)/.exec(this.#line.slice(this.#at)) ?? [];
    // The number of a stream before the sign.
    if (/^\d+$/.test(this.#word ?? '')) this.#word = undefined;
    this.#endWord();
    this.#redirect = sign === '<<<' ? 'text' : sign.startsWith('<<') ? 'here' : sign.startsWith('<') ? 'input' : 'output';
    this.#at += sign.length;
  }

  #skipHeredocs(): void {
    for (const delimiter of this.#heredocs.splice(0)) {
      const rest = this.#line.slice(this.#at);
      const end = new RegExp(`^[\\t]*${delimiter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm').exec(rest);
      const text = rest.slice(0, end?.index ?? rest.length);
      const last = this.#found.at(-1);
      if (last !== undefined) this.#found[this.#found.length - 1] = { ...last, input: text };
      this.#at += text.length + (end?.[0].length ?? 0);
    }
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    const word = this.#word;
    if (word === undefined) return;
    this.#word = undefined;
    const redirect = this.#redirect;
    this.#redirect = undefined;
    if (redirect === 'output') this.#outputs.push(word);
    else if (redirect === 'text') this.#input = word;
    else if (redirect === 'here') this.#heredocs.push(word);
    else if (redirect === undefined && !(this.#words.length === 0 && (KEYWORDS.has(word) || /^\w+=/.test(word)))) this.#words.push(word);
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#words.length + this.#outputs.length > 0)
      this.#found.push({
        words: this.#words,
        isPiped: this.#isPiped,
        outputs: this.#outputs,
        ...(this.#input !== undefined && { input: this.#input }),
      });
    this.#words = [];
    this.#outputs = [];
    this.#input = undefined;
    this.#isPiped = false;
    this.#redirect = undefined;
  }
}

// Of the parenthesis that closes the one before `from`.
function closing(line: string, from: number): number {
  let depth = 1;
  for (let at = from; at < line.length; at++) {
    const character = line[at];
    if (character === '\\') at += 1;
    else if (character === "'" || character === '"') at = indexOr(line.indexOf(character, at + 1), line.length);
    else if (character === '(') depth += 1;
    else if (character === ')' && --depth === 0) return at;
  }
  return line.length;
}

function indexOr(index: number, otherwise: number): number {
  return index < 0 ? otherwise : index;
}
