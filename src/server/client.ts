// Who is calling: one connection of one agent.

export interface Client {
  // Unique in this process; a connection's own debug sessions, terminals and cursors hang on it.
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly door: 'stdio' | 'http' | 'sse' | 'webSocket' | 'commandLine';
  // The folder that this agent works in, if its door or its roots say so.
  root(signal: AbortSignal): Promise<string | undefined>;
  // Whether somebody still waits for the answer of this call; absent where the end of the connection ends the call.
  isAwaited?(): boolean;
  // Tokens that one answer may have, when the client set it.
  readonly answerBudget?: number;
}
