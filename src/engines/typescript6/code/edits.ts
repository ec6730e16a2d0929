// What TypeScript wants to change, as an edit of the protocol: the client applies it, nothing is written here.

import type ts from 'typescript';
import type { CreateFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { uriOfPath } from '../projects/paths.ts';
import type { Projects } from '../projects/projects.ts';
import { separated } from './separating.ts';

export function editOf(projects: Projects, changes: readonly ts.FileTextChanges[]): WorkspaceEdit {
  const documentChanges: (CreateFile | TextDocumentEdit)[] = [];
  for (const change of changes) {
    const uri = uriOfPath(change.fileName);
    if (change.isNewFile) documentChanges.push({ kind: 'create', uri });
    documentChanges.push({ textDocument: { uri, version: null }, edits: [...textEdits(projects, change)] });
  }
  return { documentChanges };
}

export function textEdits(projects: Projects, { fileName, textChanges }: ts.FileTextChanges): readonly TextEdit[] {
  const lines = projects.texts.lines(fileName);
  return separated(fileName, projects.texts.read(fileName) ?? '', textChanges).map(({ span, newText }) => ({ range: lines.rangeOf(span), newText }));
}
