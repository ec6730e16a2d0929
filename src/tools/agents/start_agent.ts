// Another agent in this project, with Binnacle plugged in; with a prompt, what it says to it.
import { z } from 'zod';
import type { Agents } from '../../ide/doors/agents.ts';
import { defineTool } from '../tool.ts';
import { secondsInput, waitOf } from '../words/run.ts';
import { agentsOf, said, saidOutput, tellSaid } from './words/conversation.ts';
import { promptedFor } from './words/prompted.ts';

const USUAL_WAIT = 300;

export const startAgent = defineTool({
  name: 'start_agent',
  title: 'Start agent',
  description: 'Start another coding agent in this project; asks a person.',
  effect: 'runs',
  hidden: true,
  input: z.strictObject({
    agent: z.string().min(1).describe('As list_agents has it.'),
    isolated: z.boolean().default(false).describe('In a tree of its own, which merge_agent merges.'),
    prompt: z.string().optional().describe('The first task.'),
    timeout: secondsInput(840, 'Seconds to wait; 300.'),
  }),
  output: z.object({ agent: z.string(), ...saidOutput }),
  // Nobody is asked where none can be started.
  asksFirst: ({ agent }, { agents }) =>
    agents === undefined ? undefined : `it starts ${agent}${commandOf(agent, agents)}, which acts with your rights and at your cost`,
  caption: ({ agent }) => agent,
  async run(context, { agent, isolated, prompt, timeout }) {
    const { ide, owner, author, signal, budget } = context;
    const session = await agentsOf(context).start({ agent, project: ide.project, owner, author, ...(isolated && { isolated }) }, signal);
    if (prompt !== undefined) await promptedFor(context, session, { text: prompt, by: author }, waitOf(timeout, USUAL_WAIT));
    return { agent: session.agent, ...said(session, undefined, budget) };
  },
  tell: tellSaid,
});

// What is started is shown where it comes from a list of others.
function commandOf(agent: string, agents: Agents): string {
  const command = agents.known().find(({ id }) => id === agent)?.command;
  return command === undefined ? '' : ` (${command})`;
}
