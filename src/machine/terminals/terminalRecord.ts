// What the program in a terminal does to the project's files: observed from what is typed until the program rests, in pieces, because nobody can say when it is over.
import { milliseconds, minutes, seconds } from '../../base/waiting/duration.ts';
import { Turns } from '../../base/waiting/turns.ts';
import type { Authorship, Changes, Observation, ObservedOutcome } from '../../ide/doors/changes.ts';

// A shell shows that it waits by printing its prompt, in several steps.
const PROMPT = milliseconds(300);
// Of a program that is not at rest. Longer, and everything that people and agents write elsewhere would be its doing.
const SILENCE = seconds(10);
const LONGEST = minutes(10);

export class TerminalRecord {
  readonly #changes: Pick<Changes, 'observe'>;
  readonly #turns = new Turns();
  #piece: { readonly authorship: Authorship; readonly observation: Observation; readonly until: number } | undefined;
  #unreported: ObservedOutcome = {};
  #prompt: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(changes: Pick<Changes, 'observe'>) {
    this.#changes = changes;
  }

  // Before something is typed. What has not come to rest goes on under the name it began with.
  begin(authorship: Authorship, signal: AbortSignal): Promise<void> {
    return this.#turns.take(async () => {
      if (this.#piece === undefined) await this.#begin(authorship, Date.now() + LONGEST, signal);
    });
  }

  // The program has printed something.
  heard(isAtRest: () => boolean): void {
    if (this.#piece === undefined) return;
    clearTimeout(this.#prompt);
    this.#prompt = setTimeout(() => isAtRest() && void this.end(), PROMPT);
    this.#prompt.unref();
    this.#waitForSilence();
  }

  // What it has done since this was last asked.
  soFar(isAtRest: () => boolean): Promise<ObservedOutcome> {
    return this.#turns.take(async () => {
      const piece = this.#piece;
      await this.#end();
      if (piece !== undefined && !isAtRest() && Date.now() < piece.until) await this.#begin(piece.authorship, piece.until);
      const unreported = this.#unreported;
      this.#unreported = {};
      return unreported;
    });
  }

  end(): Promise<void> {
    return this.#turns.take(() => this.#end());
  }

  async #begin(authorship: Authorship, until: number, signal: AbortSignal = AbortSignal.timeout(LONGEST)): Promise<void> {
    this.#piece = { authorship, until, observation: await this.#changes.observe(authorship, signal) };
    this.#waitForSilence();
  }

  async #end(): Promise<void> {
    const piece = this.#piece;
    this.#piece = undefined;
    clearTimeout(this.#prompt);
    clearTimeout(this.#silence);
    // A terminal is worth more than its record.
    const outcome = await piece?.observation.end().catch(() => undefined);
    if (outcome?.change !== undefined) this.#unreported = outcome;
  }

  #waitForSilence(): void {
    clearTimeout(this.#silence);
    const left = (this.#piece?.until ?? 0) - Date.now();
    this.#silence = setTimeout(() => void this.end(), Math.max(0, Math.min(SILENCE, left)));
    this.#silence.unref();
  }
}
