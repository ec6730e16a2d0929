// What TypeScript's outlines and symbols call by another name, or list although it declares nothing.
import type { OutlineSymbol } from '../ide/doors/languages.ts';
import type { Position, TextSnapshot } from '../ide/text.ts';

// It calls aliases classes, and lists callbacks and the keys of arguments, which declare nothing.
export function tidyMembers(symbols: readonly OutlineSymbol[], snapshot: TextSnapshot, isInside = false): readonly OutlineSymbol[] {
  const isJavaScript = snapshot.languageId.startsWith('javascript');
  return symbols.flatMap((symbol) => {
    const children = tidyMembers(symbol.children, snapshot, true);
    if (/(?:\) callback|^<function>)$/.test(symbol.name)) return children;
    // In CommonJS they are what a file exports.
    if (!isInside && !isJavaScript && symbol.kind === 'property') return [];
    return [
      { ...symbol, kind: symbol.kind === 'class' && isAlias(snapshot, symbol.selection.start, symbol.name) ? ('typeAlias' as const) : symbol.kind, children },
    ];
  });
}

export function isAlias(snapshot: TextSnapshot, position: Position, name: string): boolean {
  const offset = snapshot.offsetAt(position);
  const start = snapshot.text.startsWith(name, offset) ? offset : snapshot.text.indexOf(name, offset);
  return /(?:\btype\s+|@typedef\b[^\n]*|@callback\s+)$/.test(snapshot.text.slice(Math.max(0, start - 200), start));
}
