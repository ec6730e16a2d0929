// Whose a terminal, run or debug session is: everybody may look, and a second agent ends or steers it only if a person allows that.
import type { Asker } from '../tool.ts';

interface Owned {
  readonly owner: string | undefined;
  readonly state: { readonly state: string };
}

// What a person must know, or undefined for the caller's own and for what has ended; two whose connections end with each call cannot be distinguished.
export function anothers({ owner }: Pick<Asker, 'owner'>, thing: Owned, name: string): string | undefined {
  return thing.owner === owner || thing.state.state === 'ended' ? undefined : `${name} is another agent's`;
}
