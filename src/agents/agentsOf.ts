// The agents of a daemon, each with Binnacle already plugged in.
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import type { OpenConversationDoor } from '../ide/doors/agents.ts';
import type { Processes } from '../machine/processes/processes.ts';
import { Worktrees } from '../machine/worktrees/worktrees.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { AgentHost } from './agentHost.ts';
import { ownServer, ownServerAt } from './ownServer.ts';
import { DEPTH_VARIABLE, SESSION_VARIABLE } from './variables.ts';

export interface AgentsParts {
  readonly parts: ServerParts;
  readonly processes: Processes;
  readonly state: string;
  readonly log: Log;
  // Our own command, which Node runs.
  readonly executable: string;
  readonly openDoor: OpenConversationDoor;
}

export function agentsOf({ parts, processes, state, log, executable, openDoor }: AgentsParts): AgentHost {
  return new AgentHost({
    parts,
    processes,
    log,
    folder: join(state, 'agents'),
    state,
    trees: new Worktrees({ stateFolder: state, processes, log }),
    async openServer({ project, depth, session, environment, takesCommands }) {
      const own = { [DEPTH_VARIABLE]: String(depth), [SESSION_VARIABLE]: session };
      if (takesCommands) {
        const variables = Object.entries(own).map(([name, value]) => ({ name, value }));
        return { server: ownServer(executable, project, process.env, variables), close: async () => {} };
      }
      const door = await openDoor(project, { ...environment, ...own });
      return { server: ownServerAt(door), close: () => door.close() };
    },
  });
}
