// The server's half of the language server protocol, with TypeScript 6 behind it.
import { ErrorCodes, type MessageConnection, ResponseError } from 'vscode-jsonrpc';
import type { InitializeResult } from 'vscode-languageserver-protocol';
import type { z } from 'zod';
import * as parameters from '../code/parameters.ts';
import { askedAt } from '../code/places.ts';
import { spliced } from '../code/splicing.ts';
import { Components } from '../components/components.ts';
import { pathOfUri, slashed } from '../projects/paths.ts';
import { Projects } from '../projects/projects.ts';
import { refactored } from '../refactorings/refactorings.ts';
import { incomingCalls, outgoingCalls, preparedCalls } from './calls.ts';
import { ACTION_KINDS, codeActions, resolvedAction } from './codeActions.ts';
import { completions, resolvedCompletion } from './completions.ts';
import { hover } from './describing.ts';
import { diagnosticsOfConfiguration, diagnosticsOfFile } from './diagnostics.ts';
import { definitions, documentSymbols, implementations, references, typeDefinitions, workspaceSymbols } from './navigation.ts';
import { CannotRename, fileRenameEdit, preparedRename, renameEdit } from './renames.ts';

const REQUEST_CANCELLED = -32800;
const REQUEST_FAILED = -32803;
const KINDS = [undefined, 'created', 'changed', 'deleted'] as const;

const CAPABILITIES: InitializeResult['capabilities'] = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: 2 },
  definitionProvider: true,
  typeDefinitionProvider: true,
  implementationProvider: true,
  referencesProvider: true,
  hoverProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  callHierarchyProvider: true,
  completionProvider: { resolveProvider: true, triggerCharacters: ['.', '"', "'", '`', '/', '@', '<', '#'] },
  codeActionProvider: { codeActionKinds: [...ACTION_KINDS], resolveProvider: true },
  renameProvider: { prepareProvider: true },
  diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
  workspace: { fileOperations: { willRename: { filters: [{ scheme: 'file', pattern: { glob: '**' } }] } } },
};

