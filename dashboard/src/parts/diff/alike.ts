// Hunks that do the same: one word or phrase becomes another, so that thirty places of a rename are looked at once, and those that differ first.
import type { HunkedFile, ShownHunk } from '../../../../src/dashboard/protocol/diffs.ts';

export interface AlikeGroup {
  readonly from: string;
  readonly to: string;
  // Of hunks.
  readonly numbers: readonly number[];
}

const FEWEST = 3;
// Not what takes longer to compare than to read.
const LONGEST_LINE = 2_000;

// The largest first.
export function alikeGroups(files: readonly HunkedFile[]): readonly AlikeGroup[] {
  const groups = new Map<string, { from: string; to: string; numbers: number[] }>();
  for (const hunk of files.flatMap(({ hunks }) => hunks)) {
    const replaced = replacedIn(hunk);
    if (replaced === undefined) continue;
    const key = JSON.stringify(replaced);
    const group = groups.get(key) ?? { ...replaced, numbers: [] };
    group.numbers.push(hunk.number);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ numbers }) => numbers.length >= FEWEST).sort((one, other) => other.numbers.length - one.numbers.length);
}

// Undefined where more than one thing is replaced.
function replacedIn({ kind, removed, added }: ShownHunk): { readonly from: string; readonly to: string } | undefined {
  if (kind !== 'text' || removed.length !== added.length || removed.length === 0) return undefined;
  let found: { from: string; to: string } | undefined;
  for (const [index, old] of removed.entries()) {
    const current = added[index] ?? '';
    if (old === current) continue;
    if (old.length > LONGEST_LINE || current.length > LONGEST_LINE) return undefined;
    const replaced = replacedTokens(tokensOf(old), tokensOf(current));
    if (replaced === undefined || (found !== undefined && (found.from !== replaced.from || found.to !== replaced.to))) return undefined;
    found = replaced;
  }
  return found;
}

// Both have as many tokens, and each that differs differs in the same way.
function replacedTokens(old: readonly string[], current: readonly string[]): { readonly from: string; readonly to: string } | undefined {
  if (old.length !== current.length) return undefined;
  let found: { from: string; to: string } | undefined;
  for (const [index, from] of old.entries()) {
    const to = current[index] ?? '';
    if (from === to) continue;
    if (found !== undefined && (found.from !== from || found.to !== to)) return undefined;
    found = { from, to };
  }
  return found;
}

function tokensOf(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu) ?? [];
}
