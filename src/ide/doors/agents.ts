// The door to agents that we start: other people's programs that speak the Agent Client Protocol, each in conversations that are kept.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import type { Project } from '../ide.ts';
import type { WorkspaceEdit } from '../workspaceEdit.ts';

export interface Agents {
  // Which there are, found or not, for whoever has this environment.
  known(environment?: Environment): readonly KnownAgent[];
  // What a list that a person has given us holds beside them and nobody can use, each with why.
  leftOut(): readonly string[];
  // Returns once the agent has opened a conversation. Throws agent_not_found, agent_not_installed, agent_failed, agent_login_needed, not_trusted, too_many_agents.
  start(wanted: WantedAgent, signal: AbortSignal): Promise<AgentSession>;
  // Oldest first; those that have ended too, as far as they are kept.
  sessions(): readonly AgentSession[];
  onEvent(listener: (event: AgentEvent) => void): Disposable;
  // The connection that started them is gone: they end.
  ownerLeft(owner: string): void;
  // A client has come; one that an agent of ours has started belongs to its conversation.
  clientCame(connection: string, environment: Environment): void;
}

export interface KnownAgent {
  readonly id: string;
  readonly title: string;
  // Where its program lies; absent where it is not on this machine.
  readonly program?: string;
  readonly version?: string;
  // In a few words, such as "npm @openai/codex"; absent where nobody can tell.
  readonly installedBy?: string;
  // Whether it has a login, as far as that shows without running it; where, in a few words, and never the login itself.
  readonly account?: { readonly state: 'found' | 'none' | 'unknown'; readonly where?: string };
  // Of an agent that was not found by us but is in a list of others: all of what is started.
  readonly command?: string;
  readonly license?: string;
  // The command that installs it, or what a person has to do.
  readonly install: string;
  // The command that a person logs in with.
  readonly login: string;
  // The agent's own ways to log in, once it has been started: its own words, and the command where it is one for a terminal.
  readonly logins?: readonly AgentLogin[];
}

export interface AgentLogin {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  // A person runs it in a terminal; any other is done by the agent when it is started with this way.
  readonly command?: string;
}

export interface WantedAgent {
  // The id of a row; or, with a command, how it shall be called.
  readonly agent: string;
  // Instead of a row: a program that speaks the protocol on its standard input and output, with its arguments.
  readonly command?: readonly string[];
  readonly project: Project;
  // It works in a tree of its own, which a person merges or discards. What is gone on with stays where it was.
  readonly isolated?: boolean;
  // A conversation that has ended, to go on with, where the agent can; it keeps its id.
  readonly resume?: AgentSession;
  // The connection of an agent that asks; a person's conversation belongs to nobody and stays.
  readonly owner: string | undefined;
  // Who asks, as in "claude-code 2.1" or "you".
  readonly author: string;
  // The environment that the agent runs in: that of whoever asks.
  readonly environment?: Environment;
  // The way in which a person logs in first, one of KnownAgent.logins.
  readonly login?: string;
  // How long it may work in all, in milliseconds; absent: as long as its person lets it.
  readonly budget?: number;
}

export type AgentEvent =
  | { readonly kind: 'started' | 'changed' | 'ended'; readonly session: AgentSession }
  // An entry is new, or says more than before. It is made when somebody looks: a text that grows is searched for secrets each time.
  | { readonly kind: 'entry'; readonly session: AgentSession; readonly number: number; entry(): AgentEntry | undefined };

export interface AgentSession {
  readonly id: string;
  // The id of its row, and what the agent calls itself.
  readonly agent: string;
  readonly title: string;
  // The agent's own id of the conversation, to resume it by.
  readonly conversation: string;
  readonly project: string;
  readonly owner: string | undefined;
  readonly author: string;
  // ISO 8601.
  readonly started: string;
  readonly state: AgentState;
  readonly modes: AgentChoices | undefined;
  // What else can be chosen, such as the model.
  readonly options: readonly AgentOption[];
  readonly usage: AgentUsage | undefined;
  // Whether it takes images.
  readonly takesImages: boolean;
  // What it has open to us: the ids of its connections, which reviews and calls name too.
  readonly connections: readonly string[];
  readonly entries: readonly AgentEntry[];
  // It was begun in a tree of its own.
  readonly isolated: boolean;
  // Absent where it works in the project itself, and once its tree was discarded.
  readonly isolation: AgentIsolation | undefined;
  // Resolves when the agent has stopped; throws agent_busy, agent_ended, invalid_arguments.
  prompt(prompt: AgentPrompt, signal: AbortSignal): Promise<AgentStop>;
  // Asks it to stop; what waits for a person is withdrawn.
  cancel(): Promise<void>;
  setMode(id: string): Promise<void>;
  setOption(id: string, value: string | boolean): Promise<void>;
  // Ends its process. What was said stays.
  close(): Promise<void>;
}

