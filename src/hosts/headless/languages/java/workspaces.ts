// Where jdt.ls keeps what it works out: a folder of the user's cache for each process, so that nothing is written into the project and nothing old is answered from.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { systemErrorCode } from '../../../../base/files/systemError.ts';
import { currentEnvironment } from '../../../../base/processes/environment.ts';
import type { Environment } from '../../../../base/processes/minimalEnvironment.ts';

// By the process that made it.
const OWN = /^(\d+)-/;

export interface JavaWorkspace {
  readonly folder: string;
  // What it has read of the JDKs, which are the same for every project.
  readonly shared: string;
}

export function newWorkspace(root = javaFolder()): JavaWorkspace {
  const shared = join(root, 'indexes');
  mkdirSync(shared, { recursive: true });
  sweep(root);
  return { folder: mkdtempSync(join(root, `${process.pid}-`)), shared };
}

export function removeWorkspace({ folder }: JavaWorkspace): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // On Windows its process may still hold a file; the sweep of another process takes it away.
  }
}

function javaFolder(environment: Environment = currentEnvironment(), platform: NodeJS.Platform = process.platform): string {
  const named = environment['XDG_CACHE_HOME'];
  if (named) return join(named, 'binnacle', 'java');
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'binnacle', 'java');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'binnacle', 'java');
  return join(homedir(), '.cache', 'binnacle', 'java');
}

// What processes have left that are gone.
function sweep(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = Number(OWN.exec(name)?.[1] ?? Number.NaN);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) removeWorkspace({ folder: join(root, name), shared: '' });
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
