// One open file: read when it is shown, then followed; what is typed goes to the daemon, what is selected to agents, what is saved to the disk.
import { effect, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { EditorPlace, EditorRow, TextRange } from '../../../../src/dashboard/protocol/editor.ts';
import { Skeleton } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { ask, shownError } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { topic } from '../../wire/store.ts';
import { ConflictBar } from './conflictBar.tsx';
import { FileDocument } from './fileDocument.ts';
import { FileFoot } from './fileFoot.tsx';
import { FileHead } from './fileHead.tsx';
import { mentionedLines, useMention } from './mention.tsx';
import type { FileTextEditor } from './textEditor.ts';
import { useProblems } from './useProblems.ts';

export interface OpenFileProps {
  readonly place: EditorPlace;
  readonly row: EditorRow;
  // The daemon has the tab; otherwise the row is what it was.
  readonly isListed: boolean;
  // Says whether something typed is not with the daemon.
  readonly hasUnsent: { current: () => boolean };
  // Grows when somebody wants to be shown where the tab's selection is.
  readonly shownTo: number;
}

const BEFORE_SELECT = 100;
const OWN_KEPT = 20;

interface Editing {
  readonly editor: FileTextEditor;
  readonly file: FileDocument;
}

export function OpenFile({ place, row, isListed, hasUnsent, shownTo }: OpenFileProps) {
  const parent = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const editing = useSignal<Editing | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const attempt = useSignal(0);
  const selection = useSignal<TextRange>(row.selection);
  // Where an agent has moved the selection while the person was typing.
  const moved = useSignal<TextRange | undefined>(undefined);
  const isComparing = useSignal(false);
  const own = useMemo(() => new Set<string>(), []);
  const newest = () => topic('editor').row(row.id).peek();

  const sendSelection = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return (of: () => Editing | undefined) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const now = of();
        if (now === undefined) return;
        const range = now.editor.selection();
        remember(own, range);
        // In the text that the daemon has by then.
        void now.file.flush().then(() => ask('editor.select', { ...place, selection: range }).catch(() => undefined));
      }, BEFORE_SELECT);
    };
  }, [place.project, place.file]);

  useEffect(() => {
    let isShown = true;
    let opened: Editing | undefined;
    const open = async () => {
      const [{ openTextEditor }, text] = await Promise.all([import('./textEditor.ts'), ask('editor.read', place)]);
      if (!isShown || parent.current === null) return;
      const editor = await openTextEditor({
        parent: parent.current,
        file: place.file,
        text: text.unsaved?.text ?? text.disk?.text ?? '',
        onTyped: () => opened?.file.typed(),
        onSelected: () => {
          if (opened === undefined) return;
          selection.value = opened.editor.selection();
          moved.value = undefined;
          sendSelection(() => opened);
        },
        onMention: () => mention.start(undefined),
        onLeave: () => section.current?.focus(),
      });
      if (!isShown) return editor[Symbol.dispose]();
      const file = new FileDocument(text, {
        place,
        typed: editor,
        ask: (method, params) => ask(method, params),
        errorOf: shownError,
        after: (milliseconds, work) => {
          const timer = setTimeout(work, milliseconds);
          return () => clearTimeout(timer);
        },
      });
      opened = { editor, file };
      editor.setReadOnly(text.readOnly !== undefined);
      editor.select(newest()?.selection ?? row.selection);
      selection.value = editor.selection();
      editing.value = opened;
      hasUnsent.current = () => file.hasUnsent;
    };
    failed.value = undefined;
    open().catch((error: unknown) => {
      failed.value = error;
    });
    return () => {
      isShown = false;
      editing.value = undefined;
      hasUnsent.current = () => false;
      // What was typed last still goes out; whatever answers comes to nobody.
      void opened?.file.flush();
      opened?.editor[Symbol.dispose]();
    };
  }, [place.project, place.file, attempt.value]);

  const now = editing.value;
  useFollowing(now, row, newest, isListed);
  useUnsentGuard(now);
  const problems = useProblems(place, now);
  const mention = useMention(place, () => mentionedLines(now?.editor.selection() ?? selection.peek()));

  // An agent may select too: where the person is typing, it is only said.
  useEffect(() => {
    const { editor } = now ?? {};
    if (editor === undefined || own.has(JSON.stringify(row.selection)) || isSameRange(editor.selection(), row.selection)) return;
    if (editor.hasFocus) moved.value = row.selection;
    else {
      editor.select(row.selection);
      selection.value = editor.selection();
    }
  }, [now, JSON.stringify(row.selection)]);
  // A line in the address is a wish of the person.
  useEffect(() => {
    const { editor } = now ?? {};
    const there = newest();
    if (editor === undefined || there === undefined || shownTo === 0) return;
    editor.select(there.selection);
    selection.value = editor.selection();
  }, [now, shownTo]);

  const save = () => {
    if (now === undefined || isLost.peek() || now.file.readOnly.peek() !== undefined) return false;
    void now.file.save();
    return true;
  };
  useKeys('File', [
    { key: 'Ctrl s', does: 'Save', whileTyping: true, run: save },
    { key: 'e', does: 'Type in the file', run: () => now?.editor.focus() },
    { key: 'Enter', run: () => now?.editor.focus() },
    { key: 'm', does: 'Mention to an agent', run: () => mention.start(undefined) },
  ]);
  if (failed.value !== undefined) return <ErrorNote error={shownError(failed.value)} retry={() => (attempt.value += 1)} />;
  return (
    <section ref={section} class="file" aria-label={place.file} tabIndex={-1}>
      <FileHead place={place} file={now?.file} mention={mention} selection={selection.value} onSave={save} />
      {now !== undefined && <ConflictBar file={now.file} place={place} isComparing={isComparing} />}
      {now?.file.failure.value !== undefined && <ErrorNote error={now.file.failure.value} retry={() => void now.file.flush()} />}
      {now === undefined && <Skeleton lines={12} />}
      <div ref={parent} class="file-code" hidden={isComparing.value && now?.file.conflict.value !== undefined} />
      <FileFoot
        row={row}
        selection={selection.value}
        text={now?.editor}
        problems={problems.value}
        moved={moved.value}
        said={mention.said.value}
        onMoved={(range) => {
          now?.editor.select(range);
          moved.value = undefined;
          selection.value = range;
        }}
      />
    </section>
  );
}

