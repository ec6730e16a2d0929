// What a program has printed and its tracepoints have seen, bounded: the oldest is forgotten, and the numbers say so.
import type { DebugOutput, OutputEntry } from '../../../ide/doors/debugging.ts';

// A program that prints without end must not take the daemon's memory.
const MOST_ENTRIES = 5_000;
const MOST_CHARACTERS = 1_000_000;
const LONGEST_ENTRY = 20_000;

export class BoundedOutput implements DebugOutput {
  #entries: OutputEntry[] = [];
  #characters = 0;
  #next = 1;
  readonly #added: () => void;

  constructor(added: () => void = () => {}) {
    this.#added = added;
  }

  get next(): number {
    return this.#next;
  }

  get first(): number {
    return this.#entries[0]?.number ?? this.#next;
  }

  // A long text becomes several entries, so that its end, which matters most, is not what is lost.
  add(entry: Omit<OutputEntry, 'number'>): void {
    for (let rest = entry.text.slice(-MOST_CHARACTERS); rest !== ''; ) {
      const text = rest.slice(0, endOfPiece(rest));
      rest = rest.slice(text.length);
      this.#entries.push({ ...entry, text, number: this.#next++ });
      this.#characters += text.length;
    }
    if (this.#entries.length > MOST_ENTRIES || this.#characters > MOST_CHARACTERS) this.#forget();
    this.#added();
  }

  since(number: number): readonly OutputEntry[] {
    return this.#entries.filter((entry) => entry.number >= number);
  }

  // A tenth at once, so that a flood does not move the whole list for each line.
  #forget(): void {
    let dropped = 0;
    while (dropped < this.#entries.length - 1 && (this.#entries.length - dropped > MOST_ENTRIES * 0.9 || this.#characters > MOST_CHARACTERS * 0.9)) {
      this.#characters -= this.#entries[dropped]?.text.length ?? 0;
      dropped += 1;
    }
    this.#entries = this.#entries.slice(dropped);
  }
}

// Behind the last line that is whole; a line without end is broken anywhere.
function endOfPiece(text: string): number {
  if (text.length <= LONGEST_ENTRY) return text.length;
  const end = text.lastIndexOf('\n', LONGEST_ENTRY - 1) + 1;
  return end === 0 ? LONGEST_ENTRY : end;
}
