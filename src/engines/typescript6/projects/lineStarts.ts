// Where the lines of a text begin, as the protocol counts them: TypeScript itself also breaks lines at U+2028 and U+2029.

export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

export interface LinePositionRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}

export class LineStarts {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const starts = [0];
    for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + lineBreak.length);
    this.#starts = starts;
    this.#length = text.length;
  }

  positionAt(offset: number): LinePosition {
    const bounded = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= bounded) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: bounded - (this.#starts[low] ?? 0) };
  }

  // What lies beyond the text is its end.
  offsetAt({ line, character }: LinePosition): number {
    const start = this.#starts[line];
    if (start === undefined) return this.#length;
    return Math.min(start + character, this.#starts[line + 1] ?? this.#length, this.#length);
  }

  rangeOf({ start, length }: { readonly start: number; readonly length: number }): LinePositionRange {
    return { start: this.positionAt(start), end: this.positionAt(start + length) };
  }
}
