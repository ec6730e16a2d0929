// Changes files through another process, and opens documents over a temporary project to see whether they are noticed.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HeadlessDocuments, openDiskDocuments } from '../../../src/machine/files/diskDocuments.ts';
import type { WatchMode } from '../../../src/machine/files/watchMethod.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';

export type Deed =
  | readonly ['write' | 'append' | 'save' | 'rewriteUnnoticed', file: string, text: string]
  | readonly ['folder' | 'remove', path: string]
  | readonly ['move' | 'copy', from: string, to: string]
  | readonly ['link', target: string, path: string]
  | readonly ['mode', file: string, mode: number]
  | readonly ['many', folder: string, count: number]
  | readonly ['git', ...args: string[]];

export class Hands implements Disposable {
  readonly #process: ChildProcess = fork(fileURLToPath(new URL('./otherProcess.mjs', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

  // Resolves with what could not be done, once the rest is on disk.
  attempt(root: string, work: readonly Deed[]): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.#process.once('exit', () => reject(new Error('the other process has ended')));
      this.#process.once('message', (answer: { failures: string[] }) => {
        this.#process.removeAllListeners('exit');
        resolve(answer.failures);
      });
      this.#process.send({ root, work });
    });
  }

  async do(root: string, ...work: readonly Deed[]): Promise<void> {
    const failures = await this.attempt(root, work);
    if (failures.length > 0) throw new Error(failures.join('\n'));
  }

  [Symbol.dispose](): void {
    this.#process.removeAllListeners();
    this.#process.kill();
  }
}

export interface Workspace extends AsyncDisposable {
  readonly base: string;
  readonly root: string;
  readonly state: string;
  readonly warnings: string[];
  open(hearing?: WatchMode): Promise<HeadlessDocuments>;
}

// A temporary project; whatever was opened over it is closed and all of it removed when the block ends.
export function temporaryWorkspace(): Workspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-documents-')));
  const root = join(base, 'project');
  const state = join(base, 'state');
  mkdirSync(root);
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const opened: HeadlessDocuments[] = [];
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => warnings.push(message), error: (message: string) => warnings.push(message) };
  return {
    base,
    root,
    state,
    warnings,
    async open(hearing) {
      const documents = await openDiskDocuments({ root, stateFolder: state, processes, log, ...(hearing && { hearing }) });
      opened.push(documents);
      return documents;
    },
    async [Symbol.asyncDispose]() {
      for (const documents of opened) documents.close();
      await processes.endAll();
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
