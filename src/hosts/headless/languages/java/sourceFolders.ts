// Which folders the packages of Java sources begin in, read from their package clauses: for projects whose build may not be run, cannot be, or is none.
import { posix } from 'node:path';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';

const BUILD_FILE = /\/(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/;

export interface JavaFiles {
  // URIs without a slash at the end; one may lie in another.
  readonly sources: readonly string[];
  readonly libraries: readonly string[];
  // Of Maven and Gradle.
  readonly builds: readonly string[];
}

export async function javaFiles(documents: Pick<DiskDocuments, 'list' | 'read'>, signal: AbortSignal): Promise<JavaFiles> {
  const all = (await documents.list({}, signal)).map(({ uri }) => uri);
  const firsts = new Map<string, string>();
  for (const uri of all) {
    if (uri.endsWith('.java') && !/\/(?:module|package)-info\.java$/.test(uri) && !firsts.has(posix.dirname(uri))) firsts.set(posix.dirname(uri), uri);
  }
  const sources = new Set<string>();
  for (const [folder, uri] of firsts) sources.add(await sourceFolder(documents, folder, uri, signal));
  return { sources: [...sources].sort(), libraries: all.filter((uri) => uri.endsWith('.jar')), builds: all.filter(isBuildFile) };
}

export function isBuildFile(uri: string): boolean {
  return BUILD_FILE.test(uri);
}

async function sourceFolder(documents: Pick<DiskDocuments, 'read'>, folder: string, uri: string, signal: AbortSignal): Promise<string> {
  const name = packageIn((await documents.read(uri, signal)).text);
  const path = name === undefined ? '' : `/${name.replaceAll('.', '/')}`;
  return path !== '' && folder.endsWith(path) ? folder.slice(0, -path.length) : folder;
}

// Undefined for the package without a name.
export function packageIn(text: string): string | undefined {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/\/\/[^\n]*/g, ' ');
  const [, name] = /^(?:\s*@[\w.]+(?:\([^)]*\))?)*\s*package\s+([\p{ID_Continue}$]+(?:\s*\.\s*[\p{ID_Continue}$]+)*)\s*;/u.exec(code) ?? [];
  return name?.replace(/\s/g, '');
}