// What others write, on disk or in another window.
function useFollowing(editing: Editing | undefined, row: EditorRow, newest: () => EditorRow | undefined, isListed: boolean): void {
  useEffect(() => {
    void editing?.file.follow(newest);
  }, [editing, row.disk, row.unsaved]);
  const wasLost = useRef(false);
  const wasGone = useRef(false);
  useSignalEffect(() => {
    if (isLost.value) wasLost.current = true;
    else if (wasLost.current) {
      wasLost.current = false;
      void editing?.file.reconnect();
    }
  });
  // A daemon that has opened the project only now refused what was sent to it before.
  useEffect(() => {
    if (!isListed) wasGone.current = true;
    else if (wasGone.current) {
      wasGone.current = false;
      void editing?.file.reconnect();
    }
  }, [isListed]);
  useEffect(() => effect(() => editing?.editor.setReadOnly(editing.file.readOnly.value !== undefined)), [editing]);
}

// Nobody leaves with something typed that the daemon does not have, unless they say so.
function useUnsentGuard(editing: Editing | undefined): void {
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (editing?.file.hasUnsent !== true) return;
      void editing.file.flush();
      event.preventDefault();
    };
    const hide = () => {
      if (document.hidden) void editing?.file.flush();
    };
    addEventListener('beforeunload', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('beforeunload', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [editing]);
}

function remember(own: Set<string>, range: TextRange): void {
  const words = JSON.stringify(range);
  own.delete(words);
  own.add(words);
  for (const oldest of own) if (own.size > OWN_KEPT) own.delete(oldest);
}

function isSameRange(one: TextRange, other: TextRange): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
