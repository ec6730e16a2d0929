// The ways in which starting and driving agents is refused; errors.ts has all others.
import { IdeError } from './errors.ts';

export const agentNotFound = (id: string, known: readonly string[]) =>
  new IdeError('agent_not_found', `There is no agent ${id}.`, `There are ${known.join(', ')}; or pass the command of one that speaks ACP.`);

// found: those that could be started.
export const agentUnnamed = (found: readonly string[], others: readonly string[]) =>
  new IdeError(
    'agent_unnamed',
    found.length > 0 ? `Several agents are here: ${found.join(', ')}.` : 'No agent is on this machine.',
    found.length > 0 ? `Name one: binnacle chat ${found[0]}` : `Install one, such as: ${others[0] ?? ''}`,
  );

export const agentRegistryUnreadable = (file: string, why: string) =>
  new IdeError(
    'agent_registry_unreadable',
    `${file} is no registry of agents: ${why}.`,
    'Save registry.json as the Agent Client Protocol publishes it, and name that file.',
  );

export const agentNotInstalled = (title: string, install: string) =>
  new IdeError('agent_not_installed', `${title} is not on this machine.`, `A person can install it: ${install}`);

// why: its own words, without secrets.
export const agentFailed = (title: string, why: string) =>
  new IdeError('agent_failed', `${title} could not go on: ${why}`, 'Look at its own log, or run its command in a terminal; then start it again.');

// ways: the agent's own, in a few words each.
export const agentLoginNeeded = (title: string, login: string, why: string, ways: readonly string[] = []) =>
  new IdeError(
    'agent_login_needed',
    `${title} wants a person to log in: ${why}`,
    [`A person runs this in a terminal, then it is started again: ${login}`, ...(ways.length > 0 ? [`Its own ways: ${ways.join('; ')}`] : [])].join('\n'),
  );

export const agentStopped = (title: string) =>
  new IdeError('agent_stopped', `A person has stopped ${title}: nothing is written or run for it until the next prompt.`, 'End the turn.');

// An agent that asked to write a file whole, of which a person has taken only a part.
export const writtenInPart = (file: string, diff: string) =>
  new IdeError(
    'written_in_part',
    `A person accepted only a part of it, or changed it. This was written to ${file}:\n${diff}`,
    'Read the file before you edit it again.',
  );

export const agentSessionNotFound = (id: string, known: readonly string[]) =>
  new IdeError(
    'agent_session_not_found',
    `There is no conversation ${id}.`,
    known.length > 0 ? `There are ${known.join(', ')}.` : 'Begin one with start_agent.',
  );

export const agentBusy = (id: string) => new IdeError('agent_busy', `The agent of ${id} still works on the last prompt.`, 'Wait for it, or cancel it first.');

export const agentEnded = (id: string, why: string) =>
  new IdeError('agent_ended', `The conversation ${id} has ended: ${why}.`, 'Start the agent again; what was said can still be read.');

export const tooManyAgents = (whose: 'own' | 'all' | 'nested', most: number) =>
  new IdeError(
    'too_many_agents',
    whose === 'nested'
      ? `An agent that was started by ${most} others in a row starts no further one.`
      : `${whose === 'own' ? 'You have' : 'All together have'} ${most} agents running already.`,
    whose === 'nested' ? 'Do it yourself, or ask the person.' : 'End one with stop_agent, or wait until one has ended.',
  );

export const agentsElsewhere = () =>
  new IdeError('agents_elsewhere', 'No agents are started from here.', 'Call the tool of a Binnacle daemon: binnacle mcp, or binnacle serve.');
