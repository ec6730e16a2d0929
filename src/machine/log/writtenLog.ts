// The log of the daemons of this machine, as the port has it.
import { writtenLines } from '../../base/writtenLines.ts';
import type { IdeLog, LogLine } from '../../ide/doors/ideLog.ts';

export class WrittenLog implements IdeLog {
  readonly #file: string | undefined;

  // Undefined where nobody writes one.
  constructor(file: string | undefined) {
    this.#file = file;
  }

  async lines(): Promise<readonly LogLine[]> {
    return this.#file === undefined ? [] : writtenLines(this.#file);
  }
}
