// What is declared in a file, as an engine answered: several tools ask about the same files, one after the other.
import type { OutlineSymbol } from '../../../../ide/doors/languages.ts';

// Of a large project those that are asked about; the longest unused one makes room.
const MOST_OUTLINES = 300;

export class KnownOutlines {
  #outlines = new Map<string, readonly OutlineSymbol[]>();

  // The answer is kept, not the question: that belongs to a call which may be given up.
  async of(uri: string, ask: () => Promise<readonly OutlineSymbol[]>): Promise<readonly OutlineSymbol[]> {
    const known = this.#outlines;
    const outline = known.get(uri) ?? (await ask());
    known.delete(uri);
    known.set(uri, outline);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_OUTLINES) break;
      known.delete(oldest);
    }
    return outline;
  }

  forget(): void {
    // A new map, as somebody may still wait for what goes into the old one.
    this.#outlines = new Map();
  }
}
