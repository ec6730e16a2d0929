// The projects that this daemon serves: each opened once however many ask, each with one writer among all daemons.
import { existsSync, realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, parse, resolve } from 'node:path';
import { uriOf } from '../base/files/fileUri.ts';
import { isInside } from '../base/files/realFolder.ts';
import type { Log } from '../base/log.ts';
import { seconds } from '../base/waiting/duration.ts';
import { notAFolder, projectNotForAgents, projectTooBroad } from '../ide/errors/errors.ts';
import { daemonUnavailable } from '../ide/errors/machineErrors.ts';
import type { Ide, Project, ProjectPlace, Workbench } from '../ide/ide.ts';
import { OPTIONAL_DOORS } from '../ide/optionalDoors.ts';
import { succeed } from './instances/succession.ts';
import { WriterLock } from './instances/writerLock.ts';
import { refusalForAgents, worktreeOf } from './people/agentFolders.ts';
import { trustedFolders } from './people/trust.ts';
import { OpenProject } from './windows/openProject.ts';
import { type ForwardTo, ServingWindows } from './windows/servingWindows.ts';

export interface WorkbenchOptions {
  readonly state: string;
  readonly log: Log;
  // Folders that hold what belongs to people: their policy, the token that answers reviews, and what is kept between starts.
  readonly ownFolders?: readonly string[];
  // Whether the policy denies every run in a project.
  deniesRuns?(place: ProjectPlace): boolean;
  openIde(project: Project): Promise<Ide>;
  // How the IDE of a VS Code window is worked through; absent where no window is.
  readonly forward?: ForwardTo | undefined;
  // The project that a tree of an agent's own was made of: what a person decided about that one holds in it.
  originalOf?(root: string): string | undefined;
  // Between two edits of a project, which wait meanwhile.
  betweenEdits?(root: string, work: () => Promise<void>): Promise<void>;
  // After a project was opened or closed.
  onChange(): void;
}

// Soon after the last client of the other left, and still next to nothing.
const BETWEEN_QUESTIONS = seconds(1);
// A first call waits so long for a window that is there; one that answers later serves the next.
const LONGEST_LOOK = seconds(5);

export class DaemonWorkbench implements Workbench {
  // Its projects are opened without a window, by a host that has every door.
  readonly doors = OPTIONAL_DOORS;
  readonly #options: WorkbenchOptions;
  readonly #open = new Map<string, OpenProject>();
  // The tail of what happens to each root, so that opening, raising trust and closing never overlap.
  readonly #turns = new Map<string, Promise<unknown>>();

  readonly #listeners = new Set<() => void>();
  #closed = false;
  #asking: NodeJS.Timeout | undefined;
  readonly #windows: ServingWindows | undefined;
  #looksForWindows = false;

  constructor(options: WorkbenchOptions) {
    this.#options = options;
    const { state, log, forward } = options;
    this.#windows = forward === undefined ? undefined : new ServingWindows({ state, log, forward });
  }

