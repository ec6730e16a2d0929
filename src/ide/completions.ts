// What could be written at a place: one completion as plain data, and which of them fit what is already there.
import type { Position, Range, TextSnapshot } from './text.ts';
import type { TextEdit } from './workspaceEdit.ts';

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  // The text that it puts into its range, without placeholders.
  readonly text: string;
  // What it replaces: what is already written of it.
  readonly range: Range;
  // What the written text is compared with, where that is not the label.
  readonly filter?: string;
  // The engine's order, as text.
  readonly sort?: string;
  // Type or signature; some engines give it only with the details.
  readonly detail?: string;
  // Markdown; most engines give it only with the details.
  readonly documentation?: string;
  readonly deprecated?: boolean;
  // The module that it would be imported from.
  readonly source?: string;
  // Further edits of the same file, such as an import; most engines give them only with the details.
  readonly additionalEdits?: readonly TextEdit[];
}

// The words of the language server protocol, in lower camel case.
export type CompletionKind =
  | 'text'
  | 'method'
  | 'function'
  | 'constructor'
  | 'field'
  | 'variable'
  | 'class'
  | 'interface'
  | 'module'
  | 'property'
  | 'unit'
  | 'value'
  | 'enum'
  | 'keyword'
  | 'snippet'
  | 'color'
  | 'file'
  | 'reference'
  | 'folder'
  | 'enumMember'
  | 'constant'
  | 'struct'
  | 'event'
  | 'operator'
  | 'typeParameter';

// The order in which engines want them shown is not the order in which they send them.
export function fittingCompletions(all: readonly Completion[], snapshot: TextSnapshot, caret: Position): readonly Completion[] {
  const fitting = all.flatMap((completion) => {
    const closeness = closenessOf(writtenOf(completion, snapshot, caret), completion.filter ?? completion.label);
    return closeness === undefined ? [] : [{ completion, closeness }];
  });
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return fitting
    .sort(
      (a, b) =>
        a.closeness - b.closeness ||
        order(a.completion.sort ?? a.completion.label, b.completion.sort ?? b.completion.label) ||
        order(a.completion.label, b.completion.label) ||
        order(a.completion.source ?? '', b.completion.source ?? ''),
    )
    .map(({ completion }) => completion);
}

// What of it stands before the caret.
function writtenOf({ range }: Completion, snapshot: TextSnapshot, caret: Position): string {
  return snapshot.textIn({ start: range.start, end: caret });
}

// As a person types: the beginning with or without capitals, or the beginnings of its words (`gSO` for getStackOverflow); undefined when it does not fit.
function closenessOf(written: string, name: string): number | undefined {
  if (name.startsWith(written)) return 0;
  if (name.toLowerCase().startsWith(written.toLowerCase())) return 1;
  return fitsWords(written, name) ? 2 : undefined;
}

// Each letter goes on where the one before stands, or begins a later word.
function fitsWords(written: string, name: string): boolean {
  let at = -1;
  for (const letter of written) {
    const same = (index: number) => name[index]?.toLowerCase() === letter.toLowerCase();
    let next = at + 1;
    while (next < name.length && !(same(next) && (next === at + 1 || beginsWord(name, next)))) next += 1;
    if (next >= name.length) return false;
    at = next;
  }
  return true;
}

const SIGN = /[^\p{L}\p{N}]/u;

function beginsWord(name: string, index: number): boolean {
  const letter = name[index] ?? '';
  return letter !== letter.toLowerCase() || SIGN.test(letter) || SIGN.test(name[index - 1] ?? ' ');
}
