// The agents that this daemon has started: which there are, how many may run, who started whom, and what is kept of their conversations.
import { randomUUID } from 'node:crypto';
import type { Log } from '../base/log.ts';
import { currentEnvironment } from '../base/processes/environment.ts';
import type { Environment } from '../base/processes/minimalEnvironment.ts';
import { visibleText } from '../base/text/visibleText.ts';
import type { AgentEvent, AgentLogin, AgentSession, Agents, KnownAgent, WantedAgent } from '../ide/doors/agents.ts';
import { agentNotFound, agentNotInstalled, tooManyAgents } from '../ide/errors/agentErrors.ts';
import { projectNotTrusted } from '../ide/errors/debugErrors.ts';
import { projectNotOpen } from '../ide/errors/errors.ts';
import type { Ide } from '../ide/ide.ts';
import type { Processes } from '../machine/processes/processes.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { authorOf, type Client } from '../server/clients/client.ts';
import { setByPerson } from './rows/agentEnvironment.ts';
import { agentRows, rowOf } from './rows/agentRows.ts';
import { foundAgent, programOf } from './rows/foundAgent.ts';
import { type ListedRows, listedRows } from './rows/registryRows.ts';
import { AgentEditor } from './serving/agentEditor.ts';
import { mentionedFile } from './serving/mentionedFile.ts';
import type { AgentLaunch } from './sessions/agentProcess.ts';
import { hidingFor } from './sessions/hiding.ts';
import { KeptSessions } from './sessions/keptSessions.ts';
import type { LiveSession } from './sessions/liveSession.ts';
import type { EditedSession, OpenServer } from './sessions/liveSessionParts.ts';
import type { SessionTree } from './sessions/ownTree.ts';
import { DEPTH_VARIABLE, SESSION_VARIABLE } from './variables.ts';

export interface AgentHostOptions {
  readonly parts: ServerParts;
  readonly processes: Processes;
  // Where conversations are kept; private.
  readonly folder: string;
  // Where a registry lies that a person has given us.
  readonly state: string;
  readonly log: Log;
  readonly trees: Trees;
  // How an agent reaches us, until it is closed.
  openServer(wanted: WantedServer): Promise<OpenServer>;
}

// Of conversations that are isolated.
export interface Trees {
  // Throws isolation_failed, cancelled.
  make(id: string, project: string, signal: AbortSignal): Promise<SessionTree>;
  open(id: string): SessionTree | undefined;
  onChange(listener: (id: string) => void): void;
}

export interface WantedServer {
  readonly project: string;
  readonly session: string;
  // How many agents stand above what it starts.
  readonly depth: number;
  // Of the agent.
  readonly environment: Environment;
  // Else it wants a URL.
  readonly takesCommands: boolean;
}

const NEVER = new AbortController().signal;
const MOST = 10;
const MOST_OF_ONE = 4;
// A person's agent may start one, and that one more.
const DEEPEST = 2;
// Longer than anybody speaks.
const LONGEST_ENDING = 20;
const LONGEST_NAME = 100;
// As they call themselves. The protocol wants every agent to take commands; these drop them, and say so in their own log alone.
const TAKE_NO_COMMANDS: readonly string[] = ['Copilot'];

export class AgentHost implements Agents {
  readonly #options: AgentHostOptions;
  readonly #live = new Map<string, LiveSession>();
  // Their agents reach us before they have answered.
  readonly #opening = new Map<string, EditedSession>();
  readonly #kept: KeptSessions;
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  readonly #starting = new Map<symbol, { readonly owner: string | undefined }>();
  readonly #trees = new Map<string, SessionTree>();
  readonly #resuming = new Map<string, Promise<AgentSession>>();
  // As each agent has said when it was started last.
  readonly #logins = new Map<string, readonly AgentLogin[]>();

  constructor(options: AgentHostOptions) {
    this.#options = options;
    this.#kept = new KeptSessions(options.folder, options.log, (id) => this.#treeOf(id));
    options.trees.onChange((id) => {
      const session = this.sessions().find((each) => each.id === id);
      if (session !== undefined) this.#heard({ kind: 'changed', session });
    });
  }

