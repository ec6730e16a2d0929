// A program of the machine that tests run or compare ourselves with: as root on Debian it is installed, elsewhere the test is skipped by name.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder, execute, lockFile } from './npmInstall.ts';
import { type Skippable, skipOrFail } from './testTools.ts';

// The package is named where it is not called like its program.
export async function debianProgram(context: Skippable, program: string, packageName = program): Promise<void> {
  if (isThere(program)) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    skipOrFail(context, `there is no ${program} on this machine`);
  try {
    await aptInstall(packageName, () => isThere(program));
  } catch (error) {
    skipOrFail(context, `${packageName} cannot be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isThere(program)) throw new Error(`apt-get installed no ${program}`);
}

// Several files of tests run at a time, and apt serves one.
export async function aptInstall(packageName: string, isThere: () => boolean): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true });
  await using _lock = await lockFile(join(cacheFolder(), 'apt.lock'));
  if (isThere()) return;
  await execute(['apt-get', 'update', '-qq'], '/');
  await execute(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', packageName], '/', { DEBIAN_FRONTEND: 'noninteractive' });
}

function isThere(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
