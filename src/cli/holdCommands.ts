// The words of binnacle hold and binnacle release.
import type { Command } from 'commander';

export function addHoldCommands(root: Command, examples: (...lines: string[]) => string): void {
  root
    .command('hold')
    .description('let an agent ask before it edits, runs or controls anything, until you release it; or keep a debug session or terminal to yourself')
    .argument('[agent]', 'a connection or the name of a client (binnacle connections); without it, every agent')
    .option('--session <id>', 'a debug session: the next move of an agent there waits')
    .option('--terminal <id>', 'a terminal: what an agent types there waits')
    .option('--note <text>', 'what the agent and whoever reviews is told')
    .option('--list', 'print what is held, and end')
    .option('--json', 'for machines')
    .addHelpText(
      'after',
      examples('binnacle hold claude-code --note "wait, I am rebasing"', 'binnacle hold', 'binnacle hold --session s1', 'binnacle hold --list'),
    )
    .addHelpText('after', '\nReading goes on. What is held asks in binnacle review or at its client; with nobody there the answer is no.')
    .action(async (agent: string | undefined, flags) => (await import('./hold.ts')).hold(agent, flags));

  root
    .command('release')
    .description('hand back what binnacle hold took, with a note or without')
    .argument('[agent]', 'as it was held; without it, everything')
    .option('--session <id>', 'a debug session')
    .option('--terminal <id>', 'a terminal')
    .option('--note <text>', 'comes to the agent with its next answer, or with that of the call that waits')
    .option('--json', 'for machines')
    .addHelpText(
      'after',
      examples('binnacle release claude-code --note "go on from main"', 'binnacle release', 'binnacle release --session s1 --note "it is the cache"'),
    )
    .action(async (agent: string | undefined, flags) => (await import('./hold.ts')).release(agent, flags));
}
