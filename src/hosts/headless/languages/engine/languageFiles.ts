// Which language a file is written in, and which row serves it, by its name.
import { basename, extname } from 'node:path/posix';
import { languageIdOf } from '../../../../machine/files/languageIds.ts';
import type { EngineRow } from './engineRow.ts';

// As everyone calls it, where the row has that language: tsconfig.app.json is JSON with comments although every .json is JSON. Else the longest extension decides.
export function languageIn(row: EngineRow, uri: string): string | undefined {
  const name = basename(uri);
  const usual = languageIdOf(name);
  let best: { id: string; length: number } | undefined;
  for (const { id, extensions } of row.languages) {
    for (const extension of extensions) {
      if (name.endsWith(extension) && extension.length > (best?.length ?? 0)) best = { id, length: extension.length };
    }
  }
  return best !== undefined && row.languages.some(({ id }) => id === usual) ? usual : best?.id;
}

// Projects have tens of thousands of files and we have dozens of rows, so a name is compared only with rows that know its extension.
export class RowsByName {
  readonly #rows: readonly EngineRow[];
  readonly #byExtension = new Map<string, readonly EngineRow[]>();

  // Linters, assistants and those that take another's place serve no file by its name.
  constructor(rows: readonly EngineRow[]) {
    this.#rows = rows.filter(({ lints, assists, replaces }) => lints === undefined && assists === undefined && replaces === undefined);
  }

  find(uri: string): EngineRow | undefined {
    return this.#candidates(extensionOf(basename(uri))).find((row) => languageIn(row, uri) !== undefined);
  }

  #candidates(extension: string): readonly EngineRow[] {
    const known = this.#byExtension.get(extension);
    if (known !== undefined) return known;
    const rows = this.#rows.filter(({ languages }) => languages.some(({ extensions }) => extensions.some((extension) => extensionOf(extension) === extension)));
    this.#byExtension.set(extension, rows);
    return rows;
  }
}

// ".go" is an extension, not a hidden file.
function extensionOf(name: string): string {
  return extname(`x${name}`);
}
