// Which agents can be started here, and which conversations there are.
import { z } from 'zod';
import { defineMachineTool } from '../tool.ts';
import { agentsOf } from './words/conversation.ts';

export const listAgents = defineMachineTool({
  name: 'list_agents',
  title: 'List agents',
  description: 'Agents that start_agent can start, and conversations with them.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({}),
  output: z.object({
    agents: z.array(z.object({ id: z.string(), title: z.string(), found: z.boolean(), command: z.string().optional(), install: z.string().optional() })),
    // Entries of a list that a person has given, which cannot be used.
    leftOut: z.array(z.string()).optional(),
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        agent: z.string(),
        title: z.string(),
        project: z.string(),
        startedBy: z.string(),
        started: z.string(),
        state: z.enum(['idle', 'working', 'ended']),
        own: z.boolean().optional(),
        // A tree of its own, and how many files in it are not merged.
        folder: z.string().optional(),
        unmerged: z.number().optional(),
      }),
    ),
  }),
  async run(context) {
    const agents = agentsOf(context);
    const leftOut = agents.leftOut();
    return {
      agents: agents.known().map(({ id, title, program, command, install }) => ({
        id,
        title,
        found: program !== undefined,
        ...(program === undefined ? { install } : command !== undefined && { command }),
      })),
      ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
      sessions: agents.sessions().map(({ id, agent, title, project, author, started, state, owner, isolation }) => ({
        sessionId: id,
        agent,
        title,
        project,
        startedBy: author,
        started,
        state: state.state,
        ...(owner !== undefined && owner === context.owner && { own: true }),
        ...(isolation !== undefined && { folder: isolation.folder, unmerged: isolation.files }),
      })),
    };
  },
  *tell({ agents, leftOut = [], sessions }) {
    yield [
      ...agents.map(({ id, title, found, command, install }) => {
        const how = command === undefined ? 'can be started' : `can be started: ${command}`;
        return `${id} (${title}): ${found ? how : `not found; a person installs it with ${install}`}`;
      }),
      ...leftOut.map((entry) => `left out: ${entry}`),
      ...sessions.map(({ sessionId, agent, project, state, startedBy, folder, unmerged }) => {
        const isolated = folder === undefined ? '' : `, isolated in ${folder}, files not merged: ${unmerged}`;
        return `${sessionId} ${agent} in ${project}: ${state}, started by ${startedBy}${isolated}`;
      }),
    ].join('\n');
  },
});
