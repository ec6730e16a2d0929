// Another maker's refactoring at the same place: what it would write, so that our refusals can be weighed.
import type { Texts } from '../judges/judge.ts';
import type { Place } from '../places/place.ts';

export interface Peer extends AsyncDisposable {
  readonly name: string;
  // Undefined where it has no such refactoring, or refuses.
  refactored(place: Place): Promise<Texts | undefined>;
}
