// Running where the host is a VS Code window: its terminals and tasks belong to the person who looks, so agents use a Binnacle beside it.
import { runningElsewhere } from '../../ide/runErrors.ts';
import type { Running } from '../../ide/running.ts';
import type { Terminals } from '../../ide/terminals.ts';

export function vscodeRunning(root: string): Running {
  const refuse = async () => {
    throw runningElsewhere(root);
  };
  return { configurations: refuse, resolve: refuse, start: refuse, runs: () => [], ownerLeft: () => {} };
}

export function vscodeTerminals(root: string): Terminals {
  const refuse = async () => {
    throw runningElsewhere(root);
  };
  return { open: refuse, list: () => [], ownerLeft: () => {} };
}
