// What people write on the lines of a review: whether those lines are there, and whether it is not too much.
import { linesOf } from '../../base/text/lineDiff.ts';
import { LONGEST_COMMENTS, type Review, type ReviewAnswer, type ReviewedFile } from './reviewShape.ts';

// Undefined where every comment has its line.
export function problemOfComments({ files }: Review, { comments = [], texts = {} }: ReviewAnswer): string | undefined {
  if (comments.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_COMMENTS) return `comments have at most ${LONGEST_COMMENTS} characters in all`;
  for (const { file: name, line, side = 'new' } of comments) {
    const file = files.find((one) => one.file === name || (side === 'old' && one.movedFrom === name));
    if (file === undefined) return `a comment is about ${name}, which is no file of this review${namesOf(files)}`;
    const text = side === 'old' ? file.before : (texts[name] ?? file.after);
    if (text === undefined) return `a comment is about line ${line} of ${name}, which has no text ${side === 'old' ? 'before' : 'afterwards'}`;
    // Something can be said of an empty file too.
    const last = Math.max(1, linesOf(text).length);
    if (line > last) return `a comment is about line ${line} of ${name}, which has ${last} ${side === 'old' ? 'before' : 'afterwards'}`;
  }
  return undefined;
}

const MOST_NAMES = 5;

function namesOf(files: readonly ReviewedFile[]): string {
  if (files.length === 0) return ': it has none';
  const more = files.length - MOST_NAMES;
  return `: they are ${files
    .slice(0, MOST_NAMES)
    .map(({ file }) => file)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
