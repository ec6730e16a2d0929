// Formatting is asked for only in order to write, and nothing is written through a window.
import { editingElsewhere } from '../../ide/errors.ts';
import type { Formatted, Formatting } from '../../ide/formatting.ts';

export class VscodeFormatting implements Formatting {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  format(): Promise<Formatted> {
    return Promise.reject(editingElsewhere(this.#root));
  }

  organizeImports(): Promise<Formatted> {
    return Promise.reject(editingElsewhere(this.#root));
  }
}
