// A commit and the files that it changed, counted, as agents read them.
import { z } from 'zod';
import type { CountedFile } from '../../../ide/doors/git.ts';
import type { Project } from '../../../ide/ide.ts';
import { fileOf } from '../../words/place.ts';

export const countedFileOutput = z.object({
  file: z.string(),
  from: z.string().optional(),
  added: z.number(),
  removed: z.number(),
  binary: z.boolean().optional(),
});

export function countedFile(project: Project, { uri, from, added, removed, binary }: CountedFile): z.infer<typeof countedFileOutput> {
  return { file: fileOf(project, uri), ...(from !== undefined && { from: fileOf(project, from) }), added, removed, ...(binary !== undefined && { binary }) };
}

export function tellCounted({ file, from, added, removed, binary }: z.infer<typeof countedFileOutput>): string {
  return `${from === undefined ? '' : `${from} → `}${file} ${binary === true ? '(binary)' : `+${added} −${removed}`}`;
}
