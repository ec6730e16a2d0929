// What servers offer against a problem, in the words of the port: titles with the edit each of them makes, wherever the server keeps that edit.
import { z } from 'zod';
import { range } from '../../../../answers/engineAnswers.ts';
import { normalizeUri } from '../../../../base/files/fileUri.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { QuickFix } from '../../../../ide/quickFixes.ts';
import type { Range } from '../../../../ide/text.ts';
import type { FileOperation, IfExists, WorkspaceEdit } from '../../../../ide/workspaceEdit.ts';
import type { ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';

export interface OfferedFixes {
  readonly fixes: readonly QuickFix[];
  // Titles of those that run a program of the server's own instead of making an edit that can be seen before.
  readonly unseen: readonly string[];
}

// One problem at a time: only so does an answer say which problem an action fixes.
export async function fixesFor(session: EngineSession, uri: string, diagnostic: ProtocolDiagnostic, signal: AbortSignal): Promise<OfferedFixes> {
  const context = { diagnostics: [diagnostic], only: ['quickfix'], triggerKind: 1 as const };
  const next = () => session.request('textDocument/codeAction', { textDocument: { uri }, range: diagnostic.range, context }, signal);
  const answer = await (session.middleware.codeActions?.({ uri, diagnostic }, next, signal) ?? next());
  const fixes: QuickFix[] = [];
  const unseen: string[] = [];
  for (const offered of offers.parse(answer) ?? []) {
    // Several servers answer with refactorings although only fixes were asked for.
    if (offered.disabled != null || !/^quickfix(\.|$)/.test(offered.kind ?? 'quickfix')) continue;
    const edit = await editOf(session, offered, signal);
    if (edit === undefined) unseen.push(offered.title);
    else if (edit.operations.length > 0)
      fixes.push({ title: offered.title, kind: offered.kind ?? 'quickfix', preferred: offered.isPreferred === true, engine: session.name, edit });
  }
  return { fixes, unseen };
}

// The edit of the action of this kind about the whole file, such as source.organizeImports; undefined when there is nothing to do.
export async function sourceEdit(session: EngineSession, uri: string, range: Range, kind: string, signal: AbortSignal): Promise<WorkspaceEdit | undefined> {
  const context = { diagnostics: [], only: [kind], triggerKind: 1 as const };
  const answer = await session.request('textDocument/codeAction', { textDocument: { uri }, range, context }, signal);
  const offered = (offers.parse(answer) ?? []).find((one) => one.disabled == null && (one.kind === kind || one.kind?.startsWith(`${kind}.`)));
  return offered === undefined ? undefined : editOf(session, offered, signal);
}

const command = z.object({ title: z.string(), command: z.string(), arguments: z.array(z.unknown()).nullish() });
// Loose, because a server wants back in codeAction/resolve exactly what it gave.
const action = z.looseObject({
  title: z.string(),
  kind: z.string().nullish(),
  isPreferred: z.boolean().nullish(),
  disabled: z.object({ reason: z.string() }).nullish(),
  edit: z.unknown().optional(),
  command: z.union([command, z.string()]).nullish(),
});
const offers = z.array(action).nullable();
type Offer = z.output<typeof action>;

// Given with the action, given when it is resolved, or what its command asks the client to do.
async function editOf(session: EngineSession, offered: Offer, signal: AbortSignal): Promise<WorkspaceEdit | undefined> {
  if (offered.edit != null) return workspaceEditOf(offered.edit);
  if (session.resolvesActions && offered['data'] != null) {
    const resolved = await resolvedOf(session, offered, signal);
    if (resolved?.edit != null) return workspaceEditOf(resolved.edit);
  }
  const wanted = commandOf(offered);
  if (wanted === undefined) return undefined;
  if (session.row.editCommands?.test(wanted.command) !== true) return undefined;
  const asked = await session.editBy(wanted, signal);
  return asked === undefined ? undefined : workspaceEditOf(asked);
}

async function resolvedOf(session: EngineSession, offered: Offer, signal: AbortSignal): Promise<Offer | undefined> {
  try {
    return action.parse(await session.request('codeAction/resolve', offered, signal));
  } catch (error) {
    // An action that its own server cannot carry out is none.
    if (error instanceof IdeError && error.code === 'engine_failed') return undefined;
    throw error;
  }
}

// Some servers answer with a bare command, whose name stands where an action has its command.
function commandOf(offered: Offer): { command: string; arguments: unknown[] } | undefined {
  if (offered.command == null) return undefined;
  if (typeof offered.command === 'string') return { command: offered.command, arguments: z.array(z.unknown()).catch([]).parse(offered['arguments']) };
  return { command: offered.command.command, arguments: offered.command.arguments ?? [] };
}

export const textEdit = z.object({ range, newText: z.string() });
const existing = z.object({ overwrite: z.boolean().nullish(), ignoreIfExists: z.boolean().nullish() }).nullish();
const documentChange = z.union([
  z.object({ kind: z.literal('create'), uri: z.string(), options: existing }),
  z.object({ kind: z.literal('rename'), oldUri: z.string(), newUri: z.string(), options: existing }),
  z.object({
    kind: z.literal('delete'),
    uri: z.string(),
    options: z.object({ ignoreIfNotExists: z.boolean().nullish() }).nullish(),
  }),
  z.object({ textDocument: z.object({ uri: z.string() }), edits: z.array(textEdit) }),
]);
const protocolEdit = z.object({ changes: z.record(z.string(), z.array(textEdit)).nullish(), documentChanges: z.array(documentChange).nullish() });

export function workspaceEditOf(edit: unknown): WorkspaceEdit {
  const { changes, documentChanges } = protocolEdit.parse(edit);
  if (documentChanges != null) return { operations: documentChanges.map(operationOf) };
  return { operations: Object.entries(changes ?? {}).map(([uri, edits]) => textOperation(uri, edits)) };
}

function operationOf(change: z.output<typeof documentChange>): FileOperation {
  if (!('kind' in change)) return textOperation(change.textDocument.uri, change.edits);
  if (change.kind === 'create') return { kind: 'create', uri: normalizeUri(change.uri), text: '', ifExists: ifExistsOf(change.options) };
  if (change.kind === 'rename')
    return { kind: 'move', uri: normalizeUri(change.oldUri), to: normalizeUri(change.newUri), ifExists: ifExistsOf(change.options) };
  return {
    kind: 'delete',
    uri: normalizeUri(change.uri),
    ifMissing: change.options?.ignoreIfNotExists === true ? 'skip' : 'fail',
  };
}

function textOperation(uri: string, edits: readonly z.output<typeof textEdit>[]): FileOperation {
  return { kind: 'edit', uri: normalizeUri(uri), edits };
}

// In the protocol overwriting wins over ignoring.
function ifExistsOf(options: z.output<typeof existing>): IfExists {
  if (options?.overwrite === true) return 'overwrite';
  return options?.ignoreIfExists === true ? 'skip' : 'fail';
}
