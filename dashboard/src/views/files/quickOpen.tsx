// A file by some letters of its name, and a line behind a colon.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { EditorFiles, EditorPlace } from '../../../../src/dashboard/protocol/editor.ts';
import type { ProjectRow } from '../../../../src/dashboard/protocol/rows.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { lastPart } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { ask, shownError } from '../../wire/asking.ts';
import { typedPlace } from './typedPlace.ts';

const WAIT = 60;

export interface ChosenFile extends EditorPlace {
  readonly line?: number;
}

export interface QuickOpenProps {
  readonly projects: readonly ProjectRow[];
  onChoose(file: ChosenFile): void;
  onClose(): void;
}

type Found = (EditorFiles | { readonly error: unknown }) & { readonly query?: string };

export function QuickOpen({ projects, onChoose, onClose }: QuickOpenProps) {
  const typed = useSignal('');
  const at = useSignal(0);
  const found = useSignal<Found>({ files: [] });
  const isAsked = useSignal(false);
  // Enter came before what was found for the last letter.
  const isChosen = useRef(false);
  const { query, line } = typedPlace(typed.value);
  useEffect(() => {
    const end = new AbortController();
    const timer = setTimeout(
      () => {
        ask('editor.files', { query }, { signal: end.signal }).then(
          (answer) => {
            if (end.signal.aborted) return;
            found.value = { ...answer, query };
            at.value = 0;
            isAsked.value = true;
            if (isChosen.current) choose(answer.files[0]);
          },
          (error: unknown) => {
            if (!end.signal.aborted) found.value = { error, query };
          },
        );
      },
      isAsked.peek() ? WAIT : 0,
    );
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [query]);
  const { value } = found;
  const files = 'files' in value ? value.files : [];
  const chosen = files[Math.min(at.value, files.length - 1)];
  const choose = (file: EditorPlace | undefined) => {
    if (file === undefined) return;
    onClose();
    onChoose({ ...file, ...(line !== undefined && { line }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) at.value = (Math.min(at.value, files.length - 1) + by + files.length) % Math.max(1, files.length);
    else if (event.key === 'Enter' && !event.isComposing) {
      if (found.peek().query === query) choose(chosen);
      else isChosen.current = true;
    } else return;
    event.preventDefault();
    document.getElementById(`quick-open-${at.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog title="Open a file" class="palette" onClose={onClose}>
      <input
        type="text"
        class="palette-field"
        role="combobox"
        aria-label="Name of a file"
        aria-expanded="true"
        aria-controls="quick-open-list"
        aria-activedescendant={chosen === undefined ? undefined : `quick-open-${files.indexOf(chosen)}`}
        placeholder="Letters of its name, :line"
        autocomplete="off"
        spellcheck={false}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          isChosen.current = false;
        }}
        onKeyDown={onKeyDown}
      />
      {'error' in value && <ErrorNote error={shownError(value.error)} />}
      <div id="quick-open-list" class="palette-list" role="listbox" aria-label="Files">
        {files.map((file, index) => (
          <div
            key={`${file.project}\n${file.file}`}
            id={`quick-open-${index}`}
            role="option"
            tabIndex={-1}
            class="palette-entry quick-open-entry"
            aria-selected={file === chosen}
            onClick={() => choose(file)}
            onKeyDown={onKeyDown}
          >
            <span class="quick-open-name">
              <Text text={lastPart(file.file)} />
            </span>
            <span class="quick-open-folder muted">
              <Text text={file.file.slice(0, -lastPart(file.file).length - 1)} />
            </span>
            {projects.length > 1 && (
              <span class="muted">
                <Text text={lastPart(file.project)} />
              </span>
            )}
          </div>
        ))}
        {isAsked.value && files.length === 0 && <p class="empty">No file of a project has these letters.</p>}
        {'more' in value && value.more !== undefined && <p class="muted quick-open-more">{value.more.toLocaleString('en')} more</p>}
      </div>
    </Dialog>
  );
}
