// The IDE that one command connects to, one for each project that a person trusts and this daemon writes in, and the discovery file by which the command finds it.
import { isInside } from '../../base/files/realFolder.ts';
import { smallFile } from '../../base/files/smallFile.ts';
import type { Log } from '../../base/log.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { Turns } from '../../base/waiting/turns.ts';
import { companionUnavailable } from '../../ide/errors/companionErrors.ts';
import type { Project } from '../../ide/ide.ts';
import type { CompanionDoor } from '../../transports/companions/companion.ts';
import type { Reaper } from '../life/reaper.ts';
import { newSecret } from '../people/token.ts';
import type { SettingValues } from '../settings.ts';
import { type CompanionAgent, type FoundBy, OUR_NAME, type OwnAddress, type WantedFile } from './agents/agent.ts';
import { covers, type FoundLock, isLive, locksIn } from './lock.ts';
import { reasonOf, writeLock } from './lockFolders.ts';
import { remember, rememberedAddress, removeLeftovers, removeOwn } from './records.ts';

export interface CompanionsOptions {
  readonly agent: CompanionAgent;
  readonly state: string;
  projects(): readonly Project[];
  // 0 is any port.
  open(project: string, token: string, port: number): Promise<CompanionDoor>;
  setting(): SettingValues['claudeIde'];
  readonly reaper: Pick<Reaper, 'guardFile' | 'releaseFile'>;
  readonly log: Log;
  // After a project has become one that the command finds, or is none any more.
  onChange(): void;
}

// nobody: who is connected stays, and nobody comes.
type Offered = FoundBy | 'nobody';

interface Companion {
  readonly door: CompanionDoor;
  readonly lock: OwnAddress;
  offered: Offered;
  // The lock files that are there.
  written: readonly string[];
  // The lock files of its record, and when that was last written, in milliseconds since the epoch.
  recorded: { readonly files: string; readonly at: number };
}

export interface HeldCompanion extends Disposable {
  readonly port: number;
}

// Other IDEs come and go, crash, and leave their locks; a look is a folder and a few small files.
const BETWEEN_LOOKS = seconds(2);
const BETWEEN_RECORDS = seconds(20);
const MOST_NAMED_FOLDERS = 8;
// How often a port is given out that stands in the name of another IDE's lock.
const MOST_TRIES = 5;

export class Companions {
  readonly #options: CompanionsOptions;
  readonly #open = new Map<string, Companion>();
  // Commands that were started with the port of a project.
  readonly #held = new Map<string, number>();
  // That environments of people name, beside the usual one.
  readonly #namedFolders = new Set<string>();
  readonly #turns = new Turns();
  #looking: NodeJS.Timeout | undefined;
  #isWarned = false;
  #closed = false;

  constructor(options: CompanionsOptions) {
    this.#options = options;
  }

  // The port at which the command finds a project by itself.
  portOf(project: string): number | undefined {
    const companion = this.#open.get(project);
    return companion?.offered === 'folder' ? companion.lock.port : undefined;
  }

