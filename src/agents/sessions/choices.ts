// What can be chosen of an agent, from its words into ours: modes, models and the like.
import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import type { AgentChoices, AgentOption } from '../../ide/doors/agents.ts';

export function modesOf(modes: SessionModeState | null | undefined): AgentChoices | undefined {
  if (modes === null || modes === undefined) return undefined;
  const available = modes.availableModes.map(({ id, name, description }) => ({ id, name, ...(typeof description === 'string' && { description }) }));
  return { current: modes.currentModeId, available };
}

export function optionsOf(options: readonly SessionConfigOption[] | null | undefined): readonly AgentOption[] {
  return (options ?? []).map((option) => {
    const choices = option.type === 'boolean' ? [] : option.options.flatMap((each) => ('options' in each ? each.options : [each]));
    return { id: option.id, name: option.name, value: option.currentValue, choices: choices.map(({ value, name }) => ({ value, name })) };
  });
}
