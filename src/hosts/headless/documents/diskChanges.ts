// What happened to files on disk, and the documents that tell it to whoever must hear it before the next answer.
import type { Documents } from '../../../ide/documents.ts';

export type DiskChange = { readonly uri: string; readonly kind: 'created' | 'changed' | 'deleted' };

export interface DiskDocuments extends Documents {
  // The listener is called synchronously, before the settle() that saw the changes resolves.
  onChanges(listener: (changes: readonly DiskChange[]) => void): Disposable;

  // The URI of the folder that holds the file.
  folderOf(uri: string): string;
}
