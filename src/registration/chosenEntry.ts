// What an agent learns about us, as a person chose it: refused before anybody looks for an address or a token.
import { tokenInProject, transportUnsupported } from '../ide/errors/registrationErrors.ts';
import type { Agent, Scope } from './agents.ts';
import type { EndpointName, TransportName } from './endpoints.ts';
import { type ServerEntry, stdioEntry, urlEntry } from './entry.ts';

export interface EntryChoice {
  readonly scope: Scope;
  readonly endpoint?: EndpointName | undefined;
  readonly transport?: TransportName | undefined;
}

export interface EntrySource {
  // The file that a person runs.
  readonly executable: string;
  // What runs it, where that is not what runs this process.
  readonly node?: (() => string) | undefined;
  // Where a URL leads, the token that opens it, and the folder that it means, if any.
  address(transport: 'http' | 'sse'): Promise<{ readonly base: string; readonly token: string; readonly project?: string | undefined }>;
}

// In a file that others get too no token may stand. Clients of the other names know URLs. Throws transport_unsupported or token_in_project.
export async function chosenEntry(agent: Agent, choice: EntryChoice, { executable, node, address }: EntrySource): Promise<ServerEntry> {
  const { scope, endpoint = 'own', transport = endpoint === 'own' ? 'stdio' : 'http' } = choice;
  if (!agent.transports.includes(transport)) throw transportUnsupported(agent.title, transport, agent.transports);
  if (transport === 'stdio') return stdioEntry(executable, endpoint, node?.());
  if (scope === 'project' && agent.asks === undefined) throw tokenInProject(`What ${agent.title} keeps in the scope project`);
  return urlEntry({ ...(await address(transport)), endpoint, transport });
}
