// How a server that pushes diagnostics is left after it was shown a plan: having read again what is really there.
import { seconds } from '../../../../../base/waiting/duration.ts';
import type { EngineSession } from '../engineSession.ts';

// For the texts of a plan that was only looked at; what is not read by then is read with the next question.
const READ_AGAIN = seconds(5);

// A server that pushes leaves out a text that is replaced at once. Were the planned text written before the old one is read again, clangd would find it
// unchanged and say nothing of the written version.
export async function hasReadAgain({ pulls, documents, published }: EngineSession, uris: readonly string[], signal: AbortSignal): Promise<void> {
  if (pulls) return;
  await Promise.all(uris.map((uri) => (documents.has(uri) ? published.until(uri, documents.versionOf(uri), READ_AGAIN, signal) : undefined)));
}
