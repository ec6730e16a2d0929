// Files of the project as a quirk needs them: their text, and open in the engine, where a file that is not text is no obstacle.
import { uriOf } from '../../../../base/fileUri.ts';
import { IdeError } from '../../../../ide/errors.ts';
import type { EngineSession } from '../engine/engineSession.ts';

// Undefined when there is no such file, or it lies outside the project: there is nothing that we could read.
export async function textAt(session: EngineSession, path: string): Promise<string | undefined> {
  try {
    return (await session.project.documents.read(uriOf(path), new AbortController().signal)).text;
  } catch (error) {
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}

// False when the file cannot be read as text: then it holds nothing to be found.
export async function keptOpen(session: EngineSession, uri: string, signal: AbortSignal): Promise<boolean> {
  try {
    await session.documents.pin(uri, signal);
    return true;
  } catch (error) {
    if (error instanceof IdeError && error.code !== 'cancelled') return false;
    throw error;
  }
}
