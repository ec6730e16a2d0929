// What happened to files on disk, and the documents that tell it to whoever must hear it before the next answer.
import type { Documents, FileChange } from '../../../ide/documents.ts';

export type DiskChange = FileChange;

export interface DiskDocuments extends Documents {
  // The URI of the folder that holds the file.
  folderOf(uri: string): string;
}
