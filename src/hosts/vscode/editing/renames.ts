// What another name of a symbol changes, as an extension of this window would rename it.
import * as vscode from 'vscode';
import type { Place } from '../../../ide/doors/languages.ts';
import { cannotRename } from '../../../ide/errors/editErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { Renaming } from '../../../ide/renaming.ts';
import { compare, type Location, type TextSnapshot } from '../../../ide/text.ts';
import type { FileOperation, TextEdit, WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import { wordAt } from '../../../source/wordAt.ts';
import { argumentsAt, ask, ENGINE, openDocument, portUri, snapshotOf } from '../ask.ts';
import { locationsOf, textEditsOf } from '../convert.ts';

export interface WantedRename {
  readonly at: Place;
  readonly newName: string;
  // Modules that go on exporting it under its old name.
  readonly keptIn: readonly string[];
  readonly isOurs: (uri: string) => boolean;
}

export interface FoundRename {
  readonly value: Renaming;
  readonly gap?: string | undefined;
}

export async function renamed({ at, newName, keptIn, isOurs }: WantedRename, signal: AbortSignal): Promise<FoundRename> {
  const { place, name } = await declarationOf(at, isOurs, signal);
  const answer = await ask('vscode.executeDocumentRenameProvider', [...argumentsAt(place), newName], signal).catch((error: unknown) => {
    // Extensions say no by failing.
    if (error instanceof IdeError && error.code === 'engine_failed') throw cannotRename(name, error.message.replace(`${ENGINE} answered with an error: `, ''));
    throw error;
  });
  if (!(answer instanceof vscode.WorkspaceEdit)) throw cannotRename(name, `no extension of ${ENGINE} renames it.`);
  const edit = portEdit(answer);
  const outside = edit.operations.filter(({ uri }) => !isOurs(uri)).length;
  const operations = await Promise.all(
    edit.operations
      .filter(({ uri }) => isOurs(uri))
      .map(async (operation) => (operation.kind === 'edit' && keptIn.includes(operation.uri) ? await keeping(operation, name, newName, signal) : operation)),
  );
  if (operations.length === 0) throw cannotRename(name, `${ENGINE} would change nothing of this project.`);
  return {
    value: { edit: { operations }, collisions: [] },
    ...(outside > 0 && { gap: `${outside} files outside of the project name it too, and are left as they are.` }),
  };
}

// Started at a use, TypeScript would only give the import of that file another name.
async function declarationOf(at: Place, isOurs: (uri: string) => boolean, signal: AbortSignal): Promise<{ readonly place: Place; readonly name: string }> {
  const word = wordAt(snapshotOf(await openDocument(at.uri, signal)), at.position);
  const found = locationsOf(await ask('vscode.executeDefinitionProvider', argumentsAt(at), signal));
  const declared = found.filter(({ uri }) => isOurs(uri));
  if (word === undefined || declared.length === 0 || declared.some((location) => covers(location, at))) return { place: at, name: word ?? 'This' };
  for (const { uri, range } of declared) {
    const text = snapshotOf(await openDocument(uri, signal));
    if (wordAt(text, range.start) !== word) continue;
    await openDocument(uri, signal);
    return { place: { uri, position: range.start }, name: word };
  }
  return { place: at, name: word };
}

function covers({ uri, range }: Location, at: Place): boolean {
  return uri === at.uri && compare(range.start, at.position) <= 0 && compare(at.position, range.end) <= 0;
}

// In a list of exports the old name stays behind the new one.
async function keeping(operation: Extract<FileOperation, { kind: 'edit' }>, name: string, newName: string, signal: AbortSignal): Promise<FileOperation> {
  const text = snapshotOf(await openDocument(operation.uri, signal));
  return { ...operation, edits: operation.edits.map((edit) => (isExported(text, edit) ? { ...edit, newText: `${newName} as ${name}` } : edit)) };
}

function isExported(text: TextSnapshot, { range, newText }: TextEdit): boolean {
  if (/\s/.test(newText)) return false;
  const before = text.text.slice(0, text.offsetAt(range.start));
  const after = text.text.slice(text.offsetAt(range.end));
  return /\bexport\s+(?:type\s+)?\{[^}]*$/.test(before) && !/\bas\s+$/.test(before) && !/^\s*as\b/.test(after);
}

// Files that an extension would create, move or delete are not in the entries of VS Code's edits, and no rename of theirs does it.
export function portEdit(edit: vscode.WorkspaceEdit): WorkspaceEdit {
  return { operations: edit.entries().map(([uri, edits]): FileOperation => ({ kind: 'edit', uri: portUri(uri), edits: plainEdits(edits) })) };
}

function plainEdits(edits: readonly vscode.TextEdit[]): readonly TextEdit[] {
  return textEditsOf(edits.map(({ range, newText }) => ({ range, newText })));
}
