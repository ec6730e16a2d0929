// Debug sessions: of agents, looked at while they step, taken over and handed back.

import type { DebugRow } from '../../../../src/dashboard/protocol/rows.ts';
import { replace, route } from '../../app/router.ts';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { SideTabs } from '../../parts/live/sideTabs.tsx';
import { shortClient } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { useTopic } from '../../wire/useTopic.ts';
import { SessionState } from './head.tsx';
import { isOwnSession, Session } from './session.tsx';

export function Debug() {
  const sessions = useTopic('sessions');
  const rows = sessions.rows.value;
  const alive = rows.filter(({ state }) => state !== 'ended');
  const shown = rows.find(({ id }) => id === route.value.id) ?? alive.at(-1) ?? rows.at(-1);
  return (
    <>
      <h1 class="unseen-word">Debug</h1>
      {!sessions.isKnown.value ? (
        <Skeleton />
      ) : shown === undefined ? (
        <Empty>Debug sessions of agents appear here.</Empty>
      ) : (
        <SideTabs
          label="Debug sessions"
          tabs={rows.map((row) => ({ id: row.id, label: <TabLabel row={row} /> }))}
          selected={shown.id}
          hasLetters={false}
          onSelect={(id) => replace({ id })}
        >
          <Session key={shown.id} row={shown} />
        </SideTabs>
      )}
    </>
  );
}

function TabLabel({ row }: { readonly row: DebugRow }) {
  return (
    <>
      <span>
        <Text text={row.name} />
      </span>
      <span class="muted">
        <SessionState row={row} /> · <Text text={isOwnSession(row) ? 'you' : shortClient(row.ownerName ?? row.adapter)} />
      </span>
    </>
  );
}
