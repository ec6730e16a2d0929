// Change sets of one project: planned in memory, recorded in the state folder, then written to the user's files. Only this room writes them.

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathOf } from '../../base/files/fileUri.ts';
import type { Log } from '../../base/log.ts';
import { isAlive, ownIdentity } from '../../base/processes/processIdentity.ts';
import { Turns } from '../../base/waiting/turns.ts';
import type {
  Authorship,
  ChangeEvent,
  ChangePlan,
  ChangeSet,
  Changes,
  Evidence,
  Observation,
  ObservedOutcome,
  PlannedFile,
  UndoUntil,
} from '../../ide/doors/changes.ts';
import { halfWritten, notUndoable } from '../../ide/errors/editErrors.ts';
import {
  alreadyUndone,
  anotherWrites,
  cancelled,
  changeNotFound,
  outsideProject,
  recordsUnwritable,
  type UndoConflict,
  undoConflict,
} from '../../ide/errors/errors.ts';
import { whyNothingRuns } from '../../ide/execution.ts';
import type { HeldTexts } from '../../ide/heldTexts.ts';
import type { Project } from '../../ide/ide.ts';
import type { FileOperation, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { pathInside } from '../files/realPath.ts';
import { folderNameFor, scratchFolder } from '../files/scratchFolder.ts';
import type { Processes } from '../processes/processes.ts';
import { changeSetOf, firstAfter, summaryOf, takenBackBy, undoneBy } from './changeSets.ts';
import { DiskPlan, listedSteps, plannedFile, type TakenBack, withLineCounts } from './diskPlan.ts';
import type { ObservedTree } from './earlierContents.ts';
import { EditorUndo } from './editorUndo.ts';
import { ChangeJournal, type JournalLimits, type RunningObservation } from './journal.ts';
import { Observations, type Observed } from './observations.ts';
import { observedChange, whyNotUndoable } from './observedChange.ts';
import { OpenEditors, textSteps } from './openEditors.ts';
import { refuseReadOnly } from './readOnlyFiles.ts';
import type { ChangeRecord, RecordSummary } from './record.ts';
import { undoneParts } from './undoneHunks.ts';
import { takeBackIn } from './undoSteps.ts';
import { type PlannedStep, WorkingCopy } from './workingCopy.ts';
import { newChangeId, removeWaitingSteps, takeBackSteps, writeSteps } from './writeSteps.ts';

export interface HeadlessChangesOptions {
  readonly project: Project;
  readonly stateFolder: string;
  readonly log: Log;
  readonly limits?: JournalLimits;
  // What a person has open, where there are editors: it is planned from and changed there.
  readonly held?: HeldTexts;
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
  readonly #listeners = new Set<(event: ChangeEvent) => void>();
  readonly #editors: OpenEditors | undefined;
  readonly #undone: EditorUndo | undefined;
  #recovered: Promise<void> | undefined;
  #observations: Observations | undefined;

  constructor({ project, stateFolder, log, limits, held }: HeadlessChangesOptions) {
    this.#project = project;
    this.#folder = join(stateFolder, 'changes', folderNameFor(project.path));
    this.#journal = new ChangeJournal(this.#folder, limits);
    this.#log = log;
    this.#scratch = scratchFolder(stateFolder, project.path);
    this.#editors = held && new OpenEditors(project.path, held);
    this.#undone =
      held &&
      new EditorUndo({
        root: project.path,
        held,
        read: (id) => this.#journal.read(id),
        record: (make) => this.#turns.take(async () => this.#recordUndone(await make())),
        onFailure: (error) => log.warn(`what a person took back in the editor could not be recorded: ${String(error)}`),
      });
  }

  async plan(edit: WorkspaceEdit, signal: AbortSignal): Promise<ChangePlan> {
    await this.recover();
    const working = await this.#workingCopy();
    for (const operation of edit.operations) {
      if (signal.aborted) throw cancelled();
      const target = operation.kind === 'move' ? await this.#place(pathOf(operation.to), operation) : undefined;
      await working.perform(operation, await this.#place(pathOf(operation.uri), operation), target);
    }
    return this.#plan(working, working.emptied);
  }

  async planUndo(id: string, signal: AbortSignal, hunks?: readonly number[]): Promise<ChangePlan> {
    await this.recover();
    const { path: root } = this.#project;
    await this.#undone?.settle();
    const entries = await this.#journal.entries();
    const undoing = undoneBy(id, entries);
    if (undoing !== undefined) throw alreadyUndone(id, undoing);
    const record = await this.#journal.read(id);
    if (signal.aborted) throw cancelled();
    if (record.observed !== undefined && record.steps.length === 0) throw notUndoable(id, whyNotUndoable(record.observed));
    const parts = hunks === undefined ? undefined : undoneParts(root, record, hunks);
    const later = entries.slice(entries.findIndex(({ summary }) => summary.id === id) + 1).filter(({ ending }) => ending === 'done');
    const working = await this.#workingCopy();
    const summaries = later.map(({ summary }) => summary);
    const conflicts = await takeBackIn(working, root, record, summaries, parts);
    if (conflicts.length > 0) throw undoConflict(`The change ${id}`, conflicts);
    const takenBack = parts === undefined ? { undoes: id } : { undoesPart: { id, hunks: [...new Set(hunks)].toSorted((a, b) => a - b) } };
    return this.#plan(working, record.newFolders.toReversed(), takenBack);
  }

  // From the newest on, each as if it were the last: what nobody else touched comes back to the byte.
  async planUndoUntil(until: UndoUntil, signal: AbortSignal): Promise<ChangePlan> {
    await this.recover();
    const { path: root } = this.#project;
    await this.#undone?.settle();
    const entries = await this.#journal.entries();
    const first = 'before' in until ? entries.findIndex(({ summary }) => summary.id === until.before) : firstAfter(until.at, entries);
    if (first < 0 && 'before' in until) throw changeNotFound(until.before);
    const taken = first < 0 ? [] : entries.slice(first).filter(({ ending }) => ending === 'done');
    const working = await this.#workingCopy();
    const conflicts: UndoConflict[] = [];
    const emptied: string[] = [];
    for (const { summary } of taken.toReversed()) {
      if (signal.aborted) throw cancelled();
      const record = await this.#journal.read(summary.id);
      const found = await takeBackIn(working, root, record, []);
      conflicts.push(...found.map((conflict) => ({ ...conflict, change: summary.id })));
      emptied.push(...record.newFolders.toReversed());
    }
    if (conflicts.length > 0) throw undoConflict(`${taken.length} changes together`, conflicts);
    const isCutShort = first === 0 && (await this.#journal.hasForgotten());
    return this.#plan(working, [...new Set(emptied)], { undoesAll: taken.map(({ summary }) => summary.id) }, isCutShort);
  }

  async #workingCopy(): Promise<WorkingCopy> {
    await this.#undone?.settle();
    return new WorkingCopy(this.#project.path, this.#editors);
  }

  async #plan(working: WorkingCopy, emptied: readonly string[], takenBack: TakenBack = {}, isCutShort = false): Promise<ChangePlan> {
    const steps = working.steps();
    this.#editors?.split(steps);
    await refuseReadOnly(this.#project.path, steps);
    return new DiskPlan(this.#project.path, steps, emptied, takenBack, isCutShort);
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
      ...plan.takenBack,
      newFolders: newFolders(this.#project.path, plan.steps),
      oldFolders: emptyFolders(plan.emptied, plan.steps),
      steps: plan.steps.map((step) => withLineCounts(step, plan.fileAt(step.path))),
    };
    const { finish } = await this.#orUnwritable(() => this.#journal.begin(record));
    // New contents are laid beside the old ones meanwhile.
    const recorded = this.#orUnwritable(finish);
    // Whoever waits for it comes later, and it may have failed by then.
    recorded.catch(() => {});
    const written = await this.#write(record, recorded, signal).catch(async (error: unknown) => {
      await this.#takeBackNowOrLater(record, await isKept(recorded));
      throw signal.aborted ? cancelled() : error;
    });
    this.#tell({ kind: 'made', id: record.id });
    for (const id of takenBackBy(record)) this.#tell({ kind: 'updated', id });
    const change = changeSetOf(this.#project.path, { summary: summaryOf(written.record), ending: 'done', ended: new Date() }, []);
    return written.unsaved.length === 0 ? change : { ...change, unsaved: written.unsaved };
  }

  // The disk first, which can be put back without anybody seeing it; then what a person has open.
  async #write(record: ChangeRecord, recorded: Promise<void>, signal: AbortSignal): Promise<{ record: ChangeRecord; unsaved: readonly string[] }> {
    const { path: root } = this.#project;
    const { onDisk, inEditors } = this.#editors?.split(record.steps) ?? { onDisk: record.steps, inEditors: [] };
    await writeSteps(root, { ...record, steps: onDisk }, recorded, signal);
    const texts = (await this.#editors?.write(inEditors)) ?? { saved: [], unsaved: [] };
    const steps = await this.#editors?.afterSaving(record.steps, texts);
    const actual = steps === undefined ? record : { ...record, steps: steps.map((step) => withLineCounts(step, plannedFile(root, step, steps))) };
    if (steps !== undefined) await this.#journal.replace(actual);
    await this.#journal.end(record.id, 'done');
    this.#observations?.wrote(actual);
    this.#undone?.wrote(record.id, textSteps(root, actual.steps));
    return { record: actual, unsaved: texts.unsaved };
  }

  async #recordUndone(record: ChangeRecord): Promise<void> {
    if (this.#project.readOnly !== undefined) return;
    await this.#orUnwritable(() => this.#journal.write(record));
    await this.#journal.end(record.id, 'done');
    this.#tell({ kind: 'made', id: record.id });
    for (const id of takenBackBy(record)) this.#tell({ kind: 'updated', id });
  }

  async list(signal: AbortSignal): Promise<readonly ChangeSet[]> {
    await this.recover();
    await this.#undone?.settle();
    if (signal.aborted) throw cancelled();
    const entries = await this.#journal.entries();
    // What is under way, here or in another process, has not happened yet.
    const ended = entries.filter(({ ending, summary }) => ending !== undefined && summary.refuses !== true);
    const evidence = await this.#journal.evidence();
    return ended.map((entry) => changeSetOf(this.#project.path, entry, entries, evidence.get(entry.summary.id))).toReversed();
  }

  async read(id: string, signal: AbortSignal): Promise<readonly PlannedFile[]> {
    const record = await this.#journal.read(id);
    if (signal.aborted) throw cancelled();
    return listedSteps(this.#project.path, record.steps).map(({ file }) => file);
  }

  async keepEvidence(id: string, evidence: Evidence): Promise<void> {
    if (this.#project.readOnly !== undefined) return;
    // The change is made, and worth more than what is known of it.
    const isKept = await this.#journal.keepEvidence(id, evidence).catch((error: unknown) => {
      this.#log.warn(`what is known of the change ${id} could not be kept: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    });
    if (isKept) this.#tell({ kind: 'updated', id });
  }

  onChange(listener: (event: ChangeEvent) => void): Disposable {
    const own = (event: ChangeEvent) => listener(event);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  #tell(event: ChangeEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
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

  async #recordObserved({ head, encloses, steps, newFolders, observed }: Observed): Promise<ObservedOutcome> {
    try {
      const { ignored } = observedChange(this.#project.path, observed, steps.length);
      const outcome = ignored === undefined ? {} : { ignored };
      if (steps.length === 0 && observed.unknown.length === 0) return outcome;
      const counted = steps.map((step) => withLineCounts(step, plannedFile(this.#project.path, step, steps)));
      const record: ChangeRecord = { ...head, newFolders, oldFolders: [], steps: counted, observed };
      await this.#orUnwritable(() => this.#journal.write(record));
      await this.#journal.end(record.id, 'done');
      this.#observations?.recorded(record, encloses);
      this.#tell({ kind: 'made', id: record.id });
      return { ...outcome, change: changeSetOf(this.#project.path, { summary: summaryOf(record), ending: 'done', ended: new Date() }, []) };
    } finally {
      await this.#journal.unmark(head.id);
    }
  }

  // What a process that was ended left half done is put back, once, and only while nobody else may write here.
  async recover(): Promise<void> {
    if (this.#project.readOnly !== undefined) {
      // Whoever writes meanwhile may leave something too.
      this.#recovered = undefined;
      return;
    }
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
    await this.#undone?.settle();
    this.#undone?.[Symbol.dispose]();
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
    const inEditors = (await this.#editors?.takeBack(record)) ?? [];
    const left = await takeBackSteps(this.#project.path, record).catch((error: unknown) => {
      throw halfWritten(record.title, error instanceof Error ? error.message : String(error));
    });
    const foreign = left.filter((path) => !inEditors.includes(path));
    if (foreign.length > 0) this.#log.warn(`left as they are, because somebody else changed them: ${foreign.join(', ')}`);
    await this.#journal.end(record.id, 'rolled back');
    this.#stuck.delete(record.id);
  }

  // Edits go through links to the file that is meant; what is moved, deleted or replaced to the byte is the link itself.
  async #place(path: string, operation: FileOperation): Promise<string> {
    const place =
      operation.kind === 'edit' || (operation.kind === 'create' && operation.exact === undefined)
        ? await pathInside(this.#project.path, path, this.#scratch)
        : join(await pathInside(this.#project.path, dirname(path), this.#scratch), basename(path));
    if (place === this.#project.path || place === this.#scratch) throw outsideProject(operation.uri, this.#project.path);
    return place;
  }
}

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
