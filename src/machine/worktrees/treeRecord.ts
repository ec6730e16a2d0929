// What a tree began with, kept beside it to the byte, and what it and the project hold now, as trees of a repository that nobody else sees.
import { appendFile, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PERSONS_SIDE } from '../../base/text/conflictMarks.ts';
import { lstatIfThere } from './copiedFiles.ts';
import { borrowObjects } from './ownGit.ts';
import { dependencyIn } from './projectFiles.ts';
import { namesIn, type WorktreeGit } from './worktreeGit.ts';

export interface RecordedFile {
  // Of git: 100644, 100755 and 120000 for a link.
  readonly mode: string;
  readonly id: string;
}

// As git compares two trees; in order of paths.
export interface RecordedChange {
  readonly path: string;
  readonly movedFrom?: string;
  readonly before: RecordedFile | undefined;
  readonly after: RecordedFile | undefined;
}

export interface MergedTrees {
  readonly tree: string;
  readonly conflicts: readonly { readonly paths: readonly string[]; readonly why: string }[];
}

const LINK = '120000';
// No line endings, filters, merge drivers or encodings: what is on disk is what counts.
const ATTRIBUTES = '* -text -eol -ident -filter -working-tree-encoding !merge !diff\n';

export class TreeRecord {
  readonly folder: string;
  readonly #git: WorktreeGit;

  constructor(git: WorktreeGit, folder: string) {
    this.#git = git;
    this.folder = folder;
  }

