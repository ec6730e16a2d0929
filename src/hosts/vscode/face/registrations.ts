// Registers many things of which some may fail: each failure is for the log, and the others go on.
import type { Log } from '../../../base/log.ts';

export interface Registrable {
  readonly name: string;
  register(): { dispose(): unknown };
}

export function registerEach(registrations: Iterable<Registrable>, log: Log): Disposable & { readonly names: readonly string[] } {
  const done: { dispose(): unknown }[] = [];
  const names: string[] = [];
  for (const { name, register } of registrations) {
    try {
      done.push(register());
      names.push(name);
    } catch (error) {
      log.error(`${name} was not registered with VS Code: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return {
    names,
    [Symbol.dispose]() {
      for (const one of done.splice(0)) one.dispose();
    },
  };
}
