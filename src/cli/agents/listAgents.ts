// binnacle agents: which agents can be started here, what is known of each, and conversations with them.
import { resolve } from 'node:path';
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { stateFolder } from '../../daemon/folders.ts';
import { liveInstances } from '../../daemon/instances/discovery.ts';
import { ask } from '../../daemon/people/control.ts';
import { onlyForPeople } from '../../daemon/people/lineage.ts';
import { agentOfClient } from '../../registration/agents.ts';
import type { AgentListShape } from '../../server/agents/agentShape.ts';
import { columns, remark, say, sayJson } from '../screen.ts';
import { AgentClient } from './agentClient.ts';
import type { AgentProgram } from './agentCommands.ts';

const Connected = z.array(z.object({ client: z.string(), door: z.string() }));
type List = z.infer<typeof AgentListShape>;
type Known = List['agents'][number];

interface Flags {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly registry?: string;
}

export async function listAgents({ json, all, registry }: Flags, program: AgentProgram): Promise<void> {
  await onlyForPeople('binnacle agents', stateFolder());
  if (registry !== undefined)
    remark(`${counted(await program.takeRegistry(resolve(registry)), 'agent')} of ${registry} can be used; agents of our own with the same id win.`);
  using client = await AgentClient.open(undefined, program.path);
  const { agents, leftOut, sessions } = await client.list();
  const connected = await connectedNames();
  const rows = agents.map((agent) => ({
    ...agent,
    connected: connected.filter((name) => name === agent.id).length,
    running: sessions.filter(({ agent: id, state }) => id === agent.id && state.state !== 'ended').length,
  }));
  const shown = all === true ? sessions : sessions.slice(-10);
  if (json) sayJson({ agents: rows, leftOut, sessions: shown });
  else {
    say(columns(rows.map(agentLine), ''));
    if (shown.length > 0) say(`\nConversations:\n${columns(shown.map(sessionLine))}`);
    if (leftOut.length > 0) say(`\nLeft out of the registry:\n${leftOut.map((entry) => `  ${entry}`).join('\n')}`);
    if (rows.some(({ program: found }) => found !== undefined))
      say('\nTalk with one: binnacle chat AGENT. Go on with a conversation: binnacle chat --resume ID.');
  }
}

// Of every daemon: agents that a person has started elsewhere, by the ids of our rows.
async function connectedNames(): Promise<readonly string[]> {
  const lists = await Promise.all(liveInstances(stateFolder()).map(async (instance) => Connected.safeParse(await ask(instance, 'connections')).data ?? []));
  return lists.flat().flatMap(({ client, door }) => {
    const name = agentOfClient(client.replace(/ [^ ]*$/, ''));
    if (name === undefined || door === 'acp') return [];
    return [name === 'claude-code' ? 'claude' : name];
  });
}

function agentLine(agent: Known & { readonly connected: number; readonly running: number }): string[] {
  const { id, title, program, version, license, command, installedBy, account, install, login, connected, running } = agent;
  const from = [...(version === undefined ? [] : [version]), ...(license === undefined ? [] : [license])].join(', ');
  if (program === undefined) return [id, title, from === '' ? 'not found' : `not here, ${from}`, '', `install: ${install}`];
  return [
    id,
    title,
    [from === '' ? 'version unknown' : from, installedBy ?? program].join(', '),
    loginWords(account, login),
    [...(command === undefined ? [] : [command]), ...(connected > 0 ? [`connected ${connected}×`] : []), ...(running > 0 ? [`${running} running`] : [])].join(
      ', ',
    ),
  ];
}

function loginWords(account: Known['account'], login: string): string {
  if (account?.state === 'found') return `login: ${account.where ?? 'found'}`;
  return account?.state === 'none' ? `no login found; ${login}` : `login not visible; ${login} if it asks`;
}

function sessionLine({ id, agent, title, project, started, state, entries, isolation }: List['sessions'][number]): string[] {
  const how = state.state === 'ended' ? 'ended' : state.state;
  return [
    id,
    agent,
    title === agent ? '' : title,
    project,
    started.slice(0, 16).replace('T', ' '),
    `${how}, ${entries} entries${isolation === undefined ? '' : `, isolated, ${isolation.files} files not merged`}`,
  ];
}
