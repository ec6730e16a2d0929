// The answers of the newest calls, whole: what a person reads who opens one of them. Secrets are hidden when somebody reads or writes one, which happens to few.
import { cleanText, copied } from './cleanRecord.ts';
import type { RememberedSecrets } from './rememberedSecrets.ts';

export const MOST_ANSWERS = 200;
export const LONGEST_ANSWER = 256 * 1024;

interface Answer {
  text: string;
  // Of its call; undefined once they are hidden.
  secrets: readonly string[] | undefined;
  isWritten: boolean;
}

export class WholeAnswers {
  // Oldest first; also calls whose answer was short enough for its row.
  readonly #kept = new Map<string, Answer | undefined>();
  readonly #forgotten: (id: string) => void;
  readonly #remembered: RememberedSecrets;

  // Called with the calls that are no longer among the newest.
  constructor(forgotten: (id: string) => void, remembered: RememberedSecrets) {
    this.#forgotten = forgotten;
    this.#remembered = remembered;
  }

  keep(id: string, text: string | undefined, secrets: readonly string[]): void {
    const kept =
      text === undefined ? undefined : text.length > LONGEST_ANSWER ? cutAnswer(text, this.#remembered.with(secrets)) : { text, secrets, isWritten: false };
    this.#put(id, kept);
  }

  // From a file that is about to be written anew, where they are without secrets; all of them older than those that are here.
  restore(earlier: readonly (readonly [string, string | undefined])[]): void {
    const own = [...this.#kept];
    this.#kept.clear();
    for (const [id, text] of earlier) this.#put(id, text === undefined ? undefined : { text, secrets: undefined, isWritten: true });
    for (const [id, answer] of own) this.#put(id, answer);
  }

  read(id: string): string | undefined {
    const answer = this.#kept.get(id);
    return answer === undefined ? undefined : this.#clean(answer);
  }

  // Each once.
  *unwritten(): Generator<{ readonly id: string; readonly text: string }> {
    for (const [id, answer] of [...this.#kept]) {
      if (answer === undefined || answer.isWritten || !this.#kept.has(id)) continue;
      answer.isWritten = true;
      yield { id, text: this.#clean(answer) };
    }
  }

  get hasUnwritten(): boolean {
    for (const answer of this.#kept.values()) if (answer?.isWritten === false) return true;
    return false;
  }

  // For a file that is written anew.
  *written(): Generator<{ readonly id: string; readonly text: string }> {
    for (const [id, answer] of [...this.#kept]) if (answer?.isWritten === true && this.#kept.has(id)) yield { id, text: this.#clean(answer) };
  }

  // Before a secret is no longer remembered.
  cleanAll(): void {
    for (const answer of this.#kept.values()) if (answer !== undefined) this.#clean(answer);
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }

  clear(): void {
    this.#kept.clear();
  }

  #put(id: string, answer: Answer | undefined): void {
    this.#kept.delete(id);
    this.#kept.set(id, answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_ANSWERS) return;
      this.#kept.delete(oldest);
      this.#forgotten(oldest);
    }
  }

  #clean(answer: Answer): string {
    if (answer.secrets === undefined) return answer.text;
    answer.text = cleanText(answer.text, this.#remembered.with(answer.secrets));
    answer.secrets = undefined;
    return answer.text;
  }
}

// Hidden before it is cut. Rare enough to be done at once, so that nobody holds on to megabytes.
function cutAnswer(text: string, secrets: readonly string[]): Answer {
  return { text: copied(cleanText(text, secrets).slice(0, LONGEST_ANSWER)), secrets: undefined, isWritten: false };
}
