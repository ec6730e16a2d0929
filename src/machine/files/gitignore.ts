// The meaning of one .gitignore file, as git defines it: the last rule that matches decides.
import { ANY_CHARACTER, characterSet, type NamePart, nameMatcher } from '../../base/patterns/namePattern.ts';
import { FOLDERS, matchesPath, type PathPattern } from '../../base/patterns/pathPattern.ts';

export interface IgnoreRules {
  // Undefined when no rule speaks about the path, which is relative to the folder of the file and uses forward slashes.
  decide(path: string, name: string, isFolder: boolean): boolean | undefined;
}

interface Rule {
  readonly ignores: boolean;
  readonly foldersOnly: boolean;
  matches(path: string, name: string): boolean;
}

export function parseGitignore(text: string, caseSensitive: boolean): IgnoreRules {
  const rules = asBytes(caseSensitive ? text.replace(/^\uFEFF/, '') : text.replace(/^\uFEFF/, '').toLowerCase())
    .split(/\r?\n/)
    .flatMap((line) => ruleOf(line, caseSensitive) ?? [])
    .reverse();
  return {
    decide(path, name, isFolder) {
      const asWritten = (text: string) => (caseSensitive ? asBytes(text) : asBytes(text).toLowerCase());
      const [pathBytes, nameBytes] = [asWritten(path), asWritten(name)];
      return rules.find((rule) => (isFolder || !rule.foldersOnly) && rule.matches(pathBytes, nameBytes))?.ignores;
    },
  };
}

// Git compares bytes, so "?" does not match "ä": a character for each byte of UTF-8.
function asBytes(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

function ruleOf(line: string, caseSensitive: boolean): Rule | undefined {
  let pattern = withoutTrailingSpaces(line);
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const ignores = !pattern.startsWith('!');
  if (!ignores) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  if (pattern === '') return undefined;
  // A slash at the beginning or inside ties the pattern to the folder of the file; otherwise only the name counts.
  const anchored = pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  return { ignores, foldersOnly, matches: anchored ? wholePath(pattern, caseSensitive) : onlyName(pattern, caseSensitive) };
}

function onlyName(pattern: string, caseSensitive: boolean): Rule['matches'] {
  const parts = partsOf(pattern, !caseSensitive);
  if (parts === undefined) return () => false;
  const matches = nameMatcher(parts);
  return (_path, name) => matches(name);
}

function wholePath(pattern: string, caseSensitive: boolean): Rule['matches'] {
  const names: PathPattern['names'][number][] = [];
  const written = namesIn(pattern);
  for (const [index, name] of written.entries()) {
    const parts = name === '**' ? [STAR] : partsOf(name, !caseSensitive);
    if (parts === undefined) return () => false;
    if (name === '**') names.push(FOLDERS);
    if (name !== '**' || index === written.length - 1) names.push(nameMatcher(parts));
  }
  // Most name a place of their own, and a project has thousands of files to ask them about.
  const [begin = ''] = /^[^*?[\\]*/.exec(pattern) ?? [];
  return (path) => path.startsWith(begin) && matchesPath({ names, entersHidden: true }, path);
}

// A slash in a set divides nothing, and one that is escaped divides as any other.
function namesIn(pattern: string): readonly string[] {
  const names: string[] = [];
  let begin = 0;
  for (let index = 0; index < pattern.length; ) {
    const divider = pattern[index] === '/' ? 1 : pattern.startsWith('\\/', index) ? 2 : 0;
    if (divider > 0) {
      names.push(pattern.slice(begin, index));
      begin = index + divider;
    }
    const set = pattern[index] === '[' ? characterSet(pattern.slice(index), false)?.length : undefined;
    index += divider || (set ?? (pattern[index] === '\\' ? 2 : 1));
  }
  return [...names, pattern.slice(begin)];
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && !isEscaped(line, end - 1)) end -= 1;
  return line.slice(0, end);
}

function isEscaped(line: string, index: number): boolean {
  let backslashes = 0;
  while (line[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

const STAR: NamePart = { kind: 'star' };

// Undefined for what git never matches: a set that is not closed, and a backslash that escapes nothing.
function partsOf(pattern: string, ignoresCase: boolean): readonly NamePart[] | undefined {
  const parts: NamePart[] = [];
  let text = '';
  const addText = () => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  for (let index = 0; index < pattern.length; ) {
    const character = pattern[index] ?? '';
    if (character === '*') {
      addText();
      parts.push(STAR);
      while (pattern[index] === '*') index += 1;
    } else if (character === '?') {
      addText();
      parts.push(ANY_CHARACTER);
      index += 1;
    } else if (character === '[') {
      addText();
      const set = characterSet(pattern.slice(index), ignoresCase);
      if (set === undefined) return undefined;
      parts.push(set.part);
      index += set.length;
    } else {
      if (character === '\\') index += 1;
      if (index >= pattern.length) return undefined;
      text += pattern[index] ?? '';
      index += 1;
    }
  }
  addText();
  return parts;
}
