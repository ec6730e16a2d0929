// What was seen of a process, from the record as the port returns it.
import { join } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import type { ChangedFile, ObservedChange } from '../../ide/doors/changes.ts';
import type { ObservedHead } from './record.ts';

export function observedChange(root: string, observed: ObservedHead, steps: number): ObservedChange {
  const { unknown, moreUnknown, ignored, alongside, repositoryMoved, interrupted } = observed;
  return {
    undoable: steps === 0 ? 'no' : unknown.length === 0 ? 'all' : 'partly',
    unknown: unknown.map(({ path, kind, why }) => ({ uri: uriOf(join(root, path)), kind, why })),
    ...(moreUnknown !== undefined && { moreUnknown }),
    ...(alongside !== undefined && { alongside }),
    ...(repositoryMoved !== undefined && { repositoryMoved }),
    ...(interrupted !== undefined && { interrupted }),
    ...(ignored !== undefined && { ignored: { files: ignored.files, folders: ignored.folders.map((folder) => uriOf(join(root, folder))) } }),
  };
}

// They stand in the list too, without numbers of lines that nobody knows.
export function unknownFiles(root: string, observed: ObservedHead | undefined): readonly ChangedFile[] {
  return (observed?.unknown ?? []).map(({ path, kind }) => ({ uri: uriOf(join(root, path)), kind, addedLines: 0, removedLines: 0 }));
}

export function whyNotUndoable({ interrupted, unknown }: ObservedHead): string {
  if (interrupted === true) return 'Binnacle was ended while the command ran, so nobody saw what it changed.';
  return `what the files held before is not known (${unknown
    .map(({ path }) => path)
    .slice(0, 5)
    .join(', ')}).`;
}
