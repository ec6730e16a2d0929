// What lies over every view while it is so: the connection is gone, or something happened that a person must have seen.

import { clockTime } from '../parts/clock.ts';
import { DaemonButton } from '../parts/daemonButton.tsx';
import { ActionNote } from '../parts/errorNote.tsx';
import { Status } from '../parts/status.tsx';
import { Text } from '../parts/text.tsx';
import { ask, useAction } from '../wire/asking.ts';
import { alarms, link } from '../wire/connection.ts';

export function DisconnectedBar() {
  const current = link.value;
  if (current.state !== 'lost') return null;
  return (
    <div class="bar bar-lost" role="status">
      <Status state="warning" text={`Not connected; last heard ${clockTime(current.lastHeard)}`} />
      <span class="muted">What you see stays; actions wait until the daemon answers again.</span>
    </div>
  );
}

export function AlarmBar() {
  const { action, start } = useAction();
  if (alarms.value.length === 0) return null;
  const acknowledge = (id: string) =>
    start(async (options) => {
      await ask('window.acknowledge', { id }, options);
      alarms.value = alarms.peek().filter((alarm) => alarm.id !== id);
    });
  return (
    <section class="alarms" aria-label="Alarms">
      {alarms.value.map(({ id, time, message, chain }) => (
        <div key={id} class="bar bar-alarm" role="alert">
          <Status state="needs" text={clockTime(time)} title="needs you" />
          <span class="alarm-text" title={chain}>
            <Text text={message} />{' '}
            <code class="muted">
              <Text text={chain} />
            </code>
          </span>
          <DaemonButton class="button" onClick={() => acknowledge(id)}>
            That was me
          </DaemonButton>
        </div>
      ))}
      <ActionNote action={action.value} />
    </section>
  );
}
