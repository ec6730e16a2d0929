// The output of something that runs, read piece by piece as its row says that there is more.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ShownError } from '../../../../src/dashboard/protocol/messages.ts';
import { shownError } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { ColouredLines, type Line } from './sgr.ts';

const MOST_LINES = 5_000;

export interface OutputPart {
  readonly text: string;
  // The beginning of a line, which comes again with the rest of it.
  readonly partial?: string | undefined;
  // Passed on, it shows what comes next.
  readonly next: string;
  // Something between the last part and this one is not known any more.
  readonly isCut?: boolean | undefined;
  // It is everything, and what came before counts no more.
  readonly isWhole?: boolean | undefined;
}

export interface Output {
  readonly lines: readonly Line[];
  readonly isCut: boolean;
  readonly isKnown: boolean;
  readonly error?: ShownError;
}

const NOTHING: Output = { lines: [], isCut: false, isKnown: false };

// id: of what prints; another one begins anew. version: changes when there is more.
export function useOutput(id: string, version: string, read: (since: string | undefined) => Promise<OutputPart>): Output {
  const output = useSignal<Output>(NOTHING);
  const reading = useMemo(() => new Reading(), [id]);
  useEffect(() => {
    output.value = NOTHING;
    return () => {
      reading.isOver = true;
    };
  }, [reading]);
  const lost = isLost.value;
  useEffect(() => {
    if (lost) return;
    reading.want(read, (next) => {
      output.value = { ...output.peek(), ...next };
    });
  }, [reading, version, lost]);
  return output.value;
}

// One request at a time; what is wanted meanwhile is read in the next one.
class Reading {
  isOver = false;
  #lines = new ColouredLines(MOST_LINES);
  #next: string | undefined;
  #isCut = false;
  #isUnderWay = false;
  #isWanted = false;

  want(read: (since: string | undefined) => Promise<OutputPart>, show: (output: Partial<Output>) => void): void {
    this.#isWanted = true;
    if (!this.#isUnderWay) void this.#readAll(read, show);
  }

  async #readAll(read: (since: string | undefined) => Promise<OutputPart>, show: (output: Partial<Output>) => void): Promise<void> {
    this.#isUnderWay = true;
    try {
      while (this.#isWanted && !this.isOver) {
        this.#isWanted = false;
        const part = await read(this.#next);
        if (this.isOver) return;
        show(this.#taken(part));
      }
    } catch (thrown) {
      if (!this.isOver) show({ error: shownError(thrown) });
    } finally {
      this.#isUnderWay = false;
    }
  }

  #taken({ text, partial = '', next, isCut = false, isWhole = false }: OutputPart): Output {
    if (isWhole) this.#lines = new ColouredLines(MOST_LINES);
    this.#next = next;
    this.#isCut = isCut || (this.#isCut && !isWhole);
    this.#lines.write(text);
    const lines = this.#lines.with(partial);
    return { lines, isCut: this.#isCut || (lines[0]?.number ?? 1) > 1, isKnown: true };
  }
}
