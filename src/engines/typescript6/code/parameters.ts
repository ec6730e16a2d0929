// What clients send, parsed once.
import { z } from 'zod';

const position = z.object({ line: z.int().min(0), character: z.int().min(0) });
const range = z.object({ start: position, end: position });
const textDocument = z.object({ uri: z.string() });

export const initializeParameters = z.looseObject({
  processId: z.number().nullish(),
  rootUri: z.string().nullish(),
  workspaceFolders: z.array(z.object({ uri: z.string() })).nullish(),
  initializationOptions: z.looseObject({ partial: z.boolean().optional() }).nullish(),
});
export const documentParameters = z.object({ textDocument });
export const placeParameters = z.object({ textDocument, position });
export const openParameters = z.object({ textDocument: z.object({ uri: z.string(), text: z.string() }) });
// Whole texts or changed ranges, as the client likes.
export const changeParameters = z.object({ textDocument, contentChanges: z.array(z.object({ range: range.optional(), text: z.string() })) });
// Created, changed, deleted.
export const watchedParameters = z.object({ changes: z.array(z.object({ uri: z.string(), type: z.int().min(1).max(3) })) });
export const symbolParameters = z.object({ query: z.string() });
export const referenceParameters = z.object({ textDocument, position, context: z.object({ includeDeclaration: z.boolean() }).optional() });
export const renameParameters = z.object({ textDocument, position, newName: z.string().min(1) });
export const renameFilesParameters = z.object({ files: z.array(z.object({ oldUri: z.string(), newUri: z.string() })) });
export const hierarchyParameters = z.object({ item: z.looseObject({ uri: z.string(), selectionRange: range }) });
export const actionParameters = z.object({
  textDocument,
  range,
  context: z.object({
    diagnostics: z.array(z.object({ range, code: z.union([z.string(), z.number()]).nullish(), message: z.string().optional() })).default([]),
    only: z.array(z.string()).nullish(),
  }),
});

// What we put into an action and need to compute its edits.
export const actionData = z.object({
  uri: z.string(),
  range,
  refactoring: z.string(),
  action: z.string(),
  // Where "Move to file" moves to; the client fills it in.
  targetUri: z.string().optional(),
});
export const actionToResolve = z.looseObject({ title: z.string(), data: actionData });

// What agents ask for by name; every file that may use the symbol is open.
export const wantedRefactoring = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('extractFunction'), uri: z.string(), range, name: z.string(), inner: z.boolean().optional() }),
  z.object({ kind: z.literal('extractVariable'), uri: z.string(), range, name: z.string(), allOccurrences: z.boolean() }),
  z.object({ kind: z.literal('inline'), uri: z.string(), position }),
  z.object({ kind: z.literal('move'), uri: z.string(), position, to: z.string() }),
  z.object({ kind: z.literal('delete'), uri: z.string(), position }),
  z.object({
    kind: z.literal('changeSignature'),
    uri: z.string(),
    position,
    parameters: z.array(
      z.object({
        name: z.string(),
        from: z.string().optional(),
        type: z.string().optional(),
        default: z.string().optional(),
        value: z.string().optional(),
      }),
    ),
    // Names whose uses the client has opened, as it was asked to.
    known: z.array(z.object({ uri: z.string(), position })),
  }),
]);

export const completionData = z.object({ uri: z.string(), position, name: z.string(), source: z.string().optional(), data: z.unknown().optional() });
export const completionToResolve = z.looseObject({ label: z.string(), data: completionData });

export type PlaceParameters = z.output<typeof placeParameters>;
export type RangeInText = z.output<typeof range>;
export type ActionParameters = z.output<typeof actionParameters>;
export type ActionToResolve = z.output<typeof actionToResolve>;
export type WantedRefactoring = z.output<typeof wantedRefactoring>;
export type CompletionToResolve = z.output<typeof completionToResolve>;
