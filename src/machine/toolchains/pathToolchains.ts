// Programs on the PATH and the versions they report. Nothing of the project is run: neither what lies in it nor what its files would choose.
import { realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, parse } from 'node:path';
import { z } from 'zod';
import { isInside } from '../../base/files/realFolder.ts';
import { smallFile } from '../../base/files/smallFile.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { InstalledProgram, Toolchains } from '../../ide/doors/toolchains.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import type { Processes } from '../processes/processes.ts';
import { SpawnError } from '../processes/spawnedProcess.ts';
import { placesOnPath } from '../programs/machinePrograms.ts';

export interface ToolchainsDependencies {
  // Absolute, symlinks resolved.
  readonly root: string;
  readonly processes: Processes;
  readonly environment?: NodeJS.ProcessEnv;
}

// A virtual machine on a busy computer; whatever takes longer wants something else than to print its version.
const LONGEST_WAIT = seconds(5);
// What is not asked with --version.
const QUESTIONS: Readonly<Record<string, readonly string[]>> = { go: ['version'], java: ['-version'], javac: ['-version'], lua: ['-v'], zig: ['version'] };
// Version managers that would rather install something than say that it is not there.
const QUIET = { COREPACK_ENABLE_NETWORK: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0', RUSTUP_AUTO_INSTALL: '0', GOTOOLCHAIN: 'local', UV_OFFLINE: '1' };

export class PathToolchains implements Toolchains {
  readonly #room: ToolchainsDependencies;
  // By the program's real path and time of change: it reports the same version until it is replaced.
  readonly #versions = new Map<string, string | undefined>();

  constructor(room: ToolchainsDependencies) {
    this.#room = room;
  }

  async find(programs: readonly string[], signal: AbortSignal): Promise<readonly InstalledProgram[]> {
    const found = await Promise.all(programs.map((name) => this.#find(name, signal)));
    return found.flatMap((program) => (program === undefined ? [] : [program]));
  }

  async #find(name: string, signal: AbortSignal): Promise<InstalledProgram | undefined> {
    const program = this.#onPath(name);
    if (program === undefined) return undefined;
    const key = `${program.path} ${program.changed}`;
    if (!this.#versions.has(key)) this.#versions.set(key, await this.#versionOf(name, program.path, program.real, signal));
    const version = this.#versions.get(key);
    return { name, path: program.path, ...(version !== undefined && { version }) };
  }

  #onPath(name: string): { path: string; real: string; changed: number } | undefined {
    const environment = this.#room.environment ?? currentEnvironment();
    const extensions = process.platform === 'win32' ? (environment['PATHEXT'] ?? '.EXE;.CMD;.BAT').toLowerCase().split(';') : [''];
    const names = extensions.map((extension) => `${name}${extension}`);
    for (const path of placesOnPath(names, environment)) {
      const found = executableAt(path);
      if (found !== undefined && !isInside(this.#room.root, path) && !isInside(this.#room.root, found.real)) return { path, ...found };
    }
    return undefined;
  }

  async #versionOf(name: string, path: string, real: string, signal: AbortSignal): Promise<string | undefined> {
    // Package managers of Node are scripts, whose version stands beside them; asking them takes a fifth of a second each.
    if (/\.[cm]?js$/.test(real)) return packageVersion(real);
    // Windows starts scripts only through a shell.
    if (process.platform === 'win32' && extname(path).toLowerCase() !== '.exe') return undefined;
    using bound = new Bound(signal, LONGEST_WAIT);
    const command = { program: path, args: QUESTIONS[name] ?? ['--version'], cwd: parse(this.#room.root).root, environment: QUIET };
    try {
      const { stdout, stderr, code } = await this.#room.processes.run(command, bound.signal);
      return code === 0 ? (versionIn(stdout) ?? versionIn(stderr)) : undefined;
    } catch (error) {
      if (signal.aborted) throw cancelled();
      // A program that hangs or cannot be started is there all the same; only its version is not known.
      if (bound.passed || error instanceof SpawnError) return undefined;
      throw error;
    }
  }
}

function executableAt(path: string): { real: string; changed: number } | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || (process.platform !== 'win32' && (stats.mode & 0o111) === 0)) return undefined;
    return { real: realpathSync.native(path), changed: stats.mtimeMs };
  } catch {
    // Most folders of the PATH do not hold it.
    return undefined;
  }
}

const Manifest = z.object({ version: z.string() });

async function packageVersion(script: string): Promise<string | undefined> {
  for (let folder = dirname(script); folder !== dirname(folder); folder = dirname(folder)) {
    const text = smallFile(join(folder, 'package.json'));
    const manifest = text === undefined ? undefined : Manifest.safeParse(JSON.parse(text));
    if (manifest?.success === true) return manifest.data.version;
  }
  return undefined;
}

// "v20.20.0", "Python 3.12.3", "go version go1.22.1 linux/amd64", 'openjdk version "21.0.2"'.
function versionIn(text: string): string | undefined {
  return /(?<![\w.])(?:v|go)?(\d+\.\d+(?:\.\d+)*(?:[-+.]?[a-z0-9]+)*)/i.exec(text)?.[1] ?? undefined;
}
