// Whether a line for a shell is nothing but programs with fixed words, by the grammar of the shell, and which they are. Whatever any shell might read otherwise is not plain.
import type { Node, Parser } from 'web-tree-sitter';
import { shellParser } from './shellGrammar.ts';

export interface PlainCommand {
  readonly words: readonly string[];
  // What another program prints goes into it.
  readonly isPiped: boolean;
}

// Longer is nobody's plain line, and the grammar need not be kept busy with it.
const LONGEST = 16 * 1024;

// Undefined where anything else is in it: assignments, redirections, substitutions, globs, functions, or what the grammar does not understand.
export async function plainCommands(line: string, platform: NodeJS.Platform = process.platform): Promise<readonly PlainCommand[] | undefined> {
  if (line.length > LONGEST || CONTROL.test(line)) return undefined;
  return platform === 'win32' ? windowsCommand(line) : posixCommands(line, await shellParser());
}

// Terminals and line editors act on them.
const CONTROL = /[^\P{Cc}\n]/u;

// Characters that mean themselves to sh, bash, zsh, dash, ksh and fish alike, also in a shell that somebody types into.
const WORD = /^[\w@%+:,./-][\w@%+:,./=-]*$/;
const DOUBLE_QUOTED = /^"[^"$`\\!]*"$/;
const SINGLE_QUOTED = /^'[^']*'$/;
const BETWEEN = new Set(['&&', '||', ';', '\n', '&', '|']);

function posixCommands(line: string, parser: Parser): readonly PlainCommand[] | undefined {
  const tree = parser.parse(line);
  if (tree === null) return undefined;
  try {
    const { rootNode: root } = tree;
    return root.hasError ? undefined : all(root.children.map((child) => inProgram(child, false)));
  } finally {
    tree.delete();
  }
}

function inProgram(node: Node, isPiped: boolean): readonly PlainCommand[] | undefined {
  if (node.isMissing) return undefined;
  if (!node.isNamed) return BETWEEN.has(node.type) ? [] : undefined;
  if (node.type === 'list') return all(node.children.map((child) => inProgram(child, isPiped)));
  if (node.type === 'pipeline') return all(node.children.map((child, index) => inProgram(child, isPiped || index > 0)));
  if (node.type !== 'command') return undefined;
  const words = node.children.map((child) => wordIn(child.type === 'command_name' ? (child.firstChild ?? child) : child));
  // The name stands first and unquoted: whoever hides it has a reason.
  const isNamed = node.firstChild?.type === 'command_name' && node.firstChild.firstChild?.type === 'word';
  return isNamed && words.every((word) => word !== undefined) ? [{ words, isPiped }] : undefined;
}

// As the program will see it.
function wordIn({ type, text, children }: Node): string | undefined {
  if (type === 'word' || type === 'number') return WORD.test(text) ? text : undefined;
  if (type === 'raw_string') return SINGLE_QUOTED.test(text) ? text.slice(1, -1) : undefined;
  if (type === 'string') return DOUBLE_QUOTED.test(text) ? text.slice(1, -1) : undefined;
  if (type !== 'concatenation') return undefined;
  const parts = children.map(wordIn);
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

function all(parts: readonly (readonly PlainCommand[] | undefined)[]): readonly PlainCommand[] | undefined {
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

// Nobody has a grammar of cmd, and what is typed may go to PowerShell: one program with words that mean themselves to both.
const WINDOWS_WORD = /^(?:[\w+:./\\-][\w@+:./\\~-]*|"[^"%!^&|<>`$\n]*[^"%!^&|<>`$\n\\]")$/;

function windowsCommand(line: string): readonly PlainCommand[] | undefined {
  const words = line.trim().match(/"[^"]*"|[^\s"]+/g) ?? [];
  if (words.length === 0 || words.join(' ') !== line.trim().replaceAll(/ +/g, ' ')) return undefined;
  return words.every((word) => WINDOWS_WORD.test(word)) ? [{ words: words.map((word) => word.replaceAll('"', '')), isPiped: false }] : undefined;
}
