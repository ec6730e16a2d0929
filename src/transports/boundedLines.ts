// Bytes as they arrive, cut into lines of at most so many bytes. Of a longer line only who asks is kept, so that it can be refused by its id.
import { type MessageHead, MessageHeadScanner } from './messageHead.ts';

export type BoundedLine = { readonly line: Buffer } | { readonly tooLong: MessageHead };

export class BoundedLines {
  readonly #longest: number;
  // Chunks of the line that has not ended yet, until they are too many.
  #begun: Buffer[] = [];
  #bytes = 0;
  #scanner: MessageHeadScanner | undefined;

  constructor(longest: number) {
    this.#longest = longest;
  }

  *feed(chunk: Buffer): Generator<BoundedLine> {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield this.#finished();
    }
    if (rest.length > 0) this.#keep(rest);
  }

  #keep(part: Buffer): void {
    if (this.#scanner !== undefined) {
      this.#scanner.feed(part);
      return;
    }
    this.#begun.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.#longest) return;
    this.#scanner = new MessageHeadScanner();
    for (const begun of this.#begun) this.#scanner.feed(begun);
    this.#begun = [];
  }

  #finished(): BoundedLine {
    const finished: BoundedLine = this.#scanner === undefined ? { line: Buffer.concat(this.#begun) } : { tooLong: this.#scanner.head };
    this.#begun = [];
    this.#bytes = 0;
    this.#scanner = undefined;
    return finished;
  }
}

const NEWLINE = 0x0a;
