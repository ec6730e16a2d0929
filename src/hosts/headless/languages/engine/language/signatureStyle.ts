// How the parameters of a function are changed where no engine does it: what differs from language to language, and what may be asked.
import type { Span } from '../../../../../base/text/rewrites.ts';
import type { Answer } from '../../../../../ide/answer.ts';
import type { Place } from '../../../../../ide/doors/languages.ts';
import type { RefactoringConflict } from '../../../../../ide/refactorings.ts';
import type { Renaming } from '../../../../../ide/renaming.ts';
import type { Location, TextSnapshot } from '../../../../../ide/text.ts';
import type { SignatureLanguage } from '../../../../../machine/syntax/signatureRules.ts';
import type { CallSyntax, DefinitionSyntax, SignatureSyntax } from '../../../../../machine/syntax/syntaxSignatures.ts';
import type { Relatives } from './languageMiddleware.ts';

export interface SignatureStyle {
  // In whose syntax they are read and written.
  readonly language: SignatureLanguage;
  // Every declaration and use of a constructor, where that is not called by its name; undefined where something else is meant.
  readonly constructorFamily?: (room: SignatureQuestions, at: Place) => Promise<PlainFamily | undefined>;
  // Whether the method at this offset belongs to an interface that has no name, so that nobody knows who implements it.
  readonly isNameless?: (text: string, at: number) => boolean;
  readonly constructions?: CppConstructions;
}

// Where objects are made in C++, which no engine returns completely.
export interface CppConstructions {
  // The text without what is no code, of the same length.
  masked(text: string): string;
  at(text: string, masked: string, use: Span, className: string): CallSyntax | { readonly why: string };
  inTemplates(masked: string, name: string): readonly Span[];
}

export interface PlainParameter {
  // Its piece of the list; in Go several may share one, as in `a, b int`.
  readonly piece: number;
  // Empty where it has none; a separator of Python has itself.
  readonly name: string;
  readonly nameAt: number | undefined;
  readonly type: string | undefined;
  readonly default: string | undefined;
  readonly kind: 'plain' | 'rest' | 'keywords' | 'separator';
}

// What the engine of the language and the parser know.
export interface SignatureQuestions extends SignatureStyle {
  readonly rootUri: string;
  read(uri: string): Promise<TextSnapshot>;
  // With declarations.
  uses(at: Place): Promise<Answer<readonly Location[]>>;
  definition(at: Place): Promise<Answer<readonly Location[]>>;
  rename(at: Place, newName: string): Promise<Answer<Renaming>>;
  // Members that must be declared alike.
  relatives(at: Place): Promise<Relatives | undefined>;
  signaturesIn(text: string, names: readonly string[]): Promise<SignatureSyntax>;
  // Files of the project that hold the word.
  holders(word: string): Promise<readonly string[]>;
}

export interface SignatureFile {
  readonly uri: string;
  readonly snapshot: TextSnapshot;
  readonly syntax: SignatureSyntax;
}

export interface PlainDeclared {
  readonly file: SignatureFile;
  readonly definition: DefinitionSyntax;
  // Without what a method of Python has for its object.
  readonly parameters: readonly PlainParameter[];
  readonly implicit: number;
}

export interface PlainCalled {
  readonly file: SignatureFile;
  readonly call: CallSyntax;
}

export interface PlainFamily {
  readonly files: readonly SignatureFile[];
  readonly declared: readonly PlainDeclared[];
  readonly calls: readonly PlainCalled[];
  readonly values: readonly RefactoringConflict[];
  readonly gaps: readonly string[];
}
