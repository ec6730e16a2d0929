// What files declare, by their syntax alone: outlines of texts and of files, and which files declare something of a name.
import { engineFailed } from '../../../ide/errors.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import { languageIdOf } from '../documents/languageIds.ts';
import type { Processes } from '../processes/processes.ts';
import { commandLines } from '../search/searchProcess.ts';
import { AS_LISTED, runAstGrep } from './astGrep.ts';
import { type Declaration, DeclarationMatch, declarationOf, rulesOf } from './declarationRules.ts';
import { OUTLINE_GRAMMARS, type OutlineGrammar } from './declarations/languages.ts';
import { nestedDeclarations, type SyntaxSymbol } from './nestedDeclarations.ts';

// What is printed for so many files stays within what may be read from a process.
const FILES_AT_ONCE = 200;

// Undefined where there is no grammar for the language.
export function grammarFor(languageId: string): OutlineGrammar | undefined {
  return BY_LANGUAGE.get(languageId);
}

// The language of a file, where there is a grammar for it.
export function languageBySyntax(path: string): string | undefined {
  const language = languageIdOf(path);
  return BY_LANGUAGE.has(language) ? language : undefined;
}

const BY_LANGUAGE = new Map(OUTLINE_GRAMMARS.flatMap((grammar) => grammar.languages.map((language): [string, OutlineGrammar] => [language, grammar])));

export async function outlineOfText(
  processes: Processes,
  grammar: OutlineGrammar,
  { text, uri }: TextSnapshot,
  signal: AbortSignal,
): Promise<readonly SyntaxSymbol[]> {
  // A header says by what is in it whether it is C or C++.
  const own = grammar.grammar === 'c' && uri.endsWith('.h') && LOOKS_LIKE_CPP.test(text) ? (grammarFor('cpp') ?? grammar) : grammar;
  const matches = await scan(processes, rulesOf(own), ['--stdin'], signal, text);
  return outlineOf(own, matches);
}

const LOOKS_LIKE_CPP = /^\s*(?:class\s+\w|namespace\s+\w|template\s*<|using\s+\w|public:|private:|protected:|enum class\b)/m;

export async function outlinesOfFiles(
  processes: Processes,
  grammar: OutlineGrammar,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly SyntaxSymbol[]>> {
  const byFile = await matchesByFile(processes, rulesOf(grammar), paths, signal);
  return new Map([...byFile].map(([file, matches]) => [file, outlineOf(grammar, matches)]));
}

// The names in each file that fit the regular expression.
export async function namesDeclaredIn(
  processes: Processes,
  grammar: OutlineGrammar,
  paths: readonly string[],
  names: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const byFile = await matchesByFile(processes, rulesOf(grammar, names), paths, signal);
  return new Map([...byFile].map(([file, matches]) => [file, declarationsIn(grammar, matches).map(({ name }) => name)]));
}

function outlineOf(grammar: OutlineGrammar, matches: readonly DeclarationMatch[]): readonly SyntaxSymbol[] {
  return nestedDeclarations(declarationsIn(grammar, matches), grammar.inPieces ?? false);
}

function declarationsIn(grammar: OutlineGrammar, matches: readonly DeclarationMatch[]): readonly Declaration[] {
  return matches.flatMap((match) => declarationOf(grammar, match) ?? []);
}

async function matchesByFile(
  processes: Processes,
  rules: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DeclarationMatch[]>> {
  const byFile = new Map<string, DeclarationMatch[]>();
  for (const group of commandLines(paths, (path) => path, FILES_AT_ONCE, rules.length)) {
    for (const match of await scan(processes, rules, ['--', ...group], signal)) {
      const known = byFile.get(match.file);
      if (known === undefined) byFile.set(match.file, [match]);
      else known.push(match);
    }
  }
  return byFile;
}

async function scan(processes: Processes, rules: string, input: readonly string[], signal: AbortSignal, text?: string): Promise<readonly DeclarationMatch[]> {
  const { stdout, stderr, code } = await runAstGrep(processes, ['scan', `--inline-rules=${rules}`, ...AS_LISTED, ...input], signal, text);
  if (code !== 0 && code !== 1) throw engineFailed('tree-sitter', stderr.trim() || 'it said nothing');
  return stdout
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => DeclarationMatch.parse(JSON.parse(row)));
}
