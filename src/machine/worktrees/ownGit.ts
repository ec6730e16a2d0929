// The git that an agent finds in its tree: the history, branches, settings and index of the person's as they were, and nothing that is written there reaches theirs.
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lstatIfThere } from './copiedFiles.ts';
import type { FoundRepository } from './projectFiles.ts';
import { namesIn, type WorktreeGit } from './worktreeGit.ts';

// Where the original's files are, what git keeps about them, and what an empty repository says of itself.
const NOT_TAKEN =
  /^(?:core\.(?:worktree|bare|repositoryformatversion|fsmonitor|untrackedcache|splitindex|logallrefupdates)|extensions\.|include\.|includeif\.|gc\.|maintenance\.|submodule\.)/i;

export async function giveOwnGit(git: WorktreeGit, tree: string, top: string, repository: FoundRepository, signal: AbortSignal): Promise<void> {
  const folder = join(tree, '.git');
  await git.ask({ cwd: tree, args: ['init', '--quiet', '--template=', `--object-format=${repository.objectFormat}`, '.'] }, signal);
  await borrowObjects(folder, repository.objects);
  await mkdir(join(folder, 'info'), { recursive: true });
  if (await lstatIfThere(repository.excludes)) await copyFile(repository.excludes, join(folder, 'info', 'exclude'));
  if (await lstatIfThere(repository.shallow)) await copyFile(repository.shallow, join(folder, 'shallow'));
  await copyIndex(folder, repository.index);
  await takeReferences(git, tree, top, signal);
  await takeSettings(git, tree, top, signal);
}

export async function borrowObjects(repository: string, objects: string): Promise<void> {
  await mkdir(join(repository, 'objects', 'info'), { recursive: true });
  await writeFile(join(repository, 'objects', 'info', 'alternates'), `${objects.replaceAll('\\', '/')}\n`);
}

// One that is split lies in two files.
async function copyIndex(folder: string, index: string): Promise<void> {
  if ((await lstatIfThere(index)) === undefined) return;
  await copyFile(index, join(folder, 'index'));
  for (const name of readdirSync(dirname(index))) if (name.startsWith('sharedindex.')) await copyFile(join(dirname(index), name), join(folder, basename(name)));
}

async function takeReferences(git: WorktreeGit, tree: string, top: string, signal: AbortSignal): Promise<void> {
  const listed = await git.text({ cwd: top, args: ['for-each-ref', '--format=%(objectname) %(refname)'] }, signal);
  const rows = listed.split('\n').filter((row) => /^[0-9a-f]+ refs\//.test(row) && !row.includes(' refs/stash'));
  await writeFile(join(tree, '.git', 'packed-refs'), rows.map((row) => `${row}\n`).join(''));
  const branch = await git.try({ cwd: top, args: ['symbolic-ref', '--quiet', 'HEAD'] }, signal);
  const commit = await git.try({ cwd: top, args: ['rev-parse', '--verify', '--quiet', 'HEAD'] }, signal);
  const head = branch.code === 0 ? `ref: ${branch.stdout.toString('utf8').trim()}` : commit.stdout.toString('utf8').trim();
  if (head !== '') await writeFile(join(tree, '.git', 'HEAD'), `${head}\n`);
}

async function takeSettings(git: WorktreeGit, tree: string, top: string, signal: AbortSignal): Promise<void> {
  const listed = namesIn(await git.ask({ cwd: top, args: ['config', '--local', '--includes', '--list', '-z'] }, signal));
  const lines = listed.flatMap((row) => {
    const end = row.indexOf('\n');
    const name = end < 0 ? row : row.slice(0, end);
    return NOT_TAKEN.test(name) ? [] : [settingLine(name, end < 0 ? undefined : row.slice(end + 1))];
  });
  if (lines.length > 0) await writeFile(join(tree, '.git', 'config'), `${lines.join('\n')}\n`, { flag: 'a' });
}

// A name is a section, what may stand between its first and its last point, and a key. Without a value it is true.
function settingLine(name: string, value: string | undefined): string {
  const [first, last] = [name.indexOf('.'), name.lastIndexOf('.')];
  const within = first === last ? '' : ` "${escaped(name.slice(first + 1, last))}"`;
  return `[${name.slice(0, first)}${within}]\n\t${name.slice(last + 1)}${value === undefined ? '' : ` = "${escaped(value)}"`}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
