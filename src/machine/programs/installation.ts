// Where Binnacle itself is installed, for a window that brings no search programs of its own.
import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { currentEnvironment } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { placesOnPath } from './machinePrograms.ts';

export const INSTALL_COMMAND = 'npm install -g binnacle-ide';

const NAME = 'binnacle-ide';
const Manifest = z.object({ name: z.literal(NAME) });

// The folder of the package; undefined where there is none. A window is often started with a short PATH, so npm's usual places are looked at too.
// isAllowed: not of a folder that came from elsewhere, whose programs would run.
export function installedBinnacle(isAllowed: (folder: string) => boolean, environment: Environment = currentEnvironment()): string | undefined {
  const ofProgram = placesOnPath(process.platform === 'win32' ? ['binnacle.cmd'] : ['binnacle'], environment).flatMap(foldersOfProgram);
  return [...ofProgram, ...usualFolders(environment)].find((folder) => isPackage(folder) && isAllowed(folder));
}

// npm links to the program on most systems; on Windows a script lies beside the packages.
function foldersOfProgram(program: string): readonly string[] {
  const real = realOf(program);
  if (real === undefined) return [];
  return process.platform === 'win32' ? [join(dirname(real), 'node_modules', NAME)] : [dirname(dirname(real))];
}

function usualFolders(environment: Environment): readonly string[] {
  const { APPDATA: data, NPM_CONFIG_PREFIX: prefix } = environment;
  const roots =
    process.platform === 'win32'
      ? [data === undefined ? undefined : join(data, 'npm', 'node_modules')]
      : [
          prefix === undefined ? undefined : join(prefix, 'lib', 'node_modules'),
          join(homedir(), '.npm-global', 'lib', 'node_modules'),
          '/usr/local/lib/node_modules',
          '/opt/homebrew/lib/node_modules',
          '/usr/lib/node_modules',
        ];
  return roots.flatMap((root) => (root === undefined ? [] : [join(root, NAME)]));
}

function isPackage(folder: string): boolean {
  try {
    return Manifest.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).success;
  } catch {
    // It is not there, or no package of ours.
    return false;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // It is not there.
    return undefined;
  }
}
