// What can be chosen of an agent, from its words into ours: modes, models and the like.
import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { redactedText } from '../../base/text/redaction.ts';
import type { AgentChoices, AgentOption } from '../../ide/doors/agents.ts';

// More than anybody chooses from, and longer than anybody reads. What is sent back to an agent must be its own word, so one that is longer is left out.
const MOST = 200;
const LONGEST_ID = 500;
const LONGEST_NAME = 200;

export function modesOf(modes: SessionModeState | null | undefined): AgentChoices | undefined {
  if (modes === null || modes === undefined) return undefined;
  const available = modes.availableModes
    .filter(({ id }) => id.length <= LONGEST_ID)
    .slice(0, MOST)
    .map(({ id, name, description }) => ({ id, name: shortName(name), ...(typeof description === 'string' && { description: shortName(description) }) }));
  return { current: modes.currentModeId, available };
}

export function optionsOf(options: readonly SessionConfigOption[] | null | undefined): readonly AgentOption[] {
  const known = (options ?? []).filter(({ id }) => id.length <= LONGEST_ID).slice(0, MOST);
  return known.map((option) => {
    const choices = option.type === 'boolean' ? [] : option.options.flatMap((each) => ('options' in each ? each.options : [each]));
    const shown = choices.filter(({ value }) => value.length <= LONGEST_ID).slice(0, MOST);
    return {
      id: option.id,
      name: shortName(option.name),
      value: option.currentValue,
      choices: shown.map(({ value, name }) => ({ value, name: shortName(name) })),
    };
  });
}

function shortName(name: string): string {
  return redactedText(name).slice(0, LONGEST_NAME);
}
