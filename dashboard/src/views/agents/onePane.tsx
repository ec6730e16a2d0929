// One conversation: what was said, what the agent asks, and the field for what comes next.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ConversationRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { ShownConversation, StartableAgent } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { hashOf } from '../../app/route.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { lastPart } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { ask, useAction } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { conversation } from './conversations.ts';
import { Entry } from './entries.tsx';
import { Logins } from './logins.tsx';
import { OwnTree } from './ownTree.tsx';
import { PromptField } from './promptField.tsx';
import { Question } from './question.tsx';

// So near the end counts as being there.
const NEAR = 80;

export interface OnePaneProps {
  readonly row: ConversationRow;
  readonly agents: readonly StartableAgent[];
  readonly onClose?: () => void;
}

export function OnePane({ row, agents, onClose }: OnePaneProps) {
  const own = conversation(row.id);
  const scroll = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const calls = useTopic('calls').rows.value;
  const reviews = useTopic('reviews').rows.value;
  const lost = isLost.value;
  useEffect(() => {
    if (!lost) void own.want(row.revision);
  }, [own, row.revision, lost]);
  const entries = own.entries.value;
  useLayoutEffect(() => {
    if (isAtEnd.current && scroll.current !== null) scroll.current.scrollTop = scroll.current.scrollHeight;
  });
  const session = own.session.value;
  if (own.failed.value !== undefined) return <ErrorNote error={own.failed.value} retry={() => void own.want(row.revision)} />;
  if (session === undefined) return <Skeleton />;
  const isOwn = (connection: string | undefined) => connection !== undefined && session.connections.includes(connection);
  const ownCalls = calls.filter((call) => isOwn(call.connection));
  const asked = reviews.filter(
    (review) => review.decided === undefined && (isOwn(review.connection) || (review.tool === 'merge_agent' && review.title.startsWith(`merge ${row.id} `))),
  );
  return (
    <section class="chat-pane" aria-label={`${session.title} ${row.id}`}>
      <Head session={session} {...(onClose !== undefined && { onClose })} />
      <div
        ref={scroll}
        class="chat-scroll"
        role="log"
        tabIndex={0}
        aria-label="Conversation"
        aria-live="off"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
        }}
      >
        {entries.map((entry) => (
          <Entry key={entry.number} entry={entry} calls={entry.kind === 'tool' ? ownCalls : []} />
        ))}
        {asked.map((review) => (
          <Question key={review.id} row={review} />
        ))}
      </div>
      {session.state.state === 'ended' ? (
        <Ended session={session} why={session.state.why} agent={agents.find(({ id }) => id === session.agent)} />
      ) : (
        <PromptField session={session} />
      )}
    </section>
  );
}

function Head({ session, onClose }: { readonly session: ShownConversation; readonly onClose?: () => void }) {
  const { id, state, modes, options, usage, connections } = session;
  const { action, start } = useAction();
  const [connection] = connections;
  return (
    <header class="chat-head">
      <strong>
        <Text text={session.title} />
      </strong>
      <span class="muted">
        <Text text={lastPart(session.project)} /> · {state.state}
        {usage !== undefined && ` · ${Math.round((usage.used / Math.max(1, usage.size)) * 100)} % of its context`}
      </span>
      {modes !== undefined && state.state !== 'ended' && (
        <select
          aria-label="Mode"
          value={modes.current}
          onChange={(event) => {
            const mode = event.currentTarget.value;
            start((asking) => ask('conversation.choose', { id, choice: { mode } }, asking));
          }}
        >
          {modes.available.map((mode) => (
            <option key={mode.id} value={mode.id}>
              {mode.name}
            </option>
          ))}
        </select>
      )}
      {state.state !== 'ended' &&
        options
          .filter(({ choices }) => choices.length > 0)
          .map((option) => (
            <select
              key={option.id}
              aria-label={option.name}
              value={String(option.value)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                start((asking) => ask('conversation.choose', { id, choice: { option: option.id, value } }, asking));
              }}
            >
              {option.choices.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          ))}
      {connection !== undefined && (
        <a class="link" href={hashOf({ view: 'history', query: { q: `connection:${connection}` } })}>
          Its calls
        </a>
      )}
      {state.state === 'working' && (
        <DaemonButton class="button" onClick={() => start((asking) => ask('conversation.cancel', { id }, asking))}>
          Stop
        </DaemonButton>
      )}
      {state.state === 'idle' && (
        <DaemonButton class="button" onClick={() => start((asking) => ask('conversation.stop', { id }, asking))}>
          End
        </DaemonButton>
      )}
      {session.isolation !== undefined && <OwnTree session={session} isolation={session.isolation} />}
      {onClose !== undefined && (
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      )}
      <ActionNote action={action.value} />
    </header>
  );
}

interface EndedProps {
  readonly session: ShownConversation;
  readonly why: string;
  readonly agent: StartableAgent | undefined;
}

function Ended({ session: { id, project, canResume }, why, agent }: EndedProps) {
  const { action, start } = useAction();
  const goOn = (login?: string) => start((asking) => ask('conversation.start', { project, resume: id, ...(login !== undefined && { login }) }, asking));
  return (
    <div class="chat-form">
      <p class="muted">
        Ended: <Text text={why} />
      </p>
      <ActionNote action={action.value} />
      {canResume && (
        <DaemonButton class="button primary" onClick={() => goOn()}>
          Go on
        </DaemonButton>
      )}
      {canResume && agent !== undefined && <Logins agent={agent} isNeeded={action.value.state === 'failed'} onLogin={goOn} />}
    </div>
  );
}
