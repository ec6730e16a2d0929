// What we can do as a client of a language server: the same for every server.
import type { ClientCapabilities } from 'vscode-languageserver-protocol';

// Words of clangd's own: which parts of a file the preprocessor skips.
type Capabilities = ClientCapabilities & { readonly textDocument: { readonly inactiveRegionsCapabilities: { readonly inactiveRegions: boolean } } };

const clientCapabilities: Capabilities = {
  general: { positionEncodings: ['utf-16'] },
  window: { workDoneProgress: true },
  // rust-analyzer's way to say that it has loaded.
  experimental: { serverStatusNotification: true },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    symbol: {},
    didChangeConfiguration: { dynamicRegistration: true },
    // Without this TypeScript 7 watches nothing and stays stale for ever.
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    fileOperations: { willRename: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
  textDocument: {
    synchronization: { dynamicRegistration: false },
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    callHierarchy: {},
    typeHierarchy: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    completion: {
      contextSupport: true,
      completionItem: {
        snippetSupport: false,
        documentationFormat: ['markdown', 'plaintext'],
        deprecatedSupport: true,
        tagSupport: { valueSet: [1] },
        insertReplaceSupport: true,
        labelDetailsSupport: true,
        resolveSupport: { properties: ['documentation', 'detail', 'additionalTextEdits'] },
      },
    },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
      resolveSupport: { properties: ['edit'] },
      dataSupport: true,
      isPreferredSupport: true,
      disabledSupport: true,
    },
    // basedpyright answers pulls only when they can be registered dynamically.
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
    inactiveRegionsCapabilities: { inactiveRegions: true },
    publishDiagnostics: { versionSupport: true, relatedInformation: false, dataSupport: true },
  },
};

// With further kinds of code actions, for a server that offers these only to those who say that they know them.
export function capabilitiesWith(actionKinds: readonly string[] = []): Capabilities {
  if (actionKinds.length === 0) return clientCapabilities;
  const { textDocument } = clientCapabilities;
  const codeActionLiteralSupport = { codeActionKind: { valueSet: ['quickfix', ...actionKinds] } };
  return { ...clientCapabilities, textDocument: { ...textDocument, codeAction: { ...textDocument.codeAction, codeActionLiteralSupport } } };
}
