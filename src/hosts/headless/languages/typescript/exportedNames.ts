// Under which other names a module hands out what it calls by this one.
import { basename, dirname } from 'node:path';

// "default" among them means that importers may call it anything.
export function exportedNames(text: string, name: string): readonly string[] {
  const word = name.replace(/\$/g, '\\$&');
  const renamed = [...text.matchAll(new RegExp(`(?<![\\w$])${word}\\s+as\\s+([\\w$]+)`, 'g'))].flatMap((found) => found[1] ?? []);
  const isDefault = new RegExp(
    `export\\s+(?:default|=)\\s+(?:async\\s+|abstract\\s+)*(?:function\\s*\\*?|class|interface)?\\s*${word}(?![\\w$])|module\\.exports\\s*=\\s*${word}(?![\\w$])`,
  ).test(text);
  return [...new Set([...renamed, ...(isDefault ? ['default'] : [])])].filter((other) => other !== name);
}

// The word that must stand in every import of the module: its file's name, or its folder's where the file is an index.
export function moduleName(path: string): string {
  const stem = basename(path).replace(/\..*$/, '');
  const named = stem === 'index' ? basename(dirname(path)) : stem;
  // Names such as date-picker are several words; the longest is the rarest.
  return named.split(/[^\w$]+/).sort((a, b) => b.length - a.length)[0] ?? named;
}
