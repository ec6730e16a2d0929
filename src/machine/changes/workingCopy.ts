// The project's files as a plan would leave them, while nothing of it has been written.
import { lstat, readdir } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import { meansAbsent } from '../../base/files/systemError.ts';
import { binaryFile, changedMeanwhile, fileExists, fileNotFound, oneFileOnDisk } from '../../ide/errors/errors.ts';
import { TextSnapshot } from '../../ide/text.ts';
import { editedText, type FileOperation, type IfExists } from '../../ide/workspaceEdit.ts';
import { bytesOf, lineBreaksLike, textFileOf } from '../files/textFile.ts';
import { type FileState, fileStateAt, hashOf, isExecutable, isSameState } from './fileState.ts';
import { holdFolderOf } from './heldFolder.ts';
import type { OpenEditors } from './openEditors.ts';

export interface PlannedStep {
  // Relative to the project, with forward slashes.
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
  readonly movedFrom?: string | undefined;
}

type EditOperation = Extract<FileOperation, { kind: 'edit' }>;
type CreateOperation = Extract<FileOperation, { kind: 'create' }>;

interface Touched {
  before: FileState;
  now: FileState;
  movedFrom?: string | undefined;
}

// Whoever may read it may run it.
function withExecutable(mode: number, executable: boolean | undefined): number {
  if (executable === undefined) return mode;
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

// Modes of new files, before the process's mask.
const NEW_FILE_MODE = 0o666 & ~process.umask();

export class WorkingCopy {
  readonly #root: string;
  readonly #editors: OpenEditors | undefined;
  readonly #touched = new Map<string, Touched>();
  // Folders that an operation moved or deleted whole, or moved a file out of; they go when nothing is left in them.
  readonly emptied: string[] = [];

  constructor(root: string, editors?: OpenEditors) {
    this.#root = root;
    this.#editors = editors;
  }

  // Of files that are not the same as before.
  steps(): readonly PlannedStep[] {
    const changed = [...this.#touched].filter(([, { before, now }]) => !isSameState(before, now) || isExecutable(before) !== isExecutable(now));
    // What came by way of places where nothing was, or went there and back, has not moved.
    const left = new Set(changed.filter(([, { before }]) => before !== undefined).map(([path]) => path));
    return changed
      .map(([path, { before, now, movedFrom }]) => ({
        path,
        before,
        after: now,
        ...(movedFrom !== undefined && movedFrom !== path && left.has(movedFrom) && { movedFrom }),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  // Paths are absolute and inside the project, links resolved except the last.
  async perform(operation: FileOperation, path: string, target?: string): Promise<void> {
    switch (operation.kind) {
      case 'edit':
        return this.#edit(path, operation);
      case 'create':
        return this.#create(path, operation);
      case 'delete':
        return this.#delete(path, operation.ifMissing);
      case 'move':
        return this.#move(path, target ?? path, operation.ifExists);
    }
  }

  // A state known already, such as one from the history; with the place that it came from, by its name.
  async put(path: string, state: FileState, movedFrom?: string): Promise<void> {
    const touched = await this.#at(path);
    touched.now = state;
    touched.movedFrom = movedFrom;
  }

  // The name of the place on disk that now holds what is here.
  async originOf(path: string): Promise<string> {
    return (await this.#at(path)).movedFrom ?? this.#nameOf(path);
  }

  async stateAt(path: string): Promise<FileState> {
    return (await this.#at(path)).now;
  }

  async #edit(path: string, { uri, edits, basis }: EditOperation): Promise<void> {
    const touched = await this.#at(path);
    if (touched.now === undefined) throw fileNotFound(this.#nameOf(path));
    const file = touched.now.kind === 'file' ? textFileOf(touched.now.bytes) : undefined;
    if (touched.now.kind !== 'file' || file === undefined) throw binaryFile(this.#nameOf(path));
    if (basis !== undefined && basis !== file.text) throw changedMeanwhile([this.#nameOf(path)]);
    const snapshot = new TextSnapshot({ uri, text: file.text, version: 0, languageId: '' });
    const broken = lineBreaksLike(file.text);
    const fitting = edits.map(({ range, newText }) => ({ range, newText: broken(newText) }));
    touched.now = { ...touched.now, bytes: bytesOf({ ...file, text: editedText(snapshot, fitting) }, this.#nameOf(path)) };
  }

  async #create(path: string, { text, ifExists, exact }: CreateOperation): Promise<void> {
    const touched = await this.#at(path);
    if (touched.now !== undefined && ifExists === 'skip') return;
    if (touched.now !== undefined && ifExists === 'fail') throw fileExists(this.#nameOf(path));
    if (exact?.replaces !== undefined && exact.replaces !== hashOf(touched.now)) throw changedMeanwhile([this.#nameOf(path)]);
    const mode = touched.now?.kind === 'file' ? touched.now.mode : NEW_FILE_MODE;
    if (exact === undefined) touched.now = { kind: 'file', bytes: Buffer.from(text), mode };
    else if ('link' in exact) touched.now = { kind: 'link', target: exact.link };
    else touched.now = { kind: 'file', bytes: Buffer.from(exact.base64, 'base64'), mode: withExecutable(mode, exact.executable) };
  }

  async #delete(path: string, ifMissing: 'fail' | 'skip'): Promise<void> {
    if (ifMissing === 'skip' && !(await isFolder(path)) && (await this.#at(path)).now === undefined) return;
    await this.#forEachFile(path, (file) => this.put(file, undefined));
  }

  async #move(from: string, to: string, ifExists: IfExists): Promise<void> {
    // Version control knows no empty folders, so the last file takes its folder along.
    if (!(await isFolder(from))) this.#mayEmpty(this.#nameOf(from));
    await this.#forEachFile(from, async (file) => {
      const target = file === from ? to : join(to, relative(from, file));
      const source = await this.#at(file);
      const arrival = await this.#at(target);
      if (arrival.now !== undefined && (await isOneFile(file, target))) throw oneFileOnDisk(this.#nameOf(file), this.#nameOf(target));
      const taken = arrival.now !== undefined;
      if (taken && ifExists === 'skip') return;
      if (taken && ifExists === 'fail') throw fileExists(this.#nameOf(target));
      arrival.now = source.now;
      arrival.movedFrom = source.movedFrom ?? this.#nameOf(file);
      source.now = undefined;
    });
  }

  // Innermost first.
  #mayEmpty(file: string): void {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) if (!this.emptied.includes(folder)) this.emptied.push(folder);
  }

  // The file itself, or every file in the folder, whether or not version control sees it: nothing may be left behind.
  async #forEachFile(path: string, work: (file: string) => Promise<void>): Promise<void> {
    const known = [...this.#touched].filter(([, { now }]) => now !== undefined).map(([name]) => resolve(this.#root, name));
    const onDisk = await filesBelow(path);
    if (onDisk === undefined) {
      if ((await this.#at(path)).now === undefined) throw fileNotFound(this.#nameOf(path));
      return work(path);
    }
    this.emptied.push(...onDisk.folders.map((folder) => this.#nameOf(folder)));
    const files = new Set([...onDisk.files, ...known.filter((file) => file !== path && isInside(path, file))]);
    for (const file of [...files].sort()) if ((await this.#at(file)).now !== undefined) await work(file);
  }

  async #at(path: string): Promise<Touched> {
    const name = this.#nameOf(path);
    const known = this.#touched.get(name);
    if (known !== undefined) return known;
    const disk = await this.#stateOnDisk(path, name);
    const before = this.#editors === undefined ? disk : this.#editors.stateOf(path, name, disk, NEW_FILE_MODE);
    const touched: Touched = { before, now: before };
    this.#touched.set(name, touched);
    return touched;
  }

  // What the way leads to may have changed since it was resolved, and what is outside is not even read.
  async #stateOnDisk(path: string, asNamed: string): Promise<FileState> {
    try {
      using held = holdFolderOf(this.#root, path);
      return await fileStateAt(held.path(), asNamed);
    } catch (error) {
      if (meansAbsent(error)) return undefined;
      throw error;
    }
  }

  #nameOf(path: string): string {
    return relative(this.#root, path).replaceAll(sep, '/');
  }
}

// Where a disk ignores capitals, both names lead to one file, and to let go of the old one would be to lose it.
async function isOneFile(one: string, other: string): Promise<boolean> {
  if (one === other || one.toLowerCase() !== other.toLowerCase()) return false;
  const [first, second] = await Promise.all([one, other].map((path) => lstat(path, { bigint: true }).catch(() => undefined)));
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev;
}

// A link to a folder is a link: what is moved or deleted is never what it leads to.
async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true;
}

// Innermost folders first. Undefined when the path is not a folder.
async function filesBelow(path: string): Promise<{ files: readonly string[]; folders: readonly string[] } | undefined> {
  if (!(await isFolder(path))) return undefined;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return undefined;
  const below = await Promise.all(
    entries.map(async (entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? ((await filesBelow(child)) ?? { files: [], folders: [] }) : { files: [child], folders: [] };
    }),
  );
  return { files: below.flatMap(({ files }) => files), folders: [...below.flatMap(({ folders }) => folders), path] };
}
