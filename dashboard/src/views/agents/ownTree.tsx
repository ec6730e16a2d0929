// The tree of a conversation that is isolated: how much in it is not merged, and its two ends.
import { useSignal } from '@preact/signals';
import type { ShownConversation } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { LongText, Text } from '../../parts/text.tsx';
import { call, useAction } from '../../wire/asking.ts';

export interface OwnTreeProps {
  readonly session: ShownConversation;
  readonly isolation: NonNullable<ShownConversation['isolation']>;
}

export function OwnTree({ session: { id, project, state }, isolation: { folder, files } }: OwnTreeProps) {
  const { action, start } = useAction();
  const isAsking = useSignal(false);
  // What was merged, and what was left and why.
  const said = useSignal('');
  const isWorking = state.state === 'working';
  const discard = () => {
    isAsking.value = false;
    start((options) => call('discard_agent', { session_id: id }, { ...options, project }));
  };
  return (
    <>
      <span class="muted" title={folder}>
        isolated · {files === 0 ? 'nothing to merge' : `${files} ${files === 1 ? 'file' : 'files'} not merged`}
      </span>
      <DaemonButton
        class="button"
        isOff={isWorking || files === 0}
        onClick={() =>
          start(async (options) => {
            said.value = '';
            said.value = (await call('merge_agent', { session_id: id }, { ...options, project })).text ?? '';
          })
        }
      >
        Merge
      </DaemonButton>
      <DaemonButton class="button" isOff={isWorking} onClick={() => (isAsking.value = true)}>
        Discard
      </DaemonButton>
      <ActionNote action={action.value} />
      {said.value !== '' && <LongText text={said.value} name="merged.txt" class="chat-merged" />}
      {isAsking.value && (
        <Dialog title="Discard its tree?" onClose={() => (isAsking.value = false)}>
          <p>
            The agent ends, and {files === 0 ? 'its tree' : `what it changed in ${files} ${files === 1 ? 'file' : 'files'} and nobody has merged`} is deleted
            for good: <Text text={folder} />
          </p>
          <div class="dialog-buttons">
            <button type="button" class="button" onClick={() => (isAsking.value = false)}>
              Keep it
            </button>
            <button type="button" class="button dangerous" onClick={discard}>
              Discard
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
