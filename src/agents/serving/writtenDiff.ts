// What was written of a wish, as an agent reads it.
import { unifiedHunks } from '../../base/text/lineDiff.ts';
import type { PlannedFile } from '../../ide/doors/changes.ts';
import type { Ide } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';

const LONGEST = 20_000;

export function writtenDiff({ project }: Ide, files: readonly PlannedFile[]): string {
  const text = files.map(({ uri, before, after }) => `${fileOf(project, uri)}\n${unifiedHunks(textOf(before), textOf(after))}`).join('\n');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function textOf(side: PlannedFile['before']): string {
  return side !== undefined && 'text' in side ? side.text : '';
}
