// Whether the packages that a project's code uses were installed anew: folders of packages are too large to watch, but installers leave a mark.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskState } from '../../../../ide/doors/documents.ts';
import type { DiskDocuments } from '../../../../machine/files/diskChanges.ts';

// Groups of paths: the first group of which something exists counts.
export type InstallMarks = (root: string) => readonly (readonly string[])[];

export class InstalledPackages {
  readonly #groups: readonly (readonly string[])[];
  readonly #documents: Pick<DiskDocuments, 'state'>;
  #lookedAt: DiskState | undefined;
  #stamp: string;

  constructor(marks: InstallMarks, root: string, documents: Pick<DiskDocuments, 'state'>) {
    this.#groups = marks(root);
    this.#documents = documents;
    this.#stamp = stampOf(this.#groups);
  }

  // Only looks: whoever starts the engine anew still learns of an installation from `changed`.
  get areSame(): boolean {
    return stampOf(this.#groups) === this.#stamp;
  }

  // True once after each installation. Every call settles, and one look after that is enough for it.
  // Synchronous: five stats take twenty microseconds, a thread pool takes longer to reach.
  changed(): boolean {
    const { state } = this.#documents;
    if (state === this.#lookedAt) return false;
    this.#lookedAt = state;
    const stamp = stampOf(this.#groups);
    if (stamp === this.#stamp) return false;
    this.#stamp = stamp;
    return true;
  }
}

// npm, pnpm, yarn 1, yarn with node_modules and with Plug'n'Play each write one of these when they have finished. Only without any of them
// (bun) does the folder itself count, because other tools keep their caches in it.
export const nodeModules: InstallMarks = (root) => [
  ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml', '../.pnp.cjs'].map((name) => join(root, 'node_modules', name)),
  [join(root, 'node_modules')],
];

// An installed distribution is a folder in site-packages.
export const sitePackages: InstallMarks = (root) => [
  ['.venv', 'venv', 'env'].flatMap((name) => [
    join(root, name, 'Lib', 'site-packages'),
    ...versionsIn(join(root, name, 'lib')).map((version) => join(version, 'site-packages')),
  ]),
];

export const noPackages: InstallMarks = () => [];

function stampOf(groups: readonly (readonly string[])[]): string {
  for (const group of groups) {
    const times = group.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (times.some((time) => time !== 0)) return times.join();
  }
  return '';
}

function versionsIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
