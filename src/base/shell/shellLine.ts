// Which programs a line for a shell would start, with their words as the shell would see them, by the grammar of the shell. What variables hold is not known.
import type { Node, Parser } from 'web-tree-sitter';
import { shellParser } from './shellGrammar.ts';
import { commandsIn, KEYWORDS, type SimpleCommand } from './textReader.ts';

export interface ShellLine {
  // Also those inside of substitutions, groups and functions.
  readonly commands: readonly SimpleCommand[];
  // False where the grammar does not read it to the end, so that it may start more than is known.
  readonly isUnderstood: boolean;
}

export type ReadLine = (line: string) => ShellLine;

// A file that somebody writes with a here-document has its place in a line; a book has not.
const LONGEST = 256 * 1024;
// Deeper is nobody's honest line.
const DEEPEST = 100;
// In milliseconds. Honest lines take less than one.
const LONGEST_PARSE = 2_000;

export async function lineReader(platform: NodeJS.Platform = process.platform): Promise<ReadLine> {
  // Nobody has a grammar of cmd, and what is typed may go to PowerShell; quotes, pipes and chains look alike in all of them.
  if (platform === 'win32') return textLine;
  const parser = await shellParser();
  return (line) => grammarLine(parser, line);
}

export function textLine(line: string): ShellLine {
  return { commands: commandsIn(line), isUnderstood: true };
}

function grammarLine(parser: Parser, line: string): ShellLine {
  const end = performance.now() + LONGEST_PARSE;
  const tree = line.length > LONGEST ? null : parser.parse(line, null, { progressCallback: () => performance.now() > end });
  if (tree === null) {
    parser.reset();
    return { commands: commandsIn(line.slice(0, LONGEST)), isUnderstood: false };
  }
  try {
    const reading = new Reading();
    reading.visit(tree.rootNode, { isPiped: false, input: undefined }, 0);
    const isUnderstood = !tree.rootNode.hasError && !reading.isTooDeep;
    return { commands: isUnderstood ? reading.found : [...reading.found, ...commandsIn(line)], isUnderstood };
  } finally {
    tree.delete();
  }
}

interface Surroundings {
  readonly isPiped: boolean;
  readonly input: string | undefined;
}

class Reading {
  readonly found: SimpleCommand[] = [];
  isTooDeep = false;

  visit(node: Node, around: Surroundings, depth: number): void {
    if (depth > DEEPEST) {
      this.isTooDeep = true;
      return;
    }
    switch (node.type) {
      case 'pipeline':
        for (const [index, part] of node.namedChildren.entries()) this.visit(part, index > 0 ? { ...around, isPiped: true } : around, depth + 1);
        return;
      case 'redirected_statement':
        this.#redirected(node, around, depth);
        return;
      case 'command':
      case 'declaration_command':
      case 'unset_command':
        this.#command(node, around, depth);
        return;
      case 'command_substitution':
      case 'process_substitution':
        this.#inside(node, { isPiped: false, input: undefined }, depth);
        return;
      default:
        this.#inside(node, around, depth);
    }
  }

  #inside(node: Node, around: Surroundings, depth: number): void {
    for (const child of node.namedChildren) this.visit(child, around, depth + 1);
  }

  #command(node: Node, around: Surroundings, depth: number): void {
    const words: string[] = [];
    const flow = new Flow();
    for (const child of node.children) {
      if (/_redirect$/.test(child.type)) flow.add(child);
      else if (child.type === 'command_name') words.push(wordIn(child.firstChild ?? child));
      else if (child.type !== 'variable_assignment' || node.type !== 'command') words.push(wordIn(child));
      // What stands in a word runs before the command does.
      this.visit(child, { isPiped: false, input: undefined }, depth + 1);
    }
    this.#add(words, flow, around);
  }

  #redirected(node: Node, around: Surroundings, depth: number): void {
    const flow = new Flow();
    const body = node.childForFieldName('body');
    for (const child of node.namedChildren) {
      if (!/_redirect$/.test(child.type)) continue;
      flow.add(child);
      // Behind `<<EOF` the line may go on with a pipe.
      this.visit(child, { isPiped: true, input: undefined }, depth + 1);
    }
    const own: Surroundings = { isPiped: around.isPiped, input: flow.input ?? around.input };
    const before = this.found.length;
    if (body !== null) this.visit(body, own, depth + 1);
    const last = this.found.at(-1);
    // Of a pipeline or a chain it is the last command's.
    if (/^(?:command|pipeline|list)$/.test(body?.type ?? '') && last !== undefined && this.found.length > before)
      this.found[this.found.length - 1] = { ...last, outputs: [...last.outputs, ...flow.outputs] };
    else if (flow.outputs.length > 0) this.found.push({ words: [], isPiped: false, outputs: flow.outputs });
  }

  #add(written: readonly string[], flow: Flow, { isPiped, input: around }: Surroundings): void {
    // The grammar takes a brace behind `!` for a program.
    const start = written.findIndex((word) => !KEYWORDS.has(word));
    const words = start < 0 ? [] : written.slice(start);
    const input = flow.input ?? around;
    if (words.length + flow.outputs.length > 0) this.found.push({ words, isPiped, outputs: flow.outputs, ...(input !== undefined && { input }) });
  }
}

class Flow {
  readonly outputs: string[] = [];
  input: string | undefined;

  add(redirect: Node): void {
    const { children } = redirect;
    const last = children.at(-1);
    if (redirect.type === 'heredoc_redirect') this.input = children.find(({ type }) => type === 'heredoc_body')?.text ?? '';
    else if (last === undefined) return;
    else if (redirect.type === 'herestring_redirect') this.input = wordIn(last);
    else if (children.some(({ type }) => type.includes('>'))) this.outputs.push(wordIn(last));
  }
}

// As the program will see it; what only a shell could know is left as it is written.
function wordIn(node: Node): string {
  switch (node.type) {
    case 'word':
      return node.text.replaceAll(/\\(\n|[\s\S])/g, (_, escaped: string) => (escaped === '\n' ? '' : escaped));
    case 'raw_string':
      return node.text.slice(1, -1);
    case 'ansi_c_string':
      return ansiText(node.text.slice(2, -1));
    case 'string':
      return node.text.slice(1, -1).replaceAll(/\\([$`"\\\n])/g, (_, escaped: string) => (escaped === '\n' ? '' : escaped));
    case 'translated_string':
    case 'concatenation':
      return node.children
        .filter(({ type }) => type !== '$')
        .map(wordIn)
        .join('');
    default:
      return node.text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', v: '\v' };

function ansiText(text: string): string {
  return text.replaceAll(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,6})|([0-7]{1,3})|([\s\S]))/g,
    (_, hex, unicode, long, octal, letter: string) => {
      const code = hex ?? unicode ?? long;
      if (code !== undefined) return characterOf(Number.parseInt(code, 16));
      return octal === undefined ? (ESCAPES[letter] ?? letter) : characterOf(Number.parseInt(octal, 8));
    },
  );
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
