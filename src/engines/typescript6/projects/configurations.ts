// Which configuration a file belongs to: the nearest one above it that includes it, itself or through what it refers to.
import ts from 'typescript';
import { folderOf, isInside, keyOf } from './paths.ts';
import type { SourceTexts } from './texts.ts';

export interface ParsedConfiguration {
  readonly path: string;
  readonly command: ts.ParsedCommandLine;
  includes(path: string): boolean;
}

const NAMES = ['tsconfig.json', 'jsconfig.json'];
const BY_NAME = /\/[tj]sconfig[^/]*\.json$/;
// A cycle of references would have no end.
const MOST_REFERENCES = 500;

export class Configurations {
  readonly #texts: SourceTexts;
  readonly #root: string;
  readonly #known = new Map<string, ParsedConfiguration | undefined>();
  // Everything that was read to know them, such as a base of any name.
  readonly #read = new Set<string>();

  // Files of these extensions besides those of TypeScript's own.
  readonly #extensions: readonly ts.FileExtensionInfo[];

  constructor(texts: SourceTexts, root: string, extensions: readonly ts.FileExtensionInfo[] = []) {
    this.#texts = texts;
    this.#root = root;
    this.#extensions = extensions;
  }

  isConfiguration(path: string): boolean {
    return BY_NAME.test(path) || this.#read.has(keyOf(path));
  }

  forget(): void {
    this.#known.clear();
  }

  including(path: string): ParsedConfiguration | undefined {
    for (const candidate of this.#above(path)) {
      const found = this.#includer(candidate, path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  nearest(path: string): ParsedConfiguration | undefined {
    return this.#above(path)[0];
  }

  at(path: string): ParsedConfiguration | undefined {
    const key = keyOf(path);
    if (!this.#known.has(key)) this.#known.set(key, this.#texts.exists(path) ? this.#parse(path) : undefined);
    return this.#known.get(key);
  }

  #above(path: string): readonly ParsedConfiguration[] {
    if (!isInside(path, this.#root)) return [];
    const found: ParsedConfiguration[] = [];
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      for (const name of NAMES) {
        const configuration = this.at(`${folder.replace(/\/$/, '')}/${name}`);
        if (configuration !== undefined) found.push(configuration);
      }
      if (keyOf(folder) === keyOf(this.#root) || !isInside(folder, this.#root)) return found;
    }
  }

  // Of several that include a file, the first in the order of the references.
  #includer(start: ParsedConfiguration, path: string): ParsedConfiguration | undefined {
    const seen = new Set<string>();
    const queue = [start];
    for (let next = queue.shift(); next !== undefined && seen.size < MOST_REFERENCES; next = queue.shift()) {
      if (seen.has(keyOf(next.path))) continue;
      seen.add(keyOf(next.path));
      if (next.includes(path)) return next;
      queue.push(...(next.command.projectReferences ?? []).flatMap((reference) => this.at(ts.resolveProjectReferencePath(reference)) ?? []));
    }
    return undefined;
  }

  #parse(path: string): ParsedConfiguration | undefined {
    const unreadable: ts.Diagnostic[] = [];
    const host: ts.ParseConfigFileHost = {
      useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
      getCurrentDirectory: () => folderOf(path),
      fileExists: (wanted) => this.#texts.exists(wanted),
      readFile: (wanted) => {
        this.#read.add(keyOf(wanted));
        return this.#texts.read(wanted);
      },
      readDirectory: ts.sys.readDirectory,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => unreadable.push(diagnostic),
    };
    const command = ts.getParsedCommandLineOfConfigFile(path, {}, host, undefined, undefined, this.#extensions);
    if (command === undefined) return undefined;
    const files = new Set(command.fileNames.map(keyOf));
    return { path, command: { ...command, errors: [...unreadable, ...command.errors] }, includes: (file) => files.has(keyOf(file)) };
  }
}
