// Which TypeScript files belong to a configuration with options that TypeScript 7 has removed, so that TypeScript 6 must serve them.
import { basename, dirname, join, relative, sep } from 'node:path';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { Replaced, Replacing, ReplacingProject } from '../engine/engineRow.ts';
import { InstalledPackages, nodeModules } from '../engine/installedPackages.ts';
import { exportedNames } from './exportedNames.ts';
import { TsConfig } from './tsconfig.ts';
import { filesThatMayUse } from './usingFiles.ts';

const NAMES = ['tsconfig.json', 'jsconfig.json'];
const CONFIG = /^[tj]sconfig.*\.json$/;

export class LegacyTypescript implements Replacing {
  readonly #project: ReplacingProject;
  // Everything that was read to know the configurations, such as a base of any name.
  readonly #read = new Set<string>();

  readonly #installed: InstalledPackages;

  constructor(project: ReplacingProject) {
    this.#project = project;
    this.#installed = new InstalledPackages(nodeModules, project.root, project.documents);
  }

  // Whether what was known before may be wrong.
  changed(changes: readonly DiskChange[]): boolean {
    return changes.some(({ uri }) => {
      const path = pathOf(uri);
      return CONFIG.test(basename(path)) || this.#read.has(path);
    });
  }

  // A base that a package brings is not watched, but an installation leaves its mark.
  outdated(): boolean {
    return this.#installed.changed() && [...this.#read].some((path) => path.split(sep).includes('node_modules'));
  }

  async now(): Promise<Replaced | undefined> {
    const configs = await this.#load();
    // By the path of a configuration, also of one that another refers to.
    const removed = new Map([...configs.values()].flatMap((config) => config.removedOptions().filter(([, options]) => options.length > 0)));
    if (removed.size === 0) return undefined;
    const reasons = new Map([...removed].map(([path, options]) => [path, this.#reason(path, options)]));
    const known = new Map<string, string | undefined>();
    return {
      summary: summaryOf([...reasons.values()]),
      reason: (uri) => {
        if (!known.has(uri)) known.set(uri, reasons.get(pathOf(uri)) ?? this.#reasonFor(pathOf(uri), configs, reasons));
        return known.get(uri);
      },
    };
  }

  async mayUse(word: string, from: string, signal: AbortSignal): Promise<readonly string[]> {
    const text = (await this.#textAt(pathOf(from))) ?? '';
    return filesThatMayUse(this.#project.documents, [word, ...exportedNames(text, word)], from, signal);
  }

  // The nearest configuration above that includes the file decides; of a file that none includes, the nearest.
  #reasonFor(path: string, configs: ReadonlyMap<string, TsConfig>, reasons: ReadonlyMap<string, string>): string | undefined {
    let nearest: string | undefined;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      for (const name of NAMES) {
        const config = join(folder, name);
        const includer = configs.get(config)?.includer(path);
        if (includer !== undefined) return reasons.get(includer);
        if (configs.has(config)) nearest ??= config;
      }
      if (folder === this.#project.root || dirname(folder) === folder) return nearest === undefined ? undefined : reasons.get(nearest);
    }
  }

  #reason(path: string, options: readonly string[]): string {
    const config = relative(this.#project.root, path).replaceAll('\\', '/');
    return `TypeScript 6 answers because ${config} sets ${options.join(', ')}, which TypeScript 7 has removed.`;
  }

  async #load(): Promise<ReadonlyMap<string, TsConfig>> {
    this.#read.clear();
    const include = NAMES.flatMap((name) => [name, `**/${name}`]);
    const listed = await this.#project.documents.list({ include }, new AbortController().signal);
    const loading = listed.map(async ({ uri }) => {
      const path = pathOf(uri);
      const config = await TsConfig.load(path, (wanted) => {
        this.#read.add(wanted);
        return this.#textAt(wanted);
      });
      return [path, config] as const;
    });
    return new Map(await Promise.all(loading));
  }

  // Undefined when there is no such file, or it lies outside the project.
  async #textAt(path: string): Promise<string | undefined> {
    try {
      return (await this.#project.documents.read(uriOf(path), new AbortController().signal)).text;
    } catch (error) {
      if (error instanceof IdeError) return undefined;
      throw error;
    }
  }
}

function summaryOf(reasons: readonly string[]): string {
  const [first = '', ...others] = reasons;
  return others.length === 0 ? first : `${first} So do ${others.length} more configurations.`;
}
