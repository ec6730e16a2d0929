// What is particular about the Bash server: it ignores what is opened too early, searches what is open, and never forgets a file.

import { Bound, untilAborted } from '../../../../base/waiting/abort.ts';
import { deferred } from '../../../../base/waiting/deferred.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';
import { whyNothingRuns } from '../../../../ide/execution.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { installCommand } from '../../../../machine/programs/installCommands.ts';
import { pathOfProgram } from '../../../../machine/programs/machinePrograms.ts';
import { OpenedFiles } from '../engine/documents/openedFiles.ts';
import type { EngineProject } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Middleware, QuestionScope } from '../engine/middleware.ts';

const SHELLCHECK = { program: 'shellcheck' };
const PACKAGES = {
  apt: 'shellcheck',
  dnf: 'ShellCheck',
  zypper: 'ShellCheck',
  pacman: 'shellcheck',
  apk: 'shellcheck',
  brew: 'shellcheck',
  winget: 'koalaman.shellcheck',
  scoop: 'shellcheck',
  otherwise: 'put shellcheck on the PATH',
};
const READY = seconds(10);
// Scripts are short and their trees small.
const MOST_OPENED = 500;

export function withoutShellCheck(project: EngineProject): string | undefined {
  // It obeys a .shellcheckrc, which may name other files to read.
  const why = whyNothingRuns(project);
  if (why !== undefined) return `Shell scripts were not checked: ShellCheck is not run, because ${why}.`;
  return pathOfProgram(SHELLCHECK) === undefined
    ? `Shell scripts were not checked: there is no ShellCheck. To install it: ${installCommand(PACKAGES)}`
    : undefined;
}

export class BashServer implements Middleware {
  readonly #session: EngineSession;
  readonly #files: OpenedFiles;
  readonly #ready = deferred<void>();
  #outdated = false;

  constructor(session: EngineSession) {
    this.#session = session;
    this.#files = new OpenedFiles(session, MOST_OPENED);
  }

  configuration(section: string): unknown {
    if (section !== 'bashIde') return {};
    return {
      shellcheckPath: whyNothingRuns(this.#session.project) === undefined ? (pathOfProgram(SHELLCHECK) ?? '') : '',
      // What it reads by itself it reads once, and serves for ever.
      backgroundAnalysisMaxFiles: 0,
      includeAllWorkspaceSymbols: true,
      logLevel: 'info',
    };
  }

  logged(text: string): void {
    if (text.includes('BackgroundAnalysis: skipping')) this.#ready.resolve();
  }

  // It is ready a while after it says so, and of what is opened until then it analyses only the last.
  async started(signal: AbortSignal): Promise<void> {
    using bound = new Bound(signal, READY);
    await untilAborted(this.#ready.promise, bound.signal, cancelled).catch((error: unknown) => {
      if (!bound.passed) throw error;
    });
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#files.filesChanged(changes);
    this.#outdated ||= changes.some(({ kind }) => kind === 'deleted');
  }

  get outdated(): boolean {
    return this.#outdated;
  }

  prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    return scope.kind === 'files' ? Promise.resolve(undefined) : this.#files.openAll(signal);
  }
}
