// Changes of parts of a text that may lie inside of each other, as changes of which none does.

// Offsets in the text.
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Rewrite extends Span {
  // What stands there afterwards; `inner` gives any part of what stands there, with the changes inside of it made.
  readonly text: (inner: (start: number, end: number) => string) => string;
}

export interface TextReplacement extends Span {
  readonly newText: string;
}

// Of two changes of the same part the later one is inside of the earlier one.
export function rewritten(text: string, rewrites: readonly Rewrite[]): readonly TextReplacement[] {
  const ordered = [...rewrites].sort((a, b) => a.start - b.start || b.end - a.end);
  const done: TextReplacement[] = [];
  for (let index = 0; index < ordered.length; ) {
    const outer = ordered[index];
    if (outer === undefined) break;
    // What begins in it stands behind it in the order.
    let next = index + 1;
    while ((ordered[next]?.start ?? Number.POSITIVE_INFINITY) < outer.end) next++;
    const inside = ordered.slice(index + 1, next);
    const newText = outer.text((start, end) => partOf(text, inside, start, end));
    if (text.slice(outer.start, outer.end) !== newText) done.push({ start: outer.start, end: outer.end, newText });
    index = next;
  }
  return done;
}

function partOf(text: string, rewrites: readonly Rewrite[], start: number, end: number): string {
  const own = rewrites.filter((rewrite) => rewrite.start >= start && rewrite.end <= end);
  let result = '';
  let at = start;
  for (const { start: from, end: to, newText } of rewritten(text, own)) {
    result += text.slice(at, from) + newText;
    at = to;
  }
  return result + text.slice(at, end);
}
