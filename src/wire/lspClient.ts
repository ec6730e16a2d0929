// The client's half of the language server protocol: requests that can be cancelled, and the requests a server makes of its client.
import type { Readable, Writable } from 'node:stream';
import { CancellationTokenSource, ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc';
import type {
  CallHierarchyIncomingCallsParams,
  CallHierarchyOutgoingCallsParams,
  CallHierarchyPrepareParams,
  CodeActionParams,
  CompletionParams,
  DefinitionParams,
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidChangeWatchedFilesParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DocumentDiagnosticParams,
  DocumentFormattingParams,
  DocumentHighlightParams,
  DocumentRangeFormattingParams,
  DocumentSymbolParams,
  ExecuteCommandParams,
  HoverParams,
  ImplementationParams,
  InitializedParams,
  InitializeParams,
  PrepareRenameParams,
  ReferenceParams,
  RenameFilesParams,
  RenameParams,
  TypeDefinitionParams,
  TypeHierarchyPrepareParams,
  TypeHierarchySubtypesParams,
  TypeHierarchySupertypesParams,
  WorkspaceDiagnosticParams,
  WorkspaceSymbolParams,
} from 'vscode-languageserver-protocol';
import { z } from 'zod';
import { createJsonRpc } from './jsonRpc.ts';

// What we may ask, and with which parameters. Answers come from outside, so they are unknown until someone parses them.
export interface LspRequests {
  initialize: InitializeParams;
  'textDocument/definition': DefinitionParams;
  'textDocument/declaration': DefinitionParams;
  'textDocument/typeDefinition': TypeDefinitionParams;
  'textDocument/implementation': ImplementationParams;
  'textDocument/references': ReferenceParams;
  'textDocument/hover': HoverParams;
  'textDocument/documentSymbol': DocumentSymbolParams;
  'textDocument/documentHighlight': DocumentHighlightParams;
  'textDocument/diagnostic': DocumentDiagnosticParams;
  'textDocument/completion': CompletionParams;
  'completionItem/resolve': AsGiven;
  'textDocument/codeAction': Omit<CodeActionParams, 'context'> & { context: Omit<CodeActionParams['context'], 'diagnostics'> & { diagnostics: AsGiven[] } };
  'codeAction/resolve': AsGiven;
  'workspace/executeCommand': ExecuteCommandParams;
  // Of our own server for TypeScript 6: refactorings that agents ask for by name.
  'binnacle/refactor': AsGiven;
  // Of jdt.ls, behind the commands of its refactorings.
  'java/getRefactorEdit': AsGiven;
  'java/getChangeSignatureInfo': AsGiven;
  'java/getMoveDestinations': AsGiven;
  'java/move': AsGiven;
  'textDocument/formatting': DocumentFormattingParams;
  'textDocument/rangeFormatting': DocumentRangeFormattingParams;
  'textDocument/prepareRename': PrepareRenameParams;
  'textDocument/rename': RenameParams;
  'textDocument/prepareCallHierarchy': CallHierarchyPrepareParams;
  'callHierarchy/incomingCalls': CallHierarchyIncomingCallsParams;
  'callHierarchy/outgoingCalls': CallHierarchyOutgoingCallsParams;
  'textDocument/prepareTypeHierarchy': TypeHierarchyPrepareParams;
  'typeHierarchy/supertypes': TypeHierarchySupertypesParams;
  'typeHierarchy/subtypes': TypeHierarchySubtypesParams;
  'workspace/symbol': WorkspaceSymbolParams;
  'workspace/diagnostic': WorkspaceDiagnosticParams;
  'workspace/willRenameFiles': RenameFilesParams;
}

// What the server itself has sent, word for word.
type AsGiven = Readonly<Record<string, unknown>>;

export interface LspNotifications {
  initialized: InitializedParams;
  'textDocument/didOpen': DidOpenTextDocumentParams;
  'textDocument/didChange': DidChangeTextDocumentParams;
  'textDocument/didClose': DidCloseTextDocumentParams;
  'workspace/didChangeWatchedFiles': DidChangeWatchedFilesParams;
  'workspace/didChangeConfiguration': DidChangeConfigurationParams;
}

// What a server asks of or sends to its client. Everything else it asks is answered with "method not found".
export interface LspCallbacks {
  // One value for each section that the server wants to know.
  configuration(items: readonly ConfigurationItem[]): readonly unknown[];
  registered(registrations: readonly Registration[]): void;
  unregistered(ids: readonly string[]): void;
  progress(token: string | number, value: WorkDoneProgress): void;
  published(diagnostics: PublishDiagnosticsParams): void;
  logged(text: string): void;
  // An edit that the server asks for; it is refused all the same, because only a change set writes files.
  editAsked(edit: unknown): void;
  // Any other notification, for servers with words of their own.
  notified(method: string, params: unknown): void;
  // The connection has ended, from whichever side.
  closed(): void;
}

// A request that the server answered with an error.
export class LspError extends Error {
  override readonly name = 'LspError';
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }

  // The server gave up because the text changed under it: the same request may succeed now.
  get retriable(): boolean {
    return this.code === CONTENT_MODIFIED || this.code === SERVER_CANCELLED;
  }

  get unsupported(): boolean {
    return this.code === ErrorCodes.MethodNotFound;
  }
}

