// What several engines say about the callers of one function or the types below one type, without saying anything twice.
import type { CallRelations, TypeRelations } from '../../../../ide/doors/languages.ts';
import { type Location, placeKey } from '../../../../ide/text.ts';

export function mergedCalls(found: readonly (CallRelations | undefined)[]): CallRelations | undefined {
  const [first, ...others] = found.filter((relations) => relations !== undefined);
  if (first === undefined) return undefined;
  const all = [first, ...others].flatMap(({ calls }) => calls);
  return { of: first.of, calls: distinct(all, ({ callable }) => callable.location) };
}

export function mergedTypes(found: readonly (TypeRelations | undefined)[]): TypeRelations | undefined {
  const [first, ...others] = found.filter((relations) => relations !== undefined);
  if (first === undefined) return undefined;
  const all = [first, ...others].flatMap(({ related }) => related);
  return { of: first.of, related: distinct(all, ({ location }) => location) };
}

function distinct<Item>(items: readonly Item[], placeOf: (item: Item) => Location): readonly Item[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const key = placeKey(placeOf(item));
    return !known.has(key) && known.add(key);
  });
}
