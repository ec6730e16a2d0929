// How the C and C++ files of a project are compiled: where that is written down, and what is guessed for clangd where it is not.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathOf } from '../../../../base/files/fileUri.ts';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import type { EngineProject } from '../engine/engineRow.ts';

const DATABASE = 'compile_commands.json';
// Where build tools leave it, besides the root and build/, which clangd finds by itself.
const BUILD_FOLDERS = ['out', 'cmake-build-debug', 'cmake-build-release', 'build/debug', 'build/release', 'builddir', '_build'];
// Shorter ones list no file, and clangd guesses as if there were none.
const SHORTEST_DATABASE = 10;

export const UNCONFIGURED = `No ${DATABASE} or compile_flags.txt: clangd guesses how files are compiled, and what it cannot include it does not know.`;
export const HOW_TO_CONFIGURE = `Say how files are compiled: ${DATABASE} (cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson setup build, bear -- make), or a compile_flags.txt with one flag in each line.`;

export function compileCommandsArguments(project: EngineProject): readonly string[] {
  if (saysHow(project.root)) return [];
  const folder = buildFolder(project);
  return folder === undefined ? [] : [`--compile-commands-dir=${folder}`];
}

// Asked for many files of a few folders at once, so that each folder is looked at once.
export class CompileKnowledge {
  readonly #everywhere: boolean;
  readonly #folders = new Map<string, boolean>();

  constructor(project: EngineProject) {
    this.#everywhere = !saysHow(project.root) && buildFolder(project) !== undefined;
  }

  knows(uri: string): boolean {
    return this.#everywhere || this.#knowsFolder(dirname(pathOf(uri)));
  }

  // clangd looks into every folder above a file, beyond the project too.
  #knowsFolder(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const knows = saysHow(folder) || (above !== folder && this.#knowsFolder(above));
    this.#folders.set(folder, knows);
    return knows;
  }
}

export function isCompileConfiguration(uri: string): boolean {
  return [DATABASE, 'compile_flags.txt', '.clangd'].some((name) => uri.endsWith(`/${name}`));
}

function saysHow(folder: string): boolean {
  return (
    [join(folder, DATABASE), join(folder, 'build', DATABASE)].some((path) => sizeOf(path) >= SHORTEST_DATABASE) ||
    existsSync(join(folder, 'compile_flags.txt')) ||
    /^\s*CompileFlags\s*:/m.test(textOf(join(folder, '.clangd')))
  );
}

function buildFolder({ root }: EngineProject): string | undefined {
  return BUILD_FOLDERS.map((name) => join(root, name)).find((path) => sizeOf(join(path, DATABASE)) >= SHORTEST_DATABASE);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function textOf(path: string): string {
  return existsSync(path) && statSync(path).isFile() ? readSmallFile(path) : '';
}

// The form in which clangd takes commands from its client.
export type CompileCommands = Readonly<Record<string, { readonly workingDirectory: string; readonly compilationCommand: readonly string[] }>>;

const SOURCE = /\.(?:c|cc|cpp|cxx|c\+\+|m|mm)$/;
const HEADER = /\.(?:h|hpp|hh|hxx|h\+\+|ipp|inl)$/;
// Folders are searched in this order for each include of each file, so a long list is slow.
const MOST_INCLUDE_FOLDERS = 60;
// Each command repeats its folders; with more files only headers, whose language must be given, are worth the bytes.
const MOST_COMMANDS = 3_000;

// clangd takes a header for Objective-C++, in which a C function is another than the one that a C file defines. So each .h gets the language of the
// sources beside it, and every file the folders in which the project has headers.
export function guessedCommands(project: EngineProject, all: readonly string[], uris: readonly string[]): CompileCommands {
  const knowledge = new CompileKnowledge(project);
  const paths = all.map(pathOf);
  const languages = new FolderLanguages(paths.filter((path) => SOURCE.test(path)));
  const includes = includeFolders(project.root, paths).map((folder) => `-I${folder}`);
  const guessed = uris.filter((uri) => (SOURCE.test(uri) || HEADER.test(uri)) && !knowledge.knows(uri)).map(pathOf);
  const chosen = guessed.length > MOST_COMMANDS ? guessed.filter((path) => path.endsWith('.h')) : guessed;
  return Object.fromEntries(
    chosen.map((path) => {
      const language = path.endsWith('.h') ? [`-x${languages.isC(dirname(path)) ? 'c' : 'c++'}-header`] : [];
      return [path, { workingDirectory: project.root, compilationCommand: ['clang', ...includes, ...language, path] }];
    }),
  );
}

// Whether most sources of a folder are C; of the whole project where the folder has none, as those with headers alone.
class FolderLanguages {
  readonly #folders = new Map<string, { c: number; other: number }>();
  readonly #all = { c: 0, other: 0 };

  constructor(sources: readonly string[]) {
    for (const path of sources) {
      const counts = this.#folders.get(dirname(path)) ?? { c: 0, other: 0 };
      this.#folders.set(dirname(path), counts);
      for (const count of [counts, this.#all]) count[path.endsWith('.c') ? 'c' : 'other'] += 1;
    }
  }

  isC(folder: string): boolean {
    const { c, other } = this.#folders.get(folder) ?? this.#all;
    return c > other;
  }
}

// The root and what is called include first: they are what most projects pass with -I.
function includeFolders(root: string, paths: readonly string[]): readonly string[] {
  const holding = [...new Set(paths.filter((path) => HEADER.test(path)).map((path) => dirname(path)))];
  const isUsual = (folder: string) => /[\\/](?:include|inc|src|lib)$/.test(folder);
  const above = holding.map((folder) => dirname(folder)).filter((folder) => folder.startsWith(root) && isUsual(folder));
  const sorted = [...new Set([...above, ...holding])].sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)) || a.length - b.length);
  return [...new Set([root, ...sorted])].slice(0, MOST_INCLUDE_FOLDERS);
}
