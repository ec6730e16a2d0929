// A project as agents see it.
import { z } from 'zod';
import type { Project } from '../../../ide/ide.ts';

export const projectOutput = z.object({
  name: z.string(),
  path: z.string(),
  trusted: z.boolean(),
  // The process that may write here instead of us.
  writerPid: z.number().optional(),
});

export function projectFields({ name, path, trusted, readOnly }: Project): z.infer<typeof projectOutput> {
  return { name, path, trusted, ...(readOnly !== undefined && { writerPid: readOnly.ownerPid }) };
}

export function tellProject({ name, path, trusted, writerPid }: z.infer<typeof projectOutput>): string {
  return `${name}  ${path}${trusted ? '' : ' (not trusted)'}${writerPid === undefined ? '' : ` (read-only: process ${writerPid} writes here)`}`;
}
