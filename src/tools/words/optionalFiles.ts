// Files that may or may not be there, such as locks and installed packages: their absence is an answer, not an error.
import { IdeError } from '../../ide/errors/errors.ts';
import type { ProjectContext } from '../tool.ts';

// The text of a file of the project, also of one that git ignores; undefined when there is none to read.
export async function perhapsText({ ide, signal }: ProjectContext, path: string): Promise<string | undefined> {
  try {
    return (await ide.documents.read(await ide.documents.locate(path), signal)).text;
  } catch (error) {
    if (error instanceof IdeError && error.code !== 'cancelled') return undefined;
    throw error;
  }
}

// Paths of the files in a folder that match, also of those that git ignores.
export async function perhapsFiles({ ide, signal }: ProjectContext, folder: string, glob: string): Promise<string[]> {
  try {
    return (await ide.documents.list({ under: folder, includeIgnored: true, include: [glob] }, signal)).map(({ path }) => path);
  } catch (error) {
    if (error instanceof IdeError && error.code !== 'cancelled') return [];
    throw error;
  }
}
