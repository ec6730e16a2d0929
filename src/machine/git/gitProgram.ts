// Git as it is run here: without pager, prompt, editor or anybody's variables, and in a project that nobody trusts without anything that its settings name.
import { Bound } from '../../base/waiting/abort.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { Toolchains } from '../../ide/doors/toolchains.ts';
import { cancelled, notPermitted, timedOut } from '../../ide/errors/errors.ts';
import { gitMissing, noRepository } from '../../ide/errors/gitErrors.ts';
import { howToLetRun, whyNothingRuns } from '../../ide/execution.ts';
import type { Project } from '../../ide/ide.ts';
import { boundedBytes } from '../processes/boundedBytes.ts';
import type { Processes } from '../processes/processes.ts';
import { SpawnError } from '../processes/spawnedProcess.ts';
import { gitSettings, type Setting } from './gitSettings.ts';
import { onlyIdentity, withoutOthers } from './gitVariables.ts';
import { refusalOf } from './refusals.ts';
import { hooksOf, isOwn, type Repository, repositoryOf } from './repository.ts';

export interface GitDependencies {
  readonly project: Project;
  readonly processes: Processes;
  readonly toolchains: Toolchains;
}

export interface GitCall {
  // The command and its arguments, as in ['status', '-z'].
  readonly args: readonly string[];
  readonly input?: string | Buffer;
  readonly longest?: number;
  readonly environment?: Readonly<Record<string, string>>;
  // Beside those that are always passed.
  readonly settings?: readonly Setting[];
}

export interface GitEnd {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  // There was more than anybody can read.
  readonly isCut: boolean;
}

// Looking through a hundred thousand files takes a second; a network disk that needs longer than this is not answering.
const LONGEST_READ = minutes(2);
// Hooks may build and test; large repositories come over slow networks.
const LONGEST_WORK = minutes(10);

// What a repository's settings could do to an answer, or run, whoever trusts it. Background work would be cut off with its parent.
const SETTINGS = {
  'core.fsmonitor': 'false',
  'core.quotePath': 'false',
  'color.ui': 'false',
  'log.showSignature': 'false',
  'diff.relative': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'fetch.showForcedUpdates': 'true',
};

const NOTHING_MORE = { environment: {}, settings: [] } as const;

export class GitProgram {
  readonly #room: GitDependencies;

  constructor(room: GitDependencies) {
    this.#room = room;
  }

  get root(): string {
    return this.#room.project.path;
  }

  // Throws no_repository. Asked anew each time: a repository may begin, end or move while we look.
  repository(): Repository {
    return repositoryOf(this.root);
  }

  // A question that changes nothing. Throws what git refuses.
  async ask(call: GitCall, signal: AbortSignal): Promise<Buffer> {
    return succeeded(call, await this.try(call, signal)).stdout;
  }

  // The same where a failure is an answer too.
  async try(call: GitCall, signal: AbortSignal): Promise<GitEnd> {
    const { environment, settings } = whyNothingRuns(this.#room.project) === undefined ? NOTHING_MORE : await this.#harmless(signal);
    return this.#run({ longest: LONGEST_READ, ...call, settings, environment: { GIT_OPTIONAL_LOCKS: '0', ...environment, ...call.environment } }, signal);
  }

  // Something that changes the repository, runs its hooks and filters, and so needs trust.
  async work(call: GitCall, signal: AbortSignal): Promise<GitEnd> {
    const { project } = this.#room;
    const why = whyNothingRuns(project);
    const programs = why === undefined ? [] : project.trusted ? await this.#ownPrograms(signal) : ['its hooks and filters'];
    if (programs.length > 0)
      throw notPermitted(`git ${call.args[0]}`, `${why}, and git would run ${programs.join(', ')} of the repository`, howToLetRun(project, project.path));
    return this.#run({ longest: LONGEST_WORK, ...call }, signal);
  }

  async do(call: GitCall, signal: AbortSignal): Promise<GitEnd> {
    return succeeded(call, await this.work(call, signal));
  }

  // What the repository itself would have git run, by name: its own settings, not those of the person, and its hooks.
  async #ownPrograms(signal: AbortSignal): Promise<readonly string[]> {
    const named = await Promise.all(
      ['--local', '--worktree'].map((scope) =>
        this.#run({ args: ['config', scope, '--includes', '--list', '--name-only', '-z'], longest: LONGEST_READ }, signal),
      ),
    );
    const settings = named.flatMap(({ stdout }) => [...programsIn(stdout, PROGRAMS), ...programsIn(stdout, WORKING_PROGRAMS)]);
    return [...new Set([...settings, ...hooksOf(this.repository())])];
  }

