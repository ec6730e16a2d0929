// How the bridge for Copilot writes its answers: a count, then numbered lines; and arguments that may be empty instead of absent.
import { z } from 'zod';

// The bridge does not page, so our pages may be as long as they can be.
export const WHOLE = { page_size: 500 };

export function numbered(head: string, rows: readonly string[]): string {
  return [head, ...rows.map((row, index) => `${index + 1}. ${row}`)].join('\n');
}

export function plural(word: string, count: number): string {
  if (count === 1) return word;
  if (word.endsWith('s')) return `${word}es`;
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
}

// The defaults of the bridge's own arguments are empty texts, and its clients send them.
export function optionalText(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

const folders = z.object({ folders: z.record(z.string(), z.array(z.string())) });

// The paths in the pages of list_project_files.
export function filesOf(pages: readonly unknown[]): string[] {
  return pages.flatMap((page) =>
    Object.entries(folders.parse(page).folders).flatMap(([folder, names]) => names.map((name) => (folder === '.' ? name : `${folder}/${name}`))),
  );
}
