// One change: its proof first, then every line of it, and each hunk can be taken back.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ShownHunk } from '../../../../src/dashboard/protocol/diffs.ts';
import type { ChangeRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { ChangeDetail as WholeChange } from '../../../../src/dashboard/protocol/shownChanges.ts';
import { FileLink } from '../../app/fileLink.tsx';
import { go } from '../../app/router.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Diff } from '../../parts/diff/diff.tsx';
import { useDiffLayout } from '../../parts/diff/useDiffLayout.ts';
import { Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { lastPart, shortClient } from '../../parts/names.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Ago } from '../../parts/times.tsx';
import { call, useAction, useDetail } from '../../wire/asking.ts';
import { withAbout } from './about.ts';
import { Conflicts } from './conflicts.tsx';
import { EvidenceStrip } from './evidence.tsx';

export interface ChangeDetailProps {
  readonly row: ChangeRow;
  // Grows with every change of the project: a later one may be in the way.
  readonly version: string;
}

export function ChangeDetail({ row, version }: ChangeDetailProps) {
  const detail = useDetail('change.read', { project: row.project, id: row.id }, version).value;
  if (detail.state === 'loading') return <Skeleton />;
  if (detail.state === 'failed') return <ErrorNote error={detail.error} retry={detail.retry} />;
  return <Known row={row} detail={detail.value} />;
}

function Known({ row, detail }: { readonly row: ChangeRow; readonly detail: WholeChange }) {
  const { project } = row;
  const { action, start } = useAction();
  const inside = useRef<HTMLDivElement>(null);
  const { layout, toggle } = useDiffLayout(inside);
  const focused = useSignal<number | undefined>(undefined);
  const files = detail.files.map(withAbout);
  const hunks = files.flatMap((file) => file.hunks);
  const canUndo = detail.undo.isPossible;
  const undoHunk = (number: number) => start((options) => call('undo', { change_id: row.id, hunks: [number] }, { ...options, project }));
  const move = (by: number) => {
    const at = hunks.findIndex(({ number }) => number === focused.peek());
    const next = hunks[Math.max(0, Math.min(hunks.length - 1, at + by))];
    if (next === undefined) return false;
    focused.value = next.number;
    requestAnimationFrame(() => inside.current?.querySelector(`[data-hunk="${next.number}"]`)?.scrollIntoView({ block: 'nearest' }));
    return true;
  };
  useKeys('Change', [
    { key: 'n', does: 'Next hunk', run: () => move(1) },
    { key: 'p', does: 'Previous hunk', run: () => move(-1) },
    {
      key: 'u',
      does: 'Undo this hunk',
      run: (event) => {
        const number = focused.peek();
        if (number === undefined || event.repeat || !canUndo) return false;
        undoHunk(number);
        return true;
      },
    },
    {
      key: 'v',
      does: 'Side by side, or not',
      run: toggle,
    },
  ]);
  return (
    <div ref={inside} class="change-detail">
      <header class="change-head">
        <h2>
          <Text text={row.title} />
        </h2>
        <p class="change-facts muted">
          <span>
            <Text text={shortClient(row.author)} />
          </span>
          <span title={project}>
            <Text text={lastPart(project)} />
          </span>
          <span>
            <Text text={row.tool} />
          </span>
          <span>
            <Ago time={row.time} /> ago
          </span>
          {row.grant !== undefined && <span>by grant {row.grant}</span>}
        </p>
        <EvidenceStrip evidence={detail.evidence} />
        <Standing row={row} detail={detail} />
        <ActionNote action={action.value} />
      </header>
      <div class="change-scroll">
        <Diff
          files={files}
          layout={layout}
          focused={focused.value}
          onFocus={(number) => {
            focused.value = number;
          }}
          fileActions={({ file, hunks: own }) =>
            own.some(({ kind }) => kind === 'delete') ? null : <FileLink project={project} file={file} line={(own[0]?.newStart ?? 0) + 1} label="Open" />
          }
          {...(canUndo && {
            hunkActions: (hunk: ShownHunk) => (
              <DaemonButton class="link" onClick={() => undoHunk(hunk.number)}>
                undo hunk
              </DaemonButton>
            ),
          })}
        />
        {detail.moreFiles !== undefined && <p class="muted">{detail.moreFiles.toLocaleString('en')} more files are not shown.</p>}
      </div>
    </div>
  );
}

// Whether it still stands, and what keeps it from being taken back.
function Standing({ row, detail: { undo, observed } }: { readonly row: ChangeRow; readonly detail: WholeChange }) {
  const { undoneBy, undoes } = row;
  return (
    <div class="change-standing">
      {undoneBy !== undefined && (
        <p>
          <Status state="undone" text="Undone" />{' '}
          <button type="button" class="link" onClick={() => go('changes', undoneBy)}>
            by this change
          </button>
        </p>
      )}
      {undoes !== undefined && (
        <p>
          It took back{' '}
          <button type="button" class="link" onClick={() => go('changes', undoes)}>
            {row.undoesMany === undefined ? 'this change' : `${row.undoesMany} changes`}
          </button>
        </p>
      )}
      {row.isRolledBack === true && <Status state="idle" text="Rolled back when it was checked: nothing of it stands" />}
      {observed !== undefined && (
        <p class="muted">
          Not written by Binnacle but seen while a command ran;{' '}
          {observed.undoable === 'all' ? 'all of it' : observed.undoable === 'no' ? 'none of it' : 'a part of it'} can be taken back.
          {observed.repositoryMoved === true && ' Another commit is checked out since.'}
          {observed.interrupted === true && ' Binnacle was ended meanwhile.'}
          {observed.ignored !== undefined && ` ${observed.ignored.files} ignored files changed too.`}
        </p>
      )}
      {observed !== undefined && observed.unknown.length > 0 && (
        <ul class="conflicts">
          {observed.unknown.map(({ file, kind, why }) => (
            <li key={file}>
              <code>
                <Text text={file} />
              </code>{' '}
              {kind}, <Text text={why} />
            </li>
          ))}
        </ul>
      )}
      {!undo.isPossible && undoneBy === undefined && row.isRolledBack !== true && (
        <div>
          <Status state="warning" text={undo.message} />
          <Conflicts conflicts={undo.conflicts} />
        </div>
      )}
    </div>
  );
}
