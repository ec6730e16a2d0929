// The program as another build has it: the same, under another name.
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A copy in `folder`, whose executable is returned; `mark` are the last four letters of its build.
export async function copiedProgram(folder: string, mark?: string): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await mkdir(folder);
  for (const part of ['bin', 'dist', 'package.json']) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  if (mark !== undefined) await becomeBuild(folder, mark);
  return join(folder, 'bin', 'binnacle.cjs');
}

// In place, as an installer does it.
export async function becomeBuild(folder: string, mark: string): Promise<void> {
  const [build] = /\d+\.\d+\.\d+-[0-9a-f]{6,}/.exec(await readFile(join(folder, 'dist', 'door.cjs'), 'utf8')) ?? [];
  if (build === undefined) throw new Error('the program does not say which build it is');
  for (const name of await readdir(join(folder, 'dist'), { recursive: true })) {
    const file = join(folder, 'dist', name);
    if (/\.[cm]?js$/.test(name)) await writeFile(file, (await readFile(file, 'utf8')).replaceAll(build, `${build.slice(0, -4)}${mark}`));
  }
}
