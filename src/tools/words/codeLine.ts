// Whether a line has something to stop at, as far as the text alone can tell.
import { noCodeOnLine } from '../../ide/debugErrors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import { notCode, partAt } from './codeParts.ts';
import { lineOf } from './place.ts';

const MOST_CANDIDATES = 4;
const FARTHEST = 50;

// The line's text. Throws no_code_on_line for a blank line, a comment, or one with nothing but brackets, with the nearest that have code.
export function codeLine(document: TextSnapshot, file: string, line: number): string {
  const text = lineOf(document, file, line);
  const spans = notCode(document.text, document.languageId);
  const hasCode = (index: number) => {
    const candidate = document.line(index) ?? '';
    if (!/[\p{L}\p{N}]/u.test(candidate)) return false;
    const start = document.offsetAt({ line: index, character: 0 });
    return [...candidate].some((character, column) => /[\p{L}\p{N}_$]/u.test(character) && partAt(spans, start + column) !== 'comment');
  };
  if (hasCode(line - 1)) return text;
  const near = Array.from({ length: FARTHEST }, (_, distance) => [line - 1 + distance + 1, line - 1 - distance - 1])
    .flat()
    .filter((index) => index >= 0 && index < document.lineCount && hasCode(index))
    .slice(0, MOST_CANDIDATES)
    .map((index) => ({ line: index + 1, text: (document.line(index) ?? '').trim() }));
  throw noCodeOnLine(
    file,
    line,
    near.toSorted((a, b) => a.line - b.line),
  );
}
