// The arguments that the tools of the JetBrains index plugin share, and its way of writing kinds.
import { z } from 'zod';

export const project = { project_path: z.string().optional().describe('Absolute path of the project, if more than one is open.') };
export const file = { file: z.string().min(1).describe('Path of the file, from the project root.') };
export const position = { ...file, line: z.int().min(1).describe('Line, from 1.'), column: z.int().min(1).describe('Column, from 1.'), ...project };

export const place = z.object({ file: z.string(), line: z.number(), column: z.number() });

// Which symbol our answer is about.
export const pointed = z.object({ name: z.string(), line: z.number(), column: z.number() });

// Where no name stands at the column, the nearest of its line is taken: then the answer says which, in fields of its own.
export function nearest({ name, line, column }: z.infer<typeof pointed>, asked: { readonly line: number; readonly column: number }): Record<string, unknown> {
  // With the sign before a private name, or a quote.
  const isThere = asked.line !== line || (asked.column >= column - 1 && asked.column <= column + name.length);
  return isThere
    ? {}
    : { symbolName: name, symbolColumn: column, note: `Column ${asked.column} of line ${line} holds no name; ${name} at column ${column} was taken.` };
}

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

// As JetBrains names what our engines report.
export const SEVERITIES: Readonly<Record<string, string>> = { error: 'ERROR', warning: 'WARNING', information: 'WEAK_WARNING', hint: 'INFO' };
