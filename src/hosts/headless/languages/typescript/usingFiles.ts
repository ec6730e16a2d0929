// Which files may use something of TypeScript's: those that hold one of its names or, for a default export, that of its module.
import { pathOf } from '../../../../base/files/fileUri.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';
import { moduleName } from './exportedNames.ts';

// Its names in its own file and those that it is exported under.
export async function filesThatMayUse(documents: DiskDocuments, names: readonly string[], uri: string, signal: AbortSignal): Promise<readonly string[]> {
  const words = new Set(names);
  if (words.delete('default')) words.add(moduleName(pathOf(uri)));
  const found = await Promise.all([...words].map((word) => documents.filesWithWord(word, signal)));
  return [...new Set(found.flat())];
}
