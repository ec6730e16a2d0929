// The code of dependencies on this machine: found where each ecosystem keeps it, fetched by the package manager that the project uses.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, parse } from 'node:path';
import { pathOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import { variable } from '../../base/processes/environment.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import type { FetchedPackages, FoundPackage, Packages, WantedPackage } from '../../ide/doors/packages.ts';
import type { Toolchains } from '../../ide/doors/toolchains.ts';
import { cancelled, fetchFailed, notPermitted, packageManagerMissing, timedOut } from '../../ide/errors/errors.ts';
import { howToTrust } from '../../ide/execution.ts';
import type { Project } from '../../ide/ide.ts';
import type { Command, Processes } from '../processes/processes.ts';
import { SpawnError } from '../processes/spawnedProcess.ts';
import { findCrate } from './crates.ts';
import { outwards, textAt } from './disk.ts';
import { type FetchCommand, isPackageName, managers } from './fetchCommands.ts';
import { findGoModule } from './goModules.ts';
import { findMavenArtifact } from './mavenArtifacts.ts';
import { findNpmPackage } from './npmPackages.ts';
import { ownPrograms } from './ownPrograms.ts';
import { findPythonPackage } from './pythonPackages.ts';

export interface PackagesDependencies {
  readonly project: Pick<Project, 'path' | 'trusted' | 'howToTrust'>;
  readonly processes: Processes;
  readonly toolchains: Toolchains;
}

// A large project over a slow network; what takes longer waits for an answer that nobody can give.
const LONGEST_FETCH = minutes(10);
const LONGEST_QUESTION = seconds(10);
const LAST_WORDS = 1_500;

export class HeadlessPackages implements Packages {
  readonly #room: PackagesDependencies;

  constructor(room: PackagesDependencies) {
    this.#room = room;
  }

  async find(wanted: WantedPackage, signal: AbortSignal): Promise<readonly FoundPackage[]> {
    const root = this.#room.project.path;
    // A name with .. in it would lead out of the folders in which packages are.
    if (!isPackageName(wanted) || wanted.name.split('/').includes('..')) return [];
    if (wanted.ecosystem === 'npm') return findNpmPackage(wanted);
    if (wanted.ecosystem === 'python') return findPythonPackage(wanted, root);
    if (wanted.ecosystem === 'cargo') return findCrate(wanted, root);
    if (wanted.ecosystem === 'maven') return findMavenArtifact(wanted, root);
    return findGoModule(wanted, root, await this.#moduleCache(signal));
  }

  async fetch(wanted: WantedPackage, manager: string, signal: AbortSignal, progress: Progress): Promise<FetchedPackages> {
    const { project } = this.#room;
    const root = project.path;
    if (!project.trusted)
      throw notPermitted(
        `Fetching ${wanted.name}`,
        'it runs a package manager on a project that nobody has trusted',
        `A person can allow it: ${howToTrust(project)}`,
      );
    const known = managers[manager];
    if (known === undefined) throw fetchFailed(manager, `Binnacle does not know how ${manager} fetches packages without running scripts`);
    if (!isPackageName(wanted)) throw fetchFailed(manager, `${wanted.name} ${wanted.version ?? ''} is not the name of a package`);
    const chosen = known.command(wanted, root);
    if (typeof chosen === 'string') throw fetchFailed(manager, chosen);
    const files = outwards(pathOf(wanted.folderUri))
      .filter((folder) => isInside(root, folder))
      .flatMap((folder) => known.files.map((name) => join(folder, name)));
    const before = files.map(fingerprintOf);
    const title = [basename(chosen.program), ...chosen.args].join(' ');
    const executed = ownPrograms(manager, chosen.cwd, root);
    await this.#run(await this.#command(chosen, signal), title, signal, progress);
    return { command: title, executed, changed: files.filter((file, index) => fingerprintOf(file) !== before[index]) };
  }

  async #command(chosen: FetchCommand, signal: AbortSignal): Promise<Command> {
    if (isAbsolute(chosen.program)) return chosen;
    const [found] = await this.#room.toolchains.find([chosen.program], signal);
    if (found === undefined) throw packageManagerMissing(chosen.program, `${chosen.program} is not on the PATH.`);
    if (!/\.(cmd|bat)$/i.test(found.path)) return { ...chosen, program: found.path };
    // Windows starts scripts only through its shell, which must not look for them in the project first.
    return {
      ...chosen,
      program: variable('ComSpec') ?? 'cmd.exe',
      args: ['/d', '/s', '/c', [basename(found.path), ...chosen.args].join(' ')],
      environment: { ...chosen.environment, NoDefaultCurrentDirectoryInExePath: '1' },
    };
  }

  async #run(command: Command, title: string, signal: AbortSignal, progress: Progress): Promise<void> {
    using bound = new Bound(signal, LONGEST_FETCH);
    progress(title);
    const started = performance.now();
    // Most managers say nothing until they are done; a person should see that it is not stuck.
    const pulse = setInterval(() => progress(`${title} (${Math.round((performance.now() - started) / seconds(1))} s)`), seconds(2));
    try {
      const { code, stdout, stderr } = await this.#room.processes.run(command, bound.signal);
      if (code !== 0)
        throw fetchFailed(
          title,
          [stderr, stdout]
            .map((text) => text.trim().slice(-LAST_WORDS))
            .filter((text) => text !== '')
            .join('\n'),
        );
    } catch (error) {
      if (bound.passed) throw timedOut(title, `${LONGEST_FETCH / minutes(1)} minutes`);
      if (signal.aborted) throw cancelled();
      throw error instanceof SpawnError ? fetchFailed(title, error.message) : error;
    } finally {
      clearInterval(pulse);
    }
  }

  // Asked in the topmost folder of the disk, so that no file of the project has a say.
  async #moduleCache(signal: AbortSignal): Promise<string> {
    const usual = variable('GOMODCACHE') ?? join(variable('GOPATH') ?? join(homedir(), 'go'), 'pkg', 'mod');
    const [go] = await this.#room.toolchains.find(['go'], signal);
    if (go === undefined) return usual;
    using bound = new Bound(signal, LONGEST_QUESTION);
    const question = {
      program: go.path,
      args: ['env', 'GOMODCACHE'],
      cwd: parse(this.#room.project.path).root,
      environment: { GOTOOLCHAIN: 'local', GOWORK: 'off' },
    };
    try {
      return (await this.#room.processes.run(question, bound.signal)).stdout.trim() || usual;
    } catch (error) {
      if (signal.aborted) throw cancelled();
      // A go that hangs or does not start has put nothing elsewhere.
      if (bound.passed || error instanceof SpawnError) return usual;
      throw error;
    }
  }
}

function fingerprintOf(file: string): string {
  return createHash('sha1')
    .update(textAt(file) ?? '')
    .digest('base64');
}
