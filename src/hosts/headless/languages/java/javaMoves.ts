// What follows from another name or folder for files of Java: package clauses, and every import of their classes, which jdt.ls returns.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { z } from 'zod';
import { normalizeUri, pathOf } from '../../../../base/files/fileUri.ts';
import { cannotRename } from '../../../../ide/errors/editErrors.ts';
import type { FileMove } from '../../../../ide/renaming.ts';
import type { FileOperation } from '../../../../ide/workspaceEdit.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { MovedFile, MovingFiles, Next } from '../engine/middleware.ts';
import { workspaceEditOf } from '../questions/codeActions.ts';
import { namesOnly, touchedBy } from './javaRenames.ts';
import { whyMixed } from './javaStarts.ts';

const packages = z.object({ errorMessage: z.string().nullish(), destinations: z.array(z.looseObject({ uri: z.string() })).nullish() });
const made = z.object({ edit: z.unknown().optional(), errorMessage: z.string().nullish() });

export async function movedJava(session: EngineSession, { move, files }: MovingFiles, next: Next<MovedFile>, signal: AbortSignal): Promise<MovedFile> {
  const { from, to } = move;
  const isFile = files.length === 1 && files[0] === from;
  const staysInFolder = posix.dirname(from) === posix.dirname(to);
  const planned = isFile && !staysInFolder ? await toAnotherPackage(session, move, signal) : (await next()).operations;
  const javaFiles = files.filter((uri) => uri.endsWith('.java'));
  if (!isFile && planned.length === 0 && javaFiles.length > 0)
    throw cannotRename(
      posix.basename(from),
      `${session.name} does not say what must change for the ${javaFiles.length} files of Java in it. Move them one by one.`,
    );
  const mixed = whyMixed(session.project, touchedBy(planned));
  if (mixed !== undefined) throw cannotRename(posix.basename(from), mixed);
  const operations: FileOperation[] = [];
  for (const operation of planned) {
    if (operation.kind !== 'edit') continue;
    // It edits a file at its new place, where it is not yet.
    const uri = operation.uri === to || operation.uri.startsWith(`${to}/`) ? from + operation.uri.slice(to.length) : operation.uri;
    operations.push({ ...operation, uri, edits: namesOnly(await session.project.documents.read(uri, signal), operation.edits) });
  }
  return { operations, gaps: [] };
}

async function toAnotherPackage(session: EngineSession, { from, to }: FileMove, signal: AbortSignal): Promise<readonly FileOperation[]> {
  const name = posix.basename(from);
  if (posix.basename(to) !== name) throw cannotRename(name, 'it gets another name and another folder at once. Do one after the other.');
  const folder = posix.dirname(to);
  const missing = `${session.name} moves into a package that is there, and ${folder.slice(session.project.rootUri.length + 1)} is not. Write a file of that package first, such as its package-info.java.`;
  if (!existsSync(pathOf(folder))) throw cannotRename(name, missing);
  const asked = { moveKind: 'moveResource', sourceUris: [from] };
  const { destinations, errorMessage } = packages.parse(await session.request('java/getMoveDestinations', asked, signal));
  const destination = destinations?.find(({ uri }) => normalizeUri(uri).replace(/\/$/, '') === folder);
  if (destination === undefined) throw cannotRename(name, errorMessage ?? missing);
  const answer = made.parse(await session.request('java/move', { ...asked, destination, updateReferences: true }, signal));
  if (answer.errorMessage != null && answer.errorMessage !== '') throw cannotRename(name, `${session.name} says: ${answer.errorMessage}`);
  return answer.edit == null ? [] : workspaceEditOf(answer.edit).operations;
}
