// Which files a question is about, as agents say it: globs, a folder, and whether what git ignores counts.
import { z } from 'zod';
import type { FileQuery } from '../../ide/doors/documents.ts';
import type { ProjectContext } from '../tool.ts';

export const filesInput = {
  include: z.array(z.string().min(1)).optional().describe('Globs, as src/**/*.ts'),
  exclude: z.array(z.string().min(1)).optional().describe('Globs.'),
  under: z.string().min(1).optional().describe('Folder.'),
};

interface FilesAsked {
  readonly include?: string[] | undefined;
  readonly exclude?: string[] | undefined;
  readonly under?: string | undefined;
  readonly include_ignored?: boolean | undefined;
}

// Locating the folder says that it is outside the project before an empty answer could.
export async function filesAsked({ ide }: ProjectContext, asked: FilesAsked): Promise<FileQuery> {
  const under = asked.under === undefined ? '' : pathUnder(ide.project.uri, await ide.documents.locate(asked.under));
  return {
    ...(asked.include !== undefined && { include: asked.include }),
    ...(asked.exclude !== undefined && { exclude: asked.exclude }),
    ...(under !== '' && { under }),
    includeIgnored: asked.include_ignored ?? false,
  };
}

function pathUnder(root: string, uri: string): string {
  return decodeURIComponent(uri.slice(root.length)).replace(/^\/|\/$/g, '');
}
