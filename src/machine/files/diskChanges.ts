// What happened to files on disk, and the documents that report it to whoever must know before the next answer.
import type { DiskState, Documents, FileChange } from '../../ide/doors/documents.ts';

export type DiskChange = FileChange;

export interface DiskDocuments extends Documents {
  // As of the last settle().
  readonly state: DiskState;

  // The same documents for a call that has settled: they settle again only when something newer than that was heard or read.
  asOf(state: DiskState): DiskDocuments;

  // The same documents as far as they were heard of, for rooms behind a door that settles before it asks them.
  heard(): DiskDocuments;

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
