// Change sets of one project: planned in memory, recorded in the state folder, then written to the user's files. Only this room writes them.

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import type { Log } from '../../base/log.ts';
import { isAlive, ownIdentity } from '../../base/processes/processIdentity.ts';
import { Turns } from '../../base/waiting/turns.ts';
import {
  type Authorship,
  type ChangedFile,
  type ChangePlan,
  type ChangeSet,
  type Changes,
  changedFileOf,
  type Observation,
  type ObservedOutcome,
  type PlannedFile,
  type PlannedText,
} from '../../ide/doors/changes.ts';
import { halfWritten, notUndoable } from '../../ide/errors/editErrors.ts';
import { alreadyUndone, anotherWrites, cancelled, outsideProject, recordsUnwritable } from '../../ide/errors/errors.ts';
import { whyNothingRuns } from '../../ide/execution.ts';
import type { Project } from '../../ide/ide.ts';
import type { FileOperation, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { pathInside } from '../files/realPath.ts';
import { folderNameFor, scratchFolder } from '../files/scratchFolder.ts';
import { encodingName, textFileOf } from '../files/textFile.ts';
import type { Processes } from '../processes/processes.ts';
import type { ObservedTree } from './earlierContents.ts';
import type { FileState } from './fileState.ts';
import { ChangeJournal, type JournalEntry, type JournalLimits, type RunningObservation } from './journal.ts';
import { Observations, type Observed } from './observations.ts';
import { observedChange, unknownFiles, whyNotUndoable } from './observedChange.ts';
import { refuseReadOnly } from './readOnlyFiles.ts';
import type { ChangeRecord, FileStep, RecordSummary } from './record.ts';
import { stepsBack } from './undoSteps.ts';
import { type PlannedStep, WorkingCopy } from './workingCopy.ts';
import { newChangeId, removeWaitingSteps, takeBackSteps, writeSteps } from './writeSteps.ts';

export interface HeadlessChangesOptions {
  readonly project: Project;
  readonly stateFolder: string;
  readonly log: Log;
  readonly limits?: JournalLimits;
}

export class HeadlessChanges implements Changes {
  readonly #project: Project;
  readonly #journal: ChangeJournal;
  readonly #log: Log;
  // Two changes at once could each find a file as they expect it, and the second would write over the first.
  readonly #turns = new Turns();
  // Changes of this process that could not be put back when they failed, because a disk was full for example.
  readonly #stuck = new Set<string>();
  // Outside the project, and written to like the project.
  readonly #scratch: string;
  readonly #folder: string;
  #recovered: Promise<void> | undefined;
  #observations: Observations | undefined;

  constructor({ project, stateFolder, log, limits }: HeadlessChangesOptions) {
    this.#project = project;
    this.#folder = join(stateFolder, 'changes', folderNameFor(project.path));
    this.#journal = new ChangeJournal(this.#folder, limits);
    this.#log = log;
    this.#scratch = scratchFolder(stateFolder, project.path);
  }

  async plan(edit: WorkspaceEdit, signal: AbortSignal): Promise<ChangePlan> {
    await this.recover();
    const working = new WorkingCopy(this.#project.path);
    for (const operation of edit.operations) {
      if (signal.aborted) throw cancelled();
      const target = operation.kind === 'move' ? await this.#place(pathOf(operation.to), operation) : undefined;
      await working.perform(operation, await this.#place(pathOf(operation.uri), operation), target);
    }
    return this.#plan(working, working.emptied);
  }

  async planUndo(id: string, signal: AbortSignal): Promise<ChangePlan> {
    await this.recover();
    const entries = await this.#journal.entries();
    const undoing = undoneBy(id, entries);
    if (undoing !== undefined) throw alreadyUndone(id, undoing);
    const record = await this.#journal.read(id);
    if (signal.aborted) throw cancelled();
    if (record.observed !== undefined && record.steps.length === 0) throw notUndoable(id, whyNotUndoable(record.observed));
    const later = entries.slice(entries.findIndex(({ summary }) => summary.id === id) + 1).filter(({ ending }) => ending === 'done');
    const working = await stepsBack(
      this.#project.path,
      record,
      later.map(({ summary }) => summary),
    );
    return this.#plan(working, record.newFolders.toReversed(), id);
  }

  async #plan(working: WorkingCopy, emptied: readonly string[], undoes?: string): Promise<ChangePlan> {
    const steps = working.steps();
    await refuseReadOnly(this.#project.path, steps);
    return new DiskPlan(this.#project.path, steps, emptied, undoes);
  }

  async apply(plan: ChangePlan, authorship: Authorship, signal: AbortSignal): Promise<ChangeSet> {
    if (!(plan instanceof DiskPlan)) throw new TypeError('This plan was made by another host');
    return this.#turns.take(() => this.#apply(plan, authorship, signal));
  }

  async #apply(plan: DiskPlan, authorship: Authorship, signal: AbortSignal): Promise<ChangeSet> {
    if (signal.aborted) throw cancelled();
    const { readOnly } = this.#project;
    if (readOnly !== undefined) throw anotherWrites(authorship.tool, readOnly);
    const record: ChangeRecord = {
      ...authorship,
      id: newChangeId(),
      time: new Date().toISOString(),
      owner: ownIdentity(),
      ...(plan.undoes !== undefined && { undoes: plan.undoes }),
      newFolders: newFolders(this.#project.path, plan.steps),
      oldFolders: emptyFolders(plan.emptied, plan.steps),
      steps: plan.steps.map((step) => withLineCounts(step, plan.fileAt(step.path))),
    };
    const { finish } = await this.#orUnwritable(() => this.#journal.begin(record));
    // New contents are laid beside the old ones meanwhile.
    const recorded = this.#orUnwritable(finish);
    // Whoever waits for it comes later, and it may have failed by then.
    recorded.catch(() => {});
    try {
      await writeSteps(this.#project.path, record, recorded, signal);
      await this.#journal.end(record.id, 'done');
      this.#observations?.wrote(record);
    } catch (error) {
      await this.#takeBackNowOrLater(record, await isKept(recorded));
      throw signal.aborted ? cancelled() : error;
    }
    return this.#changeSet({ summary: summaryOf(record), ending: 'done' }, []);
  }

  async list(signal: AbortSignal): Promise<readonly ChangeSet[]> {
    await this.recover();
    if (signal.aborted) throw cancelled();
    const entries = await this.#journal.entries();
    // What is under way, here or in another process, has not happened yet.
    const ended = entries.filter(({ ending, summary }) => ending !== undefined && summary.refuses !== true);
    return ended.map((entry) => this.#changeSet(entry, entries)).toReversed();
  }

  async read(id: string, signal: AbortSignal): Promise<readonly PlannedFile[]> {
    const record = await this.#journal.read(id);
    if (signal.aborted) throw cancelled();
    return record.steps.map((step) => plannedFile(this.#project.path, step));
  }

  // From now on processes can be observed: who listens to the disk is opened after what was left half done has been put back.
  listen(tree: ObservedTree, processes: Processes): void {
    const { path: root } = this.#project;
    const trusted = whyNothingRuns(this.#project) === undefined;
    this.#observations ??= new Observations({ root, trusted, folder: this.#folder, tree, processes, journal: this.#journal });
  }

  async observe(authorship: Authorship, signal: AbortSignal): Promise<Observation> {
    const observations = this.#observations;
    if (observations === undefined || this.#project.readOnly !== undefined) return { end: async () => ({}) };
    await this.recover();
    // In turn, so that no change of our own is half written at either end.
    const end = await this.#turns.take(() => observations.begin(authorship, signal));
    return { end: () => this.#turns.take(async () => this.#recordObserved(await end())) };
  }

  async #recordObserved({ head, steps, newFolders, observed }: Observed): Promise<ObservedOutcome> {
    try {
      const { ignored } = observedChange(this.#project.path, observed, steps.length);
      const outcome = ignored === undefined ? {} : { ignored };
      if (steps.length === 0 && observed.unknown.length === 0) return outcome;
      const counted = steps.map((step) => withLineCounts(step, plannedFile(this.#project.path, step, steps)));
      const record: ChangeRecord = { ...head, newFolders, oldFolders: [], steps: counted, observed };
      await this.#orUnwritable(() => this.#journal.write(record));
      await this.#journal.end(record.id, 'done');
      return { ...outcome, change: this.#changeSet({ summary: summaryOf(record), ending: 'done' }, []) };
    } finally {
      await this.#journal.unmark(head.id);
    }
  }

  // What a process that was ended left half done is put back, once, and only while nobody else may write here.
  async recover(): Promise<void> {
    if (this.#project.readOnly !== undefined) return;
    this.#recovered ??= this.#turns.take(() => this.#recover());
    try {
      await this.#recovered;
    } catch (error) {
      this.#recovered = undefined;
      throw error;
    }
  }

  // A change that is being written is finished first.
  async close(): Promise<void> {
    await this.#turns.over();
    await this.#observations?.close();
  }

  async #recover(): Promise<void> {
    for (const summary of await this.#journal.cutShort()) if (!isAlive(summary.owner) || this.#stuck.has(summary.id)) await this.#takeAway(summary);
    for (const { summary, ending } of await this.#journal.entries()) {
      if (ending !== undefined || (isAlive(summary.owner) && !this.#stuck.has(summary.id))) continue;
      await this.#takeBack(await this.#journal.read(summary.id));
      this.#log.warn(`took back the change ${summary.id} (${summary.title}), which process ${summary.owner.pid} left half done`);
    }
    for (const running of await this.#journal.marked()) if (!isAlive(running.owner)) await this.#recordInterrupted(running);
  }

  // What ran when its daemon was ended may have changed anything: the history says that it ran, and that nobody saw what it did.
  async #recordInterrupted(running: RunningObservation): Promise<void> {
    await this.#journal.write({ ...running, newFolders: [], oldFolders: [], steps: [], observed: { unknown: [], interrupted: true } });
    await this.#journal.end(running.id, 'done');
    await this.#journal.unmark(running.id);
  }

  async #orUnwritable<Value>(write: () => Promise<Value>): Promise<Value> {
    try {
      return await write();
    } catch (error) {
      throw recordsUnwritable(error instanceof Error ? error.message : String(error));
    }
  }

  // The record stays without an ending until its files are as they were, and every later call tries again.
  async #takeBackNowOrLater(record: ChangeRecord, isRecorded: boolean): Promise<void> {
    this.#stuck.add(record.id);
    this.#recovered = undefined;
    if (isRecorded) await this.#takeBack(record);
    else await this.#takeAway(summaryOf(record));
  }

  // Of a record that has no contents, nothing has taken its place.
  async #takeAway(summary: RecordSummary): Promise<void> {
    await removeWaitingSteps(this.#project.path, summary);
    await this.#journal.drop(summary.id);
    this.#stuck.delete(summary.id);
  }

  async #takeBack(record: ChangeRecord): Promise<void> {
    const foreign = await takeBackSteps(this.#project.path, record).catch((error: unknown) => {
      throw halfWritten(record.title, error instanceof Error ? error.message : String(error));
    });
    if (foreign.length > 0) this.#log.warn(`left as they are, because somebody else changed them: ${foreign.join(', ')}`);
    await this.#journal.end(record.id, 'rolled back');
    this.#stuck.delete(record.id);
  }

  // Edits go through links to the file that is meant; what is moved or deleted is the link itself.
  async #place(path: string, { kind, uri }: FileOperation): Promise<string> {
    const place =
      kind === 'edit' || kind === 'create'
        ? await pathInside(this.#project.path, path, this.#scratch)
        : join(await pathInside(this.#project.path, dirname(path), this.#scratch), basename(path));
    if (place === this.#project.path || place === this.#scratch) throw outsideProject(uri, this.#project.path);
    return place;
  }

  #changeSet({ summary, ending }: JournalEntry, entries: readonly JournalEntry[]): ChangeSet {
    const { id, time, author, connection, tool, title, renames, undoes, observed } = summary;
    const undoing = undoneBy(id, entries);
    const isRefused = entries.some((entry) => entry.summary.id === undoing && entry.summary.refuses === true);
    return {
      id,
      time,
      author,
      ...(connection !== undefined && { connection }),
      tool,
      title,
      ...(renames !== undefined && { renames }),
      files: [...changedFiles(this.#project.path, summary), ...unknownFiles(this.#project.path, observed)],
      ...(undoes !== undefined && { undoes }),
      ...(undoing !== undefined && !isRefused && { undoneBy: undoing }),
      ...((ending === 'rolled back' || isRefused) && { rolledBack: true }),
      ...(observed !== undefined && { observed: observedChange(this.#project.path, observed, summary.steps.length) }),
    };
  }
}

class DiskPlan implements ChangePlan {
  readonly steps: readonly PlannedStep[];
  readonly emptied: readonly string[];
  readonly files: readonly PlannedFile[];
  readonly undoes?: string;
  readonly #byPath: ReadonlyMap<string, PlannedFile>;

  constructor(root: string, steps: readonly PlannedStep[], emptied: readonly string[], undoes?: string) {
    this.steps = steps;
    this.emptied = emptied;
    const left = new Set(steps.flatMap(({ movedFrom }) => movedFrom ?? []));
    this.#byPath = new Map(steps.map((step) => [step.path, plannedFile(root, step, steps)]));
    this.files = [...this.#byPath].filter(([path]) => !left.has(path)).map(([, file]) => file);
    if (undoes !== undefined) this.undoes = undoes;
  }

  fileAt(path: string): PlannedFile | undefined {
    return this.#byPath.get(path);
  }
}

// A file that moved is listed once, with what it held where it was.
function plannedFile(root: string, step: PlannedStep, all: readonly PlannedStep[] = []): PlannedFile {
  const source = step.movedFrom === undefined ? undefined : all.find(({ path }) => path === step.movedFrom);
  return {
    uri: uriOf(resolve(root, step.path)),
    ...(step.movedFrom !== undefined && { movedFrom: uriOf(resolve(root, step.movedFrom)) }),
    before: textIn(source === undefined ? step.before : source.before),
    after: textIn(step.after),
  };
}

function textIn(state: FileState): PlannedText | undefined {
  if (state === undefined) return undefined;
  if (state.kind === 'link') return { text: `-> ${state.target}\n`, link: true };
  const file = textFileOf(state.bytes);
  if (file === undefined) return { binaryBytes: state.bytes.length };
  const encoding = encodingName(file);
  return { text: file.text, ...(encoding !== undefined && { encoding }) };
}

function withLineCounts(step: PlannedStep, file: PlannedFile | undefined): FileStep {
  const { addedLines, removedLines } = file === undefined ? NO_LINES : changedFileOf(file);
  return { ...step, addedLines, removedLines };
}

const NO_LINES = { addedLines: 0, removedLines: 0 };

function changedFiles(root: string, { steps }: RecordSummary): readonly ChangedFile[] {
  const left = new Set(steps.flatMap(({ movedFrom }) => movedFrom ?? []));
  return steps
    .filter(({ path, after }) => after !== undefined || !left.has(path))
    .map(({ path, before, after, movedFrom, addedLines, removedLines }) => ({
      uri: uriOf(resolve(root, path)),
      kind: movedFrom !== undefined ? 'moved' : before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed',
      ...(movedFrom !== undefined && { movedFrom: uriOf(resolve(root, movedFrom)) }),
      addedLines,
      removedLines,
    }));
}

// The change that took it back and was not taken back itself.
function undoneBy(id: string, entries: readonly JournalEntry[]): string | undefined {
  return entries.find(({ summary, ending }) => summary.undoes === id && ending === 'done' && undoneBy(summary.id, entries) === undefined)?.summary.id;
}

function summaryOf(record: ChangeRecord): RecordSummary {
  const steps = record.steps.map((step) => ({ ...step, before: step.before && LISTED, after: step.after && LISTED }));
  return { ...record, steps };
}

// In a list it only counts that there is something.
const LISTED = { kind: 'file', body: 0, mode: 0 } as const;

function newFolders(root: string, steps: readonly PlannedStep[]): string[] {
  const isThere = new Map<string, boolean>();
  for (const { path, after } of steps) {
    if (after === undefined) continue;
    const parts = path.split('/').slice(0, -1);
    for (let length = 1; length <= parts.length; length++) {
      const folder = parts.slice(0, length).join('/');
      if (!isThere.has(folder)) isThere.set(folder, existsSync(resolve(root, folder)));
    }
  }
  return [...isThere].flatMap(([folder, known]) => (known ? [] : [folder]));
}

function emptyFolders(candidates: readonly string[], steps: readonly PlannedStep[]): string[] {
  return candidates.filter((folder) => !steps.some(({ path, after }) => after !== undefined && path.startsWith(`${folder}/`)));
}

async function isKept(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
