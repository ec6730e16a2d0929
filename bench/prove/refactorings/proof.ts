// What is proven of refactorings in one language, and how it is printed.
import { type SeriesProof, tellSeries } from './series.ts';

// How many of each must be done.
export interface Wanted {
  readonly renames: number;
  // Renames to a name that stands in the same file already.
  readonly takenNames: number;
  readonly fileMoves: number;
  readonly symbolMoves: number;
  readonly signatures: number;
  // Of functions and of variables, in turn.
  readonly extractions: number;
  readonly inlinings: number;
}

export const NONE: Wanted = { renames: 0, takenNames: 0, fileMoves: 0, symbolMoves: 0, signatures: 0, extractions: 0, inlinings: 0 };

export interface LanguageProof {
  readonly what: string;
  // Of the checker, before anything was changed; where it does not look at everything, of what it looked at.
  readonly errorsBefore: number;
  readonly series: readonly SeriesProof[];
  readonly notes: readonly string[];
}

export function holds({ series }: LanguageProof): boolean {
  return series.every((each) => each.holds);
}

export function tellLanguage({ what, errorsBefore, series, notes }: LanguageProof): string {
  return [`${what}, ${errorsBefore} errors before and after`, ...series.map(tellSeries), ...notes].join('\n');
}
