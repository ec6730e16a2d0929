// Types below one in Python that name it under another name, or fit it as a protocol without naming it: basedpyright's references leave both out.
import { type DeclaredType, declaredIn, type FoundType, typesAbove } from '../../../../answers/builtTypes.ts';
import type { TypeSymbol } from '../../../../ide/doors/languages.ts';
import { type Location, placeKey } from '../../../../ide/text.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { implementationsAt } from '../questions/implementations.ts';
import { typeQuestions } from '../questions/typeRelations.ts';

// Its implementations have both (`from shop import Cart as C`, and what fits a protocol). They have what is farther below too, which is recognised by standing
// below another of them.
export async function pythonTypesBelow(
  session: EngineSession,
  found: FoundType,
  naming: readonly TypeSymbol[],
  signal: AbortSignal,
): Promise<PartialAnswer<readonly TypeSymbol[]>> {
  const {
    declared: [type],
  } = found;
  const { value: locations, gap } = await everythingBelow(session, found, signal);
  const ask = typeQuestions(session, signal);
  const all = await declaredIn(ask, locations);
  const known = new Set([...naming, ...all.map(({ symbol }) => symbol)].map(keyOf));
  const value: TypeSymbol[] = [];
  for (const other of all) {
    if (naming.some((symbol) => keyOf(symbol) === keyOf(other.symbol))) continue;
    const above = (await session.types.above(other.symbol.location, async () => (await typesAbove(ask, [other])).related)).map(keyOf);
    if (above.includes(keyOf(type.symbol))) value.push(other.symbol);
    else if (isProtocol(type) && !above.some((key) => known.has(key))) value.push({ ...other.symbol, structural: true });
  }
  return { value, gap };
}

// A search of the whole program, which takes a fifth of a second for each type of a tree. What fits a protocol is below it alone.
async function everythingBelow(
  session: EngineSession,
  { declared: [type], named }: FoundType,
  signal: AbortSignal,
): Promise<PartialAnswer<readonly Location[]>> {
  const known = isProtocol(type) ? undefined : session.types.below(type.symbol.location);
  if (known !== undefined) return { value: known };
  const found = await implementationsAt(session, named, signal);
  if (found.gap === undefined && !isProtocol(type)) session.types.rememberBelow(type.symbol.location, found.value);
  return found;
}

function isProtocol({ snapshot, declaration }: DeclaredType): boolean {
  return declaration.bases.some((base) => snapshot.textIn(base) === 'Protocol');
}

function keyOf({ location }: TypeSymbol): string {
  return placeKey(location);
}
