// Which files are in an encoding that ripgrep does not recognise by itself, so that it must be passed: neither UTF-8 nor UTF-16 with a byte order mark.
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { readBytes } from '../../base/files/smallFile.ts';
import type { ListedFile } from '../../ide/doors/documents.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import type { HeadlessDocuments } from '../files/diskDocuments.ts';
import { textFileOf } from '../files/textFile.ts';

// So many are read one by one; of more ripgrep is asked first which of them have a byte beyond ASCII at all.
const FEW_FILES = 50;
// Larger ones are data, whatever their bytes would be called.
const LARGEST_READ = 64 * 1024 * 1024;
const UNICODE: ReadonlySet<string> = new Set(['utf8', 'utf16le', 'utf16be']);

// Of the given files those that hold a byte beyond ASCII, by their paths.
export type BeyondAscii = (files: readonly ListedFile[]) => Promise<ReadonlySet<string>>;

export class ForeignEncodings {
  readonly #root: string;
  // By URI, until the file changes; undefined for what ripgrep reads by itself.
  readonly #known = new Map<string, string | undefined>();

  constructor(root: string, documents: HeadlessDocuments) {
    this.#root = root;
    documents.onChanges((changes) => {
      for (const { uri } of changes) this.#known.delete(uri);
    });
  }

  // The label of each such file. Of files that are not watched nothing is remembered.
  async of(
    files: readonly ListedFile[],
    options: { watched: boolean },
    beyondAscii: BeyondAscii,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<ListedFile, string>> {
    const unknown = options.watched ? files.filter(({ uri }) => !this.#known.has(uri)) : files;
    const found = new Map<string, string>();
    // Called before the reading, so that a change meanwhile is not overwritten with what was there.
    for (const { uri } of unknown) this.#known.set(uri, undefined);
    const suspects = unknown.length <= FEW_FILES ? undefined : await beyondAscii(unknown);
    for (const { uri, path } of unknown) {
      if (suspects?.has(path) === false) continue;
      if (signal.aborted) throw cancelled();
      const label = await labelOf(join(this.#root, path), signal);
      if (label === undefined) continue;
      found.set(uri, label);
      if (options.watched && this.#known.has(uri)) this.#known.set(uri, label);
    }
    if (!options.watched) for (const { uri } of unknown) this.#known.delete(uri);
    return new Map(
      files.flatMap((file) => {
        const label = found.get(file.uri) ?? (options.watched ? this.#known.get(file.uri) : undefined);
        return label === undefined ? [] : [[file, label]];
      }),
    );
  }
}

async function labelOf(path: string, signal: AbortSignal): Promise<string | undefined> {
  // Gone since it was listed, or not ours to read: then nothing is found in it either.
  const bytes = await readBytes(path, LARGEST_READ, signal).catch(() => undefined);
  if (bytes === undefined || isUtf8(bytes)) return undefined;
  const encoding = textFileOf(bytes)?.encoding;
  // What is mostly UTF-8 is searched as such.
  return encoding === undefined || UNICODE.has(encoding) || encoding.startsWith('utf-8') ? undefined : encoding;
}
