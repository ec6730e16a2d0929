// The files below a folder that nobody listens to, such as an installed package: walked when somebody asks.

import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isWaitingFile } from '../../base/files/waitingFile.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import type { FileNode } from './folderTree.ts';

// More than any package has; whoever asks for more wants a narrower question.
const MOST_FILES = 50_000;

export async function unwatchedFiles(folder: string, signal: AbortSignal): Promise<FileNode[]> {
  const files: FileNode[] = [];
  const folders = folder.split(sep).includes('.git') ? [] : [folder];
  for (let next = folders.pop(); next !== undefined && files.length < MOST_FILES; next = folders.pop()) {
    if (signal.aborted) throw cancelled();
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.name === '.git' || isWaitingFile(entry.name)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) files.push({ path, link: entry.isSymbolicLink(), bytes: undefined, stamp: undefined });
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
