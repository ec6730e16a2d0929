// The text of a file that an engine has pointed at: of the project as Documents has it, of a library outside of it as it is on disk.
import { isFileUri, pathOf, uriOf } from '../../../../../base/files/fileUri.ts';
import { readBytes } from '../../../../../base/files/smallFile.ts';
import { cancelled, IdeError } from '../../../../../ide/errors/errors.ts';
import { TextSnapshot } from '../../../../../ide/text.ts';
import type { EngineSession } from '../engineSession.ts';
import { languageIn } from '../languageFiles.ts';

// The largest declarations of a standard library have two and a half million characters.
const LARGEST_LIBRARY = 8_000_000;

// Undefined when there is no text to read: then nothing can be learned from it.
export async function textOrNothing(session: EngineSession, uri: string, signal: AbortSignal): Promise<TextSnapshot | undefined> {
  try {
    return await session.project.documents.read(uri, signal);
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return error.code === 'outside_project' && isFileUri(uri) ? libraryText(session, uri, signal) : undefined;
  }
}

async function libraryText(session: EngineSession, uri: string, signal: AbortSignal): Promise<TextSnapshot | undefined> {
  const languageId = languageIn(session.row, uri);
  if (languageId === undefined) return undefined;
  try {
    return new TextSnapshot({ uri, text: (await readBytes(pathOf(uri), LARGEST_LIBRARY, signal)).toString('utf8'), version: 0, languageId });
  } catch {
    // Gone, too large or not readable for us, although the engine knows it.
    if (signal.aborted) throw cancelled();
    return undefined;
  }
}

// Undefined when there is no such file, or it lies outside the project: there is nothing that we could read.
export async function textAt(session: EngineSession, path: string): Promise<string | undefined> {
  try {
    return (await session.project.documents.read(uriOf(path), new AbortController().signal)).text;
  } catch (error) {
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}

export type ReadAbsolute = (path: string) => Promise<string | undefined>;
