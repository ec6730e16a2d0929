// Classes of one name in several folders of sources: where no build says which of the folders are compiled together, each such folder is a project of its own.
import { posix } from 'node:path';
import { pathOf } from '../../../../base/files/fileUri.ts';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { isClass, type JavaFiles, sourceFolderAbove } from './sourceFolders.ts';

type Sources = Pick<JavaFiles, 'sources' | 'classes'>;

const MOST_SHOWN = 3;

// Folders that go together, the first with all that do not exclude each other.
export function separateProjects({ sources, classes }: Sources): readonly (readonly string[])[] {
  const taken = new Set<string>();
  const together: string[] = [];
  const alone: string[][] = [];
  for (const source of sources) {
    const own = [...(classes.get(source) ?? [])];
    if (own.some((path) => taken.has(path))) alone.push([source]);
    else {
      together.push(source);
      for (const path of own) taken.add(path);
    }
  }
  return [together, ...alone];
}

// jdt.ls searches by names, so what uses a class is mixed with what uses another of its name.
export function mixedUses(files: Sources, rootUri: string): string | undefined {
  const found = [...holders(files)].filter(([, folders]) => folders.length > 1);
  if (found.length === 0) return undefined;
  const shown = found.slice(0, MOST_SHOWN).map(([path, folders]) => `${path} (in ${folders.map((folder) => nameOf(folder, rootUri)).join(', ')})`);
  const more = found.length > MOST_SHOWN ? ` and ${found.length - MOST_SHOWN} more` : '';
  return `Several folders hold a class of the same name, and no build says which of them belong together, so uses of one may be listed as those of another: ${shown.join('; ')}${more}.`;
}

// Why these files must not be edited together: they belong to folders that hold different classes of one name.
export function mixedEdit(files: Sources, uris: readonly string[]): string | undefined {
  const touched = new Set(uris.flatMap((uri) => sourceOf(files, uri) ?? []));
  const mixed = [...holders(files)].find(([, folders]) => folders.filter((folder) => touched.has(folder)).length > 1);
  return mixed === undefined
    ? undefined
    : `several folders hold a class ${mixed[0]}, and jdtls would edit the uses of more than one of them. Nothing was changed; edit by hand with edit_file, or give the folders a build`;
}

// Whether a file that came or went makes our projects other ones: it is in a folder that they do not have, or there is another class of its name.
export function changesProjects({ sources, classes }: Sources, { uri, kind }: DiskChange): boolean {
  if (!isClass(uri) || kind === 'changed') return false;
  const isKnown = (source: string) => classes.get(source)?.has(uri.slice(source.length + 1)) === true;
  const own =
    kind === 'created' ? sourceFolderAbove(posix.dirname(uri), textOf(uri)) : sources.find((source) => uri.startsWith(`${source}/`) && isKnown(source));
  if (own === undefined || !classes.has(own)) return kind === 'created';
  const path = uri.slice(own.length + 1);
  return sources.some((source) => source !== own && classes.get(source)?.has(path) === true);
}

// Empty where it has gone again.
function textOf(uri: string): string {
  try {
    return readSmallFile(pathOf(uri));
  } catch {
    return '';
  }
}

function holders({ classes }: Sources): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [source, paths] of classes) for (const path of paths) found.set(path, [...(found.get(path) ?? []), source]);
  return found;
}

function sourceOf({ sources }: Sources, uri: string): string | undefined {
  return sources.filter((source) => uri.startsWith(`${source}/`)).toSorted((a, b) => b.length - a.length)[0];
}

function nameOf(folder: string, rootUri: string): string {
  return folder === rootUri ? posix.basename(folder) : decodeURIComponent(folder.slice(rootUri.length + 1));
}
