// Agents that a person starts: conversations at the left, one or two of them beside each other, and a new one.
import { useSignal } from '@preact/signals';
import type { ConversationRow } from '../../../../src/dashboard/protocol/rows.ts';
import { replace, route } from '../../app/router.ts';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { SideTabs } from '../../parts/live/sideTabs.tsx';
import { isNarrow } from '../../parts/media.ts';
import { lastPart } from '../../parts/names.ts';
import { type State, Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { useDetail } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { NewConversation } from './newConversation.tsx';
import { OnePane } from './onePane.tsx';

const STATES: Readonly<Record<ConversationRow['state'], State>> = { idle: 'idle', working: 'active', ended: 'ok' };

export function Agents() {
  const topic = useTopic('agents');
  const rows = topic.rows.value.toReversed();
  // What an agent says of its logins is known once it was started, whether or not that went well.
  const refused = useSignal(0);
  const known = useDetail('conversation.agents', {}, `${rows.length} ${refused.value}`).value;
  const agents = known.state === 'known' ? known.value.agents : [];
  const { id, query } = route.value;
  const shown = rows.find((row) => row.id === id) ?? rows.find(({ state }) => state !== 'ended') ?? rows[0];
  const beside = isNarrow.value ? undefined : rows.find((row) => row.id === query['with'] && row.id !== shown?.id);
  const foot = (
    <>
      {known.state === 'known' && (
        <NewConversation agents={known.value.agents} onStarted={(started) => replace({ id: started })} onRefused={() => (refused.value += 1)} />
      )}
      {known.state === 'failed' && <ErrorNote error={known.error} retry={known.retry} />}
      {!isNarrow.value && shown !== undefined && (
        <label class="chat-beside">
          Beside it{' '}
          <select
            value={beside?.id ?? ''}
            onChange={(event) => replace({ id: shown.id, query: event.currentTarget.value === '' ? {} : { with: event.currentTarget.value } })}
          >
            <option value="">none</option>
            {rows
              .filter((row) => row.id !== shown.id)
              .map((row) => (
                <option key={row.id} value={row.id}>
                  {row.agent} {row.id}
                </option>
              ))}
          </select>
        </label>
      )}
    </>
  );
  return (
    <>
      <h1 class="unseen-word">Agents</h1>
      {!topic.isKnown.value ? (
        <Skeleton />
      ) : shown === undefined ? (
        <div class="chat-none">
          <Empty>Start an agent with Binnacle plugged in, and talk with it here.</Empty>
          {foot}
        </div>
      ) : (
        <SideTabs
          label="Conversations"
          hasLetters={false}
          tabs={rows.map((row) => ({ id: row.id, label: <TabLabel row={row} /> }))}
          selected={shown.id}
          foot={foot}
          onSelect={(next) => replace({ id: next })}
        >
          <div class="chat-panes">
            <OnePane key={shown.id} row={shown} agents={agents} />
            {beside !== undefined && <OnePane key={beside.id} row={beside} agents={agents} onClose={() => replace({ query: {} })} />}
          </div>
        </SideTabs>
      )}
    </>
  );
}

function TabLabel({ row }: { readonly row: ConversationRow }) {
  return (
    <>
      <span>
        <Status state={STATES[row.state]} title={row.state} /> <Text text={row.title} />
      </span>
      <span class="muted">
        <Text text={lastPart(row.project)} /> · {row.started.slice(5, 16).replace('T', ' ')}
      </span>
    </>
  );
}
