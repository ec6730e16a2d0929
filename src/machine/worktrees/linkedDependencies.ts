// Dependency folders of a project in a copy of it: folders of links, package by package, so that installing another one changes nothing of the original.
//
// What in them leads into the project itself, as packages of a workspace and editable installs do, leads into the copy: else its tests would import the original.
import { chmod, copyFile, mkdir, readdir, readFile, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import { linkTo, lstatIfThere } from './copiedFiles.ts';

const MODULES = 'node_modules';
const SCRIPTS = ['bin', 'Scripts'];
// They name folders of the project.
const NAMES_PATHS = /\.pth$|\.egg-link$|^__editable__|^__editable___|^direct_url\.json$/;
const LONGEST_SCRIPT = 64 * 1024;

interface Places {
  readonly from: string;
  readonly to: string;
}

export async function linkDependencies(from: string, to: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const [source, target] = [join(from, folder), join(to, folder)];
    const stats = await lstatIfThere(source);
    if (stats === undefined || (await lstatIfThere(target)) !== undefined) continue;
    await mkdir(dirname(target), { recursive: true });
    // What is itself a link, or on Windows an environment, whose programs hold its place, is linked whole.
    if (!stats.isDirectory()) await linkTo(source, target);
    else if (folder.endsWith(MODULES)) await modules(source, target, { from, to });
    else if (process.platform === 'win32') await linkTo(source, target);
    else await environment(source, target, { from, to });
  }
}

async function modules(source: string, target: string, places: Places): Promise<void> {
  await mkdir(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [at, place] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin')) await modules(at, place, places);
    // What installers note there is a file; folders such as .cache and .vite are written by those who run.
    else if (entry.name.startsWith('.')) {
      if (entry.isFile()) await copyFile(at, place);
    } else await linkTo(await leadsTo(at, places), place);
  }
}

// Of a package of the project, its copy.
async function leadsTo(path: string, { from, to }: Places): Promise<string> {
  const real = await realpath(path).catch(() => path);
  const isOwn = isInside(from, real) && !relative(from, real).split(sep).includes(MODULES);
  return isOwn ? join(to, relative(from, real)) : path;
}

async function environment(source: string, target: string, places: Places): Promise<void> {
  await mkdir(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [at, place] = [join(source, entry.name), join(target, entry.name)];
    if (SCRIPTS.includes(entry.name) && entry.isDirectory()) await scripts(at, place, places);
    else if (entry.name === 'lib' && entry.isDirectory()) await libraries(at, place, places);
    else if (entry.isFile()) await copyNamed(at, place, places);
    else if (entry.isSymbolicLink()) await linkTo(await readlink(at), place);
    else await linkTo(at, place);
  }
}

async function libraries(source: string, target: string, places: Places): Promise<void> {
  await mkdir(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [at, place] = [join(source, entry.name), join(target, entry.name)];
    const installed = entry.isDirectory() ? await readdir(at) : [];
    if (!installed.includes('site-packages')) {
      await linkTo(at, place);
      continue;
    }
    await mkdir(place);
    for (const name of installed) {
      if (name === 'site-packages') await packages(join(at, name), join(place, name), places);
      else await linkTo(join(at, name), join(place, name));
    }
  }
}

async function packages(source: string, target: string, places: Places): Promise<void> {
  await mkdir(target);
  for (const name of await readdir(source)) {
    if (NAMES_PATHS.test(name)) await copyNamed(join(source, name), join(target, name), places);
    else await linkTo(join(source, name), join(target, name));
  }
}

// They begin with the interpreter of their environment.
async function scripts(source: string, target: string, places: Places): Promise<void> {
  await mkdir(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [at, place] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isSymbolicLink()) {
      const leads = await readlink(at);
      await linkTo(isAbsolute(leads) || !leads.includes('/') ? leads : resolve(source, leads), place);
    } else if (entry.isFile() && (await stat(at)).size <= LONGEST_SCRIPT) await copyNamed(at, place, places);
    else await linkTo(at, place);
  }
}

async function copyNamed(source: string, target: string, { from, to }: Places): Promise<void> {
  const bytes = await readFile(source);
  const text = bytes.toString('utf8');
  // No text, or none that names the project.
  const isNamed = text.includes(`${from}${sep}`) && Buffer.from(text).equals(bytes);
  await writeFile(target, isNamed || text.includes(from) ? renamed(text, from, to) : bytes, { flag: 'wx' });
  await chmod(target, (await stat(source)).mode & 0o777);
}

// Whole names only: another project may begin alike.
function renamed(text: string, from: string, to: string): string {
  return text.split(from).reduce((whole, part) => `${whole}${/^[\w.-]/.test(part) ? from : to}${part}`);
}
