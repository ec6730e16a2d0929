// What still holds the old name after a rename, in sentences: strings with their places, comments by their number, other files by their names.

import { groupBy } from '../../../base/groupBy.ts';
import { counted } from '../../../base/text/counted.ts';
import type { Location } from '../../../ide/text.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../place.ts';
import type { Mention } from './otherMentions.ts';

// Enough to look at each; what is beyond is counted.
const MOST_FILES = 8;
const MOST_LINES = 6;
const MOST_OTHERS = 5;

export function leftNotes({ ide: { project } }: ProjectContext, name: string, left: readonly Mention[], others: readonly string[]): string[] {
  const comments = left.filter(({ part }) => part === 'comment');
  // A string that is the name and nothing else means it most likely.
  const strings = left.filter(({ part }) => part === 'string').toSorted((a, b) => Number(b.isExact) - Number(a.isExact));
  const parts = [
    ...(strings.length > 0 ? [`${counted(strings.length, 'time')} in strings (in_strings): ${placeList(strings, (uri) => fileOf(project, uri))}`] : []),
    ...(comments.length > 0 ? [`${counted(comments.length, 'time')} in comments (in_comments)`] : []),
  ];
  const files = others.map((uri) => fileOf(project, uri)).sort((a, b) => Number(isProse(a)) - Number(isProse(b)));
  return [
    ...(parts.length === 0 ? [] : [`The word ${name} still stands ${parts.join('; and ')}. It may or may not mean this symbol.`]),
    ...(files.length === 0
      ? []
      : [`${counted(files.length, 'file')} of other languages hold${files.length === 1 ? 's' : ''} the word ${name} too: ${listed(files, MOST_OTHERS)}.`]),
  ];
}

// "src/cart.ts:3,9, src/bill.ts:4 and 2 more files"
export function placeList(places: readonly Location[], nameOf: (uri: string) => string): string {
  const byFile = [...groupBy(places, ({ uri }) => uri)].map(([uri, own]) => {
    const lines = [...new Set(own.map(({ range }) => range.start.line + 1))];
    return `${nameOf(uri)}:${lines.slice(0, MOST_LINES).join(',')}${lines.length > MOST_LINES ? ',…' : ''}`;
  });
  return byFile.length <= MOST_FILES ? byFile.join(', ') : `${byFile.slice(0, MOST_FILES).join(', ')} and ${byFile.length - MOST_FILES} more files`;
}

function listed(names: readonly string[], most: number): string {
  return names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} …`;
}

// What a person reads is listed after what a program may.
function isProse(file: string): boolean {
  return /\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:CHANGELOG|LICENSE|README)[^/]*$/i.test(file);
}
