// A word search over the files on disk, by ripgrep, for the time before the index is ready.

import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { z } from 'zod';
import { WAITING_FILES_GLOB } from '../../base/files/waitingFile.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { cancelled, engineUnavailable, timedOut } from '../../ide/errors/errors.ts';
import type { Processes } from '../processes/processes.ts';
import { INSTALL_COMMAND } from './installation.ts';
import { commandLines, runSearch } from './searchProcess.ts';

export interface RipgrepQuery {
  readonly root: string;
  readonly word: string;
  // Folders that need not be entered, relative with forward slashes.
  readonly without: readonly string[];
}

// A cold disk and a large project; ripgrep itself needs a tenth of a second for 5,000 files.
const LONGEST_SEARCH = seconds(20);
// A command line has an end, on Windows at 32,000 characters. What is searched in vain is left out of the answer later.
const MOST_EXCLUSIONS = 200;

// Paths of files that may hold the word, relative with forward slashes: everything that is one of ours is among them.
export async function ripgrepFiles(processes: Processes, query: RipgrepQuery, signal: AbortSignal): Promise<string[]> {
  using bound = new Bound(signal, LONGEST_SEARCH);
  const command = { program: await ripgrepProgram(processes), args: argumentsFor(query), cwd: query.root, environment: { RIPGREP_CONFIG_PATH: undefined } };
  const finished = await processes.runShort(command, bound.signal).catch((error: unknown) => {
    if (signal.aborted) throw cancelled();
    if (bound.passed) throw timedOut('The word search', `${LONGEST_SEARCH / seconds(1)} seconds`);
    throw error;
  });
  // 0: found; 1: nothing found; 2: some file could not be read, the others were.
  return finished.stdout.split('\0').flatMap((path) => (path === '' ? [] : [path.replaceAll('\\', '/').replace(/^\.\//, '')]));
}

export const LARGEST_SEARCHED = 1024 * 1024;

// Which of these files match the regular expression somewhere, whatever the case of its letters.
export async function filesMatching(processes: Processes, paths: readonly string[], pattern: string, signal: AbortSignal): Promise<string[]> {
  const program = await ripgrepProgram(processes);
  const found: string[] = [];
  for (const group of commandLines(paths, (path) => path, MOST_FILES)) {
    const args = [...QUIET, '--files-with-matches', '--ignore-case', `--max-filesize=${LARGEST_SEARCHED}`, `--regexp=${pattern}`, '--', ...group];
    const command = { program, args, cwd: parse(program).root, environment: { RIPGREP_CONFIG_PATH: undefined } };
    const { stdout } = await runSearch(processes, 'ripgrep', command, signal);
    found.push(...stdout.split('\0').filter((path) => path !== ''));
  }
  // It answers in the order in which its threads are done.
  return found.sort();
}

// Which files in these folders hold the word.
export async function filesInFolders(processes: Processes, folders: readonly string[], word: string, signal: AbortSignal): Promise<string[]> {
  const program = await ripgrepProgram(processes);
  const packages = ['--glob=!**/node_modules/**', '--glob=!**/site-packages/**'];
  const search = ['--files-with-matches', '--word-regexp', '--fixed-strings', `--max-filesize=${LARGEST_SEARCHED}`, ...packages];
  const places = folders.slice(0, MOST_EXCLUSIONS);
  const args = [...QUIET, ...search, `--regexp=${word}`, '--', ...places];
  const { stdout } = await runSearch(
    processes,
    'ripgrep',
    { program, args, cwd: parse(program).root, environment: { RIPGREP_CONFIG_PATH: undefined } },
    signal,
  );
  return stdout
    .split('\0')
    .filter((path) => path !== '')
    .sort();
}

const MOST_FILES = 2_000;
const QUIET = ['--no-config', '--no-messages', '--color=never', '--null', '--no-ignore', '--hidden', '--text', '--encoding=auto', '--no-mmap'];

// Which files count is decided by our own listing and by searchable.ts, so ripgrep's own opinions are switched off.
function argumentsFor(query: RipgrepQuery): string[] {
  const search = ['--files-with-matches', '--word-regexp', '--fixed-strings', `--max-filesize=${LARGEST_SEARCHED}`];
  const without = ['.git', '.hg', '.svn', '.jj', 'node_modules', '__pycache__'].map((name) => `!**/${name}/**`).concat(`!${WAITING_FILES_GLOB}`);
  const ignored = query.without.slice(0, MOST_EXCLUSIONS).map((folder) => `!/${folder.replace(/[*?[\]{}\\!]/g, '\\$&')}/`);
  return [...QUIET, ...search, ...[...without, ...ignored].map((glob) => `--glob=${glob}`), '--regexp', query.word, '--', '.'];
}

const NONE = `there is no program for ${process.platform} on ${process.arch}, neither VS Code's own nor that of an installed Binnacle (${INSTALL_COMMAND})`;

// Loaded late: the package throws where it has no program for the platform, and most calls never search.
export async function ripgrepProgram({ searchPrograms: { ripgrep, installation } }: Processes): Promise<string> {
  if (ripgrep !== undefined) return ripgrep;
  if (installation === undefined) return (await import('@vscode/ripgrep').catch(() => Promise.reject(engineUnavailable('ripgrep', NONE)))).rgPath;
  const ofInstallation: unknown = createRequire(join(installation, 'package.json'))('@vscode/ripgrep');
  return z.object({ rgPath: z.string() }).parse(ofInstallation).rgPath;
}
