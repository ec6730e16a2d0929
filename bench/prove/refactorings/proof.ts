// What is proven of refactorings in one language, and how it is told.
import { type SeriesProof, tellSeries } from './series.ts';

// How many of each must be done.
export interface Wanted {
  readonly renames: number;
  // Renames to a name that stands in the same file already.
  readonly takenNames: number;
  readonly fileMoves: number;
  readonly symbolMoves: number;
  readonly signatures: number;
}

export interface LanguageProof {
  readonly what: string;
  // Of the checker, before anything was changed.
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
