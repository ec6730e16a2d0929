// What a review says in VS Code's own places: as documents that only exist to be looked at, and in titles and messages, where nothing that an agent wrote may act.
import { exactJson } from '../../../../base/text/exactText.ts';
import { visibleText } from '../../../../base/text/visibleText.ts';
import type { ReviewedFile } from '../../../../server/reviews/reviewShape.ts';
import type { ListedReview, ReadReview } from './waitingReviews.ts';

const LONGEST_TITLE = 80;
const LONGEST_NAME = 40;

export type ReviewHunk = ReviewedFile['hunks'][number];

// Of one line. VS Code makes links of [text](command:…) and pictures of $(name) in some of the places where it is shown.
export function harmless(text: string, longest = LONGEST_TITLE): string {
  const plain = visibleText(text).replaceAll('\n', ' ').replaceAll('](', '] (').replaceAll('$(', '$ (');
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1)}…`;
}

export function whoAsks({ author, tool, project }: Pick<ListedReview, 'author' | 'tool' | 'project'>): string {
  const name = project?.split(/[\\/]/).at(-1);
  return `${harmless(author, LONGEST_NAME)} wants ${harmless(tool, LONGEST_NAME)}${name === undefined ? '' : ` in ${harmless(name, LONGEST_NAME)}`}`;
}

// The number keeps two reviews with one title apart.
export function titleOf({ title, author }: Pick<ListedReview, 'title' | 'author'>, number: number): string {
  return `Review ${number}: ${harmless(title)} (${harmless(author, LONGEST_NAME)})`;
}

// A review that has no files, to the byte.
export function wordsOf({ review, why }: ReadReview): string {
  const { author, tool, title, project, parameters, runs = [] } = review;
  const parts = [
    `${harmless(author, 1_000)} asks for your decision.`,
    [`tool:    ${harmless(tool, 1_000)}`, `title:   ${harmless(title, 1_000)}`, `project: ${harmless(project ?? '', 1_000)}`].join('\n'),
    ...(why === undefined ? [] : [harmless(why, 10_000)]),
    ...(parameters === undefined ? [] : [`It is called with:\n${exactJson(parameters)}`]),
    ...(runs.length === 0 ? [] : [`That runs:\n${runs.map((run) => exactJson(run)).join('\n')}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

// What stands on a side of a file, and in its place where that is no text.
export function sideText({ file, about, before, after, hunks }: ReviewedFile, side: 'before' | 'after', isCut: boolean): string {
  const text = side === 'before' ? before : after;
  if (text !== undefined) return text;
  if (isCut) return `${harmless(file, 1_000)} is too long to be shown.\n`;
  const isThere = !hunks.some(({ kind }) => kind === (side === 'before' ? 'create' : 'delete'));
  return isThere && about !== undefined ? `${harmless(about, 10_000)}\n` : '';
}

// What it does, where the lines themselves do not show it.
export function noteOf({ kind, removed, added }: ReviewHunk): string {
  if (kind !== 'text') return ` (${kind === 'whole' ? 'the whole file' : kind})`;
  return removed.length === added.length && removed.every((line, index) => withoutBreak(line) === withoutBreak(added[index] ?? '')) ? ' (line breaks)' : '';
}

function withoutBreak(line: string): string {
  return line.replace(/[\r\n]+$/, '');
}
