// A project as agents see it.
import { z } from 'zod';
import type { Project } from '../../../ide/ide.ts';

export const projectOutput = z.object({
  name: z.string(),
  path: z.string(),
  trusted: z.boolean(),
  // The process that may write here instead of us.
  writerPid: z.number().optional(),
  // The VS Code window that serves it.
  windowPid: z.number().optional(),
});

export function projectFields({ name, path, trusted, readOnly, window }: Project): z.infer<typeof projectOutput> {
  return { name, path, trusted, ...(readOnly !== undefined && { writerPid: readOnly.ownerPid }), ...(window !== undefined && { windowPid: window.pid }) };
}

export function tellProject({ name, path, trusted, writerPid, windowPid }: z.infer<typeof projectOutput>): string {
  const served = windowPid === undefined ? '' : ` (open in VS Code: process ${windowPid})`;
  return `${name}  ${path}${trusted ? '' : ' (not trusted)'}${writerPid === undefined ? '' : ` (read-only: process ${writerPid} writes here)`}${served}`;
}
