// A conversation with an agent begins, or one that was begun earlier goes on, in the way that the agent can.
import {
  type LoadSessionResponse,
  type McpServer,
  methods,
  type NewSessionResponse,
  type ResumeSessionResponse,
  type SessionConfigOption,
  type SessionModeState,
} from '@agentclientprotocol/sdk';
import type { AgentEntry, AgentSession } from '../../ide/doors/agents.ts';
import { agentFailed } from '../../ide/errors/agentErrors.ts';
import type { AgentProcess } from './agentProcess.ts';

export interface OpenedConversation {
  readonly conversation: string;
  readonly modes?: SessionModeState | null;
  readonly configOptions?: SessionConfigOption[] | null;
}

interface Earlier {
  readonly resume: AgentSession | undefined;
  // What was said before, where the agent does not repeat it.
  goOn(entries: readonly AgentEntry[]): void;
}

// Throws agent_failed, agent_login_needed, cancelled.
export async function openConversation(
  process: AgentProcess,
  request: { readonly cwd: string; readonly mcpServers: McpServer[] },
  { resume, goOn }: Earlier,
  signal: AbortSignal,
): Promise<OpenedConversation> {
  if (resume === undefined) {
    const asked: Promise<NewSessionResponse> = process.agent.request(methods.agent.session.new, request);
    const { sessionId, ...opened } = await process.ask(asked, signal);
    return { ...opened, conversation: sessionId };
  }
  const { loadSession, sessionCapabilities } = process.about.agentCapabilities ?? {};
  const { conversation } = resume;
  const asked = { ...request, sessionId: conversation };
  if (sessionCapabilities?.resume !== undefined && sessionCapabilities.resume !== null) {
    goOn(resume.entries);
    const resumed: Promise<ResumeSessionResponse> = process.agent.request(methods.agent.session.resume, asked);
    return { ...(await process.ask(resumed, signal)), conversation };
  }
  if (loadSession === true) {
    // It repeats everything that was said.
    const loaded: Promise<LoadSessionResponse> = process.agent.request(methods.agent.session.load, asked);
    return { ...(await process.ask(loaded, signal)), conversation };
  }
  throw agentFailed(process.title, 'it cannot go on with an earlier conversation.');
}
