// The scratch files that somebody has read: nobody watches their folder, so whoever settles looks at each of them.
import { statSync } from 'node:fs';
import { uriOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import type { DiskChange } from './diskChanges.ts';

const GONE = 'gone';

export class ScratchFiles {
  readonly #folder: string;
  readonly #stamps = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  // Called before the file is read, so that a change after that is never missed.
  reads(path: string): void {
    if (!this.#stamps.has(path) && isInside(this.#folder, path)) this.#stamps.set(path, stampOf(path));
  }

  // What has changed since the last look.
  changes(): readonly DiskChange[] {
    return [...this.#stamps].flatMap(([path, before]) => {
      const now = stampOf(path);
      if (now === before) return [];
      this.#stamps.set(path, now);
      return [{ uri: uriOf(path), kind: now === GONE ? 'deleted' : before === GONE ? 'created' : 'changed' } as const];
    });
  }
}

// A file that is written takes the place of the old one, so it is another file however soon that happens.
function stampOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? GONE : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}
