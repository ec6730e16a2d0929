// Files that belong to no project of TypeScript's: tests and scripts that use a project's code, and others such as built output that do not.
import { dirname, resolve } from 'node:path';

export interface OutsideFileFacts {
  // Absolute paths of all source files there are.
  files(): Promise<ReadonlySet<string>>;
  textOf(path: string): Promise<string | undefined>;
  belongsToProject(path: string): Promise<boolean>;
  // Names of the packages that live in this repository.
  packages(): Promise<ReadonlySet<string>>;
}

// By line, because examples in comments import too: theirs begin with a star or slashes.
const IMPORTED = /^[ \t]*(?:(?:import|export|\})[^'"\n]*\bfrom|import|[^*/'"\n]*\b(?:require|import)[ \t]*\()[ \t]*['"]([^'"\n]+)['"]/gm;
// What a module name may stand for, as TypeScript and bundlers read it.
const EXTENSIONS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.tsx', '/index.js', '/index.mjs'];

export class FilesOutsideConfig {
  readonly #facts: OutsideFileFacts;
  readonly #imports = new Map<string, readonly string[]>();
  readonly #uses = new Map<string, boolean>();

  constructor(facts: OutsideFileFacts) {
    this.#facts = facts;
  }

  changed(path: string): void {
    this.#imports.delete(path);
    this.#uses.clear();
  }

  // Whether the file imports something from a project, itself or through other files outside the configuration.
  async usesProject(path: string): Promise<boolean> {
    const known = this.#uses.get(path);
    if (known !== undefined) return known;
    const seen = new Set([path]);
    const queue = [path];
    let uses = false;
    for (let next = queue.pop(); next !== undefined && !uses; next = queue.pop()) {
      if (this.#uses.get(next)) uses = true;
      for (const name of await this.#importsOf(next)) {
        if (!name.startsWith('.')) {
          uses ||= await this.#isPackage(name);
          continue;
        }
        const imported = await this.#resolved(next, name);
        if (imported === undefined || seen.has(imported)) continue;
        seen.add(imported);
        uses ||= await this.#facts.belongsToProject(imported);
        queue.push(imported);
      }
    }
    // Nothing that was reached uses a project either; of the others only the first is known to.
    for (const file of uses ? [path] : seen) this.#uses.set(file, uses);
    return uses;
  }

  async #importsOf(path: string): Promise<readonly string[]> {
    const known = this.#imports.get(path);
    if (known !== undefined) return known;
    const text = (await this.#facts.textOf(path)) ?? '';
    const names = [...new Set([...text.matchAll(IMPORTED)].flatMap((found) => found[1] ?? []))];
    this.#imports.set(path, names);
    return names;
  }

  async #resolved(from: string, name: string): Promise<string | undefined> {
    const files = await this.#facts.files();
    const target = resolve(dirname(from), name);
    // "./cart.js" names cart.ts where that is its source.
    const stems = [target, target.replace(/\.([mc]?)jsx?$/, '.$1ts'), target.replace(/\.([mc]?)jsx?$/, '.$1tsx')];
    return stems.flatMap((stem) => EXTENSIONS.map((extension) => stem + extension)).find((candidate) => files.has(candidate));
  }

  async #isPackage(name: string): Promise<boolean> {
    const parts = name.split('/');
    return (await this.#facts.packages()).has(parts.slice(0, name.startsWith('@') ? 2 : 1).join('/'));
  }
}
