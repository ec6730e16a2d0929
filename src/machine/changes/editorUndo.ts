// What a person takes back or makes again with the editor's own undo: recorded like any other change, so that the history tells what is really there.
import { resolve } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import { groupBy } from '../../base/groupBy.ts';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { hashOfText } from '../../base/text/textHash.ts';
import { milliseconds } from '../../base/waiting/duration.ts';
import { numberedHunks } from '../../ide/doors/reviews.ts';
import type { HeldChange, HeldTexts, UndoneText } from '../../ide/heldTexts.ts';
import { listedSteps } from './diskPlan.ts';
import type { ChangeRecord, FileStep } from './record.ts';
import { newChangeId } from './writeSteps.ts';

// One change of one file, with the hashes of both texts.
interface Made {
  readonly id: string;
  readonly before: string;
  readonly after: string;
  // As was heard last.
  isUndone: boolean;
  // The change that says so, once it is recorded.
  undoneBy?: string | undefined;
}

interface Found {
  readonly made: Made;
  readonly uri: string;
}

export interface EditorUndoOptions {
  readonly root: string;
  readonly held: HeldTexts;
  read(id: string): Promise<ChangeRecord>;
  // In turn with all other changes.
  record(make: () => Promise<ChangeRecord>): Promise<void>;
  onFailure(error: unknown): void;
}

// The files of one undo are reported one after the other.
const TOGETHER = milliseconds(100);
// An editor forgets what was long ago too.
const MOST_REMEMBERED = 200;

export class EditorUndo implements Disposable {
  readonly #options: EditorUndoOptions;
  readonly #listening: Disposable;
  // By file, the newest last.
  readonly #made = new Map<string, Made[]>();
  #found: Found[] = [];
  #settled: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EditorUndoOptions) {
    this.#options = options;
    this.#listening = options.held.onUndo((undone) => this.#hear(undone));
  }

  wrote(id: string, changes: readonly HeldChange[]): void {
    for (const { uri, before, after } of changes) {
      const made = { id, before: hashOfText(before), after: hashOfText(after), isUndone: false };
      this.#made.set(uri, [...(this.#made.get(uri) ?? []), made].slice(-MOST_REMEMBERED));
    }
  }

  // Returns when everything that was heard is recorded.
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const found = this.#found;
    this.#found = [];
    // One after the other: what is made again is known by the change that took it back.
    this.#settled = this.#settled.then(() => this.#record(found)).catch((error: unknown) => this.#options.onFailure(error));
    return this.#settled;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#listening[Symbol.dispose]();
  }

  #hear({ uri, text, by }: UndoneText): void {
    const own = this.#made.get(uri) ?? [];
    // The newest that still stands is the only one that can go, and the oldest of those that went the only one that can come back.
    const made = by === 'undo' ? own.findLast(({ isUndone }) => !isUndone) : own.find(({ isUndone }) => isUndone);
    if (made === undefined || (by === 'undo' ? made.before : made.after) !== hashOfText(text)) return;
    made.isUndone = by === 'undo';
    // Taken back and made again before anybody recorded it is as if nothing had been.
    const opposite = this.#found.findIndex((each) => each.made === made);
    if (opposite >= 0) this.#found.splice(opposite, 1);
    else this.#found.push({ made, uri });
    this.#timer ??= setTimeout(() => void this.settle(), TOGETHER).unref();
  }

  async #record(found: readonly Found[]): Promise<void> {
    // Made again: it is the person's own undo that is taken back.
    const taken = groupBy(found, ({ made }) => made.undoneBy ?? made.id);
    for (const [id, own] of taken) await this.#options.record(() => this.#taken(id, own));
  }

  async #taken(id: string, found: readonly Found[]): Promise<ChangeRecord> {
    const { root, read } = this.#options;
    const record = await read(id);
    const uris = new Set(found.map(({ uri }) => uri));
    const isUndo = found.some(({ made }) => made.id === id);
    const newId = newChangeId();
    for (const { made } of found) made.undoneBy = isUndo ? newId : undefined;
    return {
      id: newId,
      time: new Date().toISOString(),
      author: 'person in the editor',
      tool: 'editor',
      title: isUndo ? `undo in the editor: ${record.title}` : `redo in the editor: ${record.title.replace('undo in the editor: ', '')}`,
      owner: ownIdentity(),
      ...takenBack(root, record, uris),
      newFolders: [],
      oldFolders: [],
      steps: record.steps.filter(({ path }) => uris.has(uriOf(resolve(root, path)))).map(reversed),
      observed: { unknown: [] },
    };
  }
}

function reversed(step: FileStep): FileStep {
  return { ...step, before: step.after, after: step.before, addedLines: step.removedLines, removedLines: step.addedLines };
}

// All of it, or the hunks of the files that were open.
function takenBack(root: string, { id, steps }: ChangeRecord, uris: ReadonlySet<string>): Pick<ChangeRecord, 'undoes' | 'undoesPart'> {
  const files = listedSteps(root, steps).map(({ file }) => file);
  if (files.every(({ uri }) => uris.has(uri))) return { undoes: id };
  const hunks = numberedHunks(files).filter(({ uri }) => uris.has(uri));
  return { undoesPart: { id, hunks: hunks.map(({ number }) => number) } };
}
