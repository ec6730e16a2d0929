// Git as trees run it: in a folder that is named each time, without anybody's variables, prompts, locks or background work.
import { Bound } from '../../base/waiting/abort.ts';
import { minutes } from '../../base/waiting/duration.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { isolationFailed } from '../../ide/errors/worktreeErrors.ts';
import { withoutOthers } from '../git/gitVariables.ts';
import { boundedBytes } from '../processes/boundedBytes.ts';
import type { Processes } from '../processes/processes.ts';
import { pathOfProgram } from '../programs/machinePrograms.ts';

export interface WorktreeGitCall {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string | Buffer;
  // Which repository, tree and index, where the folder does not say it.
  readonly environment?: Readonly<Record<string, string>>;
}

export interface WorktreeGitEnd {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

// A hundred thousand files on a slow disk.
const LONGEST = minutes(10);
// The first that merges without a checkout.
const [MAJOR, MINOR] = [2, 38];
const INSTALL = `Install git ${MAJOR}.${MINOR} or newer, or start the agent in the project itself.`;

const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'merge.conflictStyle=merge',
  'merge.renames=true',
  'merge.directoryRenames=true',
  'diff.renames=true',
  'diff.ignoreSubmodules=none',
];

const ALWAYS = {
  LC_ALL: 'C',
  LANGUAGE: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_AUTHOR_NAME: 'binnacle',
  GIT_AUTHOR_EMAIL: 'binnacle@localhost',
  GIT_COMMITTER_NAME: 'binnacle',
  GIT_COMMITTER_EMAIL: 'binnacle@localhost',
};

export class WorktreeGit {
  readonly #processes: Processes;
  #program: Promise<string> | undefined;

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  // Throws isolation_failed where git refuses.
  async ask(call: WorktreeGitCall, signal: AbortSignal): Promise<Buffer> {
    const { code, stdout, stderr } = await this.try(call, signal);
    if (code !== 0) throw isolationFailed(`git ${call.args[0]} said: ${stderr.trim().slice(-500)}`);
    return stdout;
  }

  async text(call: WorktreeGitCall, signal: AbortSignal): Promise<string> {
    return (await this.ask(call, signal)).toString('utf8').replace(/\r?\n$/, '');
  }

  // Throws isolation_failed where there is no git that could.
  async try(call: WorktreeGitCall, signal: AbortSignal): Promise<WorktreeGitEnd> {
    this.#program ??= this.#found(signal);
    return this.#run(
      await this.#program.catch((error: unknown) => {
        this.#program = undefined;
        throw error;
      }),
      call,
      signal,
    );
  }

  async #found(signal: AbortSignal): Promise<string> {
    const program = pathOfProgram({ program: 'git' });
    if (program === undefined) throw isolationFailed('there is no git on this machine.', INSTALL);
    const { stdout } = await this.#run(program, { cwd: process.cwd(), args: ['version'] }, signal);
    const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout.toString('utf8')) ?? [];
    const isNewEnough = Number(major) > MAJOR || (Number(major) === MAJOR && Number(minor) >= MINOR);
    if (!isNewEnough) throw isolationFailed(`git ${major ?? '?'}.${minor ?? '?'} cannot merge without a checkout.`, INSTALL);
    return program;
  }

  async #run(program: string, { cwd, args, input = '', environment = {} }: WorktreeGitCall, signal: AbortSignal): Promise<WorktreeGitEnd> {
    if (signal.aborted) throw cancelled();
    using bound = new Bound(signal, LONGEST);
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    const spawned = await this.#processes.spawn({ program, args: [...settings, ...args], cwd, environment: { ...withoutOthers(), ...ALWAYS, ...environment } });
    const kill = () => void spawned.end();
    bound.signal.addEventListener('abort', kill, { once: true });
    if (bound.signal.aborted) kill();
    spawned.stdin.end(input);
    const { bytes, isCut } = await boundedBytes(spawned.stdout, kill);
    const { code } = await spawned.exited;
    if (signal.aborted) throw cancelled();
    if (bound.passed || isCut) throw isolationFailed(`git ${args[0]} ${isCut ? 'had more to say than anybody can read' : 'did not end in time'}.`);
    return { code, stdout: bytes, stderr: await spawned.allErrors() };
  }
}

export function namesIn(bytes: Buffer): string[] {
  const text = bytes.toString('utf8');
  return text === '' ? [] : text.replace(/\0$/, '').split('\0');
}
