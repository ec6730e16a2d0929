// A place where chance has chosen to refactor, and what is asked there.

export const ORDINARY_KINDS = ['rename', 'extract_function', 'extract_variable', 'inline', 'move', 'signature'] as const;
export type OrdinaryKind = (typeof ORDINARY_KINDS)[number];

// Something in the code that a refactoring of this kind could be asked for.
export interface Candidate {
  readonly kind: OrdinaryKind;
  // Local, method, statements, …: chance takes the forms in turn, so that it does not only meet what there is most of.
  readonly form: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name?: string | undefined;
  // Of a selection; with several, any of them.
  readonly ends?: readonly { readonly line: number; readonly column: number }[] | undefined;
  readonly parameters?: readonly string[] | undefined;
  // Those of the parameters that the body does not use.
  readonly unused?: readonly string[] | undefined;
  // How many of the last parameters may be left out by callers.
  readonly defaults?: number | undefined;
}

export type SignatureChange =
  | { readonly what: 'add'; readonly at: number; readonly name: string; readonly value: string; readonly method: boolean }
  | { readonly what: 'remove'; readonly at: number; readonly method: boolean }
  | { readonly what: 'reorder'; readonly order: readonly number[]; readonly method: boolean }
  | { readonly what: 'rename'; readonly at: number; readonly name: string; readonly method: boolean };

export interface Place {
  readonly kind: OrdinaryKind;
  readonly form: string;
  // In one line.
  readonly what: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  // The new name, or the name of what is new.
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
  readonly change?: SignatureChange;
}
