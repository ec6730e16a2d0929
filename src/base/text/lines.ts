// Bytes as they arrive, cut into whole lines without their line breaks.

export class LineSplitter {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  // Throws a RangeError when a line grows beyond the limit.
  feed(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      lines.push(this.#finish(chunk.subarray(from, end)));
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return lines;
  }

  // What came after the last line break.
  rest(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #finish(last: Buffer): Buffer {
    this.#keep(last);
    const line = this.#parts.length === 1 ? last : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#longest) throw new RangeError(`a line is longer than ${this.#longest} bytes`);
    this.#parts.push(part);
  }
}
