// Debugging where the host is a VS Code window: its debuggers belong to the person who looks, so agents use a Binnacle beside it.
import { debuggingElsewhere } from '../../ide/debugErrors.ts';
import type { Debugging } from '../../ide/debugging.ts';

export function vscodeDebugging(root: string): Debugging {
  const refuse = async () => {
    throw debuggingElsewhere(root);
  };
  return {
    breakpoints: { list: refuse, set: refuse, remove: refuse },
    watches: { list: refuse, add: refuse, remove: refuse },
    evaluation: 'off',
    start: refuse,
    sessions: () => {
      throw debuggingElsewhere(root);
    },
    ownerLeft: () => {},
  };
}
