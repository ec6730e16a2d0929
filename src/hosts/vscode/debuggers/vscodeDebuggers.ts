// The debuggers of a window for one of its folders: every session is heard through a tracker, whoever started it, and asked past VS Code's own requests.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { untilAborted } from '../../../base/waiting/abort.ts';
import { deferred } from '../../../base/waiting/deferred.ts';
import { launchFailed } from '../../../ide/errors/debugErrors.ts';
import { cancelled } from '../../../ide/errors/errors.ts';
import type { Project } from '../../../ide/ide.ts';
import type { SharedConfiguration, SharedDebuggers, SharedSession } from '../../../ide/sharedDebuggers.ts';
import { TrackedSession } from './trackedSession.ts';
import { VscodeMargin } from './vscodeMargin.ts';

// In the configuration of a session that we start, so that it is recognised.
const KEY = '__binnacle';

export class VscodeDebuggers implements SharedDebuggers, Disposable {
  readonly margin: VscodeMargin;
  readonly #project: Project;
  readonly #sessions = new Map<string, TrackedSession>();
  readonly #listeners = new Set<(session: SharedSession) => void>();
  readonly #awaited = new Map<string, (session: SharedSession) => void>();
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(project: Project) {
    this.#project = project;
    this.margin = new VscodeMargin(project);
    this.#subscriptions = [
      vscode.debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: (session) => (this.#isOurs(session) ? this.#track(session) : undefined),
      }),
      vscode.debug.onDidTerminateDebugSession(({ id }) => {
        this.#sessions.get(id)?.over();
        this.#sessions.delete(id);
      }),
    ];
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.margin[Symbol.dispose]();
    for (const session of this.#sessions.values()) session.over();
  }

  knows(type: string): boolean {
    return vscode.extensions.all.some(({ packageJSON }) => debuggersIn(packageJSON).includes(type));
  }

  onSession(listener: (session: SharedSession) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async start(configuration: SharedConfiguration, begins: (session: SharedSession) => void, signal: AbortSignal): Promise<SharedSession> {
    const key = randomUUID();
    const begun = deferred<SharedSession>();
    this.#awaited.set(key, (session) => {
      begins(session);
      begun.resolve(session);
    });
    try {
      // What a person has not saved is theirs to save.
      const asked = vscode.debug.startDebugging(this.#folder(), { ...configuration, [KEY]: key }, { suppressSaveBeforeStart: true });
      const refuse = (why: string) => begun.reject(launchFailed(configuration.type, why, ''));
      asked.then(
        (started) => started || refuse('VS Code did not start it; its own message is shown to the person'),
        (error: unknown) => refuse(error instanceof Error ? error.message : String(error)),
      );
      return await untilAborted(begun.promise, signal, cancelled);
    } finally {
      this.#awaited.delete(key);
    }
  }

  #track(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    const tracked = new TrackedSession(session);
    this.#sessions.set(session.id, tracked);
    const key: unknown = session.configuration[KEY];
    // A session that it starts in turn may have inherited the key.
    if (typeof key === 'string' && session.parentSession === undefined) this.#awaited.get(key)?.(tracked);
    for (const listener of [...this.#listeners]) listener(tracked);
    return tracked.tracker;
  }

  #folder(): vscode.WorkspaceFolder | undefined {
    return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === this.#project.path);
  }

  // A session without a folder belongs to the first.
  #isOurs({ workspaceFolder = vscode.workspace.workspaceFolders?.[0] }: vscode.DebugSession): boolean {
    return workspaceFolder?.uri.fsPath === this.#project.path;
  }
}

function debuggersIn(manifest: { contributes?: { debuggers?: readonly { type?: string }[] } }): readonly (string | undefined)[] {
  return manifest.contributes?.debuggers?.map(({ type }) => type) ?? [];
}
