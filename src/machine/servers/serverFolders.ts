// Where fetched language servers lie, and how one that lies there is started.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { currentEnvironment } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { NODE_ENVIRONMENT } from '../programs/ourEngines.ts';
import type { Launch, ServerPackage } from './serverPackage.ts';

// Written last, so that a folder with it is whole.
export const MARK = 'fetched.json';

const Mark = z.object({ name: z.string(), version: z.string(), interpreter: z.string().optional() });

// Where pip puts what it unpacks.
export const PYTHON_PACKAGES = 'packages';

export function serversFolder(environment: Environment = currentEnvironment(), platform: NodeJS.Platform = process.platform): string {
  const named = environment['XDG_CACHE_HOME'];
  if (named) return join(named, 'binnacle', 'servers');
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'binnacle', 'servers');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'binnacle', 'servers');
  return join(homedir(), '.cache', 'binnacle', 'servers');
}

export function folderOf({ id, version }: ServerPackage, root = serversFolder()): string {
  return join(root, id, version);
}

// Undefined while it is not there, or what it would be started with is gone.
export function launchOf(wanted: ServerPackage, folder = folderOf(wanted)): Launch | undefined {
  const mark = markIn(folder);
  if (mark === undefined) return undefined;
  const { starts } = wanted;
  if ('node' in starts)
    return present(join(folder, starts.node), (script) => ({ program: process.execPath, leading: [script], environment: NODE_ENVIRONMENT }));
  if ('file' in starts) return present(join(folder, starts.file), (program) => ({ program, leading: [] }));
  if ('program' in starts) return present(join(folder, programFile(starts.program)), (program) => ({ program, leading: [] }));
  const { interpreter } = mark;
  return interpreter === undefined
    ? undefined
    : present(interpreter, (program) => ({ program, leading: pythonArguments(join(folder, PYTHON_PACKAGES), starts.python) }));
}

export function programFile(path: string): string {
  return process.platform === 'win32' ? `${path}.exe` : path;
}

// Isolated, so that neither the folder it is started in, which is the project's, nor the environment says what it imports.
function pythonArguments(packages: string, start: string): readonly string[] {
  const [module = '', name = 'main'] = start.split(':');
  const code = [
    'import sys',
    `sys.path.insert(0, ${JSON.stringify(packages)})`,
    `sys.argv[0] = ${JSON.stringify(module)}`,
    'from importlib import import_module',
    `sys.exit(import_module(${JSON.stringify(module)}).${name}())`,
  ];
  return ['-I', '-c', code.join('; ')];
}

function present(path: string, launch: (path: string) => Launch): Launch | undefined {
  return existsSync(path) ? launch(path) : undefined;
}

function markIn(folder: string): z.infer<typeof Mark> | undefined {
  try {
    return Mark.parse(JSON.parse(readFileSync(join(folder, MARK), 'utf8')));
  } catch {
    // It is not there, or half of something else is.
    return undefined;
  }
}
