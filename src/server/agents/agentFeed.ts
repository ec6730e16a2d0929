// What is new in each conversation since a reader looked last: every change has a number, and of a text that grows only the rest is sent.
import type { AgentEntry, AgentSession, Agents } from '../../ide/doors/agents.ts';
import { agentSessionNotFound } from '../../ide/errors/agentErrors.ts';
import type { News, ShownSession } from './agentShape.ts';

// What a reader has of the last entry, which may have been growing.
export interface ReadSoFar {
  readonly number: number;
  readonly length: number;
}

interface Followed {
  // Whoever knows less gets everything anew: of another daemon, or of the process before this one.
  readonly first: number;
  revision: number;
  // When each entry changed last, and when its text became another than what some reader has and more.
  readonly changed: Map<number, number>;
  readonly rewritten: Map<number, number>;
  // As some reader got them last.
  readonly texts: Map<number, string>;
}

// Sent at once, in characters.
const MOST_AT_ONCE = 1_000_000;
// So many of the last entries may still become others.
const STILL_GROWING = 4;

export class AgentFeed {
  readonly #agents: Agents;
  readonly #followed = new Map<string, Followed>();
  readonly #listeners = new Set<(session: AgentSession) => void>();

  constructor(agents: Agents) {
    this.#agents = agents;
    agents.onEvent((event) => {
      if (event.kind === 'started') this.#begin(event.session.id);
      const followed = this.#of(event.session.id);
      followed.revision += 1;
      if (event.kind === 'entry') followed.changed.set(event.number, followed.revision);
      if (event.kind === 'ended') {
        compare(followed, event.session.entries);
        followed.texts.clear();
      }
      for (const listener of [...this.#listeners]) listener(event.session);
    });
  }

  get agents(): Agents {
    return this.#agents;
  }

  onChange(listener: (session: AgentSession) => void): Disposable {
    const own = (session: AgentSession) => listener(session);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  // Throws agent_session_not_found.
  session(id: string): AgentSession {
    const sessions = this.#agents.sessions();
    const session = sessions.find((each) => each.id === id);
    if (session === undefined)
      throw agentSessionNotFound(
        id,
        sessions.map((each) => each.id),
      );
    return session;
  }

  revision(id: string): number {
    return this.#of(id).revision;
  }

  // since: 0 for all of it. Throws agent_session_not_found.
  news(id: string, since: number, has?: ReadSoFar): News {
    const session = this.session(id);
    const followed = this.#of(id);
    const { entries: all } = session;
    compare(followed, all);
    const entries: News['entries'] = [];
    let left = MOST_AT_ONCE;
    let revision = followed.revision;
    let more = false;
    const at = ({ number }: AgentEntry) => followed.changed.get(number) ?? followed.first;
    for (const entry of all.filter((each) => at(each) > since).sort((a, b) => at(a) - at(b) || a.number - b.number)) {
      const shown = shownSince(followed, entry, since, has);
      left -= weight(shown.entry);
      // Those that were there from the start have one number, and go together.
      if (left < 0 && entries.length > 0 && at(entry) > followed.first) {
        revision = at(entry) - 1;
        more = true;
        break;
      }
      entries.push(shown);
      const text = growing(entry);
      if (text !== undefined) followed.texts.set(entry.number, text);
    }
    // Only the last one grows; the others were compared just now.
    const last = all.at(-1)?.number ?? 0;
    for (const number of followed.texts.keys()) if (number < last - STILL_GROWING) followed.texts.delete(number);
    return {
      revision,
      session: this.shown(session),
      entries: entries.sort((a, b) => a.entry.number - b.entry.number),
      first: all[0]?.number ?? 1,
      ...(since < followed.first && { isWhole: true as const }),
      ...(more && { more }),
    };
  }

  shown(session: AgentSession): ShownSession {
    const { id, agent, title, project, author, started, state, modes, options, usage, takesImages, conversation, connections, entries, isolation } = session;
    return {
      id,
      agent,
      title,
      project,
      author,
      started,
      state,
      ...(modes !== undefined && {
        modes: { current: modes.current, available: modes.available.map((mode) => ({ ...mode })) },
      }),
      options: options.map((option) => ({ ...option, choices: [...option.choices] })),
      ...(usage !== undefined && { usage }),
      takesImages,
      canResume: conversation !== '',
      connections: [...connections],
      entries: entries.length,
      ...(isolation !== undefined && { isolation: { folder: isolation.folder, files: isolation.files } }),
    };
  }

  #of(id: string): Followed {
    return this.#followed.get(id) ?? this.#begin(id);
  }

  #begin(id: string): Followed {
    const before = this.#followed.get(id)?.revision ?? 0;
    const first = Math.max(Date.now(), before + 1);
    const followed: Followed = { first, revision: first, changed: new Map(), rewritten: new Map(), texts: new Map() };
    this.#followed.set(id, followed);
    return followed;
  }
}

// What readers have, held against what is there by now: when somebody reads, and not with each chunk.
function compare(followed: Followed, entries: readonly AgentEntry[]): void {
  if (followed.texts.size === 0) return;
  for (const entry of entries) {
    const before = followed.texts.get(entry.number);
    const text = growing(entry);
    if (before === undefined || text === undefined || text === before) continue;
    // Above the revision at which another reader has the earlier one.
    if (!text.startsWith(before)) followed.rewritten.set(entry.number, followed.revision + 1);
    followed.texts.set(entry.number, text);
  }
}

function shownSince(followed: Followed, entry: AgentEntry, since: number, has: ReadSoFar | undefined): News['entries'][number] {
  const whole = plain(entry);
  if (has?.number !== entry.number || (whole.kind !== 'message' && whole.kind !== 'thought')) return { entry: whole };
  const grewOnly = since >= followed.first && (followed.rewritten.get(entry.number) ?? 0) <= since && has.length <= whole.text.length;
  return grewOnly ? { entry: { ...whole, text: whole.text.slice(has.length) }, from: has.length } : { entry: whole };
}

function growing(entry: AgentEntry): string | undefined {
  return entry.kind === 'message' || entry.kind === 'thought' ? entry.text : undefined;
}

function weight(entry: News['entries'][number]['entry']): number {
  if (entry.kind === 'tool') return entry.text.length + entry.diffs.reduce((sum, { before = '', after }) => sum + before.length + after.length, 0);
  return 'text' in entry ? entry.text.length : 0;
}

// With lists of its own.
function plain(entry: AgentEntry): News['entries'][number]['entry'] {
  switch (entry.kind) {
    case 'prompt':
      return { ...entry, mentions: [...entry.mentions] };
    case 'tool':
      return { ...entry, files: [...entry.files], diffs: [...entry.diffs], runs: [...entry.runs] };
    case 'plan':
      return { ...entry, steps: [...entry.steps] };
    default:
      return entry;
  }
}
