// The arguments that the tools of the JetBrains index plugin share, and its way of writing kinds.
import { z } from 'zod';

export const project = { project_path: z.string().optional().describe('Absolute path of the project, if more than one is open.') };
export const file = { file: z.string().min(1).describe('Path of the file, from the project root.') };
export const position = { ...file, line: z.int().min(1).describe('Line, from 1.'), column: z.int().min(1).describe('Column, from 1.'), ...project };

export const place = z.object({ file: z.string(), line: z.number(), column: z.number() });

// The part of a project's structure that several rows return in their own words.
export const modules = z.object({
  modules: z.array(
    z.object({
      name: z.string(),
      folder: z.string(),
      kinds: z.array(z.string()),
      sourceRoots: z.array(z.string()),
      testRoots: z.array(z.string()).optional(),
    }),
  ),
});

// enumMember is ENUM_MEMBER, type alias is TYPE_ALIAS.
export function inCapitals(kind: string): string {
  return kind
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(' ', '_')
    .toUpperCase();
}

// Said only where something was cut: contextTruncated, and how long the whole is.
export function cutOf(field: string, length: number | undefined): Record<string, unknown> {
  return length === undefined ? {} : { [`${field}Truncated`]: true, [`${field}Length`]: length };
}

// Without the keys that have nothing to say: a null is never written.
export function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
