// How a review ended, and the way back.

import type { ReviewDetail } from '../../../../src/dashboard/protocol/shownReviews.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Ago } from '../../parts/times.tsx';
import { call, useAction } from '../../wire/asking.ts';

type How = NonNullable<ReviewDetail['ended']>;

const WORDS: Readonly<Record<How['decision'], string>> = {
  accept: 'Accepted',
  reject: 'Rejected',
  sendBack: 'Sent back',
  none: 'Nobody decided',
  outdated: 'Outdated: nothing was done',
};

export function Ended({ ended, project }: { readonly ended: How; readonly project: string | undefined }) {
  const { action, start } = useAction();
  const { changeId } = ended;
  const undo = () =>
    changeId === undefined ? false : start((options) => call('undo', { change_id: changeId }, { ...options, ...(project !== undefined && { project }) }));
  useKeys('Decided review', [{ key: 'z', does: 'Undo what came of it', run: undo }], changeId !== undefined);
  return (
    <div class="review-ended">
      <p>
        <Status state={ended.decision === 'accept' ? 'ok' : ended.decision === 'outdated' ? 'warning' : 'idle'} text={WORDS[ended.decision]} />{' '}
        <span class="muted">
          <Text text={circumstances(ended)} />, <Ago time={ended.time} /> ago
        </span>
      </p>
      {ended.note !== undefined && (
        <p>
          <Text text={ended.note} />
        </p>
      )}
      {ended.comments?.map(({ file, line, text }) => (
        <p key={`${file}:${line}:${text}`}>
          <code>
            <Text text={`${file}:${line}`} />
          </code>{' '}
          <Text text={text} />
        </p>
      ))}
      {ended.changedFiles !== undefined && (
        <p>
          Changed meanwhile: <Text text={ended.changedFiles.join(', ')} />
        </p>
      )}
      {changeId !== undefined && (
        <p class="review-buttons">
          <DaemonButton class="button" onClick={undo}>
            Undo <kbd>z</kbd>
          </DaemonButton>
          <a href={`#/changes/${encodeURIComponent(changeId)}`}>Open the change</a>
        </p>
      )}
      <ActionNote action={action.value} />
    </div>
  );
}

// Without the word that stands before it already, as in: Accepted · in the window.
function circumstances({ how }: How): string {
  return how.replace(/^(?:accepted|rejected|sent back|outdated:) /, '');
}
