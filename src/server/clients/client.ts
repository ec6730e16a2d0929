// Who is calling: one connection of one agent.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';

export interface Client {
  // Unique in this process; a connection's own debug sessions, terminals and cursors hang on it.
  readonly id: string;
  // Whether it will call again through the same connection; not so for a command, or a message that is answered by itself.
  readonly stays?: boolean;
  readonly name: string;
  readonly version: string;
  readonly door: 'stdio' | 'http' | 'sse' | 'webSocket' | 'commandLine';
  // The folder that this agent works in, if its door or its roots say so.
  root(signal: AbortSignal): Promise<string | undefined>;
  // Whether that folder was a person's choice.
  readonly trustsRoot: boolean;
  // Whether somebody still waits for the answer of this call; absent where the end of the connection ends the call.
  isAwaited?(): boolean;
  // Of the agent; what runs for it gets this one.
  readonly environment?: Environment;
  // Tokens that one answer may have, when the client set it.
  readonly answerBudget?: number;
}
