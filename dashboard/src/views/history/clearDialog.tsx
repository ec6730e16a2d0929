// Clears the history, after the word has been typed.

import { useState } from 'preact/hooks';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { ask, useAction } from '../../wire/asking.ts';

const WORD = 'clear';

export function ClearDialog({ count, onClose }: { readonly count: number; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const { action, start } = useAction();
  const clear = (event: Event) => {
    event.preventDefault();
    if (typed.trim() !== WORD) return;
    start(async (options) => {
      await ask('history.clear', {}, options);
      onClose();
    });
  };
  return (
    <Dialog title="Clear the history" onClose={onClose}>
      <form class="clear-form" onSubmit={clear}>
        <p>{count.toLocaleString('en')} calls are removed here and on disk. Changes to files stay, and can still be undone.</p>
        <label>
          Type <code>{WORD}</code> to go on
          <input class="field" type="text" autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Keep it
          </button>
          <DaemonButton type="submit" class="button dangerous" isOff={typed.trim() !== WORD}>
            Clear
          </DaemonButton>
        </div>
      </form>
      <ActionNote action={action.value} />
    </Dialog>
  );
}