  async begin(objectFormat: string, signal: AbortSignal): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.#git.ask({ cwd: this.folder, args: ['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`, '.'] }, signal);
    await mkdir(join(this.folder, 'info'), { recursive: true });
    await writeFile(join(this.folder, 'info', 'attributes'), ATTRIBUTES);
    // Most of it is read once.
    await appendFile(join(this.folder, 'config'), '[core]\n\tlooseCompression = 1\n\tautocrlf = false\n');
  }

  // Objects of the person's repository need not be kept twice; what is ignored there is ignored here.
  async lean(objects: string, excludes: string): Promise<void> {
    await borrowObjects(this.folder, objects);
    if (await lstatIfThere(excludes)) await copyFile(excludes, join(this.folder, 'info', 'exclude'));
  }

  // These files of a folder as they are now; index: what is known of them since the last time.
  async snapshot(folder: string, index: string, files: readonly string[], signal: AbortSignal): Promise<string> {
    const known = namesIn(await this.#ask(['ls-files', '-z'], { folder, index }, signal));
    const wanted = new Set(files);
    // Also where a folder has become a file, which git would not look behind.
    const gone = known.filter((path) => !wanted.has(path));
    if (gone.length > 0) await this.#ask(['update-index', '--force-remove', '-z', '--stdin'], { folder, index, input: listed(gone) }, signal);
    await this.#ask(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { folder, index, input: listed(files) }, signal);
    return this.#text(['write-tree'], { folder, index }, signal);
  }

  // What a tree holds now that is not ignored, whatever its own git says. nested: repositories that were made in it, whose files are not looked at.
  async filesNow(folder: string, index: string, signal: AbortSignal): Promise<{ readonly files: readonly string[]; readonly nested: readonly string[] }> {
    const known = namesIn(await this.#ask(['ls-files', '-z'], { folder, index }, signal));
    const others = namesIn(await this.#ask(['ls-files', '-z', '--others', '--exclude-standard'], { folder, index }, signal));
    const own = others.filter((path) => dependencyIn(folder, path) === undefined);
    const files = own.filter((path) => !path.endsWith('/'));
    const taken = new Set(files);
    // What is known below a path that is a file or a link by now is not there any more.
    const isBelowFile = (path: string) => path.split('/').some((_, at, parts) => at > 0 && taken.has(parts.slice(0, at).join('/')));
    return { files: [...known.filter((path) => !isBelowFile(path)), ...files], nested: own.filter((path) => path.endsWith('/')) };
  }

  async changes(one: string, other: string, signal: AbortSignal): Promise<readonly RecordedChange[]> {
    return changesIn(namesIn(await this.#ask(['diff-tree', '-r', '-z', '-M', '--raw', '--no-abbrev', one, other], {}, signal)));
  }

  // Without renames: how many paths differ.
  async difference(one: string, other: string, signal: AbortSignal): Promise<readonly string[]> {
    return one === other ? [] : namesIn(await this.#ask(['diff-tree', '-r', '-z', '--no-renames', '--name-only', one, other], {}, signal));
  }

  async merged(base: string, persons: string, agents: string, name: string, signal: AbortSignal): Promise<MergedTrees> {
    const commit = async (tree: string, ...parents: string[]) =>
      this.#text(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', 'tree'], {}, signal);
    const root = await commit(base);
    await this.#ask(['update-ref', `refs/heads/${PERSONS_SIDE}`, await commit(persons, root)], {}, signal);
    await this.#ask(['update-ref', `refs/heads/${name}`, await commit(agents, root)], {}, signal);
    const { code, stdout, stderr } = await this.#git.try(this.#call(['merge-tree', '--write-tree', '-z', '--messages', PERSONS_SIDE, name], {}), signal);
    if (code !== 0 && code !== 1) throw new Error(`git merge-tree ended with ${code}: ${stderr}`);
    return mergedIn(stdout.toString('utf8'));
  }

  async bytes(id: string, signal: AbortSignal): Promise<Buffer> {
    return this.#ask(['cat-file', 'blob', id], {}, signal);
  }

  async filesIn(tree: string, signal: AbortSignal): Promise<ReadonlyMap<string, RecordedFile>> {
    const rows = namesIn(await this.#ask(['ls-tree', '-r', '-z', tree], {}, signal));
    return new Map(
      rows.map((row) => {
        const [state = '', path = ''] = row.split('\t');
        const [mode = '', , id = ''] = state.split(' ');
        return [path, { mode, id }];
      }),
    );
  }

  // A tree with some of its paths as they are in others.
  async with(tree: string, files: ReadonlyMap<string, RecordedFile | undefined>, signal: AbortSignal): Promise<string> {
    const index = join(this.folder, 'index.with');
    await rm(index, { force: true });
    await this.#ask(['read-tree', tree], { index }, signal);
    const rows = [...files].map(([path, file]) => (file === undefined ? `0 ${'0'.repeat(tree.length)}\t${path}` : `${file.mode} ${file.id}\t${path}`));
    // First what goes: a file may stand where a folder was.
    const input = listed(rows.toSorted((a, b) => Number(!a.startsWith('0 ')) - Number(!b.startsWith('0 '))));
    await this.#ask(['update-index', '-z', '--index-info'], { index, input }, signal);
    return this.#text(['write-tree'], { index }, signal);
  }

  async #text(args: readonly string[], how: How, signal: AbortSignal): Promise<string> {
    return this.#git.text(this.#call(args, how), signal);
  }

  async #ask(args: readonly string[], how: How, signal: AbortSignal): Promise<Buffer> {
    return this.#git.ask(this.#call(args, how), signal);
  }

  #call(args: readonly string[], { folder, index, input }: How) {
    return {
      cwd: folder ?? this.folder,
      args,
      ...(input !== undefined && { input }),
      environment: {
        GIT_DIR: this.folder,
        ...(folder !== undefined && { GIT_WORK_TREE: folder }),
        ...(index !== undefined && { GIT_INDEX_FILE: index }),
      },
    };
  }
}

interface How {
  readonly folder?: string;
  readonly index?: string;
  readonly input?: string;
}

export function isLink({ mode }: RecordedFile): boolean {
  return mode === LINK;
}

export function isExecutable({ mode }: RecordedFile): boolean {
  return mode === '100755';
}

function listed(names: readonly string[]): string {
  return names.map((name) => `${name}\0`).join('');
}

// ":100644 100755 id id M", a path, and of what was moved the path where it is now.
function changesIn(parts: readonly string[]): readonly RecordedChange[] {
  const changes: RecordedChange[] = [];
  for (let at = 0; at < parts.length; ) {
    const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = (parts[at] ?? '').slice(1).split(' ');
    const isMove = status.startsWith('R');
    const [path = '', to = ''] = parts.slice(at + 1, at + 3);
    at += isMove ? 3 : 2;
    const side = (mode: string, id: string) => (/^0+$/.test(mode) ? undefined : { mode, id });
    changes.push({ path: isMove ? to : path, ...(isMove && { movedFrom: path }), before: side(oldMode, oldId), after: side(newMode, newId) });
  }
  return changes;
}

// The tree, a row for each conflicting file, an empty one, and messages: how many paths, the paths, the kind and the words.
function mergedIn(text: string): MergedTrees {
  const [tree = '', ...rest] = text.split('\0');
  const parts = rest.slice(rest.indexOf('') + 1);
  const conflicts: { paths: readonly string[]; why: string }[] = [];
  for (let at = 0; at < parts.length - 1; ) {
    const count = Number(parts[at]);
    const paths = parts.slice(at + 1, at + 1 + count);
    const [kind = '', words = ''] = parts.slice(at + 1 + count, at + 3 + count);
    at += count + 3;
    // Of one file git may say two things.
    if (kind.startsWith('CONFLICT') && !conflicts.some((other) => other.paths.join('\0') === paths.join('\0')))
      conflicts.push({ paths, why: words.trim().replace(/^CONFLICT \([^)]*\): /, '') });
  }
  return { tree, conflicts };
}