// Serves until the connection ends; `leave` is called when the client says exit. `folder` holds the packages that read components; without it there are none.
export function serve(connection: MessageConnection, leave: () => void, folder?: string): void {
  let projects: Projects | undefined;
  const loaded = (): Projects => {
    if (projects === undefined) throw new ResponseError(ErrorCodes.ServerNotInitialized, 'initialize comes first');
    return projects;
  };

  function answer<Schema extends z.ZodType>(method: string, schema: Schema, work: (projects: Projects, given: z.output<Schema>) => unknown): void {
    connection.onRequest(method, async (given: unknown, token) => {
      const parsed = schema.safeParse(given);
      if (!parsed.success) throw new ResponseError(ErrorCodes.InvalidParams, parsed.error.message);
      // TypeScript works without a pause, so a cancellation can only be heard before it begins.
      await new Promise((resolve) => setImmediate(resolve));
      if (token.isCancellationRequested) throw new ResponseError(REQUEST_CANCELLED, 'cancelled');
      try {
        return work(loaded(), parsed.data);
      } catch (error) {
        throw error instanceof CannotRename ? new ResponseError(REQUEST_FAILED, error.message) : error;
      }
    });
  }

  function hear<Schema extends z.ZodType>(method: string, schema: Schema, work: (projects: Projects, given: z.output<Schema>) => void): void {
    connection.onNotification(method, (given: unknown) => {
      const parsed = schema.safeParse(given);
      if (parsed.success && projects !== undefined) work(projects, parsed.data);
    });
  }

  connection.onRequest('initialize', (given: unknown) => {
    const { rootUri, workspaceFolders, initializationOptions } = parameters.initializeParameters.parse(given);
    const root = workspaceFolders?.[0]?.uri ?? rootUri ?? undefined;
    const notice = (text: string) => void connection.sendNotification('binnacle/notice', { text });
    projects = new Projects({
      root: root === undefined ? slashed(process.cwd()) : pathOfUri(root),
      partial: initializationOptions?.partial ?? false,
      components: folder === undefined ? undefined : new Components(folder, notice),
    });
    return { capabilities: CAPABILITIES, serverInfo: { name: 'binnacle-typescript6' } };
  });
  connection.onNotification('initialized', () => {});
  connection.onRequest('shutdown', () => null);
  connection.onNotification('exit', leave);

  hear('textDocument/didOpen', parameters.openParameters, (its, { textDocument: { uri, text } }) => its.open(pathOfUri(uri), text));
  hear('textDocument/didChange', parameters.changeParameters, (its, { textDocument: { uri }, contentChanges }) => {
    const path = pathOfUri(uri);
    its.open(path, spliced(its.texts.read(path) ?? '', contentChanges));
  });
  hear('textDocument/didClose', parameters.documentParameters, (its, { textDocument: { uri } }) => its.close(pathOfUri(uri)));
  hear('workspace/didChangeWatchedFiles', parameters.watchedParameters, (its, { changes }) =>
    its.changed(changes.map(({ uri, type }) => ({ path: pathOfUri(uri), kind: KINDS[type] ?? 'changed' }))),
  );

  answer('textDocument/definition', parameters.placeParameters, (its, given) => definitions(its, askedAt(its, given)));
  answer('textDocument/typeDefinition', parameters.placeParameters, (its, given) => typeDefinitions(its, askedAt(its, given)));
  answer('textDocument/implementation', parameters.placeParameters, (its, given) => implementations(its, askedAt(its, given)));
  answer('textDocument/references', parameters.referenceParameters, (its, given) => references(its, askedAt(its, given)));
  answer('textDocument/hover', parameters.placeParameters, (its, given) => hover(its, askedAt(its, given)));
  answer('textDocument/documentSymbol', parameters.documentParameters, (its, { textDocument }) => documentSymbols(its, pathOfUri(textDocument.uri)));
  answer('workspace/symbol', parameters.symbolParameters, (its, { query }) => workspaceSymbols(its, query));
  answer('textDocument/prepareCallHierarchy', parameters.placeParameters, (its, given) => preparedCalls(its, askedAt(its, given)));
  answer('callHierarchy/incomingCalls', parameters.hierarchyParameters, (its, { item }) => incomingCalls(its, askedAt(its, placeOf(item))));
  answer('callHierarchy/outgoingCalls', parameters.hierarchyParameters, (its, { item }) => outgoingCalls(its, askedAt(its, placeOf(item))));
  answer('textDocument/completion', parameters.placeParameters, completions);
  answer('completionItem/resolve', parameters.completionToResolve, resolvedCompletion);
  answer('textDocument/prepareRename', parameters.placeParameters, (its, given) => preparedRename(its, askedAt(its, given)));
  answer('textDocument/rename', parameters.renameParameters, (its, given) => renameEdit(its, askedAt(its, given), given.newName));
  answer('workspace/willRenameFiles', parameters.renameFilesParameters, (its, { files }) => fileRenameEdit(its, files));
  answer('textDocument/codeAction', parameters.actionParameters, codeActions);
  answer('codeAction/resolve', parameters.actionToResolve, resolvedAction);
  // Outside the protocol, which has no way to say which name or which file is wanted.
  answer('binnacle/refactor', parameters.wantedRefactoring, refactored);
  answer('textDocument/diagnostic', parameters.documentParameters, (its, { textDocument }) => {
    const path = pathOfUri(textDocument.uri);
    return { kind: 'full', items: path.endsWith('.json') ? diagnosticsOfConfiguration(its, path) : diagnosticsOfFile(its, path) };
  });
}

function placeOf({ uri, selectionRange }: { readonly uri: string; readonly selectionRange: parameters.RangeInText }): parameters.PlaceParameters {
  return { textDocument: { uri }, position: selectionRange.start };
}
