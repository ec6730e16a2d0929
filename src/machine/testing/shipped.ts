// Where the files lie that are loaded into other people's runners: beside the bundle, or in the build of the sources that run.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerMissing } from '../../ide/errors/testErrors.ts';
import { REINSTALL } from '../programs/ourEngines.ts';

// Throws runner_missing where this Binnacle was installed without it.
export function shipped(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'dist', 'testing', name);
    if (existsSync(file)) return file;
  }
  throw runnerMissing('The reporter for tests', `${name} is not where it belongs`, REINSTALL);
}

export function shippedFolder(name: string): string {
  return dirname(shipped(name));
}
