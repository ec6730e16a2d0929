// One debug session of a window: what passes between VS Code and its debugger, and questions of our own to the debugger.
import * as vscode from 'vscode';
import { z } from 'zod';
import type { SharedMessage, SharedSession } from '../../../ide/sharedDebuggers.ts';
import { marked, takeMark } from './ownRequests.ts';
import { plainPaths, remotePaths, remotePrefixIn } from './plainPaths.ts';

const Request = z.object({ type: z.literal('request'), command: z.string(), arguments: z.unknown().optional() });

// One for the whole window, and the same as long as it lives: what a stop is asked first says it.
let remotePrefix: string | undefined;

export class TrackedSession implements SharedSession {
  readonly id: string;
  readonly type: string;
  readonly request: 'launch' | 'attach';
  readonly parent: string | undefined;
  readonly tracker: vscode.DebugAdapterTracker;
  readonly #session: vscode.DebugSession;
  readonly #listeners: ((message: SharedMessage | undefined) => void)[] = [];
  #change: (command: string, given: unknown) => object | undefined = () => undefined;
  #isOver = false;

  constructor(session: vscode.DebugSession) {
    this.#session = session;
    this.id = session.id;
    this.type = session.type;
    this.request = session.configuration.request === 'attach' ? 'attach' : 'launch';
    this.parent = session.parentSession?.id;
    this.tracker = {
      onWillReceiveMessage: (message: unknown) => {
        if (takeMark(message)) return;
        this.#amend(message);
        this.#tell({ from: 'window', message: plainPaths(message) });
      },
      onDidSendMessage: (message: unknown) => this.#tell({ from: 'debugger', message: plainPaths(message) }),
      onExit: () => this.over(),
    };
  }

  // A person may give it another.
  get name(): string {
    return this.#session.name;
  }

  async ask(command: string, given: object): Promise<unknown> {
    const plain = remotePrefix === undefined ? given : remotePaths(given, remotePrefix);
    const answer: unknown = await this.#session.customRequest(command, marked(plain));
    remotePrefix ??= remotePrefixIn(answer);
    return plainPaths(answer);
  }

  onMessage(listener: (message: SharedMessage | undefined) => void): void {
    this.#listeners.push(listener);
  }

  amend(change: (command: string, given: unknown) => object | undefined): void {
    this.#change = change;
  }

  async stop(): Promise<void> {
    if (!this.#isOver) await vscode.debug.stopDebugging(this.#session);
  }

  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#tell(undefined);
  }

  #tell(message: SharedMessage | undefined): void {
    for (const listener of this.#listeners) listener(message);
  }

  // A tracker is there to read; that VS Code sends the very object which it has shown is how exceptions stop a program in its first lines. Where it does not, they are asked for past it.
  #amend(message: unknown): void {
    const { command, arguments: given } = Request.safeParse(message).data ?? {};
    const amended = command === undefined ? undefined : this.#change(command, given);
    if (amended !== undefined && typeof message === 'object' && message !== null) Object.assign(message, { arguments: amended });
  }
}
