// Where the locks lie that pin each language server: beside the bundle, or among the sources.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverNotFetched } from '../../ide/errors/serverErrors.ts';
import { REINSTALL } from '../programs/ourEngines.ts';
import type { ServerPackage } from './serverPackage.ts';

export function lockedFolder({ id, name, version, registry }: ServerPackage): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const found = ['locks', join('dist', 'locks')].map((place) => join(folder, place, id, version)).find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  throw serverNotFetched(`${name} ${version} from ${registry}`, 'its lock is not where it belongs', REINSTALL);
}
