// The ports at which agents that we have started find our tools, one for each that takes no command as its server.
import type { OpenConversationDoor } from '../ide/doors/agents.ts';
import type { Doors } from '../transports/startDoors.ts';

export class ConversationDoors {
  // No tool speaks to them.
  readonly ports = new Set<number>();

  // doors: undefined until the daemon listens, before which nobody starts an agent.
  opener(doors: () => Doors | undefined): OpenConversationDoor {
    return async (project, environment) => {
      const opened = await doors()?.openConversationDoor(project, environment);
      if (opened === undefined) throw new Error('an agent came before the doors were open');
      const { url, token, port } = opened;
      this.ports.add(port);
      return {
        url,
        token,
        close: async () => {
          this.ports.delete(port);
          await opened.close();
        },
      };
    };
  }
}
