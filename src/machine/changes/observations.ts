// What processes do to the tree while they run: heard by the watcher, separated from what was written through the same door, and made change records.

import { pathOf } from '../../base/files/fileUri.ts';
import { isWaitingFile } from '../../base/files/waitingFile.ts';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { Authorship } from '../../ide/doors/changes.ts';
import type { FileChange } from '../../ide/doors/documents.ts';
import { type FileChanges as Heard, note } from '../files/folderTree.ts';
import { projectPath } from '../files/ignoreChain.ts';
import { type Earlier, EarlierContents, type EarlierContentsOptions } from './earlierContents.ts';
import { type FileState, hashOf } from './fileState.ts';
import { headOf } from './gitContents.ts';
import type { ChangeJournal, RunningObservation } from './journal.ts';
import { EDITED_BETWEEN, foldersOf, NOT_KEPT, type ObservedSteps, observedSteps, type SeenFile, statesNow } from './observedSteps.ts';
import type { ChangeRecord, ObservedHead } from './record.ts';
import type { PlannedStep } from './workingCopy.ts';
import { newChangeId } from './writeSteps.ts';

export interface ObservationsOptions extends EarlierContentsOptions {
  readonly journal: ChangeJournal;
}

// Everything of a record but the numbers of lines.
export interface Observed {
  readonly head: RunningObservation;
  readonly encloses: boolean;
  readonly steps: readonly PlannedStep[];
  readonly newFolders: string[];
  readonly observed: ObservedHead;
}

// What was written through our own door to one file meanwhile: the first and the last of it, as ids of changes and hashes.
interface OwnWriting {
  readonly first: string;
  readonly firstBefore: string;
  last: string;
  lastAfter: string;
  // Somebody else wrote between two of ours.
  isBroken: boolean;
}

interface Running {
  readonly head: RunningObservation;
  readonly started: number;
  readonly encloses: boolean;
  readonly earlier: Earlier;
  readonly listening: Disposable;
  readonly heard: Heard;
  readonly ignored: Map<string, Set<string>>;
  readonly own: Map<string, OwnWriting>;
  readonly alongside: Set<string>;
}

// Looking at the tree takes a moment; a disk that does not answer costs the record, not the daemon.
const LONGEST_LOOK = seconds(60);
// A tree that changes from end to end is reported by the first of its files.
const MOST_HEARD = 50_000;
const MOST_FOLDERS = 20;
// Times of folders and our clock may differ by a few ticks of the system's timer.
const TICKS = 10;

export class Observations {
  readonly #options: ObservationsOptions;
  readonly #earlier: EarlierContents;
  readonly #running = new Set<Running>();

  constructor(options: ObservationsOptions) {
    this.#options = options;
    this.#earlier = new EarlierContents(options);
  }

