// Return to a moment: everything since then taken back as one plan, which is shown first and can be undone like any change.

import { close, go } from '../../app/router.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Diff } from '../../parts/diff/diff.tsx';
import { Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { lastPart } from '../../parts/names.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Ago } from '../../parts/times.tsx';
import { call, useAction, useDetail } from '../../wire/asking.ts';
import { withAbout } from './about.ts';
import { Conflicts } from './conflicts.tsx';

export interface ReturnHereProps {
  readonly project: string;
  // The change before which everything was as it will be.
  readonly before: string;
  readonly time: string;
  readonly title: string;
  readonly version: string;
}

export function ReturnHere({ project, before, time, title, version }: ReturnHereProps) {
  const plan = useDetail('change.until', { project, until: { before } }, version).value;
  const { action, start } = useAction();
  const canReturn = plan.state === 'known' && plan.value.conflicts.length === 0 && plan.value.files.length > 0;
  const returnHere = () => {
    if (!canReturn) return false;
    start(async (options) => {
      await call('undo', { until: before }, { ...options, project });
      go('changes');
    });
    return true;
  };
  useKeys('Return here', [{ key: 'R', does: 'Return here', run: (event) => (event.repeat ? false : returnHere()) }]);
  return (
    <div class="change-detail">
      <header class="change-head">
        <h2>
          <Text text={`Return to ${title}`} />
        </h2>
        <p class="change-facts muted">
          <span title={project}>
            <Text text={lastPart(project)} />
          </span>
          <span>
            <Ago time={time} /> ago
          </span>
          {plan.state === 'known' && (
            <span>{`takes back ${plan.value.changes.length} ${plan.value.changes.length === 1 ? 'change' : 'changes'}, whoever made them`}</span>
          )}
        </p>
        {plan.state === 'known' && plan.value.isCutShort === true && <Status state="warning" text="Changes before those are forgotten: what they did stays." />}
        <div class="review-buttons">
          <DaemonButton class="button primary" isOff={!canReturn} onClick={returnHere}>
            Return here <kbd>R</kbd>
          </DaemonButton>
          <button type="button" class="button" onClick={close}>
            Stay <kbd>Esc</kbd>
          </button>
        </div>
        <ActionNote action={action.value} />
      </header>
      {plan.state === 'loading' && <Skeleton />}
      {plan.state === 'failed' && <ErrorNote error={plan.error} retry={plan.retry} />}
      {plan.state === 'known' && (
        <div class="change-scroll">
          {plan.value.conflicts.length > 0 && (
            <>
              <Status state="warning" text="This cannot be taken back as it is:" />
              <Conflicts conflicts={plan.value.conflicts} />
            </>
          )}
          <Diff files={plan.value.files.map(withAbout)} layout="unified" />
        </div>
      )}
    </div>
  );
}
