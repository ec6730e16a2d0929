// TypeScript's words for kinds of things, and the protocol's numbers for them.
import type { CompletionItemKind, SymbolKind } from 'vscode-languageserver-protocol';

// By the words of ts.ScriptElementKind.
const SYMBOLS: ReadonlyMap<string, SymbolKind> = new Map<string, SymbolKind>([
  ['script', 1],
  ['module', 2],
  ['external module name', 2],
  ['class', 5],
  ['local class', 5],
  ['method', 6],
  ['local function', 12],
  ['function', 12],
  ['property', 7],
  ['getter', 7],
  ['setter', 7],
  ['JSX attribute', 7],
  ['accessor', 7],
  ['constructor', 9],
  ['construct', 9],
  ['enum', 10],
  ['interface', 11],
  ['type', 11],
  ['primitive type', 11],
  ['var', 13],
  ['let', 13],
  ['using', 13],
  ['await using', 13],
  ['local var', 13],
  ['parameter', 13],
  ['const', 14],
  ['enum member', 22],
  ['type parameter', 26],
  ['string', 15],
  ['call', 6],
  ['index', 7],
]);

const COMPLETIONS: ReadonlyMap<string, CompletionItemKind> = new Map<string, CompletionItemKind>([
  ['keyword', 14],
  ['script', 17],
  ['directory', 19],
  ['module', 9],
  ['external module name', 9],
  ['class', 7],
  ['local class', 7],
  ['method', 2],
  ['function', 3],
  ['local function', 3],
  ['property', 10],
  ['getter', 10],
  ['setter', 10],
  ['accessor', 10],
  ['JSX attribute', 5],
  ['constructor', 4],
  ['construct', 4],
  ['enum', 13],
  ['enum member', 20],
  ['interface', 8],
  ['type', 8],
  ['primitive type', 14],
  ['const', 21],
  ['type parameter', 25],
  ['string', 12],
]);

const VARIABLE: SymbolKind = 13;
const VARIABLE_COMPLETION: CompletionItemKind = 6;

export function symbolKind(word: string): SymbolKind {
  return SYMBOLS.get(word) ?? VARIABLE;
}

export function completionKind(word: string): CompletionItemKind {
  return COMPLETIONS.get(word) ?? VARIABLE_COMPLETION;
}
