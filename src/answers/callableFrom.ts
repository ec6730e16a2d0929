// A function as engines return it in a hierarchy of calls: its name, and the class that it belongs to.
import type { Callable, SymbolKind } from '../ide/doors/languages.ts';
import type { Location } from '../ide/text.ts';

export interface EngineFunction {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail?: string | undefined;
  readonly location: Location;
}

export function callableFrom({ name, kind, detail, location }: EngineFunction): Callable {
  // Engines name the code outside of functions after its file, each in its own way.
  if (kind === 'module' || kind === 'file') return { name: lastSegment(location.uri), kind: 'module', location };
  // clangd returns the whole path, `shop::Cart::total`, which for one that is no member is its name.
  if (detail === name) return { name, kind, location };
  if (detail?.endsWith(`::${name}`)) return { name, kind, container: detail.slice(0, -name.length - 2).replaceAll('::', '/'), location };
  // Where a function is declared: "Cart", "class Cart (cart.py)", or for one that is no member "(cart.py)".
  const [, container] = /^(?:class )?([\p{ID_Start}$_][\p{ID_Continue}$.]*)(?: \(.*)?$/u.exec(detail ?? '') ?? [];
  if (container === undefined) return { name, kind, location };
  return { name, kind: kind === 'function' ? 'method' : kind, container, location };
}

function lastSegment(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}
