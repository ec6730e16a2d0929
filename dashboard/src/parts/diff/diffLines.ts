// A file's change as lines to draw: the daemon's hunks as they are, a few unchanged lines around each, and what lies between folded.
import type { HunkedFile, ShownHunk } from '../../../../src/dashboard/protocol/diffs.ts';

export type DiffPart =
  | { readonly kind: 'gap'; readonly from: number; readonly count: number }
  | { readonly kind: 'context'; readonly lines: readonly ContextLine[] }
  | { readonly kind: 'hunk'; readonly hunk: ShownHunk; readonly removed: readonly ChangedLine[]; readonly added: readonly ChangedLine[] };

export interface ContextLine {
  // From 1.
  readonly oldLine: number;
  readonly newLine: number;
  readonly text: string;
}

export interface ChangedLine {
  // From 1, in the old text for what is removed, in the new one for what is added.
  readonly line: number;
  readonly text: string;
  // Which characters differ from the line opposite; absent where the whole line does.
  readonly changed?: { readonly from: number; readonly to: number };
  // The file ends here without a line break, and on the other side it does not.
  readonly isUnended?: true;
}

const SURROUNDING = 3;
// A fold that would hide less than itself is not made.
const SMALLEST_GAP = 4;

// `opened` holds the first lines of gaps that somebody has opened.
export function diffParts({ before, after, hunks }: HunkedFile, opened: ReadonlySet<number> = new Set()): readonly DiffPart[] {
  const own = hunks.filter(({ kind }) => kind !== 'move' && kind !== 'whole');
  if (own.some(({ kind }) => kind !== 'text')) return own.map(drawnHunk);
  const lines = linesOf(before ?? after ?? '');
  const parts: DiffPart[] = [];
  let at = 0;
  let shift = 0;
  for (const [index, hunk] of own.entries()) {
    parts.push(...between(lines, { from: at, to: hunk.oldStart, shift, isFirst: index === 0, isLast: false }, opened));
    parts.push(drawnHunk(hunk));
    at = hunk.oldStart + hunk.removed.length;
    shift = hunk.newStart + hunk.added.length - at;
  }
  if (own.length > 0) parts.push(...between(lines, { from: at, to: lines.length, shift, isFirst: false, isLast: true }, opened));
  return parts;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function between(lines: readonly string[], { from, to, shift, isFirst, isLast }: Stretch, opened: ReadonlySet<number>): readonly DiffPart[] {
  const above = isFirst ? from : Math.min(to, from + SURROUNDING);
  const below = isLast ? to : Math.max(above, to - SURROUNDING);
  const context = (first: number, last: number): readonly DiffPart[] =>
    first >= last
      ? []
      : [
          {
            kind: 'context',
            lines: lines
              .slice(first, last)
              .map((text, index) => ({ oldLine: first + index + 1, newLine: first + index + shift + 1, text: withoutBreak(text) })),
          },
        ];
  if (below - above < SMALLEST_GAP || opened.has(above)) return context(from, to);
  return [...context(from, above), { kind: 'gap', from: above, count: below - above }, ...context(below, to)];
}

function drawnHunk(hunk: ShownHunk): DiffPart {
  const isPaired = hunk.removed.length === hunk.added.length;
  const side = (own: readonly string[], other: readonly string[], start: number): readonly ChangedLine[] =>
    own.map((text, index) => {
      const opposite = other[index];
      const changed = isPaired && opposite !== undefined ? changedIn(withoutBreak(text), withoutBreak(opposite)) : undefined;
      const isUnended = index === own.length - 1 && !isEnded(text) && other.length > 0 && isEnded(other.at(-1) ?? '');
      return { line: start + index + 1, text: withoutBreak(text), ...(changed !== undefined && { changed }), ...(isUnended && { isUnended: true as const }) };
    });
  return { kind: 'hunk', hunk, removed: side(hunk.removed, hunk.added, hunk.oldStart), added: side(hunk.added, hunk.removed, hunk.newStart) };
}

// What is between the common beginning and the common end; nothing where hardly anything is common.
function changedIn(text: string, other: string): { readonly from: number; readonly to: number } | undefined {
  const shorter = Math.min(text.length, other.length);
  let from = 0;
  while (from < shorter && text[from] === other[from]) from += 1;
  let end = 0;
  while (end < shorter - from && text[text.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  // Whole words are easier to read than letters.
  while (from > 0 && isWord(text[from - 1]) && (isWord(text[from]) || isWord(other[from]))) from -= 1;
  while (end > 0 && isWord(text[text.length - end]) && (isWord(text[text.length - end - 1]) || isWord(other[other.length - end - 1]))) end -= 1;
  const common = from + end;
  return common * 3 < Math.max(text.trim().length, other.trim().length) ? undefined : { from, to: Math.max(from, text.length - end) };
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}

// With their breaks, as the daemon counts them.
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function withoutBreak(text: string): string {
  return text.replace(/(?:\r\n|\r|\n)$/, '');
}

function isEnded(text: string): boolean {
  return /[\r\n]$/.test(text);
}

export interface DiffCounts {
  readonly added: number;
  readonly removed: number;
}

export function countsOf({ hunks }: Pick<HunkedFile, 'hunks'>): DiffCounts {
  return hunks.reduce((sum, { added, removed }) => ({ added: sum.added + added.length, removed: sum.removed + removed.length }), { added: 0, removed: 0 });
}
