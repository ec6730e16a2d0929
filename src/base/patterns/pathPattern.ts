// Paths with forward slashes against patterns, name by name, and `**` for any folders: linear in each, as the names are.
import type { NameMatcher } from './namePattern.ts';

// Any number of folders, or none.
export const FOLDERS: unique symbol = Symbol('**');

export interface PathPattern {
  readonly names: readonly (NameMatcher | typeof FOLDERS)[];
  // Whether `**` goes into folders whose names begin with a dot.
  readonly entersHidden: boolean;
}

export function matchesPath({ names, entersHidden }: PathPattern, path: string): boolean {
  const parts = path.split('/');
  let [at, part] = [0, 0];
  // The last `**` alone need ever take more: whatever an earlier one could take, it can take too.
  let retry: { readonly at: number; part: number } | undefined;
  while (part < parts.length) {
    const wanted = names[at];
    const name = parts[part] ?? '';
    if (wanted === FOLDERS) {
      at += 1;
      retry = { at, part };
    } else if (wanted?.(name)) {
      at += 1;
      part += 1;
    } else {
      if (retry === undefined || (!entersHidden && parts[retry.part]?.startsWith('.'))) return false;
      retry.part += 1;
      [at, part] = [retry.at, retry.part];
    }
  }
  return names.slice(at).every((name) => name === FOLDERS);
}
