// An engine that is asked as if planned texts were in the files, and why some plans cannot be shown to it.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathOf } from '../../../../base/files/fileUri.ts';
import type { Engine } from './engine.ts';
import type { Route } from './route.ts';

// As much of an engine as a question needs; the one behind it may be shown texts that are only planned.
export type AskedEngine = Pick<Engine, 'name' | 'row' | 'run'>;

export function engineWith(engine: Engine, texts: ReadonlyMap<string, string>, route: Route): AskedEngine {
  const { lints, assists } = engine.row;
  // A linter is shown the files of every language, an assistant those of the engine that it assists.
  const isOwn = (uri: string) => {
    const row = route.rowOf(uri);
    return lints !== undefined || row === engine.row || (assists !== undefined && row?.id === assists) || route.embedding(row).includes(engine.row);
  };
  const own = new Map([...texts].filter(([uri]) => isOwn(uri)));
  return { name: engine.name, row: engine.row, run: (signal, work) => engine.runWith(own, signal, work) };
}

// Engines take an open document for the text of a file. Everything else they read from disk as it is there.
export function whyUnshown({ row, name }: Engine, texts: ReadonlyMap<string, string>, route: Route): string | undefined {
  const uris = [...texts.keys()];
  const reads = (uri: string) =>
    route.rowOf(uri) !== row && !route.embedding(route.rowOf(uri)).includes(row) && row.alsoReads.some((extension) => uri.endsWith(extension));
  const coming = uris.map(pathOf).filter((path) => !existsSync(path));
  if (row.findsFilesOnDisk && coming.length > 0) return `${name} does not see files that are not there yet.`;
  if (coming.some((path) => !existsSync(dirname(path)))) return `${name} does not see files in a folder that is not there yet.`;
  if (uris.some(reads)) return `${name} reads configuration and data from the disk only.`;
  if (uris.some((uri) => row.readsFromDisk?.test(uri))) return `${name} reads headers from the disk only.`;
  if (new Set(uris.map((uri) => uri.toLowerCase())).size < uris.length) return `${name} sees a file under its old and its new name, which differ in case only.`;
  return undefined;
}
