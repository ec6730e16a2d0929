// What can be known about code without its language server: what files declare, as tree-sitter reads their syntax.

import { scoreOf } from '../../../../answers/symbolRanking.ts';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import { type NamePart, nameMatcher } from '../../../../base/patterns/namePattern.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import { type Answer, complete } from '../../../../ide/answer.ts';
import type { Hover, OutlineSymbol, Place, WorkspaceSymbol } from '../../../../ide/doors/languages.ts';
import { IdeError, noEngine } from '../../../../ide/errors/errors.ts';
import { contains, type Location, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { languageIdOf } from '../../../../machine/files/languageIds.ts';
import type { Processes } from '../../../../machine/processes/processes.ts';
import { filesMatching } from '../../../../machine/programs/ripgrep.ts';
import { astGrep } from '../../../../machine/syntax/astGrep.ts';
import type { SyntaxDeclaration } from '../../../../machine/syntax/declarationRules.ts';
import type { OutlineGrammar } from '../../../../machine/syntax/declarations/languages.ts';
import type { SyntaxSymbol } from '../../../../machine/syntax/nestedDeclarations.ts';
import type { SignatureLanguage } from '../../../../machine/syntax/signatureRules.ts';
import { callsInText } from '../../../../machine/syntax/syntaxCalls.ts';
import {
  declarationsNamed,
  grammarFor,
  languageBySyntax,
  type NamesByFile,
  outlineOfText,
  placedDeclarations,
} from '../../../../machine/syntax/syntaxOutlines.ts';
import { type SignatureSyntax, signaturesInText } from '../../../../machine/syntax/syntaxSignatures.ts';
import type { EngineProject, EngineRow } from '../engine/engineRow.ts';

// Parsing takes about a second for a thousand files. Whoever waits longer would rather have asked for less.
const LONGEST_PARSING = seconds(5);
// Parsed between two looks at the clock.
const FILES_AT_ONCE = 200;
// More than anybody pages through.
const MOST_FILES_LISTED = 300;

export interface SyntaxFindings {
  readonly value: readonly WorkspaceSymbol[];
  readonly gap?: string;
  readonly engine?: string;
  readonly notes: readonly string[];
}

// A server that is not there, and why.
interface Missing {
  readonly engine: { readonly row: EngineRow };
  readonly failure: string;
}

// What is said of a language for which the catalogue has no server.
export const NO_SERVER = { why: 'No server is known for this language.', remedy: 'Uses are found with search_text.' };

export class BySyntax {
  readonly #project: EngineProject;
  readonly #processes: Processes;

  constructor(project: EngineProject, processes: Processes) {
    this.#project = project;
    this.#processes = processes;
  }

  // As certificates name it.
  get engine(): string {
    return `tree-sitter (ast-grep ${astGrep(this.#processes).version})`;
  }

  languageOf(uri: string): string | undefined {
    return languageBySyntax(pathOf(uri));
  }

  async outline(uri: string, why: string, signal: AbortSignal): Promise<Answer<readonly OutlineSymbol[]>> {
    return this.#answer(await this.#outline(uri, signal), why);
  }

  // Of a declaration: itself. What a use means only a language server knows.
  async definition(at: Place, why: string, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    const { selection } = await this.#declarationAt(at, why, signal);
    return this.#answer([{ uri: at.uri, range: selection }], why);
  }

  async hover(at: Place, why: string, signal: AbortSignal): Promise<Answer<Hover>> {
    const { header, selection } = await this.#declarationAt(at, why, signal);
    return this.#answer({ signature: header, documentation: '', range: selection }, why);
  }

  // The names that are called inside a part of a text; none where there is no grammar.
  readonly callsIn = async (snapshot: TextSnapshot, range: Range, signal: AbortSignal): Promise<readonly Range[]> => {
    const grammar = grammarFor(snapshot.languageId);
    const calls = grammar === undefined ? [] : await callsInText(this.#processes, grammar, snapshot, signal);
    return calls.filter(({ start }) => contains(range, start));
  };

  signaturesIn(language: SignatureLanguage, of: { readonly text: string; readonly names: readonly string[] }, signal: AbortSignal): Promise<SignatureSyntax> {
    return signaturesInText(this.#processes, language, of, signal);
  }

  // Declarations in these files whose names hold the query; where none does, those that have its letters in their order.
  async symbolsIn(query: string, uris: readonly string[], missing: readonly Missing[], signal: AbortSignal): Promise<SyntaxFindings> {
    const paths = uris.map(pathOf).filter((path) => languageBySyntax(path) !== undefined);
    if (paths.length === 0) return { value: [], notes: missing.map(({ failure }) => failure) };
    const held = await this.#fitting(query, paths, [query.trim()], signal);
    const isFound = held.value.length > 0 || held.gap !== undefined;
    const found = isFound ? held : await this.#fitting(query, paths, [...query.trim()], signal);
    return { ...found, ...(found.value.length > 0 && { engine: this.engine }), notes: notesOn(found.value, missing) };
  }

  // Names that have these pieces in their order; files without such a word are left out before they are parsed.
  async #fitting(
    query: string,
    paths: readonly string[],
    pieces: readonly string[],
    signal: AbortSignal,
  ): Promise<{ value: readonly WorkspaceSymbol[]; gap?: string }> {
    const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
    const candidates = await filesMatching(this.#processes, paths, escaped.join('\\w*'), signal);
    const named = await this.#named(candidates, `(?i)${escaped.join('.*')}`, signal);
    const scored = [...named.declarations].map(([path, found]) => ({ path, score: Math.min(...found.map(({ name }) => scoreOf(query, name))) }));
    const listed = scored.toSorted((a, b) => a.score - b.score || (a.path < b.path ? -1 : 1)).slice(0, MOST_FILES_LISTED);
    const placed = await this.#placed(new Map(listed.map(({ path }) => [path, named.declarations.get(path) ?? []])), signal);
    const fits = nameMatcher([...pieces.flatMap((piece): NamePart[] => [{ kind: 'star' }, { kind: 'text', text: piece.toLowerCase() }]), { kind: 'star' }]);
    const left = named.unread + scored.length - listed.length;
    return {
      value: placed.filter(({ name }) => fits(name.toLowerCase())),
      ...(left > 0 && { gap: `${left} files that may declare such names were left out, because they are too many: use a longer query.` }),
    };
  }

  async #named(paths: readonly string[], names: string, signal: AbortSignal): Promise<{ declarations: NamesByFile; unread: number }> {
    const declarations = new Map<string, readonly SyntaxDeclaration[]>();
    const ends = performance.now() + LONGEST_PARSING;
    let unread = 0;
    for (const [grammar, own] of byGrammar(paths)) {
      for (let from = 0; from < own.length; from += FILES_AT_ONCE) {
        const group = own.slice(from, from + FILES_AT_ONCE);
        if (performance.now() > ends) unread += group.length;
        else for (const [path, found] of await declarationsNamed(this.#processes, grammar, { paths: group, names }, signal)) declarations.set(path, found);
      }
    }
    return { declarations, unread };
  }

  async #placed(named: NamesByFile, signal: AbortSignal): Promise<readonly WorkspaceSymbol[]> {
    const found: WorkspaceSymbol[] = [];
    for (const [grammar, paths] of byGrammar([...named.keys()])) {
      const own = new Map(paths.map((path) => [path, named.get(path) ?? []]));
      for (const [path, outline] of await placedDeclarations(this.#processes, grammar, own, signal)) found.push(...symbolsIn(uriOf(path), outline));
    }
    return found;
  }

  async #outline(uri: string, signal: AbortSignal): Promise<readonly SyntaxSymbol[]> {
    const grammar = grammarFor(this.languageOf(uri) ?? '');
    if (grammar === undefined) throw noEngine(pathOf(uri), '');
    return outlineOfText(this.#processes, grammar, await this.#project.documents.read(uri, signal), signal);
  }

  async #declarationAt(at: Place, why: string, signal: AbortSignal): Promise<SyntaxSymbol> {
    const found = declarationAt(await this.#outline(at.uri, signal), at);
    if (found === undefined) throw noEngine(pathOf(at.uri), this.languageOf(at.uri) ?? '', why);
    return found;
  }

  #answer<Value>(value: Value, why: string): Answer<Value> {
    return complete(value, { engine: this.engine, notes: [`${SYNTAX_ALONE} ${why}`] });
  }
}

const SYNTAX_ALONE = 'Read by tree-sitter, from the syntax alone: declarations, no types.';

// A server that died under the call, or that is not tried again for a while.
export function isEngineFailure(error: unknown): error is IdeError {
  return error instanceof IdeError && (error.code === 'engine_failed' || error.code === 'engine_unavailable');
}

// In a repository of many languages a sentence for each server would be longer than the answer.
const MOST_MISSING_NAMED = 2;
const HOW_TO_INSTALL = 'declarations, no types. index_status tells how each is installed.';

function notesOn(found: readonly WorkspaceSymbol[], missing: readonly Missing[]): string[] {
  const isReadBySyntax = ({ row }: Missing['engine']) => row.languages.some(({ id }) => grammarFor(id) !== undefined);
  const listed =
    missing.length > MOST_MISSING_NAMED
      ? [`Not there, so not asked: ${missing.map(({ engine }) => engine.row.id).join(', ')}. Tree-sitter read what it could of their files: ${HOW_TO_INSTALL}`]
      : missing.map(({ engine, failure }) => (isReadBySyntax(engine) ? `${failure} Its files were read by tree-sitter: declarations, no types.` : failure));
  const served = new Set(missing.flatMap(({ engine }) => engine.row.languages.map(({ id }) => id)));
  const others = new Set(found.map(({ location }) => languageBySyntax(pathOf(location.uri)) ?? '').filter((language) => !served.has(language)));
  return [...listed, ...(others.size === 0 ? [] : [`${SYNTAX_ALONE} ${NO_SERVER.why} ${NO_SERVER.remedy}`])];
}

function declarationAt(symbols: readonly SyntaxSymbol[], at: Place): SyntaxSymbol | undefined {
  for (const symbol of symbols) {
    if (contains(symbol.selection, at.position)) return symbol;
    const inner = declarationAt(symbol.children, at);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function* symbolsIn(uri: string, symbols: readonly SyntaxSymbol[], container?: string): Generator<WorkspaceSymbol> {
  for (const symbol of symbols) {
    const { name, kind, selection, of } = symbol;
    const owner = of ?? container;
    // A block that adds to a type declares its members, not the type.
    if (kind !== 'object') yield { name, kind, ...(owner !== undefined && { container: owner }), location: { uri, range: selection } };
    yield* symbolsIn(uri, symbol.children, name);
  }
}

function byGrammar(paths: readonly string[]): ReadonlyMap<OutlineGrammar, string[]> {
  const groups = new Map<OutlineGrammar, string[]>();
  for (const path of paths) {
    const grammar = grammarFor(languageIdOf(path));
    if (grammar === undefined || !grammar.extensions.some((extension) => path.endsWith(extension))) continue;
    const group = groups.get(grammar);
    if (group === undefined) groups.set(grammar, [path]);
    else group.push(path);
  }
  return groups;
}
