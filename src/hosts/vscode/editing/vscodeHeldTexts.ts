// The texts of this window's editors, changed so that the editor's own undo takes a change back.
import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { pathOf, uriOf } from '../../../base/files/fileUri.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import { changedMeanwhile } from '../../../ide/errors/errors.ts';
import type { HeldChange, HeldText, HeldTexts, UndoneText, WrittenTexts } from '../../../ide/heldTexts.ts';
import type { Project } from '../../../ide/ide.ts';
import { TextSnapshot } from '../../../ide/text.ts';
import { editsBetween } from '../../../ide/workspaceEdit.ts';
import { portUri, within } from '../ask.ts';
import { isShown } from './shownFiles.ts';

// A window that is busy takes a moment; what is not done by then is looked at and put back.
const LONGEST_EDIT = seconds(30);
// Whatever lays out code when it is saved takes its time too.
const LONGEST_SAVE = seconds(60);

export class VscodeHeldTexts implements HeldTexts {
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  // A document that was only opened for its extensions is nobody's: VS Code reads its file again.
  at(uri: string): HeldText | undefined {
    const document = this.#documentAt(uri);
    if (document === undefined || (!document.isDirty && !isShown(portUri(document.uri)))) return undefined;
    return { text: document.getText(), isUnsaved: document.isDirty, lineBreak: document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n' };
  }

  async write(changes: readonly HeldChange[]): Promise<WrittenTexts> {
    const edit = new vscode.WorkspaceEdit();
    const clean: { readonly uri: string; readonly after: string; readonly document: vscode.TextDocument }[] = [];
    const unsaved: string[] = [];
    for (const { uri, before, after } of changes) {
      const document = this.#documentAt(uri);
      if (document === undefined || document.getText() !== before) throw changedMeanwhile([this.#nameOf(uri)]);
      if (document.isDirty) unsaved.push(uri);
      else clean.push({ uri, after, document });
      edit.set(document.uri, textEdits(before, after));
    }
    // VS Code compares versions: whoever types meanwhile makes it refuse the whole. Not with a call's signal: what has begun is finished or put back.
    const isApplied = await within(LONGEST_EDIT, NEVER, () => vscode.workspace.applyEdit(edit));
    if (!isApplied) throw changedMeanwhile(changes.map(({ uri }) => this.#nameOf(uri)));
    const saved: string[] = [];
    // Saving one takes its time, and what a person types in the next meanwhile is theirs to save.
    for (const { uri, after, document } of clean) (document.getText() === after && (await isSaved(document)) ? saved : unsaved).push(uri);
    return { saved, unsaved };
  }

  onUndo(listener: (undone: UndoneText) => void): Disposable {
    const listening = vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
      const by = reason === vscode.TextDocumentChangeReason.Undo ? 'undo' : reason === vscode.TextDocumentChangeReason.Redo ? 'redo' : undefined;
      if (by !== undefined && document.uri.scheme === 'file') listener({ uri: realUri(document.uri), text: document.getText(), by });
    });
    return { [Symbol.dispose]: () => listening.dispose() };
  }

  // A file that was opened through a link is the file.
  #documentAt(uri: string): vscode.TextDocument | undefined {
    const files = vscode.workspace.textDocuments.filter((document) => document.uri.scheme === 'file' && !document.isClosed);
    return files.find((document) => portUri(document.uri) === uri) ?? files.find((document) => isOpenForPeople(document) && realUri(document.uri) === uri);
  }

  #nameOf(uri: string): string {
    return relative(this.#project.path, pathOf(uri)).replaceAll(sep, '/');
  }
}

const NEVER = new AbortController().signal;

function isOpenForPeople(document: vscode.TextDocument): boolean {
  return document.isDirty || isShown(portUri(document.uri));
}

function realUri(uri: vscode.Uri): string {
  try {
    return uriOf(realpathSync(uri.fsPath));
  } catch {
    // It is not on disk, so no link leads to it.
    return portUri(uri);
  }
}

// False where VS Code could not, or a person said no: then the editor goes on to hold it unsaved.
async function isSaved(document: vscode.TextDocument): Promise<boolean> {
  try {
    return await within(LONGEST_SAVE, NEVER, () => document.save());
  } catch {
    return !document.isDirty;
  }
}

// As little as possible is replaced, so that cursors, breakpoints and folded regions stay where they are.
function textEdits(before: string, after: string): vscode.TextEdit[] {
  const snapshot = new TextSnapshot({ uri: '', text: before, version: 0, languageId: '' });
  return editsBetween(snapshot, after).map(({ range, newText }) => {
    const old = snapshot.textIn(range);
    const start = sharedStart(old, newText);
    const end = sharedEnd(old, newText, start);
    const offset = snapshot.offsetAt(range.start);
    const [from, to] = [snapshot.positionAt(offset + start), snapshot.positionAt(offset + old.length - end)];
    return new vscode.TextEdit(new vscode.Range(from.line, from.character, to.line, to.character), newText.slice(start, newText.length - end));
  });
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return beforePair(one, length);
}

function sharedEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return one.length - afterPair(one, one.length - length);
}

// Neither between the halves of a character nor between those of a line break.
function beforePair(text: string, at: number): number {
  return isInPair(text, at) ? at - 1 : at;
}

function afterPair(text: string, at: number): number {
  return isInPair(text, at) ? at + 1 : at;
}

function isInPair(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  return at > 0 && (pair === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair));
}
