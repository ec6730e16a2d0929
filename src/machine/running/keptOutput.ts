// What a program has printed, part by part: the oldest is forgotten first, so that a flood costs no memory.
import type { OutputPart, RunOutput } from '../../ide/doors/running.ts';

// In characters, of all parts together.
const MOST_KEPT = 4 * 1024 * 1024;
// Parts that came close together are one, so that a program that prints letter by letter does not fill the list.
const LONGEST_PART = 8 * 1024;

export class KeptOutput implements RunOutput {
  readonly #parts: OutputPart[] = [];
  readonly #listeners = new Set<(part: OutputPart) => void>();
  readonly #most: number;
  #characters = 0;
  #next = 1;

  constructor(most: number = MOST_KEPT) {
    this.#most = most;
  }

  get next(): number {
    return this.#next;
  }

  get first(): number {
    return this.#parts[0]?.number ?? this.#next;
  }

  since(number: number): readonly OutputPart[] {
    const at = this.#parts.findIndex((part) => part.number >= number);
    return at < 0 ? [] : this.#parts.slice(at);
  }

  onOutput(listener: (part: OutputPart) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  add(stream: OutputPart['stream'], text: string): void {
    for (let at = 0; at < text.length; at += LONGEST_PART) this.#addPart({ number: this.#next++, stream, text: text.slice(at, at + LONGEST_PART) });
    while (this.#characters > this.#most && this.#parts.length > 1) this.#characters -= this.#parts.shift()?.text.length ?? 0;
  }

  #addPart(part: OutputPart): void {
    this.#parts.push(part);
    this.#characters += part.text.length;
    for (const listener of this.#listeners) listener(part);
  }
}