  known(environment?: Environment): readonly KnownAgent[] {
    return this.#listed(environment).rows.map((row) => {
      const logins = this.#logins.get(row.id) ?? [];
      return { ...foundAgent(row, environment), ...(logins.length > 0 && { logins }) };
    });
  }

  leftOut(): readonly string[] {
    return this.#listed().leftOut;
  }

  #listed(environment: Environment = currentEnvironment()): ListedRows {
    return listedRows(this.#options.state, environment);
  }

  // Two windows that want to go on with one conversation get the same process.
  async start(wanted: WantedAgent, signal: AbortSignal): Promise<AgentSession> {
    const id = wanted.resume?.id;
    if (id === undefined) return this.#start(wanted, signal);
    const resuming = this.#resuming.get(id) ?? this.#start(wanted, signal).finally(() => this.#resuming.delete(id));
    this.#resuming.set(id, resuming);
    return resuming;
  }

  async #start(wanted: WantedAgent, signal: AbortSignal): Promise<AgentSession> {
    const environment = wanted.environment ?? currentEnvironment();
    const above = Number(environment[DEPTH_VARIABLE] ?? 0) || 0;
    if (above >= DEEPEST) throw tooManyAgents('nested', DEEPEST);
    const live = [...this.#live.values()].filter(({ state }) => state.state !== 'ended');
    const running = live.find(({ id }) => id === wanted.resume?.id);
    if (running !== undefined) return running;
    const taken = [...live, ...this.#starting.values()];
    if (taken.length >= MOST) throw tooManyAgents('all', MOST);
    if (wanted.owner !== undefined && taken.filter(({ owner }) => owner === wanted.owner).length >= MOST_OF_ONE) throw tooManyAgents('own', MOST_OF_ONE);
    if (!wanted.project.trusted || wanted.project.runsDenied === true) throw projectNotTrusted(wanted.project);
    // Whether it could be started at all is known before a tree is made.
    const launch = this.#launch(wanted, environment, () => folder);
    const id = wanted.resume?.id ?? `a-${randomUUID().slice(0, 8)}`;
    let folder = wanted.project.path;
    const place = Symbol(wanted.agent);
    this.#starting.set(place, { owner: wanted.owner });
    let opening: string | undefined;
    try {
      const tree = await this.#openTree(id, wanted, signal);
      if (tree !== undefined) folder = tree.folder;
      // The protocol is loaded with the first agent.
      const { LiveSession } = await import('./sessions/liveSession.ts');
      const session = await LiveSession.open(
        {
          id,
          tree,
          wanted,
          launch,
          openServer: (session, { agentInfo }) =>
            this.#options.openServer({
              project: folder,
              session,
              depth: above + 1,
              environment,
              takesCommands: !TAKE_NO_COMMANDS.includes(agentInfo?.name ?? ''),
            }),
          editor: (own, agent) => {
            opening = own.id;
            this.#opening.set(own.id, own);
            return this.#editor(own, environment, agent);
          },
          readMention: (mention, aborted) => mentionedFile(this.#ideOf(folder), mention, aborted),
          hide: hidingFor(environment),
          logins: (logins) => void this.#logins.set(wanted.agent, logins),
          report: (event) => this.#heard(event),
          left: async () => (tree === undefined ? undefined : this.#options.parts.workbench.close?.(folder)),
        },
        signal,
      );
      this.#live.set(session.id, session);
      this.#options.log.info(`${wanted.author} started ${launch.title} as ${session.id} in ${session.project}`);
      return session;
    } finally {
      this.#starting.delete(place);
      if (opening !== undefined) this.#opening.delete(opening);
    }
  }

  sessions(): readonly AgentSession[] {
    return [...this.#kept.list().filter(({ id }) => !this.#live.has(id)), ...this.#live.values()].sort((a, b) => a.started.localeCompare(b.started));
  }

  onEvent(listener: (event: AgentEvent) => void): Disposable {
    const own = (event: AgentEvent) => listener(event);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  ownerLeft(owner: string): void {
    for (const session of this.#live.values()) if (session.owner === owner) void session.close();
  }

  clientCame(connection: string, environment: Environment): void {
    const id = environment[SESSION_VARIABLE] ?? '';
    (this.#opening.get(id) ?? this.#live.get(id))?.connected(connection);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#live.values()].map((session) => session.close()));
    this.#kept.flush([...this.#live.values()]);
  }

  // Open, with its engines on their way.
  async #openTree(id: string, { isolated, project, resume }: WantedAgent, signal: AbortSignal): Promise<SessionTree | undefined> {
    if (resume === undefined ? isolated !== true : !resume.isolated) return undefined;
    // One that was left without work is gone, and another has its place.
    const tree = this.#treeOf(id) ?? (await this.#options.trees.make(id, project.path, signal));
    this.#trees.set(id, tree);
    const { languages } = await this.#options.parts.workbench.open(tree.folder, { trusted: true }).catch(async (error: unknown) => {
      if ((await tree.look(NEVER)) === 0) await tree.discard();
      throw error;
    });
    // Nobody waits for it; whoever asks next hears what is wrong.
    languages.symbols('main', NEVER).catch(() => {});
    return tree;
  }

  #treeOf(id: string): SessionTree | undefined {
    const known = this.#trees.get(id) ?? this.#options.trees.open(id);
    if (known?.isThere !== true) return undefined;
    this.#trees.set(id, known);
    return known;
  }

  #launch({ agent, command }: WantedAgent, environment: Environment, folder: () => string): AgentLaunch {
    const { processes } = this.#options;
    const row = command === undefined ? rowOf(agent, this.#listed(environment).rows) : undefined;
    const found = row === undefined ? undefined : programOf(row, environment);
    if (row !== undefined && found === undefined) throw agentNotInstalled(row.title, row.install);
    const [program = '', ...args] = command ?? [found ?? '', ...(row?.args ?? [])];
    if (program === '')
      throw agentNotFound(
        agent,
        agentRows.map(({ id }) => id),
      );
    const own = { ...setByPerson(environment), ...row?.environment?.() };
    return {
      title: row?.title ?? agent,
      login: row?.login ?? program,
      program: row?.published?.command ?? row?.programs[0] ?? program,
      spawn: () => processes.spawn({ program, args, cwd: folder(), base: environment, environment: own, marked: true }),
    };
  }

  // The agent as a client of ours, beside what it calls through MCP.
  #editor(session: EditedSession, environment: Environment, { name, version, pid }: { name: string; version: string; pid: number }) {
    const { parts } = this.#options;
    const client: Client = {
      id: randomUUID(),
      stays: true,
      name: visibleText(name).slice(0, LONGEST_NAME),
      version: visibleText(version).slice(0, LONGEST_NAME),
      door: 'acp',
      root: async () => session.folder,
      trustsRoot: false,
      environment,
    };
    const connection = parts.connections?.open({ id: client.id, client: authorOf(client).trim(), door: 'acp', root: session.folder, pid, stays: true });
    session.connected(client.id);
    const editor = new AgentEditor({
      parts,
      ide: () => this.#ideOf(session.folder),
      client,
      updated: (notification) => session.updated(notification),
      answered: (text) => session.notice(text),
      tell: (text, goesOn) => session.tell(text, goesOn),
    });
    return Object.assign(editor, {
      [Symbol.dispose]: () => {
        connection?.[Symbol.dispose]();
        this.#options.parts.workbench.ide(session.folder)?.running?.ownerLeft(client.id);
      },
    });
  }

  #ideOf(project: string): Ide {
    const ide = this.#options.parts.workbench.ide(project);
    if (ide === undefined) throw projectNotOpen(project, []);
    return ide;
  }

  #heard(event: AgentEvent): void {
    if (event.kind !== 'entry') this.#kept.save(event.session);
    if (event.kind === 'ended') this.#forgetOldest();
    for (const listener of [...this.#listeners]) listener(event);
  }

  // What has ended is on disk.
  #forgetOldest(): void {
    const ended = [...this.#live.values()].filter(({ state }) => state.state === 'ended');
    for (const session of ended.slice(0, Math.max(0, ended.length - LONGEST_ENDING))) this.#live.delete(session.id);
  }
}
