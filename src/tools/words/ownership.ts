// Whose a terminal, run or debug session is: everybody may look, and a second agent ends or steers it only if a person allows that.
import { PERSON_AT_WINDOW } from '../../ide/sharedDebuggers.ts';
import type { Asker } from '../tool.ts';

interface Owned {
  readonly owner: string | undefined;
  readonly state: { readonly state: string };
}

// What a person must know, or undefined for the caller's own and for what has ended; two whose connections end with each call cannot be distinguished.
export function anothers({ owner }: Pick<Asker, 'owner'>, thing: Owned, name: string): string | undefined {
  if (thing.owner === owner || thing.state.state === 'ended') return undefined;
  return `${name} is ${thing.owner === PERSON_AT_WINDOW ? "a person's" : "another agent's"}`;
}
