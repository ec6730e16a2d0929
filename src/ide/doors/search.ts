// The door to finding code by how it is written: by its text, or by its structure.
import type { Answer } from '../answer.ts';
import type { Position, Range } from '../text.ts';
import type { FileQuery } from './documents.ts';

export interface Search {
  // Lines that match, file by file, sorted by path. Throws invalid_pattern. Incomplete when there are more than can be counted.
  text(query: TextQuery, signal: AbortSignal): Promise<Answer<TextFindings>>;
  // Syntax that matches, file by file, sorted by path. Throws invalid_pattern and unknown_language.
  structure(query: StructureQuery, signal: AbortSignal): Promise<Answer<readonly StructureFile[]>>;
  // Where texts cannot be read by the grammar of their language, which may be older than the language; by URI, and only of those with errors.
  // Nothing is said of a language without a grammar.
  syntaxErrors(texts: readonly TextToRead[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly Position[]>>;
}

// A text that is, or would be, in the file.
export interface TextToRead {
  readonly uri: string;
  readonly text: string;
}

export interface TextQuery {
  // A regular expression, or the very text when `literal`.
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly wholeWord: boolean;
  // `includeIgnored` brings generated files too.
  readonly files: FileQuery;
}

export interface TextFindings {
  readonly files: readonly MatchingFile[];
  // Files that match, but that nobody wrote: generated, or minified.
  readonly leftOut: { readonly generated: number; readonly minified: number };
  // Files that were too large to be searched.
  readonly tooLarge: number;
}

export interface MatchingFile {
  readonly uri: string;
  readonly lines: readonly MatchingLine[];
}

export interface MatchingLine {
  readonly line: number;
  // Where the pattern matches in this line, from left to right; never empty.
  readonly matches: readonly { readonly start: number; readonly end: number }[];
  // Without its line break.
  readonly text: string;
}

export interface StructureQuery {
  // Code with $NAME for one node and $$$NAME for any number.
  readonly pattern: string;
  readonly language: string;
  readonly files: FileQuery;
  // What each match would become: code with the variables of the pattern.
  readonly rewrite?: string;
}

export interface StructureFile {
  readonly uri: string;
  readonly matches: readonly StructureMatch[];
}

export interface StructureMatch {
  readonly range: Range;
  readonly text: string;
  // What each variable of the pattern stands for.
  readonly variables: Readonly<Record<string, string>>;
  // Where a rewrite was asked for.
  readonly replacement?: string;
}
