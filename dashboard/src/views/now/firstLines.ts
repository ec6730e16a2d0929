// The first changed lines of a change: as many as are read at a glance.
import type { HunkedFile, ShownHunk } from '../../../../src/dashboard/protocol/diffs.ts';

const MOST_LINES = 12;

export interface FirstLines {
  readonly files: readonly { readonly file: string; readonly hunks: readonly ShownHunk[] }[];
  // Changed lines that are not among them.
  readonly more: number;
}

export function firstLines(files: readonly Pick<HunkedFile, 'file' | 'hunks'>[]): FirstLines {
  let room = MOST_LINES;
  let more = 0;
  const shown: { readonly file: string; readonly hunks: readonly ShownHunk[] }[] = [];
  for (const { file, hunks } of files) {
    const taken: ShownHunk[] = [];
    for (const hunk of hunks) {
      const removed = hunk.removed.slice(0, room);
      const added = hunk.added.slice(0, room - removed.length);
      const count = removed.length + added.length;
      room -= count;
      more += hunk.removed.length + hunk.added.length - count;
      if (count > 0) taken.push({ ...hunk, removed, added });
    }
    if (taken.length > 0) shown.push({ file, hunks: taken });
  }
  return { files: shown, more };
}
