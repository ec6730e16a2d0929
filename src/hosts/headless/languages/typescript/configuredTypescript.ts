// What every engine of TypeScript has in common: it is told the defaults of the project's own compiler before anything else. Enough by itself for one that only assists.
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { Quirk } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { EarlierDefaults } from './earlierDefaults.ts';

export class ConfiguredTypescript implements Quirk {
  readonly #earlier: EarlierDefaults;

  constructor(session: EngineSession) {
    this.#earlier = new EarlierDefaults(session);
  }

  configuration(_section: string): unknown {
    return null;
  }

  started(signal: AbortSignal): Promise<void> {
    return this.#earlier.tell(signal);
  }

  sentText(uri: string, text: string): string {
    return this.#earlier.textFor(uri, text);
  }

  get outdated(): boolean {
    return this.#earlier.outdated;
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#earlier.filesChanged(changes);
  }
}
