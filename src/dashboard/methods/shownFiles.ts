// Files of a change set or of a plan as a window shows them: both texts, numbered hunks, and what the texts do not say.
import type { PlannedFile, PlannedText } from '../../ide/doors/changes.ts';
import { numberedHunks, type ProposedHunk } from '../../ide/doors/reviews.ts';
import type { Project } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';
import type { ShownFile, ShownFiles } from '../protocol/shownChanges.ts';

// What goes over the socket at once, in characters.
const MOST_TEXT = 3_000_000;
const MOST_FILES = 2_000;
// Quotes, a comma, and its break as two characters.
const AROUND_A_LINE = 4;

export function shownFiles(project: Project, files: readonly PlannedFile[], isUndo = false): ShownFiles {
  const hunks = new Map<string, ProposedHunk[]>();
  for (const hunk of numberedHunks(files, isUndo)) {
    const own = hunks.get(hunk.uri);
    if (own === undefined) hunks.set(hunk.uri, [hunk]);
    else own.push(hunk);
  }
  let left = MOST_TEXT;
  const shown = files.slice(0, MOST_FILES).map((file) => {
    const own = hunks.get(file.uri) ?? [];
    left -= lengthOf(file, own);
    return shownFile(project, file, own, left < 0);
  });
  return { files: shown, ...(files.length > MOST_FILES && { moreFiles: files.length - MOST_FILES }) };
}

function shownFile(project: Project, planned: PlannedFile, hunks: readonly ProposedHunk[], isCut: boolean): ShownFile {
  const { uri, movedFrom, before, after } = planned;
  const known = after ?? before;
  return {
    file: fileOf(project, uri),
    ...(movedFrom !== undefined && { movedFrom: fileOf(project, movedFrom) }),
    kind: movedFrom !== undefined ? 'moved' : before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed',
    // Counted in its hunks, because comparing the texts is most of what this costs.
    added: hunks.reduce((sum, { added }) => sum + added.length, 0),
    removed: hunks.reduce((sum, { removed }) => sum + removed.length, 0),
    ...(isCut ? { isCut: true } : { ...textAs('before', before), ...textAs('after', after) }),
    ...(known !== undefined && 'binaryBytes' in known && { binaryBytes: known.binaryBytes }),
    ...(known !== undefined && 'text' in known && known.link === true && { isLink: true }),
    ...(known !== undefined && 'text' in known && known.encoding !== undefined && { encoding: known.encoding }),
    hunks: hunks.map(({ uri: _, ...hunk }) => (isCut ? { ...hunk, removed: [], added: [] } : hunk)),
  };
}

function textAs(side: 'before' | 'after', planned: PlannedText | undefined): { before?: string; after?: string } {
  return planned !== undefined && 'text' in planned ? { [side]: planned.text } : {};
}

function lengthOf({ before, after }: PlannedFile, hunks: readonly ProposedHunk[]): number {
  const texts = [before, after].reduce((sum, side) => sum + (side !== undefined && 'text' in side ? side.text.length : 0), 0);
  return hunks.reduce((sum, { removed, added }) => sum + lengthOfLines(removed) + lengthOfLines(added), texts);
}

function lengthOfLines(lines: readonly string[]): number {
  return lines.reduce((length, line) => length + line.length + AROUND_A_LINE, 0);
}
