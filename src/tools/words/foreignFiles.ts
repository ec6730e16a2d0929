// Files that the people of the project did not write: left out where nobody asks for them, and said so in the same words everywhere.
import { z } from 'zod';
import { counted } from '../../base/counted.ts';
import { isForeign, isForeignByName, isVendoredFolder } from '../../ide/generated.ts';
import type { ProjectContext } from '../tool.ts';
import { perhapsText } from './perhaps.ts';
import { fileOf, isInProject } from './place.ts';

export const includeIgnored = (what: string) => z.boolean().default(false).describe(what);

// More would be read only to be left out; the names of the others must do.
const MOST_READ = 200;

// Which of these files are generated or vendored, as their names or their first lines say.
export async function foreignAmong(context: ProjectContext, uris: readonly string[]): Promise<ReadonlySet<string>> {
  const { project } = context.ide;
  const verdicts = await Promise.all(
    uris.map(async (uri, index) => {
      const path = fileOf(project, uri);
      if (isForeignByName(path)) return [uri];
      if (index >= MOST_READ || !isInProject(project, uri)) return [];
      return isForeign(path, (await perhapsText(context, path)) ?? '') ? [uri] : [];
    }),
  );
  return new Set(verdicts.flat());
}

// Whoever names a vendored folder asks for it.
export function isForeignFile(path: string, under: string | undefined): boolean {
  return isForeignByName(path) && !isVendoredFolder(under ?? '');
}

// What was left out, and how to get it: "also match", "are left out".
export function foreignNote(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${counted(count, 'generated or vendored file')} ${count === 1 ? one : many}: include_ignored shows them.`];
}
