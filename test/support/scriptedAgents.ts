// Agents that answer from a script, for tests of tools: each says what it was asked.
import type { AgentEntry, AgentEntryBody, AgentIsolation, AgentSession, AgentState, Agents } from '../../src/ide/doors/agents.ts';
import { agentBusy, agentEnded, agentNotFound } from '../../src/ide/errors/agentErrors.ts';

export function scriptedAgents(): Agents {
  const sessions: AgentSession[] = [];
  return {
    known: () => [
      { id: 'echo', title: 'Echo', program: '/bin/echo', install: 'npm install echo', login: 'echo login' },
      { id: 'gone', title: 'Gone', install: 'npm install gone', login: 'gone login' },
    ],
    leftOut: () => ['odd: its package is not pinned'],
    async start({ agent, project, owner, author, isolated }) {
      if (agent !== 'echo') throw agentNotFound(agent, ['echo', 'gone']);
      const session = echo(`a-${sessions.length + 1}`, { project: project.path, owner, author }, isolated === true ? treeOf(project.uri) : undefined);
      sessions.push(session);
      return session;
    },
    sessions: () => sessions,
    onEvent: () => ({ [Symbol.dispose]: () => {} }),
    ownerLeft: () => {},
    clientCame: () => {},
  };
}

// "wait" is never answered.
function echo(id: string, of: Pick<AgentSession, 'project' | 'owner' | 'author'>, tree?: AgentIsolation & { isThere: boolean }): AgentSession {
  let state: AgentState = { state: 'idle' };
  const entries: AgentEntry[] = [];
  const add = (body: AgentEntryBody) => entries.push({ ...body, number: entries.length + 1, time: '2026-01-01T00:00:00.000Z' });
  return {
    id,
    agent: 'echo',
    title: 'Echo',
    conversation: `conversation of ${id}`,
    ...of,
    started: '2026-01-01T00:00:00.000Z',
    get state() {
      return state;
    },
    modes: undefined,
    options: [],
    usage: undefined,
    takesImages: false,
    connections: [],
    isolated: tree !== undefined,
    get isolation() {
      return tree?.isThere === true ? tree : undefined;
    },
    entries,
    async prompt({ text, by, mentions = [] }) {
      if (state.state === 'ended') throw agentEnded(id, state.why);
      if (state.state === 'working') throw agentBusy(id);
      add({ kind: 'prompt', text, by, mentions, images: 0 });
      state = { state: 'working', since: '2026-01-01T00:00:00.000Z' };
      if (text === 'wait') await new Promise<never>(() => {});
      add({ kind: 'message', text: `you said ${text}` });
      add({ kind: 'stop', reason: 'end_turn' });
      state = { state: 'idle' };
      return 'end_turn';
    },
    async cancel() {
      add({ kind: 'stop', reason: 'cancelled' });
      state = { state: 'idle' };
    },
    setMode: async () => {},
    setOption: async () => {},
    async close() {
      state = { state: 'ended', why: 'it was stopped' };
    },
  };
}

// One in which a.ts holds something else, and b.ts could not be merged.
function treeOf(project: string): AgentIsolation & { isThere: boolean } {
  let files = 2;
  const uri = `${project}/a.ts`;
  const tree = {
    isThere: true,
    folder: '/trees/a',
    get files() {
      return files;
    },
    shared: async () => ['node_modules/dep/index.js'],
    async merge() {
      const operations = files === 2 ? [{ kind: 'create', uri, text: 'const a = 2;\n', ifExists: 'overwrite' } as const] : [];
      return {
        edit: { operations },
        conflicts: [{ files: ['b.ts'], why: 'both have changed b.ts' }],
        outside: ['../c.ts'],
        nested: ['made/'],
        shared: ['node_modules/dep/index.js'],
        async taken(uris: readonly string[]) {
          if (uris.includes(uri)) files = 1;
        },
      };
    },
    async discard() {
      tree.isThere = false;
    },
  };
  return tree;
}
