// An edit as a short diff: the lines that change, under the file and the line they begin at.
import { z } from 'zod';
import { IdeError } from '../../../ide/errors/errors.ts';
import { TextSnapshot } from '../../../ide/text.ts';
import { type FileOperation, hunksOf, type WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';

export const diffOutput = z.array(z.string());

// Longer ones are cut at a line, which is said; whoever makes the edit makes all of it.
const MOST_LINES = 60;

export async function diffOf(context: ProjectContext, edit: WorkspaceEdit): Promise<string[]> {
  const lines: string[] = [];
  for (const operation of edit.operations) lines.push(...(await linesOf(context, operation)));
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more lines`];
}

async function linesOf(context: ProjectContext, operation: FileOperation): Promise<string[]> {
  const file = fileOf(context.ide.project, operation.uri);
  if (operation.kind === 'create') return [`create ${file}`, ...(operation.text === '' ? [] : operation.text.split(/\r?\n/).map((text) => `+${text}`))];
  if (operation.kind === 'delete') return [`delete ${file}`];
  if (operation.kind === 'move') return [`move ${file} to ${fileOf(context.ide.project, operation.to)}`];
  const snapshot = await textBefore(context, operation.uri);
  return hunksOf(snapshot, operation.edits).flatMap(({ line, removed, added }) => [
    `@ ${file}:${line + 1}`,
    ...removed.map((text) => `-${text}`),
    ...added.map((text) => `+${text}`),
  ]);
}

// Text that is put into a file which the same edit creates comes after nothing.
async function textBefore({ ide, signal }: ProjectContext, uri: string): Promise<TextSnapshot> {
  try {
    return await ide.documents.read(uri, signal);
  } catch (error) {
    if (!(error instanceof IdeError) || error.code !== 'file_not_found') throw error;
    return new TextSnapshot({ uri, text: '', version: 0, languageId: '' });
  }
}
