// A program of the machine that tests compare ourselves with: as root on Debian it is installed, elsewhere the test is skipped by name.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execute } from './npmInstall.ts';
import type { Skippable } from './testTools.ts';

export async function debianProgram(context: Skippable, program: string): Promise<void> {
  if (isThere(program)) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) context.skip(`there is no ${program} on this machine`);
  await execute(['apt-get', 'update', '-qq'], '/');
  await execute(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', program], '/', { DEBIAN_FRONTEND: 'noninteractive' });
  if (!isThere(program)) throw new Error(`apt-get installed no ${program}`);
}

function isThere(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
