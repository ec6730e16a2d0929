// What files declare, by their syntax alone: outlines of texts and of files, and which files declare something of a name.
import { stat } from 'node:fs/promises';
import { groupBy } from '../../base/groupBy.ts';
import { engineFailed } from '../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import { languageIdOf } from '../files/languageIds.ts';
import type { Processes } from '../processes/processes.ts';
import { commandLines } from '../programs/searchProcess.ts';
import { AS_LISTED, runAstGrep } from './astGrep.ts';
import { DeclarationMatch, declarationOf, rulesForContainers, rulesForNames, rulesOf, type SyntaxDeclaration } from './declarationRules.ts';
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
  const own = grammarForText(grammar, { uri, text });
  const matches = await scan(processes, rulesOf(own), ['--stdin'], signal, text);
  return outlineOf(own, matches);
}

// Undefined where there is no grammar for the language.
export function grammarOfText(languageId: string, document: Pick<TextSnapshot, 'uri' | 'text'>): OutlineGrammar | undefined {
  const grammar = grammarFor(languageId);
  return grammar === undefined ? undefined : grammarForText(grammar, document);
}

// A header says by what is in it whether it is C or C++.
function grammarForText(grammar: OutlineGrammar, { uri, text }: Pick<TextSnapshot, 'uri' | 'text'>): OutlineGrammar {
  return grammar.grammar === 'c' && uri.endsWith('.h') && LOOKS_LIKE_CPP.test(text) ? (grammarFor('cpp') ?? grammar) : grammar;
}

const LOOKS_LIKE_CPP = /^\s*(?:class\s+\w|namespace\s+\w|template\s*<|using\s+\w|public:|private:|protected:|enum class\b)/m;

export type NamesByFile = ReadonlyMap<string, readonly SyntaxDeclaration[]>;

// What these files declare under names that fit the regular expression.
export async function declarationsNamed(
  processes: Processes,
  grammar: OutlineGrammar,
  { paths, names }: { paths: readonly string[]; names: string },
  signal: AbortSignal,
): Promise<NamesByFile> {
  return declarationsByFile(processes, grammar, { paths, rules: rulesForNames(grammar, names) }, signal);
}

// The same declarations, each inside of what it stands in: whole outlines of many files would be too much to print.
export async function placedDeclarations(
  processes: Processes,
  grammar: OutlineGrammar,
  named: NamesByFile,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly SyntaxSymbol[]>> {
  const around = await declarationsByFile(processes, grammar, { paths: [...named.keys()], rules: rulesForContainers(grammar) }, signal);
  return new Map([...named].map(([file, own]) => [file, nestedDeclarations([...own, ...(around.get(file) ?? [])], grammar.inPieces ?? false)]));
}

function outlineOf(grammar: OutlineGrammar, matches: readonly DeclarationMatch[]): readonly SyntaxSymbol[] {
  return nestedDeclarations(declarationsIn(grammar, matches), grammar.inPieces ?? false);
}

function declarationsIn(grammar: OutlineGrammar, matches: readonly DeclarationMatch[]): readonly SyntaxDeclaration[] {
  return matches.flatMap((match) => declarationOf(grammar, match) ?? []);
}

async function declarationsByFile(
  processes: Processes,
  grammar: OutlineGrammar,
  { paths, rules }: { paths: readonly string[]; rules: string },
  signal: AbortSignal,
): Promise<NamesByFile> {
  const byFile = new Map<string, SyntaxDeclaration[]>();
  for (const group of await groupsOf(paths, rules.length)) {
    const matches = await scan(processes, rules, ['--', ...group], signal);
    for (const [file, own] of groupBy(matches, (match) => match.file)) byFile.set(file, [...declarationsIn(grammar, own)]);
  }
  return byFile;
}

// Files that together have so little text that what is printed about them can be read.
async function groupsOf(paths: readonly string[], others: number): Promise<readonly (readonly string[])[]> {
  const sized = await Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(path).catch(() => undefined))?.size ?? 0 })));
  return commandLines(sized, ({ path }) => path, FILES_AT_ONCE, others).flatMap((line) => {
    const groups: string[][] = [];
    let bytes = MOST_BYTES;
    for (const file of line) {
      bytes += file.bytes;
      if (bytes <= MOST_BYTES) groups.at(-1)?.push(file.path);
      else {
        groups.push([file.path]);
        bytes = file.bytes;
      }
    }
    return groups;
  });
}

// A declaration of a few characters is printed as several hundred.
const MOST_BYTES = 1024 * 1024;

async function scan(processes: Processes, rules: string, input: readonly string[], signal: AbortSignal, text?: string): Promise<readonly DeclarationMatch[]> {
  const { stdout, stderr, code } = await runAstGrep(processes, ['scan', `--inline-rules=${rules}`, ...AS_LISTED, ...input], signal, text);
  if (code !== 0 && code !== 1) throw engineFailed('tree-sitter', stderr.trim() || 'it said nothing');
  return stdout
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => DeclarationMatch.parse(JSON.parse(row)));
}
