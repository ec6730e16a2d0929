// The settled diagnostics of many files: pulled a few at a time where a server offers that, awaited where it pushes.
import { seconds } from '../../../../base/waiting/duration.ts';
import type { Diagnostic, Progress } from '../../../../ide/doors/languages.ts';
import { engineFailed, IdeError } from '../../../../ide/errors/errors.ts';
import { diagnosticFrom, diagnosticsOf, type ProtocolDiagnostic, pulledDiagnosticsOf, sortedDiagnostics } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';

export interface Collected {
  readonly byUri: ReadonlyMap<string, readonly Diagnostic[]>;
  // Files about which the engine could not say anything, with its reason.
  readonly failed: ReadonlyMap<string, string>;
}

// Enough to keep an engine's threads busy; more only makes a cancelled call leave more behind.
const IN_FLIGHT = 8;
const PUSHED = seconds(10);

export async function collectDiagnostics(session: EngineSession, uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<Collected> {
  const byUri = new Map<string, readonly Diagnostic[]>();
  const failed = new Map<string, string>();
  const waiting = uris.values();
  let done = 0;
  const work = async () => {
    for (const uri of waiting) {
      try {
        byUri.set(uri, sortedDiagnostics((await problemsIn(session, uri, signal)).map(diagnosticFrom)));
      } catch (error) {
        // One file that is gone or that the engine chokes on must not cost the diagnostics of all the others.
        if (!(error instanceof IdeError) || ['cancelled', 'timed_out'].includes(error.code)) throw error;
        failed.set(uri, error.message);
      }
      done += 1;
      progress(`${session.name}: checked ${done} of ${uris.length} files`, done, uris.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, uris.length) }, work));
  return { byUri, failed };
}

// The problems of one file as the server reported them, without those that are none.
export async function problemsIn(session: EngineSession, uri: string, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
  const next = () => diagnosticsOfFile(session, uri, signal);
  return session.middleware.diagnostics?.(uri, next, signal) ?? next();
}

async function diagnosticsOfFile(session: EngineSession, uri: string, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
  if (!session.pulls) return pushed(session, uri, signal);
  if (!session.row.diagnosesClosedFiles) await session.documents.open(uri, signal);
  const known = await pulled(session, uri, signal);
  if (known !== undefined) return known;
  // The server does not count the file among its own, for instance because its configuration excludes it.
  await session.documents.open(uri, signal);
  return (await pulled(session, uri, signal)) ?? [];
}

async function pulled(session: EngineSession, uri: string, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[] | undefined> {
  return pulledDiagnosticsOf(await session.request('textDocument/diagnostic', { textDocument: { uri } }, signal));
}

async function pushed(session: EngineSession, uri: string, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
  await session.documents.open(uri, signal);
  await session.documents.refresh(signal);
  const items = await session.published.until(uri, session.documents.versionOf(uri), PUSHED, signal);
  if (items === undefined) throw engineFailed(session.name, 'it published no diagnostics for this file');
  return diagnosticsOf(items);
}
