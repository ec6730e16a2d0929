// Whether an engine is on this machine, where, and in which version.
import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isInside } from '../../../../base/files/realFolder.ts';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { currentEnvironment } from '../../../../base/processes/environment.ts';
import { isOlderVersion, versionIn } from '../../../../base/text/versions.ts';
import { Bound } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import { whyNothingRuns } from '../../../../ide/execution.ts';
import { trackedAmong } from '../../../../machine/git/trackedFiles.ts';
import type { Processes } from '../../../../machine/processes/processes.ts';
import { type MachineProgram, pathOfProgram } from '../../../../machine/programs/machinePrograms.ts';
import { packageFolder } from '../../../../machine/programs/packageFolder.ts';
import { MachineServers, whyUnavailable } from '../../../../machine/servers/machineServers.ts';
import { packageOf } from '../../../../machine/servers/packages.ts';
import { launchOf } from '../../../../machine/servers/serverFolders.ts';
import type { Launch, ServerPackage } from '../../../../machine/servers/serverPackage.ts';
import type { EngineProject, EngineRow } from './engineRow.ts';

const manifest = z.object({ version: z.string() });

// Long for a program that only prints its version; a Java one takes most of it.
const VERSION = seconds(15);
// What a person has just installed must be found soon, but not looked for in every call.
const LOOK_AGAIN = seconds(2);

// Why an engine cannot be started at all, and what a person can do about it.
export interface Absence {
  readonly why: string;
  readonly remedy: string;
  // What could be fetched from a registry, by its id.
  readonly server?: string;
}

// One that can be started, as it was found last.
interface Found {
  readonly launch: Launch;
  // Of a program that must be asked for its version: where it lies, and when it was written there.
  readonly asked?: string;
  readonly version: string | undefined;
}

// What a program of this machine has said when it was asked for its version.
type Said = { readonly version: string } | { readonly broken: string; readonly at: number };

export class Installation {
  readonly #row: EngineRow;
  readonly #processes: Processes;
  readonly #project: ExecutingProject;
  readonly #ours: string | undefined;
  #looked: { readonly at: number; readonly found: Found | undefined } | undefined;
  // By where each lies and when it was written there: whoever installs another in its place is asked anew.
  readonly #said = new Map<string, Said>();
  #asking: Promise<void> | undefined;

  constructor(row: EngineRow, processes: Processes, project: ExecutingProject) {
    this.#row = row;
    this.#project = project;
    this.#processes = processes;
    if ('npm' in row.origin) this.#ours = packageVersion(row.origin.npm);
  }

  // As in "typescript 7.0.2"; without the number until a program of this machine has been asked for it.
  get name(): string {
    const name = this.#row.name ?? this.#row.id;
    const version = this.version;
    return version === undefined || version === '' ? name : `${name} ${version}`;
  }

  get version(): string | undefined {
    const { origin } = this.#row;
    return 'npm' in origin ? this.#ours : this.#find(origin)?.version;
  }

