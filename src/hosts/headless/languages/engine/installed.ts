// Whether an engine is on this machine, where, and in which version.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isInside } from '../../../../base/files/realFolder.ts';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { currentEnvironment } from '../../../../base/processes/environment.ts';
import { Bound } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import { whyNothingRuns } from '../../../../ide/execution.ts';
import { trackedAmong } from '../../../../machine/git/trackedFiles.ts';
import type { Processes } from '../../../../machine/processes/processes.ts';
import { type MachineProgram, pathOfProgram } from '../../../../machine/programs/machinePrograms.ts';
import { packageFolder } from '../../../../machine/programs/packageFolder.ts';
import type { EngineProject, EngineRow } from './engineRow.ts';

const manifest = z.object({ version: z.string() });

// Long for a program that only prints its version; a Java one takes most of it.
const VERSION = seconds(15);
// What a person has just installed must be found soon, but not looked for in every call.
const LOOK_AGAIN = seconds(2);

export class Installation {
  readonly #row: EngineRow;
  readonly #processes: Processes;
  readonly #project: ExecutingProject;
  #version: string | undefined;
  #looked: { readonly at: number; readonly program: string | undefined } | undefined;
  // A program that is there and does not run, such as the proxy that rustup leaves for a component it has not installed.
  #broken: { readonly at: number; readonly why: string } | undefined;
  #asking: Promise<void> | undefined;

  constructor(row: EngineRow, processes: Processes, project: ExecutingProject) {
    this.#row = row;
    this.#project = project;
    this.#processes = processes;
    if ('npm' in row.origin) this.#version = packageVersion(row.origin.npm);
  }

  // As in "typescript 7.0.2"; without the number until a program of this machine has been asked for it.
  get name(): string {
    const name = this.#row.name ?? this.#row.id;
    return this.#version === undefined || this.#version === '' ? name : `${name} ${this.#version}`;
  }

  // Why it cannot be started; undefined when it can.
  missing(): string | undefined {
    const { origin } = this.#row;
    if ('npm' in origin) return packageFolder(origin.npm) === undefined ? `The package ${origin.npm} is not installed.` : undefined;
    if (this.#program(origin) === undefined) return `There is no ${origin.program} on the PATH.`;
    if (this.#broken !== undefined && performance.now() - this.#broken.at < LOOK_AGAIN) return this.#broken.why;
    return undefined;
  }

  // What runs it: Node for what came with npm, the program itself otherwise. Only after missing() had nothing to say.
  program(): string {
    const { origin } = this.#row;
    return 'npm' in origin ? process.execPath : (this.#program(origin) ?? origin.program);
  }

  // Returns once the version is known, or missing() knows why there is none.
  async check(): Promise<void> {
    const { origin } = this.#row;
    if ('npm' in origin || this.#version !== undefined || this.missing() !== undefined) return;
    if (origin.versionArguments === undefined) return;
    this.#asking ??= this.#ask(this.program(), origin.versionArguments).finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }

  async #ask(program: string, args: readonly string[]): Promise<void> {
    using bound = new Bound(new AbortController().signal, VERSION);
    try {
      // In a folder of its own, because some programs read the configuration of the folder they are started in.
      const command = { program, args, cwd: dirname(program) };
      const { code, stdout, stderr } = await this.#processes.run(command, bound.signal);
      if (code === 0) this.#version = /\d+(?:\.\d+)+/.exec(stdout || stderr)?.[0] ?? '';
      else this.#broken = { at: performance.now(), why: `${program} does not run: ${firstLine(stderr || stdout)}` };
    } catch (error) {
      this.#broken = {
        at: performance.now(),
        why: `${program} does not run: ${bound.passed ? 'it does not even print its version' : firstLine(String(error))}`,
      };
    }
  }

  // A folder of the project may be on the PATH: what is in it is the project's, and run only where that may be, and only what did not come with the code.
  #isProjects(path: string): boolean {
    const { root } = this.#project;
    if (!isInside(root, path) && !isInside(root, realpathSync(path))) return false;
    return whyNothingRuns(this.#project) !== undefined || trackedAmong(root, [path]) !== undefined;
  }

  #program(origin: MachineProgram): string | undefined {
    if (this.#looked === undefined || performance.now() - this.#looked.at > LOOK_AGAIN) {
      this.#looked = { at: performance.now(), program: pathOfProgram(origin, currentEnvironment(), (path) => !this.#isProjects(path)) };
    }
    return this.#looked.program;
  }
}

// What an installation must know of the project that it is for.
type ExecutingProject = Pick<EngineProject, 'root' | 'trusted' | 'runsDenied'>;

export function installedFile(name: string, ...path: readonly string[]): string {
  return join(packageFolder(name) ?? dirname(process.execPath), ...path);
}

function packageVersion(name: string): string | undefined {
  const folder = packageFolder(name);
  return folder === undefined ? undefined : manifest.parse(JSON.parse(readSmallFile(join(folder, 'package.json')))).version;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() || 'it says nothing';
}
