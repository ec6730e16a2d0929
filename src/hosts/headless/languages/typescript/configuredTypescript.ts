// What every engine of TypeScript has in common: it is sent the defaults of the project's own compiler before anything else. Enough by itself for one that only assists.
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Middleware } from '../engine/middleware.ts';
import { EarlierDefaults } from './earlierDefaults.ts';

export class ConfiguredTypescript implements Middleware {
  readonly #earlier: EarlierDefaults;

  constructor(session: EngineSession) {
    this.#earlier = new EarlierDefaults(session);
  }

  configuration(_section: string): unknown {
    return null;
  }

  started(signal: AbortSignal): Promise<void> {
    return this.#earlier.send(signal);
  }

  sent(uri: string, text: string): { readonly text: string } {
    return { text: this.#earlier.textFor(uri, text) };
  }

  get outdated(): boolean {
    return this.#earlier.outdated;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#earlier.filesChanged(changes);
  }
}
