// binnacle chat: a person talks with an agent in a terminal, sees what it does, and answers what it asks.
import { stateFolder } from '../../daemon/folders.ts';
import { onlyForPeople } from '../../daemon/people/lineage.ts';
import { agentUnnamed } from '../../ide/errors/agentErrors.ts';
import type { ShownSession } from '../../server/agents/agentShape.ts';
import { remark } from '../screen.ts';
import { AgentClient } from './agentClient.ts';
import { ChatRoom } from './chatRoom.ts';
import { printAnswer } from './printAnswer.ts';

export interface ChatFlags {
  readonly project?: string;
  readonly isolated?: boolean;
  readonly login?: string;
  // true: the newest.
  readonly resume?: string | true;
  readonly print?: string;
  readonly color?: boolean;
}

// command: instead of an agent that is known, one that speaks the protocol on its standard input and output.
export async function chat(agent: string | undefined, command: readonly string[], flags: ChatFlags, program: string): Promise<void> {
  await onlyForPeople('binnacle chat', stateFolder());
  using client = await AgentClient.open(flags.project, program);
  const session = await begin(client, agent, command, flags);
  if (flags.print !== undefined) return await printAnswer(client, session, flags.print);
  remark(
    `${session.title} in ${session.isolation === undefined ? session.project : `a tree of its own, ${session.isolation.folder}`}. /help says what you can do; Ctrl+C stops it, twice leaves.`,
  );
  const colours = flags.color !== false && !process.env['NO_COLOR'] && process.stdout.isTTY === true;
  await new ChatRoom(client, session, colours).stay();
}

async function begin(
  client: AgentClient,
  agent: string | undefined,
  command: readonly string[],
  { resume, isolated = false, login }: ChatFlags,
): Promise<ShownSession> {
  const how = { isolated, ...(login !== undefined && { login }) };
  if (command.length > 0) return client.start({ agent: agent ?? 'command', command, ...how });
  const { agents, sessions } = await client.list();
  if (resume !== undefined) {
    const own = sessions.filter((session) => session.project === client.project && (agent === undefined || session.agent === agent));
    const id = resume === true ? own.at(-1)?.id : resume;
    if (id !== undefined) return client.start({ resume: id, ...(login !== undefined && { login }) });
    remark('There is no earlier conversation here; this is a new one.');
  }
  if (agent !== undefined) return client.start({ agent, ...how });
  // What a runner would fetch first is started by its name alone.
  const found = agents.filter(({ program, command: fetched }) => program !== undefined && fetched === undefined);
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw agentUnnamed(
      found.map(({ id }) => id),
      agents.map(({ install }) => install),
    );
  return client.start({ agent: only.id, ...how });
}
