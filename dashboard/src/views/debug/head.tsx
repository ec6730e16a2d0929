// The first line of a session: whether it runs or stands, why, where, and who moved it last.
import type { DebugRow } from '../../../../src/dashboard/protocol/rows.ts';
import { FileLink } from '../../app/fileLink.tsx';
import { clockTime } from '../../parts/clock.ts';
import { lastPart, shortClient } from '../../parts/names.ts';
import { type State, Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import type { DebugStatus } from './answers.ts';

const states: Readonly<Record<DebugRow['state'], State>> = { paused: 'unseen', running: 'active', ended: 'idle' };

export function SessionState({ row }: { readonly row: DebugRow }) {
  return <Status state={states[row.state]} text={row.state} />;
}

export function Head({ row, status }: { readonly row: DebugRow; readonly status: DebugStatus | undefined }) {
  const { file, line, why, state } = row;
  const exception = state === 'paused' ? status?.exception : undefined;
  return (
    <>
      <header class="debug-head">
        <SessionState row={row} />
        {file !== undefined && (
          <strong class="debug-place" title={file}>
            <FileLink project={row.project} file={file} line={line} label={`${lastPart(file)}:${line}`} />
          </strong>
        )}
        {why !== undefined && exception === undefined && (
          <span class="muted">
            <Text text={why} />
          </span>
        )}
        <LastMove row={row} />
      </header>
      {exception !== undefined && (
        <p class="debug-exception">
          <span aria-hidden="true">✕</span>{' '}
          <strong>
            <Text text={exception.type} />
          </strong>{' '}
          <Text text={exception.message} />
        </p>
      )}
      {state === 'paused' &&
        (status?.notes ?? []).map((note) => (
          <p key={note} class="muted debug-note">
            <span aria-hidden="true">⚠</span> <Text text={note} />
          </p>
        ))}
    </>
  );
}

const MOVES = {
  continue: 'continued',
  over: 'stepped over',
  into: 'stepped in',
  out: 'stepped out',
  line: 'ran to a line',
  pause: 'paused it',
} as const;

// As the session itself knows it; whoever started it, until somebody has moved it.
function LastMove({ row: { move, state, ownerName } }: { readonly row: DebugRow }) {
  if (move === undefined && ownerName === undefined) return null;
  const by = move?.by ?? ownerName ?? '';
  const isUnderWay = state === 'running' && move !== undefined && move.did !== 'pause';
  return (
    <span class="debug-mover">
      <Text text={by === 'you' ? by : shortClient(by)} />{' '}
      <span class="muted">
        {move === undefined ? 'started it' : MOVES[move.did]}
        {isUnderWay && '…'} {move !== undefined && clockTime(move.time)}
      </span>
    </span>
  );
}
