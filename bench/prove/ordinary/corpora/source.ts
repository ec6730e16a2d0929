// Where foreign code comes from: a package of npm or PyPI, a Debian source package, or any folder; unpacked and nothing else.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { execute } from '../../../../test/support/npmInstall.ts';
import { stdoutOf } from '../execution.ts';

export type Registry = 'npm' | 'pypi' | 'debian' | 'folder';

export interface Source {
  readonly spec: string;
  readonly registry: Registry;
  readonly name: string;
  readonly version?: string;
  // Of Debian.
  readonly suite?: string;
}

// `npm:NAME@VERSION`, `pypi:NAME==VERSION`, `debian:NAME=VERSION/SUITE` (version and suite may be missing), or a path.
export function sourceOf(spec: string): Source {
  const [, registry, rest = ''] = /^(npm|pypi|debian):(.+)$/.exec(spec) ?? [];
  if (registry === 'npm') {
    const [, name = rest, version] = /^(@?[^@]+)(?:@(.+))?$/.exec(rest) ?? [];
    return { spec, registry, name, ...(version !== undefined && { version }) };
  }
  if (registry === 'pypi') {
    const [name = rest, version] = rest.split('==');
    return { spec, registry, name, ...(version !== undefined && { version }) };
  }
  if (registry === 'debian') {
    const [, name = rest, version, suite] = /^([^=/]+)(?:=([^/]+))?(?:\/(.+))?$/.exec(rest) ?? [];
    return { spec, registry, name, ...(version !== undefined && { version }), ...(suite !== undefined && { suite }) };
  }
  const folder = resolve(spec);
  if (!existsSync(folder)) throw new Error(`${spec} is no folder, and no npm:NAME@VERSION, pypi:NAME==VERSION or debian:NAME.`);
  return { spec: folder, registry: 'folder', name: basename(folder) };
}

// Fills `folder/project` with the sources.
export async function unpack(source: Source, folder: string): Promise<string> {
  const download = join(folder, 'download');
  await mkdir(download, { recursive: true });
  await UNPACKERS[source.registry](source, download);
  const project = join(folder, 'project');
  const [only] = source.registry === 'folder' ? [source.name] : await foldersIn(download);
  if (only === undefined) throw new Error(`${source.spec} holds no folder.`);
  await rename(join(download, only), project);
  await rm(download, { recursive: true, force: true });
  return project;
}

const UNPACKERS: Readonly<Record<Registry, (source: Source, download: string) => Promise<void>>> = {
  npm: async ({ name, version }, download) => {
    await execute(['npm', 'pack', '--silent', version === undefined ? name : `${name}@${version}`], download);
    await untar(download);
  },
  pypi: async ({ name, version }, download) => {
    const wanted = version === undefined ? name : `${name}==${version}`;
    await execute(['python3', '-m', 'pip', 'download', '--quiet', '--no-deps', `--no-binary=${name}`, '--dest', download, wanted], download);
    await untar(download);
  },
  debian: fromDebian,
  folder: async ({ spec, name }, download) => {
    await cp(spec, join(download, name), { recursive: true, verbatimSymlinks: true, filter: (path) => !/[/\\](?:\.git|\.venv|venv)$/.test(path) });
  },
};

// As root, tar would give files to the people who packed them, and git distrusts what belongs to others.
async function untar(download: string): Promise<void> {
  for (const file of await readdir(download)) {
    await execute(['tar', '--no-same-owner', '-xf', file], download);
    await rm(join(download, file));
  }
}

// With lists of apt of our own: a machine seldom lists sources, and its own lists belong to its owner. The mirror is the machine's.
async function fromDebian({ name, version, suite }: Source, download: string): Promise<void> {
  // Beside the lists: apt takes away what it does not know among them.
  const named = join(download, 'sources.list');
  const lists = join(download, 'lists');
  await mkdir(join(lists, 'partial'), { recursive: true });
  const mirrors = await stdoutOf(['apt-get', 'indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Created-By: Packages'], download);
  const [, mirror, release = 'stable'] = /^(\S+\/debian\/?) (\S+)$/m.exec(mirrors) ?? [];
  if (mirror === undefined) throw new Error('apt names no mirror of Debian here.');
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const signed = existsSync(keyring) ? `[signed-by=${keyring}] ` : '';
  await writeFile(named, `deb-src ${signed}${mirror} ${suite ?? release} main\n`);
  const own = [
    ...['-o', `Dir::Etc::sourcelist=${named}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
    ...['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${lists}`, '-o', 'APT::Sandbox::User=root'],
  ];
  await execute(['apt-get', '-q', ...own, 'update'], download);
  const wanted = version === undefined ? name : `${name}=${version}`;
  // Other packages that Debian has put beside it may be missing from a mirror; only its own archive is needed.
  const complaint = await execute(['apt-get', '-q', ...own, 'source', '--download-only', '--tar-only', wanted], download).then(() => '', String);
  await rm(lists, { recursive: true, force: true });
  const archives = (await readdir(download)).filter((file) => /\.orig\.tar\.\w+$/.test(file));
  if (archives.length === 0) throw new Error(`${name} has no archive of sources: ${complaint}`);
  for (const archive of archives) {
    await mkdir(join(download, name), { recursive: true });
    await execute(['tar', '--no-same-owner', '-xf', archive, '-C', name, '--strip-components=1'], download);
  }
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) if ((await stat(join(folder, name))).isDirectory()) found.push(name);
  return found;
}
