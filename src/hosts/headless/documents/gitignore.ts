// The meaning of one .gitignore file, as git defines it: the last rule that matches decides.

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
  const rules = asBytes(text.replace(/^\uFEFF/, ''))
    .split(/\r?\n/)
    .flatMap((line) => ruleOf(line, caseSensitive) ?? [])
    .reverse();
  return {
    decide(path, name, isFolder) {
      const pathBytes = asBytes(path);
      const nameBytes = asBytes(name);
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

// Most rules are a plain name or an ending, and a project has thousands of files to ask them about.
function onlyName(pattern: string, caseSensitive: boolean): Rule['matches'] {
  const special = /[*?[\\]/;
  if (caseSensitive && !special.test(pattern)) return (_path, name) => name === pattern;
  const ending = pattern.slice(1);
  if (caseSensitive && pattern.startsWith('*') && !special.test(ending)) return (_path, name) => name.endsWith(ending);
  const expression = expressionOf(pattern, caseSensitive);
  return (_path, name) => expression.test(name);
}

function wholePath(pattern: string, caseSensitive: boolean): Rule['matches'] {
  const expression = expressionOf(pattern, caseSensitive);
  return (path) => expression.test(path);
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

function expressionOf(pattern: string, caseSensitive: boolean): RegExp {
  let source = '';
  let index = 0;
  const rest = () => pattern.slice(index);
  while (index < pattern.length) {
    const atSegment = index === 0 || pattern[index - 1] === '/';
    const character = pattern[index] ?? '';
    if (atSegment && rest().startsWith('**/')) {
      source += '(?:[^/]+/)*';
      index += 3;
    } else if (atSegment && rest() === '**') {
      source += '.+';
      index += 2;
    } else if (character === '*') {
      source += '[^/]*';
      while (pattern[index] === '*') index += 1;
    } else if (character === '?') {
      source += '[^/]';
      index += 1;
    } else if (character === '[') {
      const set = characterSet(rest());
      // Git's matcher never matches a set that is not closed.
      if (set === undefined) return /(?!)/;
      source += set.source;
      index += set.length;
    } else {
      if (character === '\\') index += 1;
      // A backslash at the very end escapes nothing, and the pattern is invalid.
      if (index >= pattern.length) return /(?!)/;
      source += literal(pattern[index] ?? '');
      index += 1;
    }
  }
  return new RegExp(`^${source}$`, caseSensitive ? 's' : 'si');
}

const NAMED_SETS: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: '\\s',
  punct: '!-/:-@\\[-`\\{-~',
  xdigit: 'A-Fa-f0-9',
};

function characterSet(text: string): { source: string; length: number } | undefined {
  let index = 1;
  const negated = text[index] === '!' || text[index] === '^';
  if (negated) index += 1;
  let source = '';
  for (let first = true; index < text.length; first = false) {
    if (text[index] === ']' && !first) {
      const inside = source === '' ? '(?!)' : `[${negated ? '^/' : ''}${source}]`;
      // Even a set that names the slash does not match it.
      return { source: `(?!/)${inside}`, length: index + 1 };
    }
    const named = /^\[:([a-z]+):\]/.exec(text.slice(index));
    if (named !== null) {
      source += NAMED_SETS[named[1] ?? ''] ?? '';
      index += named[0].length;
      continue;
    }
    const from = setMember(text, index);
    if (from === undefined) return undefined;
    index = from.next;
    const to = text[index] === '-' && text[index + 1] !== ']' ? setMember(text, index + 1) : undefined;
    if (to === undefined) {
      source += literal(from.character);
      continue;
    }
    index = to.next;
    if (from.character <= to.character) source += `${literal(from.character)}-${literal(to.character)}`;
  }
  return undefined;
}

function setMember(text: string, index: number): { character: string; next: number } | undefined {
  const at = text[index] === '\\' ? index + 1 : index;
  const character = text[at];
  return character === undefined ? undefined : { character, next: at + 1 };
}

function literal(character: string): string {
  // An escaped hyphen is valid inside a set only; its number is valid everywhere.
  if (character === '-') return '\\x2d';
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
