// Patches that hold only some hunks of a diff, so that they can be staged and unstaged one by one.
import { hunkNotFound } from '../../ide/errors/gitErrors.ts';
import { contextOfId, headerOf, hunkIds, isDivisible, type RawFile, type RawHunk } from './diffFormat.ts';

// Ids by the number of lines around their hunks, for which a diff is asked each. Throws hunk_not_found.
export function idsByContext(ids: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const contexts = new Map<number, string[]>();
  for (const id of ids) {
    const context = contextOfId(id);
    if (context === undefined) throw hunkNotFound([id]);
    contexts.set(context, [...(contexts.get(context) ?? []), id]);
  }
  return contexts;
}

// What takes these hunks from one side to the other. The side that the patch is applied to keeps its line numbers; those of the other follow from it.
export function patchOf(files: readonly RawFile[], ids: readonly string[], context: number, appliedTo: 'old' | 'new'): Buffer {
  const wanted = new Set(ids);
  const parts = files.filter(isDivisible).flatMap((file) => {
    const own = hunkIds(file, context);
    const hunks = file.sections.flatMap((section) => section.hunks).filter((_, index) => wanted.delete(own[index] ?? ''));
    return hunks.length === 0 ? [] : [`${headWithoutModes(file)}${renumbered(hunks, appliedTo).map(textOf).join('')}`];
  });
  if (wanted.size > 0) throw hunkNotFound([...wanted]);
  return Buffer.from(parts.join(''), 'latin1');
}

// That a file became executable is no part of any hunk.
function headWithoutModes({ sections }: RawFile): string {
  return (sections[0]?.head ?? '').replace(/^(?:old|new) mode \d+\n/gm, '');
}

function renumbered(hunks: readonly RawHunk[], appliedTo: 'old' | 'new'): readonly RawHunk[] {
  let grown = 0;
  return hunks.map((hunk) => {
    const moved =
      appliedTo === 'old'
        ? { ...hunk, newStart: startBeside(hunk.oldStart, hunk.oldCount, hunk.newCount) + grown }
        : { ...hunk, oldStart: startBeside(hunk.newStart, hunk.newCount, hunk.oldCount) - grown };
    grown += hunk.newCount - hunk.oldCount;
    return moved;
  });
}

// A side without lines is named by the line before it.
function startBeside(start: number, count: number, otherCount: number): number {
  return start + (count === 0 ? 1 : 0) - (otherCount === 0 ? 1 : 0);
}

function textOf(hunk: RawHunk): string {
  return `${headerOf(hunk)}\n${hunk.body}`;
}
