// Which paths of a project version control does not see: the rules of every level, the nearest first.

import { dirname, join, resolve, sep } from 'node:path';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { type IgnoreRules, parseGitignore } from './gitignore.ts';
import { targetStats } from './linkStats.ts';

// The rules of one folder, and behind them those of the folders around it.
export interface IgnoreChain {
  readonly rules: IgnoreRules;
  // Absolute, with a separator at the end: what the rules' paths are relative to.
  readonly base: string;
  readonly outer: IgnoreChain | undefined;
}

// .ignore is ripgrep's: it speaks last and so wins over .gitignore in the same folder.
export const IGNORE_FILES = ['.gitignore', '.ignore'] as const;

// Git on Windows and macOS compares without case unless configured otherwise.
const CASE_SENSITIVE = process.platform === 'linux';

export function isIgnored(chain: IgnoreChain | undefined, path: string, name: string, isFolder: boolean): boolean {
  for (let level = chain; level !== undefined; level = level.outer) {
    const below = path.slice(level.base.length);
    const decision = level.rules.decide(sep === '/' ? below : below.replaceAll(sep, '/'), name, isFolder);
    if (decision !== undefined) return decision;
  }
  return false;
}

// The chain inside a folder that holds these files.
export function chainInside(folder: string, files: { has(name: string): boolean }, outer: IgnoreChain | undefined): IgnoreChain | undefined {
  let text = '';
  for (const name of IGNORE_FILES) if (files.has(name)) text += `${textOf(join(folder, name))}\n`;
  return text.trim() === '' ? outer : { rules: parseGitignore(text, CASE_SENSITIVE), base: withSeparator(folder), outer };
}

// Rules that come from outside the project's tree: the repository's own exclude file and the folders above a project that is a part of one.
export class OuterRules {
  readonly #root: string;
  #stamp = '';
  #chain: IgnoreChain | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  get chain(): IgnoreChain | undefined {
    return this.#chain;
  }

  // Nobody watches these few files, so each listing looks at them. True when the rules have changed.
  refresh(): boolean {
    const sources = ruleFilesAround(this.#root);
    const stamp = sources.map(({ file }) => `${file}:${stampOfFile(file)}`).join('|');
    if (stamp === this.#stamp) return false;
    this.#stamp = stamp;
    this.#chain = undefined;
    for (const { file, base } of sources) this.#chain = { rules: parseGitignore(textOf(file), CASE_SENSITIVE), base: withSeparator(base), outer: this.#chain };
    return true;
  }
}

// From the weakest to the strongest.
function ruleFilesAround(root: string): { file: string; base: string }[] {
  const repository = repositoryAround(root);
  if (repository === undefined) return [];
  const between: string[] = [];
  for (let folder = root; folder !== repository.folder; ) {
    folder = dirname(folder);
    between.unshift(folder);
  }
  return [{ file: repository.exclude, base: repository.folder }, ...between.flatMap((base) => IGNORE_FILES.map((name) => ({ file: join(base, name), base })))];
}

function repositoryAround(root: string): { folder: string; exclude: string } | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const stats = targetStats(git);
    if (stats?.isDirectory()) return { folder, exclude: join(git, 'info', 'exclude') };
    if (stats?.isFile()) return { folder, exclude: join(commonFolder(git), 'info', 'exclude') };
    if (dirname(folder) === folder) return undefined;
  }
}

// A worktree's .git is a file that points into the main repository, where the exclude file is.
function commonFolder(gitFile: string): string {
  const pointed = /^gitdir: (.*)$/m.exec(textOf(gitFile))?.[1]?.trim() ?? '.';
  const own = resolve(dirname(gitFile), pointed);
  const common = textOf(join(own, 'commondir')).trim();
  return common === '' ? own : resolve(own, common);
}

function stampOfFile(file: string): string {
  const stats = targetStats(file);
  return stats === undefined ? '' : `${stats.mtimeMs},${stats.ctimeMs},${stats.size},${stats.ino}`;
}

function textOf(file: string): string {
  try {
    return readSmallFile(file);
  } catch {
    return '';
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

// A path inside the root as the port writes it: relative, with forward slashes.
export function projectPath(root: string, path: string): string {
  const below = path.slice(root.endsWith(sep) ? root.length : root.length + 1);
  return sep === '/' ? below : below.replaceAll(sep, '/');
}
