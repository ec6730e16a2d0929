// What a file shall hold instead, in an editor that is loaded when somebody edits.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { HunkedFile } from '../../../../src/dashboard/protocol/diffs.ts';
import { ErrorNote } from '../../parts/errorNote.tsx';
import type { TextEditor } from './editor.ts';

export interface FileEditorProps {
  readonly file: HunkedFile;
  readonly text: string;
  // Undefined: as it was.
  onDone(text: string | undefined): void;
}

export function FileEditor({ file, text, onDone }: FileEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    import('./editor.ts').then(
      async ({ openEditor }) => {
        const parent = place.current;
        if (parent === null) return;
        const opened = await openEditor({ parent, text, name: file.file, onSave: () => onDone(opened.text()), onLeave: () => onDone(undefined) });
        if (!isShown) opened[Symbol.dispose]();
        else editor.current = opened;
      },
      (error: unknown) => {
        failure.value = String(error);
      },
    );
    return () => {
      isShown = false;
      editor.current?.[Symbol.dispose]();
    };
  }, []);
  return (
    <div class="review-editor">
      {failure.value !== undefined && <ErrorNote error={{ code: 'page', message: 'The editor could not be loaded.', next: 'Reload the page.' }} />}
      <div ref={place} />
      <div class="review-buttons">
        <button type="button" class="button primary" onClick={() => onDone(editor.current?.text())}>
          Use this text
        </button>
        <button type="button" class="button" onClick={() => onDone(file.after)}>
          Back to the agent’s
        </button>
        <span class="muted">Ctrl Enter uses it, Esc leaves it as it was.</span>
      </div>
    </div>
  );
}
