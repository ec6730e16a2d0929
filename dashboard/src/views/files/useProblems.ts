// What compilers say of the file on disk, asked when it is opened and whenever it has changed there.
import { effect, type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EditorPlace } from '../../../../src/dashboard/protocol/editor.ts';
import { look, shownError } from '../../wire/asking.ts';
import type { FileDocument } from './fileDocument.ts';
import type { FileTextEditor, ShownProblem } from './textEditor.ts';

interface Found {
  readonly files: readonly {
    readonly file: string;
    readonly diagnostics: readonly {
      readonly line: number;
      readonly column: number;
      readonly endLine: number;
      readonly endColumn: number;
      readonly severity: 'error' | 'warning' | 'information' | 'hint';
      readonly message: string;
      readonly source?: string;
      readonly code?: string;
    }[];
  }[];
  readonly counts: { readonly error: number; readonly warning: number };
  readonly unserved?: readonly string[];
  readonly settled: boolean;
}

export type Checked =
  | { readonly state: 'unknown' }
  // Nobody can say whether there are errors.
  | { readonly state: 'unchecked'; readonly why: string }
  | { readonly state: 'checked'; readonly errors: number; readonly warnings: number; readonly isComplete: boolean };

// Whoever only passes by costs no engine anything.
const AFTER = 400;

export function useProblems(place: EditorPlace, editing: { readonly editor: FileTextEditor; readonly file: FileDocument } | undefined): Signal<Checked> {
  const checked = useSignal<Checked>({ state: 'unknown' });
  // Of the text on disk; lines of one that is not saved are others.
  const found = useSignal<readonly ShownProblem[]>([]);
  useEffect(
    () =>
      effect(() => {
        if (editing?.file.isUnsaved.value === false) editing.editor.setProblems(found.value);
      }),
    [editing],
  );
  const version = editing?.file.diskVersion.value;
  useEffect(() => {
    if (editing === undefined) return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      look<Found>('get_diagnostics', { file: place.file, severity: 'warning', include_ignored: true }, { project: place.project, signal: end.signal }).then(
        ({ value }) => {
          if (end.signal.aborted) return;
          const { counts, settled, unserved, files } = value;
          if (unserved !== undefined) {
            checked.value = { state: 'unchecked', why: 'No language server here checks such a file.' };
            return;
          }
          checked.value = { state: 'checked', errors: counts.error, warnings: counts.warning, isComplete: settled };
          const own = files.find(({ file }) => file === place.file)?.diagnostics ?? [];
          found.value = own.map(({ severity, message, source, code, ...range }) => ({
            ...range,
            severity: severity === 'error' ? 'error' : 'warning',
            message: [message, [source, code].filter((part) => part !== undefined).join(' ')].filter((part) => part !== '').join('\n'),
          }));
        },
        (thrown: unknown) => {
          if (!end.signal.aborted) checked.value = { state: 'unchecked', why: shownError(thrown).message };
        },
      );
    }, AFTER);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [editing, place.project, place.file, version]);
  return checked;
}
