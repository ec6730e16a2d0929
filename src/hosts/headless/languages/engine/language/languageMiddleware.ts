// What stands between a question and the answer of a whole language, whichever of its engines are asked: there it knows what all of them leave out.
import type { Answer } from '../../../../../ide/answer.ts';
import type { Languages, Place } from '../../../../../ide/doors/languages.ts';
import type { Renaming } from '../../../../../ide/renaming.ts';
import type { DiskDocuments } from '../../../../../machine/files/diskChanges.ts';
import type { EngineSession } from '../engineSession.ts';

export interface LanguageMiddleware {
  // Everything that must get the name together, where engines rename a part of it. `next` renames what stands at a place as they do.
  rename?(asked: AskedLanguage, at: Place, next: (at: Place) => Promise<Answer<Renaming>>): Promise<Answer<Renaming>>;
  // Members of other types that must have the same parameters, where the references of one do not lead to the others. Undefined when there can be none.
  relatives?(asked: AskedLanguage, at: Place): Promise<Relatives | undefined>;
}

// What may be asked besides.
export interface AskedLanguage {
  readonly ide: { readonly project: { readonly uri: string }; readonly documents: DiskDocuments; readonly languages: Languages };
  // Asks the engine that serves the place of the question.
  run<Value>(work: (session: EngineSession) => Promise<Value>): Promise<Value>;
  readonly signal: AbortSignal;
}

export interface Relatives {
  readonly places: readonly Place[];
  // Why some may not be among them.
  readonly gaps: readonly string[];
  // Types above it that a library declares, whose members nobody has read.
  readonly unread: readonly string[];
}
