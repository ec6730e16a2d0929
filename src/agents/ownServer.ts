// Binnacle as a server that an agent is given: the command of our stdio door, with the places where this daemon keeps its files.
import type { EnvVariable, McpServer, McpServerStdio } from '@agentclientprotocol/sdk';
import type { Environment } from '../base/processes/minimalEnvironment.ts';
import type { ConversationDoor } from '../ide/doors/agents.ts';

// Which of several daemons an agent's door finds; agents do not pass on all of their environment.
const PLACES = ['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR', 'LOCALAPPDATA', 'APPDATA'];

export const OWN_NAME = 'binnacle';

// executable: our own command, which Node runs.
export function ownServer(executable: string, project: string, environment: Environment, more: readonly EnvVariable[] = []): McpServerStdio {
  const places = PLACES.flatMap((name) => (environment[name] === undefined ? [] : [{ name, value: environment[name] }]));
  return { name: OWN_NAME, command: process.execPath, args: [executable, 'mcp', '--project', project], env: [...places, ...more] };
}

// For agents that take no command.
export function ownServerAt({ url, token }: Pick<ConversationDoor, 'url' | 'token'>): McpServer {
  return { type: 'http', name: OWN_NAME, url, headers: [{ name: 'Authorization', value: `Bearer ${token}` }] };
}
