// Version control of a folder in a window: git's answers about the disk, with what its editors hold unsaved.
import type {
  BlameQuery,
  Branch,
  DiffQuery,
  Git,
  GitBlame,
  GitDiff,
  GitLog,
  GitStatus,
  LogQuery,
  ShownCommit,
  ShowQuery,
  Stash,
  StatusQuery,
} from '../../ide/doors/git.ts';
import type { Project } from '../../ide/ide.ts';
import { portUri } from './ask.ts';
import type { VscodeDocuments } from './vscodeDocuments.ts';

export class VscodeGit implements Git {
  readonly #project: Project;
  readonly #disk: Git;
  readonly #documents: VscodeDocuments;

  constructor(project: Project, disk: Git, documents: VscodeDocuments) {
    this.#project = project;
    this.#disk = disk;
    this.#documents = documents;
  }

  async status(query: StatusQuery, signal: AbortSignal): Promise<GitStatus> {
    const status = await this.#disk.status(query, signal);
    return { ...status, notes: [...status.notes, ...this.#unsaved()] };
  }

  async diff(query: DiffQuery, signal: AbortSignal): Promise<GitDiff> {
    const diff = await this.#disk.diff(query, signal);
    return { ...diff, notes: [...diff.notes, ...(query.between === 'staged' ? [] : this.#unsaved())] };
  }

  log(query: LogQuery, signal: AbortSignal): Promise<GitLog> {
    return this.#disk.log(query, signal);
  }

  show(query: ShowQuery, signal: AbortSignal): Promise<ShownCommit> {
    return this.#disk.show(query, signal);
  }

  contents(uri: string, revision: string, signal: AbortSignal): Promise<string> {
    return this.#disk.contents(uri, revision, signal);
  }

  blame(query: BlameQuery, signal: AbortSignal): Promise<GitBlame> {
    return this.#disk.blame(query, signal);
  }

  branches(query: { readonly remote: boolean }, signal: AbortSignal): Promise<readonly Branch[]> {
    return this.#disk.branches(query, signal);
  }

  stashes(signal: AbortSignal): Promise<readonly Stash[]> {
    return this.#disk.stashes(signal);
  }

  #unsaved(): string[] {
    const files = this.#documents.unsaved().map(({ uri }) => decodeURIComponent(portUri(uri).slice(this.#project.uri.length + 1)));
    return files.length === 0 ? [] : [`Unsaved in VS Code, and compared as on disk: ${files.join(', ')}.`];
  }
}
