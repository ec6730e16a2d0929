// A file of our own that moves: the event of its move proves that every earlier event has been read.
import { type FSWatcher, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';

export class Cookie implements Disposable {
  readonly #base: string;
  readonly #seen: (number: number) => void;
  #folder: string | undefined;
  #watcher: FSWatcher | undefined;
  #number = 0;

  constructor(base: string, seen: (number: number) => void) {
    this.#base = base;
    this.#seen = seen;
    mkdirSync(base, { recursive: true, mode: 0o700 });
    removeOrphans(base);
    this.#settleDown();
  }

  // One rename: its event carries the number as the file's new name, so that no two moves can be taken for each other.
  move(): number {
    const from = this.#path(this.#number);
    this.#number += 1;
    try {
      renameSync(from, this.#path(this.#number));
    } catch (error) {
      // Somebody has emptied the state folder.
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      this.#leave();
      this.#settleDown();
      this.#number += 1;
      renameSync(this.#path(this.#number - 1), this.#path(this.#number));
    }
    return this.#number;
  }

  [Symbol.dispose](): void {
    this.#leave();
  }

  #settleDown(): void {
    mkdirSync(this.#base, { recursive: true, mode: 0o700 });
    this.#folder = mkdtempSync(join(this.#base, `${process.pid}-`));
    writeFileSync(this.#path(this.#number), '');
    this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
      const number = Number(name);
      if (Number.isSafeInteger(number)) this.#seen(number);
    });
    // A watch that breaks is noticed by the wait for its event.
    this.#watcher.on('error', () => {});
  }

  #leave(): void {
    this.#watcher?.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(number: number): string {
    return join(this.#folder ?? this.#base, String(number));
  }
}

// What a killed daemon left behind.
function removeOrphans(base: string): void {
  for (const name of readdirSync(base)) {
    const owner = Number(name.split('-')[0]);
    if (Number.isSafeInteger(owner) && owner > 0 && !isRunning(owner)) rmSync(join(base, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
