// The order in which found symbols are listed: what was most likely meant first, and always the same.
import type { WorkspaceSymbol } from '../ide/doors/languages.ts';
import { compare, placeKey } from '../ide/text.ts';

export function ranked(query: string, symbols: readonly WorkspaceSymbol[]): readonly WorkspaceSymbol[] {
  const unique = new Map(symbols.map((symbol) => [keyOf(symbol), symbol]));
  const scored = [...unique.values()].map((symbol) => ({ symbol, score: scoreOf(query, symbol.name) }));
  return scored.sort((a, b) => a.score - b.score || inOrder(a.symbol, b.symbol)).map(({ symbol }) => symbol);
}

// Lower is nearer to what was asked for.
export function scoreOf(query: string, name: string): number {
  if (name === query) return 0;
  const lowerName = name.toLowerCase();
  const lowerQuery = query.toLowerCase();
  if (lowerName === lowerQuery) return 1;
  if (lowerName.startsWith(lowerQuery)) return 2;
  return lowerName.includes(lowerQuery) ? 3 : 4;
}

function inOrder(a: WorkspaceSymbol, b: WorkspaceSymbol): number {
  return (
    a.name.length - b.name.length || order(a.name, b.name) || order(a.location.uri, b.location.uri) || compare(a.location.range.start, b.location.range.start)
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyOf({ name, location }: WorkspaceSymbol): string {
  return `${placeKey(location)}#${name}`;
}
