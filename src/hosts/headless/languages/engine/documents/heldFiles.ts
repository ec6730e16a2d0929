// Files that are open as long as a question about them is answered.
import { IdeError } from '../../../../../ide/errors/errors.ts';
import type { EngineSession } from '../engineSession.ts';

// With these files open: an engine that holds only what is open and what that imports would not know of them.
export async function held<Value>(session: EngineSession, uris: readonly string[], signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  // A library that declares the same is read by the engine itself.
  const fresh = uris.filter((uri) => uri.startsWith(`${session.project.rootUri}/`) && !session.documents.has(uri));
  try {
    for (const uri of fresh) await pinned(session, uri, signal);
    return await work();
  } finally {
    for (const uri of fresh) session.documents.unpin(uri);
  }
}

// The file that something moves to need not be there yet.
async function pinned(session: EngineSession, uri: string, signal: AbortSignal): Promise<void> {
  try {
    await session.documents.pin(uri, signal);
  } catch (error) {
    if (!(error instanceof IdeError) || error.code !== 'file_not_found') throw error;
  }
}
