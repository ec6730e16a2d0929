// One run of a language server, from its start to its end: requests with a bound, what it has sent us, and what it must be sent.
import { z } from 'zod';
import { normalizeUri } from '../../../../base/files/fileUri.ts';
import { Bound } from '../../../../base/waiting/abort.ts';
import { deferred } from '../../../../base/waiting/deferred.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { OutlineSymbol } from '../../../../ide/doors/languages.ts';
import { cancelled, engineFailed, timedOut, unsupportedByEngine } from '../../../../ide/errors/errors.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { SpawnedProcess } from '../../../../machine/processes/spawnedProcess.ts';
import { type LspCallbacks, LspClient, LspError, type LspRequests, type WorkDoneProgress } from '../../../../wire/lspClient.ts';
import { outlineOf } from './answers.ts';
import { capabilitiesWith } from './clientCapabilities.ts';
import { OpenDocuments } from './documents/openDocuments.ts';
import { PublishedDiagnostics } from './documents/publishedDiagnostics.ts';
import { WatchedFiles } from './documents/watchedFiles.ts';
import type { EngineProject, EngineRow } from './engineRow.ts';
import { InstalledPackages } from './installedPackages.ts';
import { KnownOutlines } from './knownOutlines.ts';
import { KnownTypes } from './knownTypes.ts';
import { languageIn } from './languageFiles.ts';
import type { Middleware } from './middleware.ts';
import { Queue } from './queue.ts';
import { SharedRequests } from './sharedRequests.ts';

// How long an engine may stay silent before a call gives up.
export interface Patience {
  // Until the first answer: large projects take up to a minute to load, and a shorter wait would fail them for ever.
  readonly first: number;
  readonly later: number;
}

export interface SessionEvents {
  // The connection has ended; the process may still have to be collected.
  ended(): void;
  // It said something about what it is doing.
  stirred(): void;
}

const initializeResult = z.object({
  capabilities: z.looseObject({
    diagnosticProvider: z.unknown().optional(),
    typeHierarchyProvider: z.unknown().optional(),
    codeActionProvider: z.unknown().optional(),
    completionProvider: z.object({ resolveProvider: z.boolean().nullish() }).nullish(),
  }),
});

const actionProvider = z.object({ resolveProvider: z.literal(true) });

const INITIALIZE = seconds(60);
// A program that has printed something else than messages by then, and answered nothing, is no language server or a broken one.
const FIRST_MESSAGE = seconds(15);
const SHUTDOWN = seconds(1);
const FIRST_WORDS = 120;
const RETRIES = 5;
const FILE_CHANGE = { created: 1, changed: 2, deleted: 3 } as const;

export class EngineSession {
  readonly row: EngineRow;
  // Name and version, as agents read it.
  readonly name: string;
  readonly project: EngineProject;
  readonly process: SpawnedProcess;
  readonly documents: OpenDocuments;
  readonly installed: InstalledPackages;
  readonly published = new PublishedDiagnostics();
  // Until a file changes: a tree of types asks about each of them in turn.
  readonly types = new KnownTypes();
  readonly #outlines = new KnownOutlines();
  readonly middleware: Middleware;
  readonly #client: LspClient;
  readonly #patience: Patience;
  readonly #watched: WatchedFiles;
  readonly #progress = new Map<string | number, string>();
  readonly #queues: ReadonlyMap<string, Queue>;
  #offers: z.output<typeof initializeResult>['capabilities'] = {};
  #registersPull = false;
  #registersActions = false;
  #answered = false;
  #lastHeard = 0;
  // The beginning of what it has printed: enough to see whether that is a message.
  #firstWords = '';
  #silences = 0;
  #isEnding = false;
  // Whoever runs a command in order to learn its edit.
  #editWanted: ((edit: unknown) => void) | undefined;
  readonly #commands = new Queue();
  readonly #shared = new SharedRequests();
  // How often it said that something about it has changed.
  #stirs = 0;

