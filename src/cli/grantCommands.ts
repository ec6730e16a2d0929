// The words of binnacle grant.
import type { Command } from 'commander';

export function addGrantCommands(root: Command, examples: (...lines: string[]) => string): void {
  const grant = root
    .command('grant')
    .description('what you have allowed agents for a while')
    .addHelpText('after', examples('binnacle grant list', 'binnacle grant revoke 3', 'binnacle grant revoke'));
  grant
    .command('list')
    .description('show every grant, until when it holds and how many calls it let through')
    .option('--json', 'for machines')
    .addHelpText('after', examples('binnacle grant list'))
    .action(async (flags) => (await import('./grant.ts')).listGrants(flags));
  grant
    .command('revoke')
    .description('take one back; what it would have let through asks again')
    .argument('[number]', 'see binnacle grant list; without it, all of them')
    .option('--json', 'for machines')
    .addHelpText('after', examples('binnacle grant revoke 3', 'binnacle grant revoke'))
    .action(async (number: string | undefined, flags) => (await import('./grant.ts')).revokeGrant(number, flags));
}
