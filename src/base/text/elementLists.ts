// A list between brackets in another order, written in the style in which it was written: comments stay with their elements, line breaks where they were.

export interface ListText {
  readonly text: string;
  // Behind the opening bracket, and at the closing one.
  readonly open: number;
  readonly close: number;
  readonly elements: readonly { readonly start: number; readonly end: number }[];
  // How a comment to the end of the line begins.
  readonly lineComment: '//' | '#';
}

// An element by its number, perhaps with something before it, or something new.
export type WantedElement = number | string | { readonly element: number; readonly prefix: string };

// `part` gives a part of the text as it will be.
export function relaid(list: ListText, wanted: readonly WantedElement[], part: (start: number, end: number) => string): string {
  const pieces = piecesOf(list);
  if (wanted.length === 0) return '';
  const hasTrailing = pieces.some(({ isLast, comma }) => isLast && comma);
  const between = betweenOf(list, pieces);
  const [first] = pieces;
  const last = pieces.at(-1);
  const lead = first === undefined ? '' : list.text.slice(list.open, first.start);
  const trail = last === undefined ? '' : list.text.slice(last.tailEnd, list.close);
  const written = wanted.map((element, index) => {
    const piece = pieceOf(element, pieces);
    const prefix = typeof element === 'object' ? element.prefix : '';
    const own = piece === undefined ? String(element) : prefix + part(piece.start, piece.end);
    const isLast = index === wanted.length - 1;
    const tail = piece?.tail ?? '';
    const gap = isLast ? '' : tail.startsWith(list.lineComment) && !/[\r\n]/.test(between) ? '\n' : between;
    return `${own}${isLast && !hasTrailing ? '' : ','}${tail === '' ? '' : ` ${tail}`}${gap}`;
  });
  const ending = endsWithLineComment(list, wanted, pieces) && !/[\r\n]/.test(trail) ? '\n' : '';
  return lead + written.join('') + ending + trail;
}

interface Piece {
  // With the comments before it.
  readonly start: number;
  // With the comments behind it, before the comma.
  readonly end: number;
  // The comment behind it to the end of the line.
  readonly tail: string;
  readonly tailEnd: number;
  readonly comma: boolean;
  readonly isLast: boolean;
}

function piecesOf(list: ListText): readonly Piece[] {
  const { text, open, close, elements, lineComment } = list;
  let from = open;
  return elements.map(({ start, end }, index) => {
    const isLast = index === elements.length - 1;
    const until = elements[index + 1]?.start ?? close;
    const comma = commaIn(text, end, until, lineComment);
    const behind = comma === undefined ? end : comma + 1;
    const tail = new RegExp(`^[ \\t]*(${lineComment}[^\\r\\n]*)`).exec(text.slice(behind, until));
    const lead = /\S/.exec(text.slice(from, start));
    const own = lead === null ? start : from + lead.index;
    const between = comma === undefined ? '' : text.slice(end, comma).trimEnd();
    from = behind + (tail?.[0].length ?? 0);
    return { start: own, end: end + between.length, tail: tail?.[1]?.trimEnd() ?? '', tailEnd: from, comma: comma !== undefined, isLast };
  });
}

// White space between two elements; of a list of one what is before it, if it has a line of its own.
function betweenOf({ text, open }: ListText, pieces: readonly Piece[]): string {
  const [first, second] = pieces;
  if (first === undefined) return ' ';
  if (second !== undefined) return text.slice(first.tailEnd, second.start) || ' ';
  const before = text.slice(open, first.start);
  return /[\r\n]/.test(before) ? before : ' ';
}

function endsWithLineComment({ lineComment }: ListText, wanted: readonly WantedElement[], pieces: readonly Piece[]): boolean {
  const last = wanted.at(-1);
  return last !== undefined && pieceOf(last, pieces)?.tail.startsWith(lineComment) === true;
}

function pieceOf(element: WantedElement, pieces: readonly Piece[]): Piece | undefined {
  if (typeof element === 'string') return undefined;
  return pieces[typeof element === 'number' ? element : element.element];
}

// The comma between two elements, outside of comments.
function commaIn(text: string, start: number, end: number, lineComment: string): number | undefined {
  for (let at = start; at < end; at++) {
    if (text[at] === ',') return at;
    if (text.startsWith(lineComment, at)) at = lineEnd(text, at);
    else if (lineComment === '//' && text.startsWith('/*', at)) at = Math.max(at, text.indexOf('*/', at) + 1);
  }
  return undefined;
}

function lineEnd(text: string, at: number): number {
  return at + (/^[^\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
}
