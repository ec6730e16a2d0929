// Globs as people write them for files: * ? ** [a-z] {a,b} and the groups @(a|b) ?(a) *(a) +(a) !(a).
import { ANY_CHARACTER, characterSet, type GroupTimes, type NamePart, nameMatcher } from './namePattern.ts';
import { FOLDERS, matchesPath, type PathPattern } from './pathPattern.ts';

export interface GlobOptions {
  // Without it a wildcard stands for no dot at a name's beginning.
  readonly hidden?: boolean;
  readonly ignoresCase?: boolean;
  // `!` at the beginning means all others.
  readonly negates?: boolean;
}

export class GlobError extends Error {}

const LONGEST = 4_000;
const MOST_ALTERNATIVES = 500;
const DEEPEST = 8;

export function isGlob(text: string): boolean {
  return /[*?[{]|[@+!]\(|\([^()]*\|/.test(text);
}

// Whether a path with forward slashes is meant by one of the globs. Throws GlobError for what is too much of a good thing.
export function globMatcher(globs: string | readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  const each = (typeof globs === 'string' ? [globs] : globs).map((glob) => oneMatcher(glob, options));
  return (path) => each.some((matches) => matches(path));
}

// For globs about which nobody can get an error: one that is too much means nothing.
export function sensibleGlobMatcher(globs: readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  const sensible = globs.flatMap((glob) => {
    try {
      return [oneMatcher(glob, options)];
    } catch (error) {
      if (error instanceof GlobError) return [];
      throw error;
    }
  });
  return (path) => sensible.some((matches) => matches(path));
}

function oneMatcher(glob: string, options: GlobOptions): (path: string) => boolean {
  if (glob.length > LONGEST) throw new GlobError(`A glob has at most ${LONGEST} characters.`);
  if (options.negates === true && /^!(?!\()/.test(glob)) {
    const others = oneMatcher(glob.slice(1), { ...options, negates: false });
    return (path) => !others(path);
  }
  const written = options.ignoresCase === true ? glob.toLowerCase() : glob;
  const patterns = [...new Set(withoutBraces(written, 0))].map((plain) => patternOf(plain, options));
  return (path) => {
    const asked = options.ignoresCase === true ? path.toLowerCase() : path;
    return patterns.some((pattern) => matchesPath(pattern, asked));
  };
}

function patternOf(glob: string, { hidden = false, ignoresCase = false }: GlobOptions): PathPattern {
  const names = namesIn(glob).flatMap((name, index, all): PathPattern['names'] => {
    // At the end it stands for what is in a folder, not for the folder.
    if (name === '**') return index < all.length - 1 ? [FOLDERS] : [FOLDERS, (text: string) => hidden || !text.startsWith('.')];
    const parts = nameParts(name, ignoresCase);
    const matches = nameMatcher(parts);
    const [first] = parts;
    const namesDot = first === undefined || (first.kind === 'text' && first.text.startsWith('.'));
    return [hidden || namesDot ? matches : (text: string) => !text.startsWith('.') && matches(text)];
  });
  return { names, entersHidden: hidden };
}

// A slash in brackets or in a group divides nothing.
function namesIn(glob: string): readonly string[] {
  const names = [''];
  for (let at = 0; at < glob.length; ) {
    const length = glob[at] === '\\' ? 2 : Math.max(1, groupAt(glob, at)?.length ?? 1);
    if (glob[at] === '/') names.push('');
    else names.push((names.pop() ?? '') + glob.slice(at, at + length));
    at += length;
  }
  return names;
}

function nameParts(name: string, ignoresCase: boolean, depth = 0): readonly NamePart[] {
  if (depth > DEEPEST) throw new GlobError(`A glob nests at most ${DEEPEST} groups.`);
  const parts: NamePart[] = [];
  const addText = (text: string) => {
    const last = parts.at(-1);
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + text };
    else parts.push({ kind: 'text', text });
  };
  for (let at = 0; at < name.length; ) {
    const group = groupAt(name, at);
    const set = name[at] === '[' ? characterSet(name.slice(at), ignoresCase) : undefined;
    if (group !== undefined) {
      parts.push({ kind: 'group', times: group.times, alternatives: group.alternatives.map((each) => nameParts(each, ignoresCase, depth + 1)) });
      at += group.length;
    } else if (set !== undefined) {
      parts.push(set.part);
      at += set.length;
    } else if (name[at] === '*') {
      if (parts.at(-1)?.kind !== 'star') parts.push({ kind: 'star' });
      at += 1;
    } else if (name[at] === '?') {
      parts.push(ANY_CHARACTER);
      at += 1;
    } else {
      if (name[at] === '\\' && at + 1 < name.length) at += 1;
      addText(name.charAt(at));
      at += 1;
    }
  }
  return parts;
}

const TIMES: Readonly<Record<string, GroupTimes>> = { '@': 'one', '?': 'optional', '*': 'any', '+': 'some', '!': 'not' };

interface Group {
  readonly times: GroupTimes;
  readonly alternatives: readonly string[];
  readonly length: number;
}

// `@(a|b)` and the like; `(a|b)` alone is taken as people mean it, while a folder such as (shop) has its parentheses in its name.
function groupAt(text: string, at: number): Group | undefined {
  const times = text[at + 1] === '(' ? TIMES[text[at] ?? ''] : undefined;
  const opens = times === undefined ? at : at + 1;
  if (text[opens] !== '(') return undefined;
  const inside = enclosed(text, opens, ['(', ')'], '|');
  if (inside === undefined || (times === undefined && inside.parts.length === 1)) return undefined;
  return { times: times ?? 'one', alternatives: inside.parts, length: inside.end - at };
}

// Every pattern that the braces stand for.
function withoutBraces(glob: string, depth: number): readonly string[] {
  if (depth > DEEPEST) throw new GlobError(`A glob nests at most ${DEEPEST} braces.`);
  for (let at = 0; at < glob.length; at += 1) {
    if (glob[at] === '\\') at += 1;
    if (glob[at] !== '{') continue;
    const inside = enclosed(glob, at, ['{', '}'], ',');
    const alternatives = inside === undefined ? undefined : inside.parts.length > 1 ? inside.parts : rangeOf(inside.parts[0] ?? '');
    if (inside === undefined || alternatives === undefined) continue;
    const tails = withoutBraces(glob.slice(inside.end), depth);
    const expanded = alternatives.flatMap((each) => withoutBraces(each, depth + 1));
    if (expanded.length * tails.length > MOST_ALTERNATIVES) throw new GlobError(`The braces of a glob stand for at most ${MOST_ALTERNATIVES} patterns.`);
    return expanded.flatMap((each) => tails.map((tail) => glob.slice(0, at) + each + tail));
  }
  return [glob];
}

function rangeOf(text: string): readonly string[] | undefined {
  const [, from, to] = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
  if (high - low >= MOST_ALTERNATIVES) throw new GlobError(`The braces of a glob stand for at most ${MOST_ALTERNATIVES} patterns.`);
  return Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
}

// The parts between a bracket and the one that closes it; undefined when none does.
function enclosed(
  text: string,
  opens: number,
  [open, close]: readonly [string, string],
  divider: string,
): { parts: readonly string[]; end: number } | undefined {
  const parts: string[] = [];
  let begins = opens + 1;
  let depth = 0;
  for (let at = opens; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === open) depth += 1;
    else if (character === close) {
      depth -= 1;
      if (depth > 0) continue;
      parts.push(text.slice(begins, at));
      return { parts, end: at + 1 };
    } else if (character === divider && depth === 1) {
      parts.push(text.slice(begins, at));
      begins = at + 1;
    }
  }
  return undefined;
}
