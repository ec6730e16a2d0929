// Two texts of one file, neither of which may be lost: what is so, the difference, and the choice.
import type { Signal } from '@preact/signals';
import type { EditorPlace } from '../../../../src/dashboard/protocol/editor.ts';
import { Diff } from '../../parts/diff/diff.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { Status } from '../../parts/status.tsx';
import { useDetail } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import type { Conflict, FileDocument } from './fileDocument.ts';

const WORDS: Readonly<Record<Conflict, { readonly says: string; readonly mine: string; readonly theirs: string }>> = {
  disk: {
    says: 'The file has changed on disk since you began to edit it. Your text is kept, not saved.',
    mine: 'Save mine over it',
    theirs: 'Take the one on disk',
  },
  gone: { says: 'The file is not on disk any more. Your text is kept, not saved.', mine: 'Save it as a new file', theirs: 'Let it go' },
  window: { says: 'Another window has edited this file meanwhile; neither text is saved.', mine: 'Keep mine', theirs: 'Take theirs' },
};

export interface ConflictBarProps {
  readonly file: FileDocument;
  readonly place: EditorPlace;
  readonly isComparing: Signal<boolean>;
}

export function ConflictBar({ file, place, isComparing }: ConflictBarProps) {
  const conflict = file.conflict.value;
  if (conflict === undefined) return null;
  const { says, mine, theirs } = WORDS[conflict];
  const choose = (act: () => Promise<void>) => () => {
    isComparing.value = false;
    void act();
  };
  return (
    <>
      <div class="file-conflict" role="alert">
        <Status state="needs" text={says} />
        <span class="file-conflict-buttons">
          {conflict === 'disk' && (
            <button
              type="button"
              class="button"
              aria-pressed={isComparing.value}
              onClick={async () => {
                await file.flush();
                isComparing.value = !isComparing.peek();
              }}
            >
              {isComparing.value ? 'Back to my text' : 'See the difference'}
            </button>
          )}
          <button type="button" class="button needs-daemon" disabled={isLost.value} onClick={choose(() => file.keepMine())}>
            {mine}
          </button>
          <button type="button" class="button needs-daemon" disabled={isLost.value} onClick={choose(() => file.takeTheirs())}>
            {theirs}
          </button>
        </span>
      </div>
      {isComparing.value && conflict === 'disk' && <Difference place={place} version={`${file.diskVersion.value} ${file.kept.value}`} />}
    </>
  );
}

// From the text on disk to the person's.
function Difference({ place, version }: { readonly place: EditorPlace; readonly version: string }) {
  const detail = useDetail('editor.diff', { ...place }, version).value;
  if (detail.state === 'loading') return <Skeleton />;
  if (detail.state === 'failed') return <ErrorNote error={detail.error} retry={detail.retry} />;
  return (
    <div class="file-difference" tabIndex={-1}>
      <p class="muted">What saving yours would do to the file on disk:</p>
      {detail.value.files.length === 0 ? <Empty>They are the same.</Empty> : <Diff files={detail.value.files} layout="unified" />}
    </div>
  );
}
