// What can be made of code without changing what it does: the wish, and the edit that fulfils it.
import type { WantedParameter } from '../base/text/parameterLists.ts';
import type { Location, Position, Range } from './text.ts';
import type { WorkspaceEdit } from './workspaceEdit.ts';

export type Refactoring =
  // Inner: inside of the function that the code comes from, whose variables and types it then shares.
  | { readonly kind: 'extractFunction'; readonly uri: string; readonly range: Range; readonly name: string; readonly inner?: boolean }
  // All occurrences: also where the same expression stands again and means the same.
  | { readonly kind: 'extractVariable'; readonly uri: string; readonly range: Range; readonly name: string; readonly allOccurrences: boolean }
  // Every use becomes what the symbol stands for, and its declaration goes.
  | { readonly kind: 'inline'; readonly uri: string; readonly position: Position }
  // The declaration goes to another file, which need not exist yet, and every user imports it from there.
  | { readonly kind: 'move'; readonly uri: string; readonly position: Position; readonly to: string }
  // Every declaration of the symbol, with its comments; whoever uses it is left as he is.
  | { readonly kind: 'delete'; readonly uri: string; readonly position: Position }
  // The function, method or constructor gets these parameters, in this order, as do those that override it or that it overrides, and every call the arguments that they want.
  | {
      readonly kind: 'changeSignature';
      readonly uri: string;
      readonly position: Position;
      readonly parameters: readonly WantedParameter[];
    };

export interface Refactored {
  readonly edit: WorkspaceEdit;
  // What an agent should hear about it.
  readonly notes: readonly string[];
  // How else it can be asked for where this brings errors.
  readonly otherwise?: 'inner';
  // Places that the edit leaves as they are although they would be wrong, or that would do something else afterwards.
  readonly conflicts?: readonly RefactoringConflict[];
}

export interface RefactoringConflict extends Location {
  // A few words: "it is used as a value".
  readonly why: string;
}
