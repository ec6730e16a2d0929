// One name of a path against one pattern, in a time that grows with both and not with the choices between them: patterns come from repositories.

export type NamePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'character'; readonly fits: (character: string) => boolean }
  | { readonly kind: 'star' }
  | Group;

interface Group {
  readonly kind: 'group';
  readonly times: GroupTimes;
  readonly alternatives: readonly (readonly NamePart[])[];
}

export type GroupTimes = 'one' | 'optional' | 'some' | 'any' | 'not';

export type NameMatcher = (name: string) => boolean;

export const ANY_CHARACTER: NamePart = { kind: 'character', fits: () => true };

export function nameMatcher(parts: readonly NamePart[]): NameMatcher {
  const [first, second, third] = parts;
  if (first === undefined) return (name) => name === '';
  // Most patterns are a whole name or an ending, and a project has thousands of files to ask about.
  if (first.kind === 'text' && second === undefined) return (name) => name === first.text;
  if (first.kind === 'star' && second === undefined) return () => true;
  if (first.kind === 'star' && second?.kind === 'text' && third === undefined) return (name) => name.endsWith(second.text);
  return (name) => new Match(name).matches(parts);
}

// The places in a name where something may begin or end: one number for each, and one for its end.
type Places = Uint8Array;

// Each place is kept once, however many ways lead to it, and what a group can take from there is found once.
class Match {
  readonly #name: string;
  readonly #known = new Map<Group, Map<number, Places>>();

  constructor(name: string) {
    this.#name = name;
  }

  matches(parts: readonly NamePart[]): boolean {
    return this.#endsAfter(parts, this.#places(0))[this.#name.length] === 1;
  }

  #places(begin?: number): Places {
    const places = new Uint8Array(this.#name.length + 1);
    if (begin !== undefined) places[begin] = 1;
    return places;
  }

  // Where a match of all parts can end that begins at one of these places.
  #endsAfter(parts: readonly NamePart[], begins: Places): Places {
    return parts.reduce((places, part) => this.#endsOf(part, places), begins);
  }

  #endsOf(part: NamePart, begins: Places): Places {
    const first = begins.indexOf(1);
    if (first === -1) return begins;
    const ends = this.#places();
    if (part.kind === 'star') return ends.fill(1, first);
    for (let at = first; at < begins.length; at += 1) {
      if (begins[at] === 0) continue;
      if (part.kind === 'group') add(ends, this.#groupFrom(part, at));
      else if (part.kind === 'text' && this.#name.startsWith(part.text, at)) ends[at + part.text.length] = 1;
      else if (part.kind === 'character' && at < this.#name.length && part.fits(this.#name.charAt(at))) ends[at + 1] = 1;
    }
    return ends;
  }

  #groupFrom(group: Group, begin: number): Places {
    const held = this.#once(group, begin);
    if (group.times === 'one') return held;
    const ends = held.slice();
    if (group.times === 'not') for (let at = begin; at < ends.length; at += 1) ends[at] = held[at] === 0 ? 1 : 0;
    // Whatever one of them adds comes behind it, and is gone through in its turn.
    if (group.times === 'some' || group.times === 'any')
      for (let at = begin + 1; at < ends.length; at += 1) if (ends[at] === 1) add(ends, this.#once(group, at));
    if (group.times === 'optional' || group.times === 'any') ends[begin] = 1;
    return ends;
  }

  #once(group: Group, begin: number): Places {
    const known = this.#known.get(group) ?? new Map<number, Places>();
    this.#known.set(group, known);
    const ends = known.get(begin) ?? this.#places();
    if (!known.has(begin)) for (const parts of group.alternatives) add(ends, this.#endsAfter(parts, this.#places(begin)));
    known.set(begin, ends);
    return ends;
  }
}

function add(places: Places, others: Places): void {
  for (let at = 0; at < others.length; at += 1) if (others[at] === 1) places[at] = 1;
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

// What `[…]` at the beginning of the text stands for; undefined when it is not closed.
export function characterSet(text: string, ignoresCase: boolean): { readonly part: NamePart; readonly length: number } | undefined {
  let index = 1;
  const negated = text[index] === '!' || text[index] === '^';
  if (negated) index += 1;
  let source = '';
  for (let first = true; index < text.length; first = false) {
    if (text[index] === ']' && !first) {
      // One character at a time: no choice is left to this expression.
      const expression = source === '' ? /(?!)/ : new RegExp(`[${negated ? '^' : ''}${source}]`, ignoresCase ? 'i' : '');
      return { part: { kind: 'character', fits: (character) => expression.test(character) }, length: index + 1 };
    }
    const named = text.startsWith('[:', index) ? /^\[:([a-z]{1,6}):\]/.exec(text.slice(index, index + 12)) : null;
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
  return /[\\^\-[\]]/.test(character) ? `\\${character}` : character;
}
