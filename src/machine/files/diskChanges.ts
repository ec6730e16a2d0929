// What happened to files on disk, and the documents that tell it to whoever must hear it before the next answer.
import type { Documents, FileChange } from '../../ide/documents.ts';

export type DiskChange = FileChange;

export interface DiskDocuments extends Documents {
  // The URI of the folder that holds the file.
  folderOf(uri: string): string;

  // Whether files of the project have several names.
  readonly hasLinks: boolean;

  // The file's own name, where the given one leads to it through a link; else what was given.
  canonical(uri: string): string;

  namesOf(uri: string, signal: AbortSignal): Promise<readonly string[]>;

  // The same, without looking at configurations: all of them.
  namesNow(uri: string): readonly string[];
}
