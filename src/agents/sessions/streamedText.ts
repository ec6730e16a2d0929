// A text that arrives in pieces and is read without its secrets, also where a secret arrives in two of them.
import { CUT } from '../../base/text/redaction.ts';
import type { Hide } from './hiding.ts';

// The end in which a secret may still be unfinished; longer than a private key.
const UNSETTLED = 8 * 1024;

const KEY = '-----BEGIN';
const END_OF_KEY = '-----END';

export class StreamedText {
  readonly #longest: number;
  readonly #hide: Hide;
  #settled = '';
  #rest = '';
  #isCut = false;

  constructor(longest: number, hide: Hide) {
    this.#longest = longest;
    this.#hide = hide;
  }

  add(text: string): void {
    // A secret at the place where it is cut is read whole.
    const room = this.#longest + UNSETTLED - this.#settled.length - this.#rest.length;
    this.#isCut ||= text.length > room - UNSETTLED;
    if (room > 0) this.#rest += text.slice(0, room);
    if (this.#rest.length > 2 * UNSETTLED) this.#settle();
  }

  clean(): string {
    const text = `${this.#settled}${this.#hide(this.#rest)}`;
    return this.#isCut ? `${text.slice(0, this.#longest)}${CUT}` : text;
  }

  // Behind the end of a line, so that no word is cut in two; a line that never ends stays whole.
  #settle(): void {
    const line = this.#rest.lastIndexOf('\n', this.#rest.length - UNSETTLED) + 1;
    const key = this.#rest.lastIndexOf(KEY, line);
    // Nor is a private key that has not ended by then.
    const end = key >= 0 && this.#rest.indexOf(END_OF_KEY, key) >= line - END_OF_KEY.length ? key : line;
    if (end === 0) return;
    this.#settled += this.#hide(this.#rest.slice(0, end));
    this.#rest = this.#rest.slice(end);
  }
}
