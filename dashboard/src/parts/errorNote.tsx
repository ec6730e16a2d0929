// An error where it happened: what is so, what to do, and again.
import type { ShownError } from '../../../src/dashboard/protocol/messages.ts';
import type { Action } from '../wire/asking.ts';
import { DaemonButton } from './daemonButton.tsx';
import { Text } from './text.tsx';

export function ErrorNote({ error, retry }: { readonly error: ShownError; readonly retry?: (() => void) | undefined }) {
  return (
    <div class="error-note" role="alert">
      <span class="status status-error" aria-hidden="true">
        ✕
      </span>
      <div>
        <p>
          <Text text={error.message} />
        </p>
        {error.next !== '' && (
          <p class="muted">
            <Text text={error.next} />
          </p>
        )}
      </div>
      {retry !== undefined && (
        <DaemonButton class="button" onClick={retry}>
          Retry
        </DaemonButton>
      )}
    </div>
  );
}

// What an action that was started here has come to; nothing while there is none.
export function ActionNote({ action }: { readonly action: Action }) {
  if (action.state === 'failed') return <ErrorNote error={action.error} retry={action.retry} />;
  if (action.state === 'idle') return null;
  return (
    <div class="action-note" role="status">
      <span class="status status-running" aria-hidden="true">
        ◌
      </span>
      <span>{action.progress ?? 'Working…'}</span>
      <button type="button" class="button" onClick={() => action.cancel()}>
        Cancel
      </button>
    </div>
  );
}
