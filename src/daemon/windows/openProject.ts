// One open project: with this process's own IDE, and through that of the VS Code window that has it open, for as long as it has.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { Turns } from '../../base/waiting/turns.ts';
import type { Ide, Project } from '../../ide/ide.ts';
import type { WriterLock } from '../instances/writerLock.ts';
import type { ServingWindows, WindowIde } from './servingWindows.ts';
import { addPlaced, makePlaced, placedIn } from './sharedBreakpoints.ts';

export interface OpenProjectOptions {
  // This process's own.
  readonly own: Ide;
  readonly lock: WriterLock;
  readonly log: Log;
  // Undefined while none is looked for.
  windows(): ServingWindows | undefined;
  // Between two edits of the project, which wait meanwhile.
  betweenEdits(work: () => Promise<void>): Promise<void>;
  // Another IDE serves it.
  onChange(): void;
}

// A window whose files cannot be listed is not waited for.
const LONGEST_LIST = seconds(5);
// A window that is reloaded ends what runs in it before it lets go of the project, and the next one asks for it meanwhile.
const LONGEST_FAREWELL = seconds(10);
const BETWEEN_LOOKS = 50;
const LONGEST_PAUSE = seconds(32);

export class OpenProject {
  readonly #options: OpenProjectOptions;
  #served: { readonly ide: Ide; readonly pid: number; readonly listening: Disposable | undefined } | undefined;
  #looking: Promise<void> | undefined;
  // Since the look began another window may have come.
  #looksAgain = false;
  // How often in a row no window that is there could serve it.
  #failedLooks = 0;
  #nextLook: NodeJS.Timeout | undefined;
  #comingBack: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: OpenProjectOptions) {
    this.#options = options;
  }

  // The window's where one serves it.
  get ide(): Ide {
    return this.#served?.ide ?? this.#options.own;
  }

  get lock(): WriterLock {
    return this.#options.lock;
  }

  // Set while a window that has just closed lets go of the right to write.
  get comingBack(): Promise<void> | undefined {
    return this.#comingBack;
  }

  // Resolves when every window that has the project open was asked.
  findWindow(): Promise<void> {
    if (this.#isClosed || this.#served !== undefined || this.#options.windows() === undefined) return Promise.resolve();
    this.#looksAgain = this.#looking !== undefined;
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#options.log.error(`the windows of ${this.#root}: ${String(error)}`))
      .finally(() => {
        this.#looking = undefined;
        if (this.#isClosed || this.#served !== undefined) return;
        if (this.#looksAgain) void this.findWindow();
        else this.#lookLater();
      });
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextLook);
    const served = this.#served;
    this.#served = undefined;
    served?.listening?.[Symbol.dispose]();
    await served?.ide.close();
    await this.#options.own.close();
  }

  get #root(): string {
    return this.#options.own.project.path;
  }

  async #look(): Promise<void> {
    const { own } = this.#options;
    for (const window of this.#options.windows()?.of(this.#root) ?? []) {
      const found = await this.#options.windows()?.connect(window, servedProject(own.project, window.pid), own);
      if (found === undefined) continue;
      // One that cannot write would answer for texts that nobody could then change.
      if (found.writes && !this.#isClosed) await this.#serveBy(found, window.pid);
      if (this.#served?.ide === found.ide) return;
      await found.ide.close();
    }
  }

  // A window is there that could not serve yet: another process, such as the window that it replaces, still writes.
  #lookLater(): void {
    clearTimeout(this.#nextLook);
    if ((this.#options.windows()?.of(this.#root) ?? []).length === 0) return;
    this.#failedLooks += 1;
    this.#nextLook = setTimeout(() => void this.findWindow(), Math.min(seconds(2 ** (this.#failedLooks - 1)), LONGEST_PAUSE));
    this.#nextLook.unref();
  }

  async #serveBy(found: WindowIde, pid: number): Promise<void> {
    const { own, lock, log, betweenEdits, onChange } = this.#options;
    await betweenEdits(async () => {
      lock.lendTo(pid);
      // It looks for what was left half done again when the right has come back.
      await own.changes?.list(AbortSignal.timeout(LONGEST_LIST)).catch(() => {});
      const isTaken = await found.take().catch(() => false);
      if (!isTaken || this.#isClosed) {
        lock.takeBack();
        log.warn(`the VS Code window ${pid} does not serve ${this.#root}: another process writes there`);
        return;
      }
      this.#served = { ide: found.ide, pid, listening: await this.#shareBreakpoints(found.ide) };
    });
    if (this.#served?.ide !== found.ide) return;
    this.#failedLooks = 0;
    log.info(`the VS Code window ${pid} serves ${this.#root}`);
    void found.closed.then(() => this.#windowGone(found));
    onChange();
  }

  // Whatever calls wait for has been rejected by now, and the next one finds this process's own IDE.
  #windowGone(found: WindowIde): void {
    if (this.#served?.ide !== found.ide) return;
    const { lock, log, onChange } = this.#options;
    const { pid, listening } = this.#served;
    log.info(`the VS Code window ${pid} no longer serves ${this.#root}`);
    listening?.[Symbol.dispose]();
    this.#served = undefined;
    lock.takeBack();
    if (lock.heldByAnother()?.ownerPid === pid)
      this.#comingBack = untilLetGo(lock, pid).finally(() => {
        this.#comingBack = undefined;
      });
    onChange();
    void this.findWindow();
  }

  // They are the project's: the window gets ours, and whatever becomes of them there is known here at any moment, because it may be the last.
  async #shareBreakpoints(theirs: Ide): Promise<Disposable | undefined> {
    const [ours, there] = [this.#options.own.debugging, theirs.debugging];
    if (ours === undefined || there === undefined || ours === there) return undefined;
    const failed = (error: unknown) => this.#options.log.warn(`breakpoints of ${this.#root} could not be shared with its window: ${String(error)}`);
    await placedIn(ours)
      .then((placed) => addPlaced(there, placed))
      .catch(failed);
    const turns = new Turns();
    const follow = () => void turns.take(async () => makePlaced(ours, await placedIn(there))).catch(failed);
    follow();
    return there.onEvent(({ kind }) => {
      if (kind === 'breakpoints' || kind === 'watches') follow();
    });
  }
}

// Nobody else writes there: the window does, for us.
function servedProject({ name, path, uri, trusted, runsDenied, worktreeOf }: Project, pid: number): Project {
  return {
    name,
    path,
    uri,
    trusted,
    runsDenied,
    worktreeOf,
    window: { pid },
    get isGone() {
      return !existsSync(path);
    },
  };
}

async function untilLetGo(lock: WriterLock, pid: number): Promise<void> {
  const deadline = Date.now() + LONGEST_FAREWELL;
  while (Date.now() < deadline && lock.heldByAnother()?.ownerPid === pid) await sleep(BETWEEN_LOOKS);
}
