// Puts a language server from its registry into the user's cache: into a folder aside, which takes its name only once everything is there and was found to be what is pinned.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { cancelled, IdeError } from '../../ide/errors/errors.ts';
import { serverNotFetched } from '../../ide/errors/serverErrors.ts';
import type { Processes } from '../processes/processes.ts';
import { fetchFailure } from './fetchFailure.ts';
import { lockedFolder } from './lockedFolder.ts';
import { registries } from './registries.ts';
import { folderOf, launchOf, MARK } from './serverFolders.ts';
import type { ServerPackage } from './serverPackage.ts';

export interface Fetching {
  readonly processes: Pick<Processes, 'run'>;
  // Where all of them lie.
  readonly root: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

// A slow line needs its time for a hundred megabytes.
const LONGEST = minutes(15);
const BETWEEN_LOOKS = seconds(1);
// Downloads are kept beside what is unpacked from them.
const ROOM = 3;
// What is pinned cannot be so large; whoever sends more is not the registry that we know.
const TOO_MUCH = 4;
const MEGABYTE = 1024 * 1024;
// Aside, by the process that fills it.
const ASIDE = /^\.fetching-(\d+)-/;

export async function fetchServer(wanted: ServerPackage, fetching: Fetching): Promise<void> {
  const { name, version, registry, megabytes } = wanted;
  const what = `${name} ${version} from ${registry}`;
  const row = registries[registry];
  const program = row.find();
  if (program === undefined) throw serverNotFetched(what, row.missing, 'Then try again.');
  const target = folderOf(wanted, fetching.root);
  let aside: string | undefined;
  using bound = new Bound(fetching.signal, LONGEST);
  try {
    await mkdir(dirname(target), { recursive: true });
    await sweep(dirname(target));
    await requireRoom(what, dirname(target), megabytes);
    aside = await mkdtemp(join(dirname(target), `.fetching-${process.pid}-`));
    await cp(lockedFolder(wanted), aside, { recursive: true });
    const tooMuch = new AbortController();
    const ended = AbortSignal.any([bound.signal, tooMuch.signal]);
    using _ = watchSize(aside, (size) => {
      fetching.progress(`Fetching ${what}: ${size} of about ${megabytes} MB`, Math.min(size, megabytes), megabytes);
      if (size > megabytes * TOO_MUCH + 100) tooMuch.abort();
    });
    fetching.progress(`Fetching ${what}, about ${megabytes} MB`);
    const { code, stdout, stderr } = await fetching.processes.run({ ...row.command(program, wanted, aside), cwd: aside }, ended).catch((error: unknown) => {
      if (tooMuch.signal.aborted)
        throw serverNotFetched(
          what,
          `the registry sends more than ${megabytes * TOO_MUCH} MB`,
          'Nothing was installed. That is not the package that is pinned: try another network or registry.',
        );
      throw error;
    });
    if (code !== 0) throw fetchFailure(wanted, `${stderr}\n${stdout}`);
    await writeFile(join(aside, MARK), `${JSON.stringify({ name, version, ...(registry === 'PyPI' && { interpreter: program }) })}\n`);
    if (launchOf(wanted, aside) === undefined)
      throw serverNotFetched(what, 'the package came without the program that is to be started', 'That is our bug: please report it.');
    await putInPlace(aside, target);
  } catch (error) {
    if (error instanceof IdeError) throw error;
    if (fetching.signal.aborted) throw cancelled();
    if (bound.passed)
      throw serverNotFetched(what, `it did not come within ${LONGEST / minutes(1)} minutes`, 'Nothing was installed. Try again with a better connection.');
    throw fetchFailure(wanted, `${systemErrorCode(error) ?? ''} ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    if (aside !== undefined) await rm(aside, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function requireRoom(what: string, folder: string, megabytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  if (free >= megabytes * ROOM) return;
  throw serverNotFetched(
    what,
    `${folder} has ${free} MB left, and it needs up to ${megabytes * ROOM} MB while it is unpacked`,
    'Make room, or set XDG_CACHE_HOME to a folder on another disk.',
  );
}

// Another process may have been quicker: its folder is as good.
async function putInPlace(aside: string, target: string): Promise<void> {
  if (existsSync(join(target, MARK))) return;
  await rm(target, { recursive: true, force: true });
  try {
    await rename(aside, target);
  } catch (error) {
    if (!existsSync(join(target, MARK))) throw error;
  }
}

// What a process that was killed has left.
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(ASIDE.exec(name)?.[1] ?? Number.NaN);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}

function watchSize(folder: string, onSize: (megabytes: number) => void): Disposable {
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void sizeOf(folder).then((size) => {
      looking = false;
      onSize(Math.round(size / MEGABYTE));
    });
  }, BETWEEN_LOOKS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  // Files come and go while it is filled.
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) size += await sizeOf(path);
    else if (entry.isFile()) size += (await stat(path).catch(() => undefined))?.size ?? 0;
  }
  return size;
}