// The connection ended before the answer came.
export class LspClosed extends Error {
  override readonly name = 'LspClosed';

  constructor() {
    super('the connection to the language server has ended');
  }
}

const SERVER_CANCELLED = -32802;
const CONTENT_MODIFIED = -32801;

export class LspClient {
  readonly #connection: MessageConnection;
  readonly #callbacks: LspCallbacks;
  // Those who wait for an answer when the connection ends would otherwise wait for ever.
  readonly #waiting = new Set<(error: Error) => void>();
  #closed = false;
  #notifications = 0;

  constructor(streams: { readonly input: Readable; readonly output: Writable }, callbacks: LspCallbacks) {
    this.#callbacks = callbacks;
    this.#connection = createJsonRpc({ ...streams, onTrouble: (text) => callbacks.logged(text) });
    this.#connection.onClose(() => this.#close());
    this.#connection.onDispose(() => this.#close());
    this.#serve();
    this.#connection.listen();
  }

  get closed(): boolean {
    return this.#closed;
  }

  // How often the server was sent something, after which it may answer otherwise.
  get notifications(): number {
    return this.#notifications;
  }

  // Rejects with LspError, LspClosed, or the signal's reason. An abort notifies the server with $/cancelRequest and does not wait for it.
  request<Method extends keyof LspRequests>(method: Method, params: LspRequests[Method], signal: AbortSignal): Promise<unknown> {
    return this.#ask((token) => this.#connection.sendRequest<unknown>(method, params, token), signal);
  }

  // Requests without parameters, such as shutdown: some servers refuse the [null] that an absent object would become.
  requestPlain(method: 'shutdown', signal: AbortSignal): Promise<unknown> {
    return this.#ask((token) => this.#connection.sendRequest<unknown>(method, token), signal);
  }