  ports(): readonly number[] {
    return [...this.#open.values()].map(({ lock }) => lock.port);
  }

  // Where a person's environment has the command keep its files: locks of other IDEs may lie there.
  alsoLookIn(environment: Environment): void {
    const { agent } = this.#options;
    const folder = agent.namedFolder(environment);
    if (folder !== undefined && folder !== agent.usualFolder() && this.#namedFolders.size < MOST_NAMED_FOLDERS) this.#namedFolders.add(folder);
  }

  async open(): Promise<void> {
    const { state, agent } = this.#options;
    await removeLeftovers(state, agent, this.#lockFolders());
    await this.settle();
    let isSettling = false;
    this.#looking = setInterval(async () => {
      if (isSettling) return;
      isSettling = true;
      await this.settle().catch((error: unknown) => this.#options.log.error(`the IDE for ${agent.title}: ${String(error)}`));
      isSettling = false;
    }, BETWEEN_LOOKS);
    this.#looking.unref();
  }

  // Everything that should be found is found afterwards, and nothing else.
  settle(): Promise<void> {
    return this.#turns.take(() => this.#settle());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looking);
    await this.settle();
  }

  // The project that a command in this folder would find, whatever the setting says.
  projectAt(folder: string): string | undefined {
    return outermost(this.#served()).find((root) => isInside(root, folder));
  }

  // For one command that is given the port. Throws with the reason where it could not get in.
  async hold(project: string): Promise<HeldCompanion> {
    const change = (by: number) => {
      this.#held.set(project, (this.#held.get(project) ?? 0) + by);
      return this.settle();
    };
    await change(+1);
    const companion = this.#open.get(project);
    if (companion === undefined || companion.offered === 'nobody') {
      await change(-1);
      throw companionUnavailable(this.#options.agent.title, 'no lock file could be written');
    }
    return { port: companion.lock.port, [Symbol.dispose]: () => void change(-1).catch(() => {}) };
  }

  async #settle(): Promise<void> {
    const served = this.#served();
    const setting = this.#options.agent.isUsed() ? this.#options.setting() : 'off';
    const before = this.#offers();
    for (const [root, companion] of [...this.#open])
      if (!served.includes(root) || (setting === 'off' && !this.#isHeld(root))) await this.#close(root, companion);
    const candidates = setting === 'off' ? [] : outermost(served);
    for (const root of served) {
      const open = this.#open.get(root);
      const isOffered = candidates.includes(root) && (setting === 'always' || !this.#isCovered(root, open));
      if (open === undefined && !isOffered && !this.#isHeld(root)) continue;
      const companion = open ?? (await this.#openDoor(root));
      if (companion !== undefined) this.#offer(companion, isOffered ? 'folder' : this.#isHeld(root) ? 'port' : 'nobody');
    }
    if (this.#offers() !== before) this.#options.onChange();
  }

  #offers(): string {
    return JSON.stringify([...this.#open].map(([root, { lock, offered }]) => [root, lock.port, offered]));
  }

  // What no person named gets no door of its own, and what another daemon writes in has its door there.
  #served(): readonly string[] {
    if (this.#closed) return [];
    return this.#options.projects().flatMap(({ path, trusted, readOnly }) => (trusted && readOnly === undefined ? [path] : []));
  }

  #isHeld(root: string): boolean {
    return (this.#held.get(root) ?? 0) > 0;
  }

  #lockFolders(): readonly string[] {
    return [this.#options.agent.usualFolder(), ...this.#namedFolders];
  }

  // The command connects by itself only where it finds exactly one.
  #isCovered(root: string, own: Companion | undefined): boolean {
    const tokens = new Set([...this.#open.values()].map(({ lock }) => lock.token));
    return locksIn(this.#options.agent, this.#lockFolders()).some(
      (lock) => !tokens.has(lock.token ?? '') && covers(lock, root) && isLive(lock) && !yieldsTo(lock, root, own?.lock.port),
    );
  }

  // Where it was a moment ago, if it can be, so that commands which have lost it come back; with another token if not, because somebody else was sent that one.
  async #openDoor(root: string): Promise<Companion | undefined> {
    const { state, agent, log } = this.#options;
    const before = rememberedAddress(state, agent, root);
    try {
      const again = before === undefined ? undefined : await this.#listening(root, before.token, before.port).catch(() => undefined);
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const { door, token } = again !== undefined && tries === 0 ? again : await this.#listening(root, newSecret(), 0);
        // Another IDE's lock has the name that ours would have, though it does not listen there.
        const isTaken = locksIn(this.#options.agent, this.#lockFolders()).some((lock) => lock.port === door.port && lock.token !== token && isLive(lock));
        if (isTaken) {
          await door.close();
          continue;
        }
        const companion: Companion = { door, lock: { port: door.port, token, project: root }, offered: 'nobody', written: [], recorded: { files: '', at: 0 } };
        this.#open.set(root, companion);
        log.info(`the IDE of ${root} for ${agent.title} is at port ${door.port}`);
        return companion;
      }
    } catch (error) {
      this.#warn(`${root} has no port for ${agent.title}: ${reasonOf(error)}`);
    }
    return undefined;
  }

  async #listening(root: string, token: string, port: number): Promise<{ door: CompanionDoor; token: string }> {
    return { door: await this.#options.open(root, token, port), token };
  }

  #offer(companion: Companion, offered: Offered): void {
    const { lock } = companion;
    const wanted = offered === 'nobody' ? [] : this.#options.agent.files(lock, offered, this.#lockFolders());
    // Before they are written, so that what a killed daemon leaves is known; and now and then, so that the next one knows that this one was there.
    this.#record(companion, [...new Set([...companion.written, ...wanted.flatMap(({ places }) => places)])]);
    const written = wanted.map((file) => this.#writeFirst(file));
    for (const file of companion.written) if (!written.includes(file)) this.#remove(file, lock.token);
    companion.written = written.filter((file) => file !== undefined);
    companion.offered = wanted.some(({ isExtra }, index) => isExtra !== true && written[index] !== undefined) ? offered : 'nobody';
    if (written.length > 0 && !written.includes(undefined)) this.#isWarned = false;
  }

  #record(companion: Companion, files: readonly string[]): void {
    const [text, now] = [files.join('\n'), Date.now()];
    if (companion.recorded.files === text && now - companion.recorded.at < BETWEEN_RECORDS) return;
    const { state, agent } = this.#options;
    remember(state, agent, companion.lock, files);
    companion.recorded = { files: text, at: now };
  }

  // In the first of these places where it can be: the command counts a lock that lies in two of them as two.
  #writeFirst({ places, text, comesLast }: WantedFile): string | undefined {
    for (const file of places) {
      if (smallFile(file) === text) return file;
      try {
        writeLock(file, text, comesLast);
        this.#options.reaper.guardFile(file);
        return file;
      } catch (error) {
        this.#warn(`${file} could not be written (${reasonOf(error)}): ${this.#options.agent.title} does not find the IDE by it`);
      }
    }
    return undefined;
  }

  #remove(file: string, token: string): void {
    this.#options.reaper.releaseFile(file);
    try {
      removeOwn(file, token);
    } catch (error) {
      this.#warn(`${file} could not be removed: ${reasonOf(error)}`);
    }
  }

  // Once, and not at every look.
  #warn(line: string): void {
    if (!this.#isWarned) this.#options.log.warn(line);
    this.#isWarned = true;
  }

  async #close(root: string, companion: Companion): Promise<void> {
    this.#open.delete(root);
    for (const file of companion.written) this.#remove(file, companion.lock.token);
    this.#record(companion, []);
    await companion.door.close();
  }
}

// A command below several of our folders would find as many locks: the outermost serves what is in it.
function outermost(roots: readonly string[]): readonly string[] {
  return roots.filter((root) => !roots.some((other) => other !== root && isInside(other, root)));
}

// Two Binnacles of one user that do not know each other, for the same folder: one stays, by a rule that both know.
function yieldsTo(lock: FoundLock, root: string, ownPort: number | undefined): boolean {
  return lock.name === OUR_NAME && lock.folders.includes(root) && ownPort !== undefined && ownPort < lock.port;
}
