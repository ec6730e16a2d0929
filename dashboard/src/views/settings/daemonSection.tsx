// The daemon itself: what it is, and its end.

import { useSignal } from '@preact/signals';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { ask, useAction } from '../../wire/asking.ts';
import { welcome } from '../../wire/connection.ts';

export function DaemonSection() {
  const isAsking = useSignal(false);
  const { action, start } = useAction();
  // It ends with the window of VS Code.
  if (welcome.value?.isOfEditor) return null;
  return (
    <section class="settings-section" aria-label="Daemon">
      <h2>Daemon</h2>
      <p class="muted">
        Binnacle {welcome.value?.version} at {welcome.value?.url}
      </p>
      <DaemonButton class="button" onClick={() => (isAsking.value = true)}>
        Stop the daemon…
      </DaemonButton>
      <ActionNote action={action.value} />
      {isAsking.value && (
        <Dialog title="Stop the daemon?" onClose={() => (isAsking.value = false)}>
          <p>Every agent loses its engines, terminals, runs and debug sessions. The next call of an agent starts it anew.</p>
          <div class="dialog-buttons">
            <button type="button" class="button" onClick={() => (isAsking.value = false)}>
              Let it run
            </button>
            <DaemonButton
              class="button dangerous"
              onClick={() => {
                isAsking.value = false;
                start((options) => ask('daemon.stop', {}, options));
              }}
            >
              Stop it
            </DaemonButton>
          </div>
        </Dialog>
      )}
    </section>
  );
}
