// What a VS Code window gives to the daemons of its user: its IDE, over the local socket, and for that the right to write in its folders.
import type { Socket } from 'node:net';
import type { Log } from '../../base/log.ts';
import { build, version } from '../../base/version.ts';
import type { AnotherWriter, Ide, Workbench } from '../../ide/ide.ts';
import type { DoorHello } from '../door/hello.ts';
import { liveInstances } from '../instances/discovery.ts';
import { refuse, reply } from '../instances/localSocket.ts';
import { WriterLock } from '../instances/writerLock.ts';
import { lineageOf } from '../people/lineage.ts';

// Answers what comes over the connection from an IDE; take says whether the window may write now.
export type ServeIde = (ide: Ide, connection: { socket: Socket; take: () => boolean; onTrouble: (text: string) => void }) => Disposable;

// Who may write in the folders of a window. A window that writes nothing holds nothing.
export class WindowLocks implements Disposable {
  readonly #state: string;
  readonly #locks = new Map<string, WriterLock>();

  constructor(state: string) {
    this.#state = state;
  }

  // Undefined when the right is the window's, also when it has just become so.
  heldByAnother(root: string): AnotherWriter | undefined {
    const lock = this.#locks.get(root) ?? new WriterLock(this.#state, root);
    this.#locks.set(root, lock);
    return lock.heldByAnother();
  }

  // Those of the other folders are given back.
  keepOnly(roots: readonly string[]): void {
    for (const [root, lock] of this.#locks) {
      if (roots.includes(root)) continue;
      lock[Symbol.dispose]();
      this.#locks.delete(root);
    }
  }

  [Symbol.dispose](): void {
    this.keepOnly([]);
  }
}

export interface WindowForDaemonsOptions {
  readonly state: string;
  readonly log: Log;
  readonly workbench: Workbench;
  readonly locks: WindowLocks;
  readonly serve: ServeIde;
}

export class WindowForDaemons implements Disposable {
  readonly #options: WindowForDaemonsOptions;
  readonly #serving = new Map<Socket, { readonly ide: Ide; readonly pid: number; readonly served: Disposable }>();
  readonly #listeners = new Set<() => void>();

  constructor(options: WindowForDaemonsOptions) {
    this.#options = options;
  }

  // The processes of the daemons that work through this window, the latest last.
  get pids(): readonly number[] {
    return [...new Set([...this.#serving.values()].map(({ pid }) => pid))];
  }

  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // The key in the hello was that of the private file. It is not enough: what an agent runs can read that file as well.
  async take({ pid, build: theirs, version: theirVersion, project, startedFor: marks }: DoorHello, socket: Socket): Promise<void> {
    const { state, log, workbench, locks, serve } = this.#options;
    const ide = project === undefined ? undefined : workbench.ide(project);
    if (theirs !== build) return refuse(socket, `It has Binnacle ${version}, and this daemon is ${theirVersion}: start both anew, with the same version.`);
    if (ide === undefined || project === undefined) return refuse(socket, `It has not opened ${project ?? 'any folder'}.`);
    const { startedFor, chain } = await lineageOf(pid, state, marks);
    if (startedFor === 'agent' || !liveInstances(state).some((daemon) => daemon.pid === pid)) {
      log.warn(`a program that is not the daemon of this user asked for the window's IDE: ${chain}`);
      return refuse(socket, 'Only the daemon of its user works through a window.');
    }
    reply(socket, { binnacle: 'ide' });
    log.info(`the daemon ${pid} works through this window in ${project}`);
    const served = serve(ide, {
      socket,
      take: () => locks.heldByAnother(project) === undefined,
      onTrouble: (text) => log.warn(`the daemon ${pid}: ${text}`),
    });
    this.#serving.set(socket, { ide, pid, served });
    this.#changed();
    socket.on('close', () => {
      this.#serving.delete(socket);
      this.#changed();
    });
  }

  // Folders were opened or closed: whoever works in one that is closed hears that it ended.
  projectsChanged(): void {
    const { workbench } = this.#options;
    for (const [socket, { ide, served }] of this.#serving) {
      if (workbench.ide(ide.project.path) === ide) continue;
      served[Symbol.dispose]();
      socket.end();
    }
  }

  [Symbol.dispose](): void {
    for (const [socket, { served }] of this.#serving) {
      served[Symbol.dispose]();
      socket.end();
    }
    this.#serving.clear();
    this.#listeners.clear();
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
