// Which source files classes of the JVM come from, where a report names only classes: by name and package, as the files themselves declare them.
import { posix } from 'node:path';
import type { CoveredClass } from './intellijData.ts';
import type { RawCoverage } from './reportFormats.ts';

const ENDINGS = ['.java', '.kt', '.groovy', '.scala'];
// Of functions outside any class, in Kotlin.
const FILE_CLASS = /Kt$/;
const PACKAGE = /^[^\S\n]*package[^\S\n]+([^\s;]+)/m;

const DECLARATION = /(?<![\p{L}\p{N}_$])(?:class|interface|enum|record|object|trait)\s+([\p{L}\p{N}_$]+)/gu;

export interface PlacedClasses {
  readonly files: readonly RawCoverage[];
  // Classes with no source file here, or with several that could be it.
  readonly unplaced: readonly string[];
}

// `listed` and the names in the answer are relative to the project.
export function filesOfClasses(classes: readonly CoveredClass[], listed: readonly string[], textOf: (path: string) => string | undefined): PlacedClasses {
  const sources = new Sources(listed, textOf);
  const found = new Map<string, string | undefined>();
  const files = new Map<string, CoveredClass[]>();
  const unplaced: string[] = [];
  for (const covered of classes) {
    const [outer = ''] = covered.name.split('$');
    if (!found.has(outer)) found.set(outer, sources.declaring(outer));
    const path = found.get(outer);
    if (path === undefined) unplaced.push(covered.name);
    else files.set(path, [...(files.get(path) ?? []), covered]);
  }
  return { files: [...files].map(([name, own]) => joined(name, own)), unplaced };
}

class Sources {
  readonly #textOf: (path: string) => string | undefined;
  readonly #byName = new Map<string, string[]>();
  readonly #byFolder = new Map<string, string[]>();
  readonly #packages = new Map<string, string | undefined>();

  constructor(listed: readonly string[], textOf: (path: string) => string | undefined) {
    this.#textOf = textOf;
    for (const path of listed) {
      if (!ENDINGS.includes(posix.extname(path))) continue;
      push(this.#byName, posix.basename(path), path);
      push(this.#byFolder, posix.basename(posix.dirname(path)), path);
    }
  }

  declaring(name: string): string | undefined {
    const at = name.lastIndexOf('.');
    const [inPackage, own] = [name.slice(0, Math.max(0, at)), name.slice(at + 1)];
    const names = [...ENDINGS.map((ending) => `${own}${ending}`), ...(FILE_CLASS.test(own) ? [`${own.replace(FILE_CLASS, '')}.kt`] : [])];
    const named = names.flatMap((file) => this.#byName.get(file) ?? []).filter((path) => this.#packageOf(path) === inPackage);
    if (named.length > 0) return only(named);
    // A class that is not the one its file is named after.
    const beside = (this.#byFolder.get(inPackage.split('.').at(-1) || '.') ?? []).filter((path) => this.#packageOf(path) === inPackage);
    return only(beside.filter((path) => declaredIn(this.#textOf(path) ?? '').has(own)));
  }

  #packageOf(path: string): string | undefined {
    if (!this.#packages.has(path)) {
      const text = this.#textOf(path);
      this.#packages.set(path, text === undefined ? undefined : (PACKAGE.exec(text)?.[1] ?? ''));
    }
    return this.#packages.get(path);
  }
}

function joined(name: string, classes: readonly CoveredClass[]): RawCoverage {
  const lines = new Map<number, number>();
  const branches = { covered: 0, total: 0 };
  const functions = { covered: 0, total: 0 };
  for (const covered of classes) {
    for (const [line, hits] of covered.lines) lines.set(line, Math.max(lines.get(line) ?? 0, hits));
    for (const [sum, own] of [
      [branches, covered.branches],
      [functions, covered.functions],
    ] as const) {
      sum.covered += own.covered;
      sum.total += own.total;
    }
  }
  return { name, lines, ...(branches.total > 0 && { branches }), ...(functions.total > 0 && { functions }) };
}

function declaredIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(DECLARATION)].map(([, name = '']) => name));
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function only(paths: readonly string[]): string | undefined {
  return paths.length === 1 ? paths[0] : undefined;
}
