// What is allowed for a while, how long still, and the end of it.
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { lastPart, shortClient } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { Countdown } from '../../parts/times.tsx';
import { ask, useAction } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';

export function GrantsSection() {
  const grants = useTopic('grants');
  const { action, start } = useAction();
  return (
    <section class="settings-section" aria-label="Grants">
      <h2>Grants</h2>
      {grants.rows.value.length === 0 ? (
        <p class="muted">Nothing is allowed for a while. Y in a review allows the like of it.</p>
      ) : (
        <ul class="settings-list">
          {grants.rows.value.map(({ id, tool, glob, project, client, expires, passed }) => (
            <li key={id}>
              <span>
                {id}: <strong>{tool}</strong> in <Text text={glob ?? 'all files'} /> of <Text text={lastPart(project)} /> by{' '}
                <Text text={client === undefined ? 'every agent' : shortClient(client)} />
              </span>
              <span class="muted">
                <Countdown until={expires} /> left, passed {passed}
              </span>
              <DaemonButton class="button" onClick={() => start((options) => ask('grant.revoke', { id }, options))}>
                Revoke
              </DaemonButton>
            </li>
          ))}
        </ul>
      )}
      <ActionNote action={action.value} />
    </section>
  );
}
