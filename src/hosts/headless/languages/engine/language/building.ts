// What a refactoring is built from where no engine makes it: the engine that knows the uses, and the texts.
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import type { Location } from '../../../../../ide/text.ts';
import type { Engine } from '../engine.ts';

export interface Building {
  readonly engine: Engine;
  readonly wanted: Refactoring;
  // Every place that means the symbol, its declaration included; none where the refactoring stays in one file.
  readonly uses: readonly Location[];
  // Why there may be more uses; undefined when all are known.
  readonly gap: string | undefined;
  readonly signal: AbortSignal;
}

// What can be built for a language. Whatever is not among the kinds is refused before anything is looked at.
export interface RefactoringBuilder {
  readonly kinds: readonly Refactoring['kind'][];
  // Throws RefusedRefactoring.
  readonly build: (building: Building) => Promise<Refactored>;
}