  constructor(parts: { row: EngineRow; name: string; project: EngineProject; process: SpawnedProcess; patience: Patience; events: SessionEvents }) {
    this.row = parts.row;
    this.name = parts.name;
    this.project = parts.project;
    this.process = parts.process;
    this.#patience = parts.patience;
    this.installed = new InstalledPackages(parts.row.installMarks, parts.project.root, parts.project.documents);
    this.#watched = new WatchedFiles(parts.row, parts.project.root);
    this.#queues = new Map((parts.row.oneAtATime ?? []).map((method) => [method, new Queue()]));
    this.#client = new LspClient({ input: parts.process.stdout, output: parts.process.stdin }, this.#callbacks(parts.events));
    this.documents = new OpenDocuments(
      this.#client,
      parts.project.documents,
      (uri) => languageIn(parts.row, uri) ?? 'plaintext',
      // Several servers push without saying about which version.
      (uri) => this.published.forget(uri),
      (uri, text) => ({ text, anew: false, ...this.middleware.sent?.(uri, text) }),
    );
    this.middleware = parts.row.middleware(this);
    parts.process.stdout.on('data', (chunk: Buffer) => {
      this.#lastHeard = performance.now();
      if (this.#firstWords.length < FIRST_WORDS) this.#firstWords += chunk.toString('utf8', 0, FIRST_WORDS);
      this.#silences = 0;
    });
  }

  get ended(): boolean {
    return this.#client.closed;
  }

  // How often in a row a request has found no answer and not a sign of life.
  get silences(): number {
    return this.#silences;
  }

  get answered(): boolean {
    return this.#answered;
  }

  // What it says that it is doing; undefined when it says nothing.
  get doing(): string | undefined {
    return this.middleware.busy?.() ?? [...this.#progress.values()].at(-1);
  }

  async initialize(signal: AbortSignal): Promise<void> {
    using bound = new Bound(signal, INITIALIZE);
    const { initializationOptions: options = {} } = this.row;
    const params = {
      processId: process.pid,
      clientInfo: { name: 'binnacle' },
      rootUri: this.project.rootUri,
      workspaceFolders: [{ uri: this.project.rootUri, name: 'project' }],
      capabilities: capabilitiesWith(this.row.actionKinds),
      initializationOptions: typeof options === 'function' ? await options(this.project, bound.signal) : options,
    };
    const garbled = deferred<never>();
    const timer = setTimeout(() => {
      const words = this.#firstWords.trim();
      if (words !== '' && !/^content-/i.test(words)) garbled.reject(engineFailed(this.name, `it prints what is no message: ${words.slice(0, FIRST_WORDS)}`));
    }, FIRST_MESSAGE);
    const asked = this.#client.request('initialize', params, bound.signal).catch((error: unknown) => {
      throw bound.passed ? timedOut(this.name, `${INITIALIZE / seconds(1)} s`) : error;
    });
    const answer = await Promise.race([asked, garbled.promise]).finally(() => clearTimeout(timer));
    asked.catch(() => {});
    this.#offers = initializeResult.parse(answer).capabilities;
    this.#client.notify('initialized', {});
  }

