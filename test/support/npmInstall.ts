// One package in a folder of its own in the user's cache: installed whole or not at all, by one process at a time.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';

export interface Installation {
  readonly name: string;
  // Packages with their versions, as npm takes them.
  readonly specs: readonly string[];
  readonly version: string;
  // For what does not come from npm: fills the folder by itself.
  readonly fill?: (folder: string) => Promise<void>;
}

// The largest of them is some hundred megabytes; a slow line needs its time.
const INSTALL_BOUND = minutes(10);
const POLL = seconds(0.2);

// The folder that holds node_modules.
export async function installed(wanted: Installation, cache = cacheFolder()): Promise<string> {
  const target = join(cache, `${wanted.name}@${wanted.version}`);
  if (existsSync(target)) return target;
  await mkdir(cache, { recursive: true });
  await using _lock = await lockFile(`${target}.lock`);
  if (existsSync(target)) return target;
  const temporary = await mkdtemp(join(cache, '.installing-'));
  try {
    await (wanted.fill?.(temporary) ?? npmInstall(temporary, wanted.specs));
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return target;
}

export function cacheFolder(): string {
  return join(cacheHome(), 'binnacle', 'test-tools');
}

function cacheHome(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg) return xdg;
  if (process.platform === 'win32' && local) return local;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return join(homedir(), '.cache');
}

// Held while the file exists and its process lives; what a dead process left behind is taken over.
export async function lockFile(path: string): Promise<AsyncDisposable> {
  const deadline = Date.now() + INSTALL_BOUND;
  while (!(await tookLock(path))) {
    if (Date.now() > deadline) throw new Error(`another process holds ${path} for too long`);
    if (await ownerIsDead(path)) await rm(path, { force: true });
    else await sleep(POLL);
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

async function tookLock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function ownerIsDead(path: string): Promise<boolean> {
  const pid = Number(await readFile(path, 'utf8').catch(() => ''));
  // An empty file belongs to a process that is just writing its id.
  if (!Number.isInteger(pid) || pid === 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

// What npm is asked for, or what the folder's own manifest asks for; no script of any package is run.
export async function npmInstall(folder: string, specs: readonly string[]): Promise<void> {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) await writeFile(manifest, '{"private":true}\n');
  const [command, ...first] = npmCommand();
  const args = ['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', ...specs];
  await execute([command, ...first, ...args], folder);
}

// Rejects with the first line of what it complained about.
export async function execute([command = '', ...args]: readonly string[], folder: string, more: NodeJS.ProcessEnv = {}): Promise<void> {
  // On Windows npm is a script, which only a shell starts; the arguments are ours and need no quoting.
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...environment(), ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2_000);
  });
  const timer = setTimeout(() => child.kill(), INSTALL_BOUND);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`${command} ${args.at(-1)} failed: ${complaints.trim().split('\n')[0] || `exit code ${code}`}`);
}

// Under `npm test` npm says which program it is, which spares the shell on Windows.
function npmCommand(): [string, ...string[]] {
  const path = process.env['npm_execpath'];
  return path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
}

// `npm test` passes on to its children our own package; an install in another folder must not hear of it.
function environment(): NodeJS.ProcessEnv {
  const foreign = /^(npm_package_|npm_lifecycle_|npm_config_(local_prefix|prefix|global|workspace|include|omit|ignore_scripts))|^INIT_CWD$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
