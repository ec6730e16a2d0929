// The name of a Go package: it is that of its folder, so the files move with it, and every import path follows.

import type { Place } from '../../../../ide/doors/languages.ts';
import { cannotRename } from '../../../../ide/errors/editErrors.ts';
import type { FileOperation } from '../../../../ide/workspaceEdit.ts';
import { locationsOf } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { workspaceEditOf } from '../questions/codeActions.ts';

// gopls returns them with the edits of a rename at the package clause.
export async function packageMoves(session: EngineSession, at: Place, newName: string, signal: AbortSignal): Promise<readonly FileOperation[]> {
  const line = (await session.project.documents.read(at.uri, signal)).line(at.position.line) ?? '';
  if (!/^\s*package\s+\w+/.test(line)) return [];
  const answer = await session.request('textDocument/rename', { textDocument: { uri: at.uri }, position: at.position, newName }, signal);
  return answer === null ? [] : workspaceEditOf(answer).operations.filter(({ kind }) => kind !== 'edit');
}

// Anywhere in an import path gopls gives the import a name of its own in this file, which is not what was pointed at.
export async function refuseImportPath(session: EngineSession, at: Place, signal: AbortSignal): Promise<void> {
  const line = (await session.project.documents.read(at.uri, signal)).line(at.position.line) ?? '';
  const path = /^\s*(?:import\s+)?(?:[\w.]+\s+)?(["`])[^"`]*\1/.exec(line);
  const from = path === null ? -1 : line.indexOf(path[1] ?? '"');
  if (path === null || at.position.character <= from || at.position.character >= path[0].length) return;
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const [declared] = locationsOf(await session.request('textDocument/definition', asked, signal));
  const root = `${session.project.rootUri}/`;
  // A line of an import is distinguished from any other string by where it leads: to the clause of a package.
  if (declared === undefined) return;
  const name = line.slice(from + 1, path[0].length - 1);
  const clause = declared.uri.startsWith(root) ? `${decodeURIComponent(declared.uri.slice(root.length))}:${declared.range.start.line + 1}` : undefined;
  throw cannotRename(
    name,
    clause === undefined
      ? 'it is the import path of a package outside the project.'
      : `it is an import path. Rename the package where it is declared, at ${clause}: its folder and every import follow.`,
  );
}
