// Which types stand above and below a type, as an engine answered: whoever is below one of them is among them too.
import type { Place, TypeDirection, TypeRelations, TypeSymbol } from '../../../../ide/doors/languages.ts';
import { type Location, placeKey, positionKey } from '../../../../ide/text.ts';
import type { PartialAnswer } from './partialAnswer.ts';

// A tree has few roots; more are those of other questions.
const MOST_ROOTS = 20;
const MOST_TYPES = 2_000;

export class KnownTypes {
  #roots: { readonly below: readonly Location[]; readonly keys: ReadonlySet<string> }[] = [];
  #above = new Map<string, readonly TypeSymbol[]>();
  #relations = new Map<string, PartialAnswer<TypeRelations | undefined>>();

  // Undefined when nobody has asked about this type or one above it.
  below(type: Location): readonly Location[] | undefined {
    return this.#roots.find(({ keys }) => keys.has(placeKey(type)))?.below;
  }

  rememberBelow(type: Location, below: readonly Location[]): void {
    this.#roots = [...this.#roots.slice(1 - MOST_ROOTS), { below, keys: new Set([type, ...below].map(placeKey)) }];
  }

  // The answer is kept, not the question: that belongs to a call which may be given up.
  async above(type: Location, ask: () => Promise<readonly TypeSymbol[]>): Promise<readonly TypeSymbol[]> {
    const key = placeKey(type);
    const known = this.#above;
    const above = known.get(key) ?? (await ask());
    if (known.size < MOST_TYPES) known.set(key, above);
    return above;
  }

  // Only what the engine knew wholly is kept.
  async relations(
    at: Place,
    direction: TypeDirection,
    ask: () => Promise<PartialAnswer<TypeRelations | undefined>>,
  ): Promise<PartialAnswer<TypeRelations | undefined>> {
    const key = `${direction} ${positionKey(at.uri, at.position)}`;
    const known = this.#relations;
    const relations = known.get(key) ?? (await ask());
    if (relations.gap === undefined && known.size < MOST_TYPES) known.set(key, relations);
    return relations;
  }

  forget(): void {
    this.#roots = [];
    // New maps, as somebody may still wait for what goes into the old ones.
    this.#above = new Map();
    this.#relations = new Map();
  }
}