  async begin({ encloses, ...authorship }: Authorship, signal: AbortSignal): Promise<() => Promise<Observed>> {
    const started = Date.now() - TICKS;
    const head = { id: newChangeId(), time: new Date().toISOString(), ...authorship, owner: ownIdentity() };
    const heard: Heard = new Map();
    const ignored: Running['ignored'] = new Map();
    const hear = (changes: readonly FileChange[]) => {
      for (const { uri, kind } of changes) this.#hear(pathOf(uri), kind, heard, ignored);
    };
    const listening = new Listening();
    const earlier = await this.#earlier
      .now(signal, () => listening.add(this.#options.tree.onChanges(hear)))
      .catch((error: unknown) => {
        listening[Symbol.dispose]();
        throw error;
      });
    const running: Running = { head, started, encloses: encloses === true, earlier, listening, heard, ignored, own: new Map(), alongside: new Set() };
    for (const other of this.#running) {
      // What one of them encloses it does not run beside.
      if (other.encloses !== running.encloses) continue;
      other.alongside.add(authorship.title);
      running.alongside.add(other.head.title);
    }
    this.#running.add(running);
    // Only for the next daemon, should this one be killed: no reason to refuse a command on a full disk.
    await this.#options.journal.markRunning(head).catch(() => {});
    return () => this.#end(running);
  }

  // What was just written through our own door is nobody else's doing.
  wrote(record: ChangeRecord): void {
    for (const running of this.#running) this.#isOthers(running, record);
  }

  // What was seen of a command is not that of the turn around it; the record that is made first has it.
  recorded(record: ChangeRecord, encloses: boolean): void {
    for (const running of this.#running) if (running.encloses || encloses) this.#isOthers(running, record);
  }

  #isOthers({ own }: Running, { id, steps }: ChangeRecord): void {
    for (const { path, before, after } of steps) {
      const known = own.get(path);
      if (known === undefined) {
        own.set(path, { first: id, firstBefore: hashOf(before), last: id, lastAfter: hashOf(after), isBroken: false });
        continue;
      }
      known.isBroken ||= known.lastAfter !== hashOf(before);
      known.last = id;
      known.lastAfter = hashOf(after);
    }
  }

  async close(): Promise<void> {
    for (const { listening } of this.#running) listening[Symbol.dispose]();
    await this.#earlier.close();
  }

  #hear(path: string, kind: 'created' | 'changed' | 'deleted', heard: Heard, ignored: Running['ignored']): void {
    if (isWaitingFile(path)) return;
    const folder = this.#options.tree.ignoredAt(path);
    if (folder === undefined) {
      if (heard.size < MOST_HEARD || heard.has(path)) note(heard, path, kind);
      return;
    }
    const files = ignored.get(folder) ?? new Set();
    if (files.size < MOST_HEARD) files.add(path);
    ignored.set(folder, files);
  }

  async #end(running: Running): Promise<Observed> {
    const { head, started, earlier, listening } = running;
    try {
      await this.#options.tree.settle(AbortSignal.timeout(LONGEST_LOOK));
      listening[Symbol.dispose]();
      const steps = observedSteps(await this.#seen(running));
      const observed = this.#observedHead(running, steps);
      return { head, encloses: running.encloses, steps: steps.steps, newFolders: await foldersOf(this.#options.root, steps.steps, started), observed };
    } finally {
      listening[Symbol.dispose]();
      earlier[Symbol.dispose]();
      this.#running.delete(running);
    }
  }

  async #seen({ heard, earlier, own }: Running): Promise<readonly SeenFile[]> {
    const { root } = this.#options;
    const kinds = new Map([...heard].map(([path, kind]) => [projectPath(root, path), kind]));
    const existed = [...kinds].filter(([, kind]) => kind !== 'created').map(([path]) => path);
    const before = await earlier.statesOf(existed);
    const seen: SeenFile[] = [];
    for await (const [path, after] of statesNow(root, [...kinds.keys()].sort())) {
      const kind = kinds.get(path) ?? 'changed';
      const state = before.get(path);
      const file: SeenFile = { path, kind, before: kind === 'created' || state !== undefined ? { state } : { why: NOT_KEPT }, after };
      const writing = own.get(path);
      const foreign = writing === undefined ? file : await this.#withoutOwn(file, writing);
      if (foreign !== undefined) seen.push(foreign);
    }
    return seen;
  }

  // What is left of a difference when our own part of it is taken away; undefined when that is nothing.
  async #withoutOwn(file: SeenFile, own: OwnWriting): Promise<SeenFile | undefined> {
    const { before, after, path } = file;
    const came = 'state' in before && hashOf(before.state) !== own.firstBefore;
    const followed = !('state' in after) || hashOf(after.state) !== own.lastAfter;
    if (own.isBroken || (came && followed)) return { ...file, before: { why: EDITED_BETWEEN } };
    if (came) return { ...file, after: { state: await this.#recorded(own.first, path, 'before') } };
    if (followed) return { ...file, before: { state: await this.#recorded(own.last, path, 'after') } };
    return undefined;
  }

  async #recorded(id: string, path: string, side: 'before' | 'after'): Promise<FileState> {
    return (await this.#options.journal.read(id)).steps.find((step) => step.path === path)?.[side];
  }

  #observedHead({ ignored, alongside, earlier }: Running, { unknown, moreUnknown }: ObservedSteps): ObservedHead {
    const files = [...ignored.values()].reduce((sum, { size }) => sum + size, 0);
    const folders = [...ignored.keys()].map((folder) => projectPath(this.#options.root, folder)).sort();
    return {
      unknown: [...unknown],
      ...(moreUnknown > 0 && { moreUnknown }),
      ...(files > 0 && { ignored: { files, folders: folders.slice(0, MOST_FOLDERS) } }),
      ...(alongside.size > 0 && { alongside: [...alongside] }),
      ...(this.#isMoved(earlier) && { repositoryMoved: true }),
    };
  }

  #isMoved({ git }: Earlier): boolean {
    return git !== undefined && headOf(git.index) !== git.head;
  }
}

class Listening implements Disposable {
  readonly #parts: Disposable[] = [];

  add(part: Disposable): void {
    this.#parts.push(part);
  }

  [Symbol.dispose](): void {
    for (const part of this.#parts.splice(0)) part[Symbol.dispose]();
  }
}
