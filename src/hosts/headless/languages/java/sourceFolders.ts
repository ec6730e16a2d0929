// Which folders the packages of Java sources begin in, read from their package clauses: for projects whose build may not be run, cannot be, or is none.
import { posix } from 'node:path';
import { groupBy } from '../../../../base/groupBy.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';

const BUILD_FILE = /\/(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/;

export interface JavaFiles {
  // URIs without a slash at the end; one may lie in another.
  readonly sources: readonly string[];
  readonly libraries: readonly string[];
  // The paths of the classes in each folder of sources.
  readonly classes: ReadonlyMap<string, ReadonlySet<string>>;
  // Of Maven and Gradle.
  readonly builds: readonly string[];
}

export async function javaFiles(documents: Pick<DiskDocuments, 'list' | 'read'>, signal: AbortSignal): Promise<JavaFiles> {
  const all = (await documents.list({}, signal)).map(({ uri }) => uri);
  const byFolder = groupBy(all.filter(isClass), (uri) => posix.dirname(uri));
  const classes = new Map<string, Set<string>>();
  for (const [folder, uris] of byFolder) {
    const [first = ''] = uris;
    const source = await sourceFolder(documents, folder, first, signal);
    const paths = classes.get(source) ?? new Set();
    for (const uri of uris) paths.add(uri.slice(source.length + 1));
    classes.set(source, paths);
  }
  return { sources: [...classes.keys()].sort(), classes, libraries: all.filter((uri) => uri.endsWith('.jar')), builds: all.filter(isBuildFile) };
}

export function isClass(uri: string): boolean {
  return uri.endsWith('.java') && !/\/(?:module|package)-info\.java$/.test(uri);
}

export function isBuildFile(uri: string): boolean {
  return BUILD_FILE.test(uri);
}

async function sourceFolder(documents: Pick<DiskDocuments, 'read'>, folder: string, uri: string, signal: AbortSignal): Promise<string> {
  return sourceFolderAbove(folder, (await documents.read(uri, signal)).text);
}

// The folder in which the package begins that this text says it is in.
export function sourceFolderAbove(folder: string, text: string): string {
  const name = packageIn(text);
  const path = name === undefined ? '' : `/${name.replaceAll('.', '/')}`;
  return path !== '' && folder.endsWith(path) ? folder.slice(0, -path.length) : folder;
}

// Undefined for the package without a name.
export function packageIn(text: string): string | undefined {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/\/\/[^\n]*/g, ' ');
  const [, name] = /^(?:\s*@[\w.]+(?:\([^)]*\))?)*\s*package\s+([\p{ID_Continue}$]+(?:\s*\.\s*[\p{ID_Continue}$]+)*)\s*;/u.exec(code) ?? [];
  return name?.replace(/\s/g, '');
}
