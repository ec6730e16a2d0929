// What a rename of a symbol or of a file changes, in every program that is loaded.

import type ts from 'typescript';
import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { textEdits } from '../code/edits.ts';
import { type NavigationPlace, places } from '../code/places.ts';
import { formatOf, PREFERENCES } from '../code/style.ts';
import { pathOfUri, uriOfPath } from '../projects/paths.ts';
import type { Projects } from '../projects/projects.ts';

// A symbol that cannot be renamed, in the compiler's words.
export class CannotRename extends Error {
  override readonly name = 'CannotRename';
}

export function preparedRename(projects: Projects, asked: NavigationPlace): { readonly range: Range; readonly placeholder: string } {
  const found = renameInfo(projects, asked);
  return { range: projects.texts.lines(asked.path).rangeOf(found.triggerSpan), placeholder: found.displayName };
}

export function renameEdit(projects: Projects, asked: NavigationPlace, newName: string): WorkspaceEdit {
  renameInfo(projects, asked);
  const changes = new Map<string, Map<number, TextEdit>>();
  for (const [project, place] of places(projects, asked)) {
    for (const { fileName, textSpan, newText } of project.renamed(place, newName, PREFERENCES)) {
      const edits = changes.get(fileName) ?? new Map<number, TextEdit>();
      changes.set(fileName, edits);
      if (!edits.has(textSpan.start)) edits.set(textSpan.start, { range: projects.texts.lines(fileName).rangeOf(textSpan), newText });
    }
  }
  return { changes: Object.fromEntries([...changes].map(([path, edits]) => [uriOfPath(path), [...edits.values()]])) };
}

export function fileRenameEdit(projects: Projects, files: readonly { readonly oldUri: string; readonly newUri: string }[]): WorkspaceEdit {
  const changes = new Map<string, Map<string, TextEdit>>();
  for (const { oldUri, newUri } of files) {
    const from = pathOfUri(oldUri);
    const format = formatOf(projects.texts.read(from) ?? '');
    // The project of a file that nobody has open must be loaded too; of a folder it is found by what is open in it.
    if (projects.texts.exists(from)) projects.of(from);
    for (const { service } of projects.all()) {
      for (const change of service.getEditsForFileRename(from, pathOfUri(newUri), format, PREFERENCES)) {
        const edits = changes.get(change.fileName) ?? new Map<string, TextEdit>();
        changes.set(change.fileName, edits);
        for (const edit of textEdits(projects, change)) edits.set(`${edit.range.start.line}:${edit.range.start.character}`, edit);
      }
    }
  }
  const documentChanges = [...changes].map(([path, edits]) => ({ textDocument: { uri: uriOfPath(path), version: null }, edits: [...edits.values()] }));
  return { documentChanges };
}

function renameInfo(projects: Projects, { path, offset }: NavigationPlace): ts.RenameInfoSuccess {
  const found = projects.of(path).service.getRenameInfo(path, offset, PREFERENCES);
  if (!found.canRename) throw new CannotRename(found.localizedErrorMessage);
  return found;
}
