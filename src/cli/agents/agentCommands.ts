// The words of binnacle agents, chat and acp.
import type { Command } from 'commander';

export interface AgentProgram {
  // The file that becomes the daemon.
  readonly path: string;
  // Keeps a copy of a registry of agents. Throws agent_registry_unreadable.
  takeRegistry(file: string): Promise<number>;
  // Speaks for an agent on standard input and output, in the place where an editor has started it.
  speakFor(agent: string, command: readonly string[]): Promise<void>;
}

export function addAgentCommands(root: Command, program: AgentProgram, examples: (...lines: string[]) => string): void {
  root
    .command('agents')
    .description('show which agents can be started here, whether they have a login, and conversations with them')
    .option('--all', 'every conversation that is kept, not the newest ten')
    .option('--search <words>', 'conversations in which these words were said, with the line')
    .option('--registry <file>', "list the agents of the protocol's registry.json too: a copy is kept, and a later file replaces it")
    .option('--merge <id>', 'merge what an isolated agent changed into its project, once you have looked at it')
    .option('--discard <id>', 'delete the tree of an isolated agent, with what was not merged')
    .option('--export <id>', 'print a conversation that is kept, as Markdown, or with --json as JSON')
    .option('--json', 'for machines')
    .addHelpText('after', examples('binnacle agents', 'binnacle agents --json', 'binnacle agents --export a-1f2e3d4c > conversation.md'))
    .action(async (flags) =>
      flags.merge !== undefined
        ? (await import('./ownTrees.ts')).mergeTree(flags.merge, program.path)
        : flags.discard !== undefined
          ? (await import('./ownTrees.ts')).discardTree(flags.discard, program.path)
          : flags.search !== undefined
            ? (await import('./searchConversations.ts')).searchConversations(flags.search, flags, program.path)
            : flags.export === undefined
              ? (await import('./listAgents.ts')).listAgents(flags, program)
              : (await import('./exportConversation.ts')).exportConversation(flags.export, flags, program.path),
    );

  root
    .command('chat')
    .description('talk with an agent that has Binnacle plugged in: it works, you see what it does and answer what it asks')
    .argument('[agent]', 'see binnacle agents; without it, the only one that is here')
    .argument('[command...]', 'after --, instead of an agent that is known: a program that speaks the Agent Client Protocol')
    .option('--project <folder>', 'the project (default: the current folder)')
    .option('--isolated', 'in a copy of the project with a git of its own; /merge brings what it did into the project, /discard deletes it')
    .option('--login <way>', 'log in first, in one of the ways that the agent does by itself, such as in a browser; it names them when it wants a login')
    .option('--resume [id]', 'go on with a conversation, the newest of this folder without an id')
    .option('--print <prompt>', 'one prompt, for scripts: its answer is printed, and the exit code is 0 where it has finished')
    .option('--no-color', 'without colours; NO_COLOR does the same')
    .addHelpText(
      'after',
      examples(
        'binnacle chat gemini',
        'binnacle chat --isolated codex',
        'binnacle chat --resume',
        'binnacle chat claude --print "Which tests cover @src/cart.ts?"',
        'binnacle chat mine -- node agent.mjs --acp',
      ),
    )
    .addHelpText(
      'after',
      '\nThe agent ends with the chat. What it may do without asking is said by your policy; what it asks is answered here, or in binnacle open.',
    )
    .action(async (agent: string | undefined, command: string[], flags) => (await import('./chat.ts')).chat(agent, command, flags, program.path));

  root
    .command('acp')
    .description("speak the Agent Client Protocol in an agent's place, for an editor such as Zed: the agent itself, with Binnacle as one of its servers")
    .argument('<agent>', 'see binnacle agents')
    .argument('[command...]', 'after --, the program that is started instead')
    .addHelpText('after', examples('binnacle acp gemini', 'binnacle acp mine -- node agent.mjs --acp'))
    .addHelpText('after', '\nEverything but the list of servers of a new session passes unchanged. The agent ends with the editor.')
    .action(async (agent: string, command: string[]) => program.speakFor(agent, command));
}
