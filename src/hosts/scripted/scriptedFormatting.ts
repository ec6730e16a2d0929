// A formatter that knows two rules: no white space at the ends of lines, and imports in the order of the alphabet.

import type { Formatted, Formatting } from '../../ide/doors/formatting.ts';
import { noFormatter } from '../../ide/errors/editErrors.ts';
import type { Range } from '../../ide/text.ts';
import { languageOf, type ScriptedDocuments } from './scriptedDocuments.ts';

export class ScriptedFormatting implements Formatting {
  readonly #documents: ScriptedDocuments;

  constructor(documents: ScriptedDocuments) {
    this.#documents = documents;
  }

  async format(uri: string, range: Range | undefined): Promise<Formatted> {
    return this.#formatted(uri, 'layout', (lines) =>
      lines.map((line, index) => (range === undefined || (index >= range.start.line && index < range.end.line) ? line.trimEnd() : line)),
    );
  }

  async organizeImports(uri: string): Promise<Formatted> {
    return this.#formatted(uri, 'imports', (lines) => {
      const imports = lines.filter((line) => line.startsWith('import ')).toSorted();
      return [...imports, ...lines.filter((line) => !line.startsWith('import '))];
    });
  }

  async #formatted(uri: string, does: 'layout' | 'imports', change: (lines: readonly string[]) => readonly string[]): Promise<Formatted> {
    const { text } = await this.#documents.read(uri);
    const path = this.#documents.pathOf(uri) ?? uri;
    if (languageOf(path) === undefined) throw noFormatter(path, does, 'its language is not known.');
    return { text: change(text.split('\n')).join('\n'), by: 'scripted 1.0', notes: [] };
  }
}
