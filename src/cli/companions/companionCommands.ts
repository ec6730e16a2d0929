// What a person can say to binnacle claude, binnacle gemini and their like: a word for us first, and everything else for the command that is started.
import type { Command } from 'commander';
import { COMPANION_NAMES, type CompanionName, companionNames } from '../../daemon/companions/agents/companionNames.ts';

const OFFERS: Readonly<Record<CompanionName, string>> = {
  claude: 'diffs to approve in the window, diagnostics and your selection as context',
  gemini: 'diffs to approve in the window, your open files and selection as context',
  qwen: 'diffs to approve in the window, your open files and selection as context',
};

// argv: as it was typed, because a parser takes away -- and what it knows itself.
export function addCompanionCommands(root: Command, argv: readonly string[], program: string): void {
  for (const name of COMPANION_NAMES) {
    const command = root
      .command(name)
      .description(`start ${companionNames[name].title} with this folder as its IDE: ${OFFERS[name]}`)
      .argument('[arguments...]', `for ${name}, unchanged`)
      .helpOption(false)
      .allowUnknownOption()
      .passThroughOptions()
      .addHelpText('after', `\nExamples:\n  $ binnacle ${name}\n  $ binnacle ${name} --model MODEL\n  $ binnacle ${name} -- --help`)
      .addHelpText('after', '\nA daemon is started if none runs. Only --help as the first word is for Binnacle; -- passes it on.')
      .action(async () => {
        const words = argv.slice(argv.indexOf(name, 2) + 1);
        if (['--help', '-h'].includes(words[0] ?? '')) command.help();
        return (await import('./runCompanion.ts')).runCompanion(name, words[0] === '--' ? words.slice(1) : words, program);
      });
  }
}
