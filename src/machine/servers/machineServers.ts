// The language servers that registries have, for whoever may fetch one: each once, whoever asks for it.
import { isOlderVersion } from '../../base/text/versions.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import type { LanguageServers, ServerConsent, ServerOffer } from '../../ide/doors/servers.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { serverNotFetched, unknownServer } from '../../ide/errors/serverErrors.ts';
import type { Processes } from '../processes/processes.ts';
import { goVersion } from '../programs/installCommands.ts';
import { fetchServer } from './fetchServer.ts';
import { serverPackages } from './packages.ts';
import { registries } from './registries.ts';
import { folderOf, launchOf, serversFolder } from './serverFolders.ts';
import type { ServerPackage } from './serverPackage.ts';

export interface MachineServersOptions {
  readonly processes: Pick<Processes, 'run'>;
  readonly consent?: () => ServerConsent;
  readonly packages?: readonly ServerPackage[];
}

export class MachineServers implements LanguageServers {
  readonly #options: MachineServersOptions;
  // By the folder that is filled.
  static readonly #fetching = new Map<string, Promise<void>>();
  static #lastFetch = Number.NEGATIVE_INFINITY;

  // When this process fetched one last, on the clock of performance.now(): whoever found none before must look again.
  static get lastFetch(): number {
    return MachineServers.#lastFetch;
  }

  constructor(options: MachineServersOptions) {
    this.#options = options;
  }

  get consent(): ServerConsent {
    return this.#options.consent?.() ?? 'ask';
  }

  list(): readonly ServerOffer[] {
    return this.#packages.map(offerOf);
  }

  async install(id: string, signal: AbortSignal, progress: Progress): Promise<ServerOffer> {
    const wanted = this.#packages.find((each) => each.id === id);
    if (wanted === undefined)
      throw unknownServer(
        id,
        this.#packages.map((each) => each.id),
      );
    const { name, version, registry } = wanted;
    const offer = offerOf(wanted);
    if (offer.unavailable !== undefined) throw serverNotFetched(`${name} ${version} from ${registry}`, offer.unavailable.replace(/\.$/, ''), 'Then try again.');
    const folder = folderOf(wanted);
    const running = MachineServers.#fetching;
    // Whoever fetches it may give up before it is there.
    while (launchOf(wanted) === undefined) {
      const others = running.get(folder);
      if (others !== undefined) {
        await untilAborted(
          others.catch(() => {}),
          signal,
          cancelled,
        );
        continue;
      }
      const own = fetchServer(wanted, { processes: this.#options.processes, root: serversFolder(), signal, progress }).finally(() => running.delete(folder));
      running.set(folder, own);
      await own;
      MachineServers.#lastFetch = performance.now();
    }
    return offerOf(wanted);
  }

  get #packages(): readonly ServerPackage[] {
    return this.#options.packages ?? serverPackages;
  }
}

function offerOf(wanted: ServerPackage): ServerOffer {
  const { id, language, name, version, registry, megabytes } = wanted;
  const unavailable = whyUnavailable(wanted);
  return {
    id,
    language,
    name,
    version,
    registry,
    megabytes,
    ...(launchOf(wanted) !== undefined && { folder: folderOf(wanted) }),
    ...(unavailable !== undefined && { unavailable }),
  };
}

// Why this machine cannot fetch it, as a sentence.
export function whyUnavailable({ registry, builtBy }: ServerPackage): string | undefined {
  const row = registries[registry];
  if (row.find() === undefined) return row.missing;
  const own = builtBy?.program === 'go' ? goVersion() : undefined;
  if (builtBy === undefined || own === undefined || !isOlderVersion(own, builtBy.atLeast)) return undefined;
  return `It is built by Go ${builtBy.atLeast} or newer, and this machine has ${own}.`;
}
