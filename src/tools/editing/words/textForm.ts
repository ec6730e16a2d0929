// In which form a text comes that somebody read from a file and changed: with the mark of its encoding before it, and with line breaks that are not the file's.
import { hunksBetween } from '../../../base/text/lineDiff.ts';

export interface TextForm {
  // With the breaks of the file, so that a person sees what really differs.
  inFile(text: string): string;
  // As it came: what is written from it is as whoever asked would have written it.
  asGiven(text: string): string;
}

// The mark that Windows puts before texts, which belongs to the encoding; whoever reads bytes as UTF-8 has it in the text.
const MARK = '\uFEFF';

export function formOf(old: string, given: string): TextForm {
  const mark = given.startsWith(MARK) && !old.startsWith(MARK) ? MARK : '';
  // Whoever reads a file with CRLF may write its text with LF alone.
  const isBroken = old.includes('\r\n') && given.includes('\n') && !given.includes('\r');
  return {
    inFile(text) {
      const bare = text.slice(mark.length);
      return isBroken ? withBreaksOf(old, bare) : bare;
    },
    asGiven: (text) => `${mark}${isBroken ? text.replaceAll('\r\n', '\n') : text}`,
  };
}

// A line that stays keeps its own break, also in a file that has both kinds; a new one gets that of most.
function withBreaksOf(old: string, given: string): string {
  const lines = old.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const crossed = lines.filter((line) => line.endsWith('\r\n')).length;
  const breakOf = crossed * 2 >= lines.length ? '\r\n' : '\n';
  const kept = [...lines];
  for (const { oldStart, removed, added } of hunksBetween(old.replaceAll('\r\n', '\n'), given).toReversed())
    kept.splice(oldStart, removed.length, ...added.map((line) => line.replace(/\n$/, breakOf)));
  return kept.join('');
}