  // From here on windows can know this process as a daemon, and serve its projects when they come.
  lookForWindows(): void {
    const look = () => {
      for (const open of this.#open.values()) void open.findWindow();
    };
    this.#looksForWindows = true;
    this.#windows?.onComing(look);
    look();
  }

  projects(): readonly Project[] {
    return [...this.#open.values()].map(({ ide }) => ide.project);
  }

  ide(path: string): Ide | undefined {
    return this.#open.get(path)?.ide;
  }

  onProjects(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async open(path: string, { trusted }: { trusted: boolean }): Promise<Ide> {
    // The common case, a call in a project that is open, costs no turn and no look at the disk.
    const known = this.#open.get(path);
    if (known !== undefined && (known.ide.project.trusted || !trusted)) return known.ide;
    const root = await projectRoot(path);
    return this.#inTurn(root, () => this.#openRoot(root, trusted || this.#isTrusted(root)));
  }

  // Engines were started with what the project brings, or without it.
  async asDecided(ide: Ide): Promise<Ide> {
    const { project } = ide;
    const open = this.#open.get(project.path);
    if (open?.comingBack !== undefined) {
      await open.comingBack;
      return this.asDecided(open.ide);
    }
    if (project.runsDenied === this.#deniesRuns(project)) return ide;
    return this.#inTurn(project.path, async () => {
      const known = this.#open.get(project.path);
      if (known !== undefined && known.ide.project.runsDenied === this.#deniesRuns(known.ide.project)) return known.ide;
      await this.#close(project.path);
      return this.#openRoot(project.path, project.trusted);
    });
  }

  // A person trusted more folders than when these projects were opened.
  async raiseTrust(): Promise<void> {
    const raised = this.projects().filter(({ path, trusted }) => !trusted && this.#isTrusted(path));
    await Promise.all(raised.map(({ path }) => this.open(path, { trusted: true })));
  }

  // Nothing can be opened afterwards: who comes so late finds another daemon.
  async closeAll(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#asking);
    this.#windows?.[Symbol.dispose]();
    await Promise.allSettled(this.#turns.values());
    await Promise.all([...this.#open.keys()].map((root) => this.#inTurn(root, () => this.#close(root))));
  }

  // Handed over to another daemon, or gone: who asks for it again opens it anew.
  async close(path: string): Promise<void> {
    await this.#inTurn(path, () => this.#close(path));
  }

  async #openRoot(root: string, trusted: boolean): Promise<Ide> {
    if (this.#closed) throw daemonUnavailable('it is ending', 'Call again: it is started anew.');
    const known = this.#open.get(root);
    if (known !== undefined && (known.ide.project.trusted || !trusted)) return known.ide;
    // An agent must not get by a tool what is kept from it everywhere else.
    const refusal = trusted ? undefined : refusalForAgents(root, this.#options.ownFolders ?? []);
    if (refusal !== undefined) throw projectNotForAgents(root, refusal);
    // Engines were started as for somebody else's code; with trust they start anew.
    if (known !== undefined) await this.#close(root);
    const lock = new WriterLock(this.#options.state, root);
    try {
      lock.waitsFor = await succeed(this.#options.state, root, lock);
      const ide = await this.#options.openIde(projectAt({ path: root, worktreeOf: this.#originalOf(root) }, trusted, lock, (place) => this.#deniesRuns(place)));
      const { log, betweenEdits = (_, work) => work() } = this.#options;
      const windows = () => (this.#looksForWindows && !this.#closed ? this.#windows : undefined);
      const open = new OpenProject({ own: ide, lock, windows, log, betweenEdits: (work) => betweenEdits(root, work), onChange: () => this.#changed() });
      this.#open.set(root, open);
      this.#options.log.info(`opened ${root}${trusted ? '' : ' (not trusted)'}${ide.project.readOnly === undefined ? '' : ' (read only)'}`);
      this.#changed();
      this.#askAgain();
      // Also the first call sees what a person has typed.
      await within(LONGEST_LOOK, open.findWindow());
      return open.ide;
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  #deniesRuns(place: ProjectPlace): boolean {
    return this.#options.deniesRuns?.(place) ?? false;
  }

  #originalOf(root: string): string | undefined {
    return this.#options.originalOf?.(root) ?? worktreeOf(root);
  }

  // A person who named a folder named what is in it and the worktrees that git lists for it too.
  #isTrusted(root: string): boolean {
    const trusted = [...trustedFolders(this.#options.state), ...this.projects().flatMap((project) => (project.trusted ? [project.path] : []))];
    const places = [root, this.#originalOf(root) ?? root];
    return trusted.some((folder) => places.some((place) => isInside(folder, place)));
  }

  // A busy daemon of another build hands over when its clients leave, so it is asked again until it has.
  #askAgain(): void {
    if (this.#asking !== undefined || this.#closed || this.#waiting().length === 0) return;
    this.#asking = setTimeout(async () => {
      await Promise.all(
        this.#waiting().map(async ([root, { lock }]) => {
          lock.waitsFor = await succeed(this.#options.state, root, lock);
          if (lock.heldByAnother() === undefined) this.#changed();
        }),
      );
      this.#asking = undefined;
      this.#askAgain();
    }, BETWEEN_QUESTIONS);
    this.#asking.unref();
  }

  #waiting(): [root: string, project: OpenProject][] {
    return [...this.#open].filter(([, { lock }]) => lock.heldByAnother()?.waitsFor !== undefined);
  }

  async #close(root: string): Promise<void> {
    const open = this.#open.get(root);
    if (open === undefined) return;
    this.#open.delete(root);
    try {
      await open.close();
    } finally {
      open.lock[Symbol.dispose]();
      this.#changed();
    }
  }

  #changed(): void {
    this.#options.onChange();
    for (const listener of this.#listeners) listener();
  }

  async #inTurn<Value>(root: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#turns.get(root) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(root, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(root) === turn) this.#turns.delete(root);
    }
  }
}

async function within(bound: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, bound);
    }),
  ]);
  clearTimeout(timer);
}

// The folder, through symlinks. A disk or a home holds many projects, and to watch it whole would be everyone's loss.
export async function projectRoot(path: string): Promise<string> {
  const root = await realpath(resolve(path)).catch(() => undefined);
  if (root === undefined || !(await stat(root)).isDirectory()) throw notAFolder(path);
  if (isTooBroad(root)) throw projectTooBroad(root);
  return root;
}

export function isTooBroad(root: string): boolean {
  return parse(root).root === root || root === homedir() || root === realHome();
}

function realHome(): string | undefined {
  return existsSync(homedir()) ? realpathSync(homedir()) : undefined;
}

function projectAt(place: ProjectPlace, trusted: boolean, lock: WriterLock, deniesRuns: (place: ProjectPlace) => boolean): Project {
  const { path: root } = place;
  return {
    ...place,
    name: basename(root),
    uri: uriOf(root),
    trusted,
    runsDenied: deniesRuns(place),
    get readOnly() {
      return lock.heldByAnother();
    },
    get isGone() {
      return !existsSync(root);
    },
  };
}
