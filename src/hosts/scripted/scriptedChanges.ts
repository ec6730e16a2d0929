// Change sets on files in memory: the behaviour of the real ones, without a disk.
import { linesOf, mergeTexts } from '../../base/text/lineDiff.ts';
import {
  type Authorship,
  type ChangeEvent,
  type ChangePlan,
  type ChangeSet,
  type Changes,
  changedFileOf,
  type Evidence,
  type Observation,
  type PlannedFile,
  type UndoUntil,
} from '../../ide/doors/changes.ts';
import { numberedHunks, type ProposedHunk } from '../../ide/doors/reviews.ts';
import { unknownHunk } from '../../ide/errors/editErrors.ts';
import {
  alreadyUndone,
  changedMeanwhile,
  changeNotFound,
  fileExists,
  fileNotFound,
  outsideProject,
  type UndoConflict,
  undoConflict,
} from '../../ide/errors/errors.ts';
import { TextSnapshot } from '../../ide/text.ts';
import { editedText, type FileOperation, type WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import type { ScriptedDocuments } from './scriptedDocuments.ts';

interface Step {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly movedFrom?: string;
}

type TakenBack = Pick<ChangePlan, 'undoes' | 'undoesPart' | 'undoesAll'>;

interface Made extends Omit<ChangeSet, 'undoneBy'> {
  readonly steps: readonly Step[];
}

export class ScriptedChanges implements Changes {
  readonly #documents: ScriptedDocuments;
  readonly #plans = new WeakMap<ChangePlan, readonly Step[]>();
  readonly #history: Made[] = [];
  readonly #evidence = new Map<string, readonly Evidence[]>();
  readonly #listeners = new Set<(event: ChangeEvent) => void>();

  constructor(documents: ScriptedDocuments) {
    this.#documents = documents;
  }

  async plan({ operations }: WorkspaceEdit): Promise<ChangePlan> {
    const now = this.#texts();
    const moved = new Map<string, string>();
    for (const operation of operations) this.#perform(operation, now, moved);
    return this.#planned(this.#stepsTo(now, moved));
  }

  async planUndo(id: string, _: AbortSignal, hunks?: readonly number[]): Promise<ChangePlan> {
    const made = this.#made(id);
    const undoing = this.#undoneBy(id);
    if (undoing !== undefined) throw alreadyUndone(id, undoing);
    const now = this.#texts();
    const all = numberedHunks(made.steps.map((step) => this.#file(step)));
    const unknown = (hunks ?? []).filter((number) => !all.some((hunk) => hunk.number === number));
    if (unknown.length > 0) throw unknownHunk(id, unknown, all.length);
    const isPart = hunks !== undefined && new Set(hunks).size < all.length;
    const conflicts = takeBackIn(now, isPart ? made.steps.map((step) => this.#withOnly(step, all, hunks)) : made.steps);
    if (conflicts.length > 0) throw undoConflict(`The change ${id}`, conflicts);
    return this.#planned(this.#stepsTo(now, new Map()), isPart ? { undoesPart: { id, hunks } } : { undoes: id });
  }

  async planUndoUntil(until: UndoUntil): Promise<ChangePlan> {
    const first = this.#history.findIndex(({ id, time }) => ('before' in until ? id === until.before : time > until.at));
    if (first < 0 && 'before' in until) throw changeNotFound(until.before);
    const taken = first < 0 ? [] : this.#history.slice(first);
    const now = this.#texts();
    const conflicts = taken.toReversed().flatMap(({ id, steps }) => takeBackIn(now, steps).map((conflict) => ({ ...conflict, change: id })));
    if (conflicts.length > 0) throw undoConflict(`${taken.length} changes together`, conflicts);
    return this.#planned(this.#stepsTo(now, new Map()), { undoesAll: taken.map(({ id }) => id) });
  }

  // The step as if it had done only these of its hunks.
  #withOnly(step: Step, all: readonly ProposedHunk[], hunks: readonly number[]): Step {
    const own = all.filter(({ uri, number }) => uri === this.#documents.uriOf(step.path) && hunks.includes(number));
    if (own.length === 0) return { ...step, before: step.after };
    if (own.some(({ kind }) => kind !== 'text')) return step;
    const lines = linesOf(step.after ?? '');
    for (const { newStart, removed, added } of own.toReversed()) lines.splice(newStart, added.length, ...removed);
    return { ...step, before: lines.join('') };
  }

  async keepEvidence(id: string, evidence: Evidence): Promise<void> {
    const others = (this.#evidence.get(id) ?? []).filter(({ kind }) => kind !== evidence.kind);
    this.#evidence.set(id, [...others, evidence]);
    this.#tell({ kind: 'updated', id });
  }

  onChange(listener: (event: ChangeEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #tell(event: ChangeEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  async apply(plan: ChangePlan, authorship: Authorship): Promise<ChangeSet> {
    const steps = this.#plans.get(plan) ?? [];
    const now = this.#texts();
    const changed = steps.filter(({ path, before }) => now.get(path) !== before).map(({ path }) => path);
    if (changed.length > 0) throw changedMeanwhile(changed);
    for (const { path, after } of steps) {
      if (after === undefined) this.#documents.delete(path);
      else this.#documents.write(path, after);
    }
    const { files: _, ...takenBack } = plan;
    return this.#recorded(authorship, steps, plan, takenBack);
  }

  // Everything here is text in memory, so all of it can be taken back.
  async observe(authorship: Authorship): Promise<Observation> {
    const before = this.#texts();
    const end = async () => {
      const steps = this.#stepsTo(this.#texts(), new Map(), before);
      return steps.length === 0 ? {} : { change: this.#recorded(authorship, steps, this.#planned(steps), { observed: { undoable: 'all', unknown: [] } }) };
    };
    return { end };
  }

  #recorded(authorship: Authorship, steps: readonly Step[], { files }: ChangePlan, more: TakenBack & Pick<ChangeSet, 'observed'>): ChangeSet {
    const id = `change${this.#history.length + 1}`;
    const made: Made = { ...authorship, id, time: '2026-01-01T00:00:00.000Z', files: files.map(changedFileOf), steps, ...more };
    this.#history.push(made);
    this.#tell({ kind: 'made', id });
    return this.#changeSet(made);
  }

  async list(): Promise<readonly ChangeSet[]> {
    return this.#history
      .filter(({ refuses }) => refuses !== true)
      .map((made) => this.#changeSet(made))
      .toReversed();
  }

  async read(id: string): Promise<readonly PlannedFile[]> {
    return this.#made(id).steps.map((step) => this.#file(step));
  }

  #perform(operation: FileOperation, now: Map<string, string>, moved: Map<string, string>): void {
    const path = this.#pathOf(operation.uri);
    const text = now.get(path);
    switch (operation.kind) {
      case 'create':
        if (text !== undefined && operation.ifExists === 'fail') throw fileExists(path);
        if (text === undefined || operation.ifExists === 'overwrite') now.set(path, operation.text);
        return;
      case 'edit':
        if (text === undefined) throw fileNotFound(path);
        if (operation.basis !== undefined && operation.basis !== text) throw changedMeanwhile([path]);
        now.set(path, editedText(new TextSnapshot({ uri: operation.uri, text, version: 0, languageId: '' }), operation.edits));
        return;
      case 'delete':
        for (const file of filesAt(path, now)) now.delete(file);
        return;
      case 'move':
        for (const file of filesAt(path, now)) {
          const target = this.#pathOf(operation.to) + file.slice(path.length);
          if (now.has(target)) throw fileExists(target);
          now.set(target, now.get(file) ?? '');
          now.delete(file);
          moved.set(target, file);
        }
    }
  }

  #stepsTo(now: ReadonlyMap<string, string>, moved: ReadonlyMap<string, string>, before = this.#texts()): readonly Step[] {
    return [...new Set([...before.keys(), ...now.keys()])]
      .filter((path) => before.get(path) !== now.get(path))
      .sort()
      .map((path) => {
        const movedFrom = moved.get(path);
        return { path, before: before.get(path), after: now.get(path), ...(movedFrom !== undefined && { movedFrom }) };
      });
  }

  #planned(steps: readonly Step[], takenBack: TakenBack = {}): ChangePlan {
    const left = new Set(steps.flatMap(({ movedFrom }) => movedFrom ?? []));
    const files = steps.filter(({ path }) => !left.has(path)).map((step) => this.#file(step));
    const plan = { files, ...takenBack };
    this.#plans.set(plan, steps);
    return plan;
  }

  #file({ path, before, after, movedFrom }: Step): PlannedFile {
    const was = movedFrom === undefined ? before : this.#texts().get(movedFrom);
    return {
      uri: this.#documents.uriOf(path),
      ...(movedFrom !== undefined && { movedFrom: this.#documents.uriOf(movedFrom) }),
      before: was === undefined ? undefined : { text: was },
      after: after === undefined ? undefined : { text: after },
    };
  }

  #changeSet({ steps: _, ...change }: Made): ChangeSet {
    const undoneBy = this.#undoneBy(change.id);
    const isRefused = this.#history.some(({ id, refuses }) => id === undoneBy && refuses === true);
    const evidence = this.#evidence.get(change.id);
    const partly = this.#history.filter(({ id, undoesPart }) => undoesPart?.id === change.id && this.#undoneBy(id) === undefined).map(({ id }) => id);
    return {
      ...change,
      ...(isRefused ? { rolledBack: true } : undoneBy !== undefined && { undoneBy }),
      ...(partly.length > 0 && { partlyUndoneBy: partly }),
      ...(evidence !== undefined && { evidence }),
    };
  }

  #made(id: string): Made {
    const made = this.#history.find((change) => change.id === id);
    if (made === undefined) throw changeNotFound(id);
    return made;
  }

  #undoneBy(id: string): string | undefined {
    return this.#history.find((change) => (change.undoes === id || change.undoesAll?.includes(id) === true) && this.#undoneBy(change.id) === undefined)?.id;
  }

  #texts(): Map<string, string> {
    return new Map(this.#documents.snapshots().map(({ uri, text }) => [this.#pathOf(uri), text]));
  }

  #pathOf(uri: string): string {
    const path = this.#documents.pathOf(uri);
    if (path === undefined || path === '') throw outsideProject(uri, 'the project');
    return path;
  }
}

// What is taken back goes into the texts.
function takeBackIn(now: Map<string, string>, steps: readonly Step[]): readonly UndoConflict[] {
  return steps.flatMap(({ path, before, after }) => {
    const current = now.get(path);
    const merged = current === after ? { text: before } : mergeTexts(after ?? '', current ?? '', before ?? '');
    if (!('text' in merged)) return [{ file: path, why: 'these lines were changed since' }];
    if (merged.text === undefined) now.delete(path);
    else now.set(path, merged.text);
    return [];
  });
}

function filesAt(path: string, now: ReadonlyMap<string, string>): readonly string[] {
  const files = [...now.keys()].filter((file) => file === path || file.startsWith(`${path}/`));
  if (files.length === 0) throw fileNotFound(path);
  return files;
}
