// The windows that were opened, by which programs, and their end; and what stands between an agent and them.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Ago } from '../../parts/times.tsx';
import { ask, useAction } from '../../wire/asking.ts';
import { keptSession } from '../../wire/session.ts';
import { useTopic } from '../../wire/useTopic.ts';

export function WindowsSection() {
  const windows = useTopic('windows');
  const { action, start } = useAction();
  const own = useSignal<string | undefined>(undefined);
  useEffect(() => {
    void keptSession().then((session) => {
      own.value = session?.id;
    });
  }, []);
  return (
    <section class="settings-section" aria-label="Windows">
      <h2>Windows</h2>
      <ul class="settings-list">
        {windows.rows.value.map(({ id, since, chain, isOpen }) => (
          <li key={id}>
            <Status state={isOpen ? 'ok' : 'idle'} text={id === own.value ? 'this window' : isOpen ? 'open' : 'closed'} />
            <span class="muted">
              since <Ago time={since} />, opened by <Text text={chain} />
            </span>
            {id !== own.value && (
              <DaemonButton class="button" onClick={() => start((options) => ask('window.revoke', { id }, options))}>
                Revoke
              </DaemonButton>
            )}
          </li>
        ))}
      </ul>
      <p class="muted">
        Agents that have only Binnacle’s tools cannot open a window or decide in one. An agent with a shell of its own, running as you, can read your files,
        also these keys: a real wall is another user or a container that gets only the port and the agents’ token.
      </p>
      <ActionNote action={action.value} />
    </section>
  );
}
