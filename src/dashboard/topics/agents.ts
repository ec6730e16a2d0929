// Conversations with agents, each with a number that grows with everything that is said, so that a view knows when to ask.
import type { AgentSession } from '../../ide/doors/agents.ts';
import type { AgentFeed } from '../../server/agents/agentFeed.ts';
import type { ConversationRow } from '../protocol/rows.ts';
import type { TopicSource } from '../sources.ts';
import { shortText } from './shortText.ts';

const LONGEST_TITLE = 60;
const LONGEST_WHY = 80;

// feed: absent where no agents are started.
export function agentsTopic(feed: AgentFeed | undefined): TopicSource<'agents'> {
  return {
    topic: 'agents',
    rows: async () => (feed?.agents.sessions() ?? []).map((session) => conversationRow(session, feed?.revision(session.id) ?? 0)),
    onChange: (listener) =>
      feed?.onChange((session) => listener({ kind: 'rows', rows: [conversationRow(session, feed.revision(session.id))] })) ?? { [Symbol.dispose]: () => {} },
  };
}

function conversationRow(session: AgentSession, revision: number): ConversationRow {
  const { id, agent, title, project, author, started, state } = session;
  return {
    id,
    agent,
    title: shortText(title, LONGEST_TITLE),
    project,
    author: shortText(author, LONGEST_TITLE),
    started,
    state: state.state,
    ...(state.state === 'ended' && { why: shortText(state.why, LONGEST_WHY) }),
    revision,
  };
}