  // Settings of the repository name programs under any name they like: each such name is taken away, and no network is reached for objects that are missing.
  async #harmless(signal: AbortSignal): Promise<Required<Pick<GitCall, 'environment' | 'settings'>>> {
    const repository = this.repository();
    if (!isOwn(repository))
      throw noRepository(this.root, `.git leads to a repository that does not know this folder, and ${whyNothingRuns(this.#room.project)}`);
    const listed = await this.#run({ args: ['config', '--list', '--name-only', '-z'], longest: LONGEST_READ }, signal);
    return {
      settings: [...new Set(programsIn(listed.stdout, PROGRAMS))].map((name) => [name, '']),
      environment: { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_WORK_TREE: repository.top },
    };
  }

  async #run({ args, input = '', longest = LONGEST_READ, environment = {}, settings = [] }: GitCall, signal: AbortSignal): Promise<GitEnd> {
    if (signal.aborted) throw cancelled();
    const [git] = await this.#room.toolchains.find(['git'], signal);
    if (git === undefined) throw gitMissing();
    const configured = gitSettings([...Object.entries(SETTINGS), ...settings], git.version);
    using bound = new Bound(signal, longest);
    const spawned = await this.#room.processes
      .spawn({
        program: git.path,
        args: ['--no-pager', ...configured.args, ...args],
        cwd: this.root,
        environment: {
          ...(whyNothingRuns(this.#room.project) === undefined ? withoutOthers() : onlyIdentity()),
          ...ALWAYS,
          ...configured.environment,
          ...environment,
        },
      })
      .catch((error: unknown) => {
        throw error instanceof SpawnError ? gitMissing() : error;
      });
    // Asked, not killed: git takes its locks away before it ends.
    const kill = () => void spawned.end();
    bound.signal.addEventListener('abort', kill, { once: true });
    if (bound.signal.aborted) kill();
    spawned.stdin.end(input);
    const { bytes, isCut } = await boundedBytes(spawned.stdout, kill);
    const { code } = await spawned.exited;
    if (bound.passed) throw timedOut(`git ${args[0]}`, `${Math.round(longest / seconds(1))} seconds`);
    if (signal.aborted) throw cancelled();
    return { code, stdout: bytes, stderr: withoutSecrets(await spawned.allErrors()), isCut };
  }
}

export function succeeded(call: GitCall, end: GitEnd): GitEnd {
  if (end.code === 0 || end.isCut) return end;
  throw refusalOf(call.args, end);
}

// Nobody can be asked for a password, a message or a key, and messages are read by us.
const ALWAYS = {
  LC_ALL: 'C',
  LANGUAGE: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_EDITOR: ':',
  GIT_MERGE_AUTOEDIT: 'no',
  GCM_INTERACTIVE: 'never',
};

const PROGRAMS =
  /^(filter\..*\.(clean|smudge|process|required)|diff\..*\.(command|textconv)|diff\.external|core\.(sshcommand|hookspath|askpass|gitproxy|alternaterefscommand)|gpg\..*program|blame\.ignorerevsfile|credential\..*)$/i;

// Those that no question needs, and of which some cannot be taken away by an empty value.
const WORKING_PROGRAMS = /^(merge\..*\.driver|remote\..*\.(uploadpack|receivepack|vcs)|submodule\..*\.update|trailer\..*\.(command|cmd)|protocol\..*\.allow)$/i;

function programsIn(list: Buffer, programs: RegExp): readonly string[] {
  return list
    .toString('utf8')
    .split('\0')
    .filter((name) => programs.test(name));
}

// Addresses of remotes may hold passwords.
function withoutSecrets(text: string): string {
  return text.replace(/(\w+:\/\/)[^\s/@]+@/g, '$1');
}
