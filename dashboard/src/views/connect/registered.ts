// Where an agent has Binnacle, and what a person most likely wants of it.
import type { AgentChoice, ShownAgent, ShownEntry, ShownScope } from '../../../../src/dashboard/protocol/shownAgents.ts';

// What it is registered as: nothing of it is left open.
export type InstallChoice = Required<Pick<AgentChoice, 'scope' | 'transport' | 'endpoint'>>;

// Where it is registered already, first as most agents have it.
export function registered({ scopes }: ShownAgent): { readonly scope: ShownScope; readonly entry: ShownEntry } | undefined {
  for (const scope of scopes) for (const entry of scope.entries) if (entry.state !== 'foreign') return { scope, entry };
  return undefined;
}

export function usualChoice(agent: ShownAgent): InstallChoice {
  const known = registered(agent);
  return {
    scope: known?.scope.scope ?? agent.scopes.find(({ scope }) => scope === 'user')?.scope ?? agent.scopes[0]?.scope ?? 'user',
    transport: known?.entry.transport ?? agent.transports[0] ?? 'stdio',
    endpoint: 'own',
  };
}