  // Why it cannot be started; undefined when it can.
  missing(): string | undefined {
    const { origin } = this.#row;
    const absent = this.#row.lacks?.();
    if (absent !== undefined) return absent;
    if ('npm' in origin) return packageFolder(origin.npm) === undefined ? `The package ${origin.npm} is not installed.` : undefined;
    if (this.#find(origin) !== undefined) return undefined;
    const said = [...this.#said.values()].findLast((each) => !('broken' in each) || performance.now() - each.at < LOOK_AGAIN);
    if (said === undefined) return `There is no ${origin.program} on the PATH.`;
    return 'broken' in said ? said.broken : `${origin.program} ${said.version} is on this machine, and at least ${origin.atLeast} is needed.`;
  }

  // What a registry has of it, which can be fetched here.
  get offer(): ServerPackage | undefined {
    const isOurs = 'npm' in this.#row.origin && this.#row.lacks === undefined;
    const offer = isOurs ? undefined : packageOf(this.#row.id);
    return offer === undefined || whyUnavailable(offer) !== undefined ? undefined : offer;
  }

  // The command that installs it.
  get remedy(): string {
    const { install } = this.#row;
    if (this.offer === undefined) return typeof install === 'string' ? install : install();
    return `binnacle doctor --install ${this.offer.id}`;
  }

  // As the status of an engine has it.
  get howToInstall(): { readonly install: string; readonly server?: string } {
    const { offer, remedy } = this;
    return { install: remedy, ...(offer !== undefined && { server: offer.id }) };
  }

  absence(why: string): Absence {
    const { offer, remedy } = this;
    if (offer === undefined) return { why, remedy: `To install it: ${remedy}` };
    const size = `${offer.registry}, about ${offer.megabytes} MB`;
    return { why, remedy: `install_server with server ${offer.id} fetches it (${size}) once a person agrees; a person: ${remedy}`, server: offer.id };
  }

  // What runs it: Node for what came with npm, the program itself otherwise. Only after missing() had nothing to say.
  launch(): Launch {
    const { origin } = this.#row;
    const ours = { program: 'npm' in origin ? process.execPath : origin.program, leading: [] };
    return 'npm' in origin ? ours : (this.#find(origin)?.launch ?? ours);
  }

  // Returns once the version is known, or missing() knows why there is none.
  async check(): Promise<void> {
    const { origin } = this.#row;
    if ('npm' in origin) return;
    // Each that is too old, or does not run, leaves the place to the next.
    for (
      let found = this.#find(origin);
      found?.asked !== undefined && !this.#said.has(found.asked) && origin.versionArguments !== undefined;
      found = this.#find(origin)
    ) {
      this.#asking ??= this.#ask(found.launch.program, found.asked, origin.versionArguments).finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
      this.#looked = undefined;
    }
  }

  async #ask(program: string, key: string, args: readonly string[]): Promise<void> {
    using bound = new Bound(new AbortController().signal, VERSION);
    try {
      // In a folder of its own, because some programs read the configuration of the folder they are started in.
      const command = { program, args, cwd: dirname(program) };
      const { code, stdout, stderr } = await this.#processes.run(command, bound.signal);
      this.#said.set(
        key,
        code === 0
          ? { version: versionIn(stdout || stderr) ?? '' }
          : { at: performance.now(), broken: `${program} does not run: ${firstLine(stderr || stdout)}` },
      );
    } catch (error) {
      const why = bound.passed ? 'it does not even print its version' : firstLine(String(error));
      this.#said.set(key, { at: performance.now(), broken: `${program} does not run: ${why}` });
    }
  }

  // A folder of the project may be on the PATH: what is in it is the project's, and run only where that may be, and only what did not come with the code.
  #isProjects(path: string): boolean {
    const { root } = this.#project;
    if (!isInside(root, path) && !isInside(root, realpathSync(path))) return false;
    return whyNothingRuns(this.#project) !== undefined || trackedAmong(root, [path]) !== undefined;
  }

  #find(origin: MachineProgram): Found | undefined {
    if (this.#looked === undefined || performance.now() - this.#looked.at > LOOK_AGAIN || this.#looked.at <= MachineServers.lastFetch) {
      this.#looked = { at: performance.now(), found: this.#onMachine(origin) ?? this.#fetched() };
    }
    return this.#looked.found;
  }

  // What a person has installed is preferred, if it will do.
  #onMachine(origin: MachineProgram): Found | undefined {
    const program = pathOfProgram(origin, currentEnvironment(), (path) => !this.#isProjects(path) && !this.#isUseless(path, origin));
    if (program === undefined) return undefined;
    const asked = keyOf(program);
    const said = this.#said.get(asked);
    return { launch: { program, leading: [] }, asked, version: said !== undefined && 'version' in said ? said.version : undefined };
  }

  #isUseless(path: string, { atLeast }: MachineProgram): boolean {
    const key = keyOf(path);
    const said = this.#said.get(key);
    if (said === undefined) return false;
    if ('version' in said) return atLeast !== undefined && said.version !== '' && isOlderVersion(said.version, atLeast);
    if (performance.now() - said.at < LOOK_AGAIN) return true;
    // What does not run may be repaired in place, such as the proxy that rustup leaves for a component it has not installed.
    this.#said.delete(key);
    return false;
  }

  #fetched(): Found | undefined {
    const wanted = packageOf(this.#row.id);
    const launch = wanted === undefined ? undefined : launchOf(wanted);
    return launch === undefined ? undefined : { launch, version: wanted?.version };
  }
}

function keyOf(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${path} ${mtimeMs} ${size}`;
}

// What an installation must know of the project that it is for.
type ExecutingProject = Pick<EngineProject, 'root' | 'trusted' | 'runsDenied'>;

export function installedFile(name: string, ...path: readonly string[]): string {
  return join(packageFolder(name) ?? dirname(process.execPath), ...path);
}

function packageVersion(name: string): string | undefined {
  const folder = packageFolder(name);
  return folder === undefined ? undefined : manifest.parse(JSON.parse(readSmallFile(join(folder, 'package.json')))).version;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() || 'it says nothing';
}