  // A closed connection swallows notifications: whoever needs an answer learns of it from the next request.
  notify<Method extends keyof LspNotifications>(method: Method, params: LspNotifications[Method]): void {
    this.#notifications += 1;
    if (this.#closed) return;
    sent(() => this.#connection.sendNotification(method, params)).catch(() => this.#close());
  }

  notifyPlain(method: 'exit'): void {
    if (this.#closed) return;
    sent(() => this.#connection.sendNotification(method)).catch(() => this.#close());
  }

  dispose(): void {
    if (this.#closed) return;
    this.#connection.dispose();
    this.#close();
  }

  async #ask(send: (token: CancellationTokenSource['token']) => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#closed) throw new LspClosed();
    const source = new CancellationTokenSource();
    return new Promise((resolve, reject) => {
      const abort = () => {
        source.cancel();
        reject(signal.reason);
      };
      const release = () => {
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(reject);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(reject);
      sent(() => send(source.token))
        .then(resolve, (error) => reject(translated(error)))
        .finally(release);
    });
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const reject of [...this.#waiting]) reject(new LspClosed());
    this.#waiting.clear();
    this.#callbacks.closed();
  }

  #serve(): void {
    const connection = this.#connection;
    const callbacks = this.#callbacks;
    connection.onRequest('workspace/configuration', (params: unknown) => callbacks.configuration(configurationParams.parse(params).items));
    connection.onRequest('client/registerCapability', (params: unknown) => {
      callbacks.registered(registrationParams.parse(params).registrations);
      return null;
    });
    connection.onRequest('client/unregisterCapability', (params: unknown) => {
      callbacks.unregistered(unregistrationParams.parse(params).unregisterations.map(({ id }) => id));
      return null;
    });
    connection.onRequest('window/workDoneProgress/create', () => null);
    // Only a change set writes files; an engine's own wish to edit is refused, not lost.
    connection.onRequest('workspace/applyEdit', (params: unknown) => {
      callbacks.editAsked(editParams.parse(params).edit);
      return { applied: false, failureReason: 'this client applies edits by itself' };
    });
    connection.onRequest('window/showMessageRequest', (params: unknown) => {
      callbacks.logged(messageParams.parse(params).message);
      return null;
    });
    connection.onRequest('window/showDocument', () => ({ success: false }));
    // We pull when we are asked, so a hint that something should be pulled again needs nothing but an answer.
    for (const what of ['diagnostic', 'semanticTokens', 'inlayHint', 'codeLens', 'foldingRange', 'inlineValue'])
      connection.onRequest(`workspace/${what}/refresh`, () => null);
    connection.onNotification('window/logMessage', (params: unknown) => callbacks.logged(messageParams.parse(params).message));
    connection.onNotification('window/showMessage', (params: unknown) => callbacks.logged(messageParams.parse(params).message));
    connection.onNotification('textDocument/publishDiagnostics', (params: unknown) => callbacks.published(publishedDiagnostics.parse(params)));
    connection.onUnhandledProgress((params: unknown) => {
      const progress = progressParams.safeParse(params);
      if (progress.success) callbacks.progress(progress.data.token, progress.data.value);
    });
    connection.onNotification((method: string, params: unknown) => callbacks.notified(method, params));
  }
}

// At once, so that the order of calls is the order of messages; vscode-jsonrpc throws on a closed connection instead of rejecting.
function sent<Value>(send: () => Promise<Value>): Promise<Value> {
  try {
    return send();
  } catch (error) {
    return Promise.reject(error);
  }
}

function translated(error: unknown): Error {
  if (error instanceof ResponseError) {
    return error.code === ErrorCodes.PendingResponseRejected ? new LspClosed() : new LspError(error.code, error.message);
  }
  return new LspClosed();
}

const configurationItem = z.object({ section: z.string().optional(), scopeUri: z.string().optional() });
const configurationParams = z.object({ items: z.array(configurationItem) });
const registration = z.object({ id: z.string(), method: z.string(), registerOptions: z.unknown().optional() });
const registrationParams = z.object({ registrations: z.array(registration) });
// The protocol itself has this spelling.
const unregistrationParams = z.object({ unregisterations: z.array(z.object({ id: z.string() })) });
const editParams = z.object({ edit: z.unknown() });
const messageParams = z.object({ message: z.string() });
const publishedDiagnostics = z.object({ uri: z.string(), version: z.number().nullish(), diagnostics: z.array(z.unknown()) });
const workDoneProgress = z.object({
  kind: z.enum(['begin', 'report', 'end']),
  title: z.string().optional(),
  message: z.string().nullish(),
  percentage: z.number().nullish(),
});
const progressParams = z.object({ token: z.union([z.string(), z.number()]), value: workDoneProgress });

export type ConfigurationItem = z.output<typeof configurationItem>;
export type Registration = z.output<typeof registration>;
export type PublishDiagnosticsParams = z.output<typeof publishedDiagnostics>;
export type WorkDoneProgress = z.output<typeof workDoneProgress>;
