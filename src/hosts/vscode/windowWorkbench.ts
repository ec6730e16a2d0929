// The projects of a VS Code window: its folders, opened and closed by the person in front of it.
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { uriOf } from '../../base/files/fileUri.ts';
import type { Log } from '../../base/log.ts';
import { Turns } from '../../base/waiting/turns.ts';
import { notInThisWindow } from '../../ide/errors/errors.ts';
import type { Ide, Project, Workbench } from '../../ide/ide.ts';

export interface WindowWorkbenchOptions {
  readonly log: Log;
  openIde(project: Project): Promise<Ide>;
}

export class WindowWorkbench implements Workbench {
  // None: a window takes no writer lock, and its terminals, tests and debuggers belong to the person in front of it.
  readonly doors = [];
  readonly #options: WindowWorkbenchOptions;
  readonly #open = new Map<string, Ide>();
  readonly #listeners = new Set<() => void>();
  readonly #subscription: vscode.Disposable;
  // Opening and closing never overlap.
  readonly #turns = new Turns();

  constructor(options: WindowWorkbenchOptions) {
    this.#options = options;
    this.#subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => void this.follow());
  }

  // Opens the folders that the window has and closes those that it has no more.
  follow(): Promise<void> {
    return this.#turns.take(() => this.#follow(vscode.workspace.workspaceFolders ?? []));
  }

  projects(): readonly Project[] {
    return [...this.#open.values()].map(({ project }) => project);
  }

  ide(path: string): Ide | undefined {
    return this.#open.get(path);
  }

  async open(path: string): Promise<Ide> {
    const real = await realpath(path).catch(() => path);
    const known = this.#open.get(real);
    if (known === undefined) throw notInThisWindow(path, this.projects());
    return known;
  }

  onProjects(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async closeAll(): Promise<void> {
    this.#subscription.dispose();
    await this.#turns.over();
    await this.#follow([]);
  }

  async #follow(folders: readonly vscode.WorkspaceFolder[]): Promise<void> {
    const wanted = new Set<string>();
    for (const folder of folders) {
      const path = await this.#pathOf(folder);
      if (path === undefined) continue;
      wanted.add(path);
      if (!this.#open.has(path)) this.#open.set(path, await this.#options.openIde(projectAt(path)));
    }
    for (const [path, ide] of [...this.#open]) {
      if (wanted.has(path)) continue;
      this.#open.delete(path);
      await ide.close();
    }
    for (const listener of this.#listeners) listener();
  }

  // VS Code names files as the person opened the folder, and we name them as they really lie: through a link both would never meet.
  async #pathOf({ uri }: vscode.WorkspaceFolder): Promise<string | undefined> {
    const real = uri.scheme === 'file' ? await realpath(uri.fsPath).catch(() => undefined) : undefined;
    if (real !== undefined && uriOf(real) === uriOf(uri.fsPath)) return real;
    this.#options.log.warn(`${uri.toString()} is not served: it is not a folder of this machine, or was opened through a symbolic link`);
    return undefined;
  }
}

function projectAt(path: string): Project {
  return {
    name: basename(path),
    path,
    uri: uriOf(path),
    // The person decides it in VS Code, and may do so at any time.
    get trusted() {
      return vscode.workspace.isTrusted;
    },
  };
}