  // Diagnostics can be asked for; otherwise they come when the server likes.
  get pulls(): boolean {
    return Boolean(this.#offers.diagnosticProvider) || this.#registersPull;
  }

  // Types above and below another can be asked for; otherwise they are built from definitions and references.
  get hasTypeHierarchy(): boolean {
    return Boolean(this.#offers.typeHierarchyProvider);
  }

  // It says more of a completion when it is asked about that one.
  get resolvesCompletions(): boolean {
    return this.#offers.completionProvider?.resolveProvider === true;
  }

  get offersActions(): boolean {
    return Boolean(this.#offers.codeActionProvider) || this.#registersActions;
  }

  // It returns the edit of an action when it is asked about that one.
  get resolvesActions(): boolean {
    return actionProvider.safeParse(this.#offers.codeActionProvider).success;
  }

  // The edit that a command asks the client to make, which nobody makes. One command at a time, so that the edit is its own.
  editBy(command: { command: string; arguments: unknown[] }, signal: AbortSignal): Promise<unknown> {
    return this.#commands.run(signal, async () => {
      let edit: unknown;
      this.#editWanted = (asked) => {
        edit = asked;
      };
      try {
        await this.request('workspace/executeCommand', command, signal);
      } catch (error) {
        // Some fail because nobody made the edit, which is what was wanted.
        if (edit === undefined || signal.aborted) throw error;
      } finally {
        this.#editWanted = undefined;
      }
      return edit;
    });
  }

  // Asks about the text as Documents has it. Throws IdeErrors, or LspClosed when the server ends meanwhile.
  async request<Method extends keyof LspRequests>(method: Method, params: LspRequests[Method], signal: AbortSignal): Promise<unknown> {
    await this.documents.refresh(signal);
    const queue = this.#queues.get(method);
    const question = { method, params, state: this.#client.notifications + this.#stirs };
    return this.#shared.ask(question, signal, (shared) =>
      queue === undefined ? this.#bounded(method, params, shared) : queue.run(shared, () => this.#bounded(method, params, shared)),
    );
  }

  // What a file declares, remembered until a file changes.
  async outline(uri: string, signal: AbortSignal): Promise<readonly OutlineSymbol[]> {
    const ask = async () => outlineOf(await this.request('textDocument/documentSymbol', { textDocument: { uri } }, signal));
    return this.isSteady ? this.#outlines.of(uri, ask) : ask();
  }

  // False while its answers may be about planned texts, or not yet about everything: those belong to one question alone.
  get isSteady(): boolean {
    return !this.documents.showsPlan && this.doing === undefined;
  }

  // Synchronously, so that the order of messages makes every later request see the changes.
  changed(changes: readonly DiskChange[]): void {
    const wanted = changes.filter((change) => this.#watched.wants(change));
    this.documents.changed(changes);
    this.types.forget();
    this.#outlines.forget();
    if (wanted.length === 0) return;
    this.#client.notify('workspace/didChangeWatchedFiles', { changes: wanted.map(({ uri, kind }) => ({ uri, type: FILE_CHANGE[kind] })) });
    this.middleware.filesChanged?.(wanted);
  }

  configurationChanged(settings: Readonly<Record<string, unknown>> = {}): void {
    this.#client.notify('workspace/didChangeConfiguration', { settings });
  }

  // Politely where possible: some engines write caches when they are asked to shut down.
  async end(): Promise<void> {
    this.#isEnding = true;
    if (!this.#client.closed && this.#silences === 0) {
      using bound = new Bound(new AbortController().signal, SHUTDOWN);
      try {
        await this.#client.requestPlain('shutdown', bound.signal);
        this.#client.notifyPlain('exit');
      } catch {
        // It does not answer, so the process is ended below without its consent.
      }
    }
    this.#client.dispose();
    await this.process.end();
  }

  // For a server that does not answer: nothing is asked of it any more.
  abandon(): void {
    this.#isEnding = true;
    this.#client.dispose();
    this.process.kill();
  }

  // Ended by us, not by a crash.
  get isEnding(): boolean {
    return this.#isEnding;
  }

  async #bounded<Method extends keyof LspRequests>(method: Method, params: LspRequests[Method], signal: AbortSignal): Promise<unknown> {
    const patience = this.#answered ? this.#patience.later : this.#patience.first;
    const asked = performance.now();
    using bound = new Bound(signal, patience);
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#client.request(method, params, bound.signal);
        this.#answered = true;
        return answer;
      } catch (error) {
        if (bound.passed) {
          if (this.#lastHeard < asked) this.#silences += 1;
          throw timedOut(this.name, `${Math.round(patience / seconds(1))} s`);
        }
        if (signal.aborted) throw cancelled();
        if (error instanceof LspError) this.#answered = true;
        if (error instanceof LspError && error.retriable && attempt < RETRIES) continue;
        throw error instanceof LspError ? this.#refusal(method, error) : error;
      }
    }
  }

  #refusal(method: string, error: LspError): Error {
    const explained = this.middleware.explains?.(error.message);
    if (explained !== undefined) return unsupportedByEngine(this.name, explained);
    return error.unsupported ? unsupportedByEngine(this.name, `it does not offer ${method}`) : engineFailed(this.name, error.message);
  }

  #callbacks(events: SessionEvents): LspCallbacks {
    return {
      configuration: (items) => items.map(({ section }) => this.middleware.configuration(section ?? '') ?? null),
      registered: (registrations) => {
        this.#watched.registered(registrations);
        this.#registersPull ||= registrations.some(({ method }) => method === 'textDocument/diagnostic');
        this.#registersActions ||= registrations.some(({ method }) => method === 'textDocument/codeAction');
      },
      unregistered: (ids) => this.#watched.unregistered(ids),
      progress: (token, value) => {
        this.#stirs += 1;
        this.#progressed(token, value);
        events.stirred();
      },
      published: ({ uri, version, diagnostics }) => {
        const receive = () => this.published.receive(normalizeUri(uri), version ?? undefined, diagnostics);
        if (this.middleware.published === undefined) receive();
        else this.middleware.published(version, receive);
      },
      logged: (text) => {
        this.#stirs += 1;
        this.project.log.info(`${this.name}: ${text}`);
        this.middleware.logged?.(text);
        events.stirred();
      },
      editAsked: (edit) => this.#editWanted?.(edit),
      notified: (method, params) => {
        this.#stirs += 1;
        this.middleware.notified?.(method, params);
      },
      closed: () => events.ended(),
    };
  }

  #progressed(token: string | number, value: WorkDoneProgress): void {
    if (value.kind === 'end') {
      this.#progress.delete(token);
      return;
    }
    const percentage = typeof value.percentage === 'number' ? `${Math.round(value.percentage)}%` : undefined;
    const text = [value.title, value.message, percentage].filter(Boolean).join(' ');
    if (text !== '') this.#progress.set(token, text);
  }
}
