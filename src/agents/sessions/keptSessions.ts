// Conversations on disk: a private file each, written after every turn, read when somebody looks, the oldest forgotten.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../base/log.ts';
import type { AgentEntry, AgentIsolation, AgentSession } from '../../ide/doors/agents.ts';
import { agentEnded } from '../../ide/errors/agentErrors.ts';
import { EntryShape } from '../../server/agents/agentShape.ts';

const MOST_KEPT = 100;

const Kept = z.object({
  id: z.string().regex(/^a-[0-9a-f]{8}$/),
  agent: z.string(),
  title: z.string(),
  conversation: z.string(),
  project: z.string(),
  author: z.string(),
  started: z.string(),
  // It was begun in a tree of its own.
  isolated: z.literal(true).exactOptional(),
  entries: z.array(EntryShape),
});
type Kept = z.infer<typeof Kept>;

export class KeptSessions {
  readonly #folder: string;
  readonly #log: Log;
  readonly #trees: (id: string) => AgentIsolation | undefined;
  #read: Map<string, AgentSession> | undefined;

  // trees: what is there of that of a conversation.
  constructor(folder: string, log: Log, trees: (id: string) => AgentIsolation | undefined) {
    this.#folder = folder;
    this.#log = log;
    this.#trees = trees;
  }

  list(): readonly AgentSession[] {
    return [...this.#all().values()];
  }

  // Nothing is kept of one in which nothing was said.
  save(session: AgentSession): void {
    if (session.state.state === 'working' || session.entries.length === 0) return;
    const { id, agent, title, conversation, project, author, started, entries, isolated } = session;
    const kept: Kept = {
      id,
      agent,
      title,
      conversation,
      project,
      author,
      started,
      ...(isolated && { isolated }),
      entries: entries.map((entry) => EntryShape.parse(entry)),
    };
    const file = join(this.#folder, `${id}.json`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${file}.new`, file);
      if (session.state.state === 'ended') this.#all().set(id, past(kept, this.#trees));
      this.#forgetOld();
    } catch (error) {
      this.#log.warn(`the conversation ${id} cannot be kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  flush(sessions: readonly AgentSession[]): void {
    for (const session of sessions) this.save(session);
  }

  #all(): Map<string, AgentSession> {
    this.#read ??= new Map(this.#files().flatMap((file) => this.#readFile(file)));
    return this.#read;
  }

  #files(): readonly string[] {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    } catch {
      // Nothing has been kept yet.
      return [];
    }
  }

  #readFile(name: string): readonly [string, AgentSession][] {
    try {
      const kept = Kept.parse(JSON.parse(readFileSync(join(this.#folder, name), 'utf8')));
      return [[kept.id, past(kept, this.#trees)]];
    } catch (error) {
      this.#log.warn(`the conversation in ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  }

  #forgetOld(): void {
    // One whose work nobody has merged says where that is.
    const all = [...this.#all().values()].filter(({ isolation }) => isolation === undefined).sort((a, b) => b.started.localeCompare(a.started));
    for (const { id } of all.slice(MOST_KEPT)) {
      this.#all().delete(id);
      rmSync(join(this.#folder, `${id}.json`), { force: true });
    }
  }
}

// One whose process is gone.
function past(kept: Kept, trees: (id: string) => AgentIsolation | undefined): AgentSession {
  const why = 'its process is gone';
  const over = async (): Promise<never> => {
    throw agentEnded(kept.id, why);
  };
  const entries: readonly AgentEntry[] = kept.entries;
  return {
    ...kept,
    entries,
    owner: undefined,
    state: { state: 'ended', why },
    modes: undefined,
    options: [],
    usage: undefined,
    takesImages: false,
    connections: [],
    isolated: kept.isolated === true,
    get isolation() {
      return kept.isolated === true ? trees(kept.id) : undefined;
    },
    prompt: over,
    cancel: async () => {},
    setMode: over,
    setOption: over,
    close: async () => {},
  };
}
