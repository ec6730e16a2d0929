// Conversations with agents as other agents read them: which is meant, and what was said, as much as fits.
import { z } from 'zod';
import { estimateTokens } from '../../../base/text/tokens.ts';
import type { AgentEntry, AgentSession, Agents } from '../../../ide/doors/agents.ts';
import { agentSessionNotFound, agentsElsewhere } from '../../../ide/errors/agentErrors.ts';
import type { Asker, CallContext } from '../../tool.ts';

export const sessionInput = z.string().min(1).describe('As list_agents has it.');

const entryOutput = z.object({
  number: z.number(),
  kind: z.string(),
  text: z.string(),
  // Of what the agent does with tools.
  status: z.string().optional(),
  files: z.array(z.string()).optional(),
});

export const saidOutput = {
  sessionId: z.string(),
  state: z.enum(['idle', 'working', 'ended']),
  // Why it ended.
  why: z.string().optional(),
  entries: z.array(entryOutput),
  // For read_agent: what comes next.
  cursor: z.string(),
  more: z.boolean().optional(),
};

const LONGEST_ENTRY = 8_000;

// Throws agents_elsewhere.
export function agentsOf({ agents }: CallContext): Agents {
  if (agents === undefined) throw agentsElsewhere();
  return agents;
}

// An agent's own, or one of a project's; throws agent_session_not_found.
export function sessionNamed(context: CallContext, id: string): AgentSession {
  const sessions = agentsOf(context).sessions();
  const session = sessions.find((each) => each.id === id);
  if (session === undefined)
    throw agentSessionNotFound(
      id,
      sessions.filter(({ state }) => state.state !== 'ended').map((each) => each.id),
    );
  return session;
}

// Whose it is where it is not the caller's, in a few words.
export function anothersSession({ session_id: id }: { readonly session_id: string }, { agents, owner }: Asker): string | undefined {
  const session = agents?.sessions().find((each) => each.id === id);
  return session === undefined || (session.owner !== undefined && session.owner === owner) ? undefined : `${id} is a conversation of ${session.author}`;
}

const saidShape = z.object(saidOutput);
type Said = z.infer<typeof saidShape>;

// From the entry after the cursor, as many as fit.
export function said(session: AgentSession, cursor: string | undefined, budget: number): Said {
  const after = Number(/^e(\d+)$/.exec(cursor ?? '')?.[1] ?? 0);
  const entries: z.infer<typeof entryOutput>[] = [];
  let left = budget * 0.8;
  let more = false;
  for (const entry of session.entries) {
    if (entry.number <= after || entry.kind === 'thought') continue;
    const shown = shownEntry(entry);
    left -= estimateTokens(shown.text) + 20;
    if (left < 0 && entries.length > 0) {
      more = true;
      break;
    }
    entries.push(shown);
  }
  const { state } = session;
  return {
    sessionId: session.id,
    state: state.state,
    ...(state.state === 'ended' && { why: state.why }),
    entries,
    cursor: `e${entries.at(-1)?.number ?? after}`,
    ...(more && { more }),
  };
}

export function* tellSaid({ sessionId, state, why, entries, cursor, more }: Said): Iterable<string> {
  const head = `${sessionId} ${state}${why === undefined ? '' : `: ${why}`}`;
  const foot = more === true ? [`more: read_agent with cursor ${cursor}`] : [];
  yield [head, ...entries.map(({ kind, status, text }) => `${kind}${status === undefined ? '' : ` (${status})`}: ${text}`), ...foot].join('\n');
  yield [head, `read_agent with cursor ${cursor} shows what was said`].join('\n');
}

function shownEntry(entry: AgentEntry): z.infer<typeof entryOutput> {
  const { number, kind } = entry;
  switch (entry.kind) {
    case 'tool':
      return {
        number,
        kind,
        text: cut([entry.title, entry.text].filter(Boolean).join('\n')),
        status: entry.status,
        ...(entry.files.length > 0 && { files: [...entry.files] }),
      };
    case 'plan':
      return { number, kind, text: cut(entry.steps.map(({ text, status }) => `${status === 'completed' ? '[x]' : '[ ]'} ${text}`).join('\n')) };
    case 'stop':
      return { number, kind, text: entry.reason };
    default:
      return { number, kind, text: cut(entry.text) };
  }
}

function cut(text: string): string {
  return text.length > LONGEST_ENTRY ? `${text.slice(0, LONGEST_ENTRY)}…` : text;
}
