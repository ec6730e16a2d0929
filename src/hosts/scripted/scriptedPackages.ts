// Packages that are where the script says; a fetch brings those that it says could be had.

import type { FetchedPackages, FoundPackage, Packages, WantedPackage } from '../../ide/doors/packages.ts';
import { fetchFailed } from '../../ide/errors/errors.ts';
import type { ScriptedBehaviour } from './scriptedLanguages.ts';

export class ScriptedPackages implements Packages {
  readonly #script: ScriptedBehaviour;
  readonly #fetched = new Set<string>();

  constructor(script: ScriptedBehaviour) {
    this.#script = script;
  }

  async find({ name, version }: WantedPackage): Promise<readonly FoundPackage[]> {
    const here = this.#script.packages?.[name] ?? (this.#fetched.has(name) ? this.#script.fetchable?.[name] : undefined) ?? [];
    return here.filter((found) => version === undefined || found.version === undefined || found.version === version);
  }

  async fetch(wanted: WantedPackage, manager: string): Promise<FetchedPackages> {
    const command = `${manager} fetch ${[wanted.name, wanted.version].filter((part) => part !== undefined).join('@')}`;
    this.#script.onQuestion?.(command);
    if (this.#script.fetchable?.[wanted.name] === undefined) throw fetchFailed(command, 'it cannot be had');
    this.#fetched.add(wanted.name);
    return { command, changed: [], executed: this.#script.executedByManager ?? [] };
  }
}
