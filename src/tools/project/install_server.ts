// Fetches a language server that is missing from its registry into the user's cache, once a person agrees.
import { z } from 'zod';
import type { LanguageServers, ServerOffer } from '../../ide/doors/servers.ts';
import { unsupportedByEngine } from '../../ide/errors/errors.ts';
import { serverNotFetched, unknownServer } from '../../ide/errors/serverErrors.ts';
import type { Ide } from '../../ide/ide.ts';
import { defineTool } from '../tool.ts';

export const installServer = defineTool({
  name: 'install_server',
  title: 'Install language server',
  description: 'Fetch a missing language server into the cache of the user, never into the project; asks a person.',
  effect: 'runs',
  hints: {
    destructive: { is: false, because: 'it adds a folder to the cache of the user, and runs no script of what it fetches' },
    idempotent: { is: true, because: 'what is there is not fetched again' },
  },
  hidden: true,
  input: z.strictObject({ server: z.string().min(1).describe('As in index_status.') }),
  output: z.object({ server: z.string(), language: z.string(), version: z.string(), registry: z.string(), folder: z.string() }),
  caption: ({ server }) => server,
  // A project that nobody trusts has nothing fetched for it unseen, whatever the setting says.
  asksFirst({ server }, { ide }) {
    const { servers, project } = ide;
    const offer = servers?.list().find(({ id }) => id === server);
    if (servers === undefined || offer === undefined || offer.folder !== undefined || offer.unavailable !== undefined || servers.consent === 'never')
      return undefined;
    return servers.consent === 'always' && project.trusted ? undefined : `fetches ${described(offer)} into your cache`;
  },
  async run({ ide, signal, progress }, { server }) {
    const servers = serversOf(ide);
    const offers = servers.list();
    const offer = offers.find(({ id }) => id === server);
    if (offer === undefined)
      throw unknownServer(
        server,
        offers.map(({ id }) => id),
      );
    if (offer.folder === undefined && servers.consent === 'never')
      throw serverNotFetched(described(offer), 'the setting servers is never', 'A person can set it to ask, or run binnacle doctor --install.');
    const { language, version, registry, folder = '' } = await servers.install(server, signal, progress);
    return { server, language, version, registry, folder };
  },
  *tell({ server, language, version, registry, folder }) {
    yield `${server} ${version} (${language}, from ${registry}) is in ${folder}; the next question about such a file starts it.`;
  },
});

function serversOf({ servers }: Pick<Ide, 'servers'>): LanguageServers {
  if (servers === undefined) throw unsupportedByEngine('This host', 'fetching language servers: its extensions bring them');
  return servers;
}

function described({ name, version, registry, megabytes }: ServerOffer): string {
  return `${name} ${version} from ${registry}, about ${megabytes} MB,`;
}