// A tree of its own: a private copy of the project as it was when the conversation began, with what was not committed.
export interface AgentIsolation {
  // The project in it.
  readonly folder: string;
  // How many files are other than what it began with or was merged last, as of its last turn.
  readonly files: number;
  // Files of the project's own packages that were written since the tree was made, by its agent or by whoever installs: the tree only links them.
  shared(signal: AbortSignal): Promise<readonly string[]>;
  // What would become of the project, which is only read. Throws isolation_failed, tree_gone, cancelled.
  merge(signal: AbortSignal): Promise<ProposedMerge>;
  // The tree goes, with all that was not merged.
  discard(): Promise<void>;
}

export interface ProposedMerge {
  // Merged with what the project holds by now. Where both have changed the same lines, both stand in the text, between marks.
  readonly edit: WorkspaceEdit;
  readonly conflicts: readonly TreeConflict[];
  // Beside the project in its repository: they cannot be merged through the project.
  readonly outside: readonly string[];
  // Repositories that were made in the tree, whose files nobody looks at.
  readonly nested: readonly string[];
  // As AgentIsolation.shared.
  readonly shared: readonly string[];
  // These files were written. isWhole: as they were proposed.
  taken(uris: readonly string[], isWhole: boolean): Promise<void>;
}

export interface TreeConflict {
  readonly files: readonly string[];
  readonly why: string;
}

export type AgentState = { readonly state: 'idle' } | { readonly state: 'working'; readonly since: string } | { readonly state: 'ended'; readonly why: string };

export type AgentStop = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';

export interface AgentChoices {
  readonly current: string;
  readonly available: readonly { readonly id: string; readonly name: string; readonly description?: string }[];
}

export interface AgentOption {
  readonly id: string;
  readonly name: string;
  readonly value: string | boolean;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
}

// Tokens in the agent's own count.
export interface AgentUsage {
  readonly used: number;
  readonly size: number;
}

export interface AgentPrompt {
  readonly text: string;
  readonly mentions?: readonly AgentMention[];
  readonly images?: readonly { readonly mediaType: string; readonly base64: string }[];
  // Who says it.
  readonly by: string;
}

// A file of the project, or lines of it, from 1.
export interface AgentMention {
  readonly file: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

interface EntryBase {
  // From 1, in the order in which they began.
  readonly number: number;
  // ISO 8601.
  readonly time: string;
}

export type AgentEntry = EntryBase & AgentEntryBody;

export type AgentEntryBody =
  | { readonly kind: 'prompt'; readonly text: string; readonly by: string; readonly mentions: readonly AgentMention[]; readonly images: number }
  | { readonly kind: 'message' | 'thought'; readonly text: string }
  | ToolCallEntry
  | {
      readonly kind: 'plan';
      readonly steps: readonly { readonly text: string; readonly status: 'pending' | 'in_progress' | 'completed'; readonly priority: string }[];
    }
  // What happened beside the conversation: an answer of a person, another mode, the end of the process.
  | { readonly kind: 'notice'; readonly text: string }
  // change: what it did to the project's files by itself in this turn, as a change set that can be undone.
  | { readonly kind: 'stop'; readonly reason: AgentStop; readonly change?: string };

export interface ToolCallEntry {
  readonly kind: 'tool';
  // The agent's own.
  readonly call: string;
  readonly title: string;
  // As the protocol has them: read, edit, delete, move, search, execute, think, fetch, switch_mode, other.
  readonly does: string;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
  readonly text: string;
  readonly files: readonly string[];
  readonly diffs: readonly { readonly file: string; readonly before?: string; readonly after: string }[];
  // Ids of runs whose output belongs to it.
  readonly runs: readonly string[];
}

// Our tools for one conversation over HTTP, for agents that take no command as a server: a port and a token of its own, which end with it.
export interface ConversationDoor {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

// environment: what a client that comes there runs in.
export type OpenConversationDoor = (project: string, environment: Environment) => Promise<ConversationDoor>;

// Agents that end with whoever has started them.
export interface StartedAgents extends Agents {
  close(): Promise<void>;
}
