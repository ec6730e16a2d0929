// The projects of a VS Code window: its folders, opened and closed by the person in front of it.
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { uriOf } from '../../base/files/fileUri.ts';
import { realFolder } from '../../base/files/realFolder.ts';
import type { Log } from '../../base/log.ts';
import { Turns } from '../../base/waiting/turns.ts';
import { type IdeError, noProjectOpen, notInThisWindow } from '../../ide/errors/errors.ts';
import type { AnotherWriter, Ide, Project, Workbench } from '../../ide/ide.ts';
import type { OptionalDoor } from '../../ide/optionalDoors.ts';
import { HOW_TO_TRUST } from './extensions.ts';

export const vscodeVersion = vscode.version;

// By which a window that is opened again is known: its workspace file, or its folders.
export function workspaceName(): string {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  return workspaceFile?.toString() ?? workspaceFolders.map(({ uri }) => uri.toString()).join('\n');
}

export function openedFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => realFolder(uri.fsPath));
}

export interface WindowWorkbenchOptions {
  readonly log: Log;
  // Of those that a host may lack, what openIde opens.
  readonly doors: readonly OptionalDoor[];
  // The process that may write in a folder, where it is not this window.
  heldByAnother(root: string): AnotherWriter | undefined;
  openIde(project: Project): Promise<Ide>;
}

export class WindowWorkbench implements Workbench {
  readonly doors: readonly OptionalDoor[];
  readonly #options: WindowWorkbenchOptions;
  readonly #open = new Map<string, Ide>();
  // By path or name: the folders of the window that are not served, each with its reason.
  readonly #notServed = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly #subscription: vscode.Disposable;
  // Opening and closing never overlap.
  readonly #turns = new Turns();

  constructor(options: WindowWorkbenchOptions) {
    this.#options = options;
    this.doors = options.doors;
    this.#subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => void this.follow());
  }

  // Opens the folders that the window has and closes those that it has no more.
  follow(): Promise<void> {
    return this.#turns.take(() => this.#follow(vscode.workspace.workspaceFolders ?? []));
  }

  projects(): readonly Project[] {
    return [...this.#open.values()].map(({ project }) => project);
  }

  notHere(path: string | undefined): IdeError {
    if (path !== undefined) {
      const reason = this.#notServed.get(path);
      return notInThisWindow(path, this.projects(), reason && `${path} is not served: ${reason}.`);
    }
    const others = 'or use another Binnacle (binnacle mcp).';
    if (this.#notServed.size === 0)
      return noProjectOpen({ why: 'No folder is open in this VS Code window.', next: `Ask a person to open one (File: Open Folder), ${others}` });
    return noProjectOpen({ why: this.notServed().join(' '), next: `Ask a person to open a folder that can be served, ${others}` });
  }

  // A sentence of each.
  notServed(): readonly string[] {
    return [...this.#notServed].map(([folder, reason]) => `${folder} is not served: ${reason}.`);
  }

  ide(path: string): Ide | undefined {
    return this.#open.get(path);
  }

  async open(path: string): Promise<Ide> {
    const real = await realpath(path).catch(() => path);
    const known = this.#open.get(real);
    if (known === undefined) throw this.notHere(path);
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
    const before = this.notServed();
    this.#notServed.clear();
    for (const { uri } of folders) {
      const { path, reason } = await placeOf(uri);
      if (path === undefined) {
        this.#notServed.set(uri.scheme === 'file' ? uri.fsPath : uri.toString(), reason);
        continue;
      }
      wanted.add(path);
      if (!this.#open.has(path)) this.#open.set(path, await this.#options.openIde(this.#projectAt(path)));
    }
    for (const [path, ide] of [...this.#open]) {
      if (wanted.has(path)) continue;
      this.#open.delete(path);
      await ide.close();
    }
    for (const sentence of this.notServed()) if (!before.includes(sentence)) this.#options.log.warn(sentence);
    for (const listener of this.#listeners) listener();
  }

  #projectAt(path: string): Project {
    const { doors, heldByAnother } = this.#options;
    return {
      name: basename(path),
      path,
      uri: uriOf(path),
      // The person decides it in VS Code, and may do so at any time.
      get trusted() {
        return vscode.workspace.isTrusted;
      },
      howToTrust: HOW_TO_TRUST,
      // A window that cannot write leaves the right to others.
      get readOnly() {
        return doors.includes('changes') ? heldByAnother(path) : undefined;
      },
    };
  }
}

// VS Code names files as the person opened the folder, and we name them as they really lie: through a link both would never meet.
async function placeOf(uri: vscode.Uri): Promise<{ readonly path: string; readonly reason?: never } | { readonly path?: never; readonly reason: string }> {
  if (uri.scheme !== 'file') return { reason: `it is not on this machine but in the file system ${uri.scheme} of another extension` };
  const real = await realpath(uri.fsPath).catch(() => undefined);
  if (real === undefined) return { reason: 'there is no such folder' };
  if (uriOf(real) !== uriOf(uri.fsPath)) return { reason: `it was opened through a symbolic link; open ${real} instead` };
  return { path: real };
}
