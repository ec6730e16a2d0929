// Where a file is that change sets have moved: by a rename, or by taking one back.
import type { ChangeSet, Changes } from '../../ide/doors/changes.ts';

// Undefined where the last that happened to it was something else.
export async function movedTo(changes: Changes, uri: string, signal: AbortSignal): Promise<string | undefined> {
  const history = (await changes.list(signal)).filter(({ rolledBack }) => rolledBack !== true);
  let now = uri;
  // Newest first, so what came after a move stands before it.
  let later = history;
  for (;;) {
    const at = later.findIndex((change) => touches(change, now) || placeAfter(change, now, history) !== now);
    const change = later[at];
    const place = change === undefined ? now : placeAfter(change, now, history);
    if (place === now) return now === uri ? undefined : now;
    now = place;
    later = later.slice(0, at);
  }
}

function touches({ files }: ChangeSet, uri: string): boolean {
  return files.some((file) => file.uri === uri || file.movedFrom === uri);
}

// What it took back it may list as files that came and went, so that is asked of what was taken back: the newest of it first.
function placeAfter(change: ChangeSet, uri: string, history: readonly ChangeSet[]): string {
  const own = change.files.find(({ movedFrom }) => movedFrom === uri);
  return own?.uri ?? undone(change, history).reduce((place, earlier) => placeBefore(earlier, place, history), uri);
}

function placeBefore(change: ChangeSet, uri: string, history: readonly ChangeSet[]): string {
  const own = change.files.find((file) => file.uri === uri && file.movedFrom !== undefined);
  return own?.movedFrom ?? undone(change, history).reduceRight((place, earlier) => placeAfter(earlier, place, history), uri);
}

function undone({ undoes, undoesAll = [] }: ChangeSet, history: readonly ChangeSet[]): readonly ChangeSet[] {
  return history.filter(({ id }) => id === undoes || undoesAll.includes(id));
}
