// binnacle doctor --install: language servers from their registries, fetched for a person; and --servers, which there are.
import { stateFolder } from '../../daemon/folders.ts';
import { onlyForPeople } from '../../daemon/people/lineage.ts';
import type { LanguageServers, ServerOffer } from '../../ide/doors/servers.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { unknownServer } from '../../ide/errors/serverErrors.ts';
import type { Program } from '../commandLine.ts';
import { columns, complain, remark, say, sayJson } from '../screen.ts';
import { statusOf } from './doctor.ts';

interface Flags {
  readonly project?: string;
  readonly json?: boolean;
  // True without a name.
  readonly install?: string | true;
}

export async function servers(flags: Flags, program: Pick<Program, 'path' | 'withServers'>): Promise<void> {
  const { install } = flags;
  if (install === undefined) return program.withServers(async (known) => list(known, flags));
  await onlyForPeople('binnacle doctor --install', stateFolder());
  if (install !== true) return program.withServers(async (known) => fetched(known, meant(install, known.list()).id, flags));
  const wanted = await missingFrom(flags.project, program.path);
  if (wanted === undefined) return;
  if (wanted.length === 0) return say('Nothing that a registry has is missing here.');
  await program.withServers(async (known) => {
    for (const id of wanted) await fetched(known, id, flags);
  });
}

function list(known: LanguageServers, { json }: Flags): void {
  const offers = known.list();
  if (json) {
    sayJson(offers);
    return;
  }
  const rows = offers.map(({ id, language, name, version, registry, megabytes, folder, unavailable }) => [
    folder === undefined ? ' ' : '✓',
    id,
    language,
    `${name} ${version}`,
    `${registry}, ${megabytes} MB`,
    folder ?? unavailable ?? '',
  ]);
  say(columns(rows, ''));
}

async function missingFrom(project: string | undefined, program: string): Promise<readonly string[] | undefined> {
  const status = await statusOf(project, program);
  return status?.engines.flatMap(({ state, server }) => (state === 'missing' && server !== undefined ? [server] : []));
}

// By its id, its name in the registry, or a language that it serves.
function meant(wanted: string, offers: readonly ServerOffer[]): ServerOffer {
  const plain = (text: string) => text.toLowerCase();
  const found =
    offers.find(({ id, name }) => [id, name].map(plain).includes(plain(wanted))) ??
    offers.find(({ language }) => language.split(', ').map(plain).includes(plain(wanted)));
  if (found === undefined)
    throw unknownServer(
      wanted,
      offers.map(({ id }) => id),
    );
  return found;
}

async function fetched(known: LanguageServers, id: string, { json }: Flags): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  let shown = '';
  const progress = (message: string) => {
    if (message !== shown && !json) remark(message);
    shown = message;
  };
  try {
    const offer = await known.install(id, stop.signal, progress);
    if (json) sayJson(offer);
    else say(`${offer.name} ${offer.version} (${offer.language}) is in ${offer.folder ?? ''}`);
  } catch (error) {
    process.exitCode = 1;
    complain(stop.signal.aborted ? cancelled() : error);
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
