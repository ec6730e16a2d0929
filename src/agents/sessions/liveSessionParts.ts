// What a conversation is given by whoever starts it.
import type { InitializeResponse, McpServer, SessionNotification } from '@agentclientprotocol/sdk';
import type { AgentEvent, AgentLogin, WantedAgent } from '../../ide/doors/agents.ts';
import type { AgentLaunch, AgentsEditor } from './agentProcess.ts';
import type { Hide } from './hiding.ts';
import type { SessionTree } from './ownTree.ts';
import type { ReadMention } from './promptBlocks.ts';

// As what it asks of its editor reaches it.
export interface EditedSession {
  readonly id: string;
  readonly folder: string;
  connected(connection: string): void;
  updated(notification: SessionNotification): void;
  notice(text: string): void;
  tell(text: string, goesOn: boolean): void;
}

export interface LiveSessionParts {
  readonly id: string;
  readonly tree: SessionTree | undefined;
  readonly wanted: WantedAgent;
  readonly launch: AgentLaunch;
  openServer(session: string, about: InitializeResponse): Promise<OpenServer>;
  // Made once the agent has said who it is; what it asks before that is refused.
  editor(session: EditedSession, process: { readonly name: string; readonly version: string; readonly pid: number }): SessionEditor;
  readonly readMention: ReadMention;
  readonly hide: Hide;
  // The ways in which a person can log in to it.
  logins(logins: readonly AgentLogin[]): void;
  report(event: AgentEvent): void;
  // Nothing works in its tree any more.
  left(): Promise<void>;
}

export interface OpenServer {
  readonly server: McpServer;
  close(): Promise<void>;
}

export interface SessionEditor extends AgentsEditor, Disposable {
  // What it does to files by itself from now on; ended with the ids of the change sets.
  observed(title: string, signal: AbortSignal): Promise<() => Promise<readonly string[]>>;
}
