// Who is calling: one connection of one agent.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';

export interface Client {
  // Unique in this process; a connection's own debug sessions, terminals and cursors hang on it.
  readonly id: string;
  // Whether it will call again through the same connection; not so for a command, or a message that is answered by itself.
  readonly stays?: boolean;
  readonly name: string;
  readonly version: string;
  // vscode: the chat of the window that we run in. acp: an agent that we have started.
  readonly door: 'stdio' | 'http' | 'sse' | 'webSocket' | 'commandLine' | 'window' | 'vscode' | 'acp';
  // A person has clicked it. Nothing that arrives at a door of agents sets it: only whoever has proved to be a person's window makes such a client.
  // Then *ask* is answered by the click itself, what is denied stays denied, and nobody waits for what the person holds.
  readonly isPerson?: true;
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

const PERSON = 'you';

// Who calls, in the history and in changes: as in "claude-code 2.1", or "you". No agent is called that, whatever it says of itself.
export function authorOf({ isPerson, name, version }: Pick<Client, 'isPerson' | 'name' | 'version'>): string {
  if (isPerson === true) return PERSON;
  const said = `${name} ${version}`;
  return said.trim().toLowerCase() === PERSON ? `an agent that calls itself ${PERSON}` : said;
}
