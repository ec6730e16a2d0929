// What an engine does not know of a file that no project of its language holds: everything outside of that file.
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathOf } from '../../../../base/files/fileUri.ts';
import type { EngineProject, EngineRow } from './engineRow.ts';
import type { QuestionScope } from './middleware.ts';

// A sentence for answers about all uses of what stands in the file; undefined where a folder above it, up to the project's, holds such a file.
export function outsideOfProjects(row: EngineRow, project: EngineProject, scope: QuestionScope): string | undefined {
  const { knowsWith } = row;
  if (knowsWith === undefined || scope.kind !== 'word') return undefined;
  const path = pathOf(scope.from);
  for (let folder = dirname(path); folder.startsWith(project.root); folder = dirname(folder)) {
    if (namesIn(folder).some((name) => knowsWith.files.some((file) => name.endsWith(file)))) return undefined;
    if (folder === dirname(folder)) break;
  }
  const [first = ''] = knowsWith.files;
  return `No ${first} says to which project ${path.slice(project.root.length + 1)} belongs, so ${row.id} does not know who uses it. ${knowsWith.remedy}`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It went meanwhile, or may not be read: there is nothing to be found in it.
    return [];
  }
}
