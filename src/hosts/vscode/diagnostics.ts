// The problems of files: TypeScript's server is asked for them; of other languages, what their extensions have published.
import * as vscode from 'vscode';
import { deferred } from '../../base/deferred.ts';
import { seconds } from '../../base/duration.ts';
import { cancelled } from '../../ide/errors.ts';
import type { Diagnostic, DiagnosticsReport, Progress } from '../../ide/languages.ts';
import { compare } from '../../ide/text.ts';
import { portUri, vscodeUri } from './ask.ts';
import { diagnosticOf } from './convert.ts';
import type { Readiness } from './readiness.ts';

export interface Diagnosing {
  readonly readiness: Readiness;
  languageOf(uri: string): string | undefined;
}

// VS Code's own extensions publish half a second after a document was opened or changed.
const PUBLISHED = seconds(3);

export async function diagnosticsOf(
  uris: readonly string[],
  { readiness, languageOf }: Diagnosing,
  signal: AbortSignal,
  progress: Progress,
): Promise<{ readonly report: DiagnosticsReport; readonly lacking: readonly (string | undefined)[] }> {
  const unserved = uris.filter((uri) => languageOf(uri) === undefined);
  const served = uris.filter((uri) => !unserved.includes(uri));
  const files: { uri: string; diagnostics: readonly Diagnostic[] }[] = [];
  const lacking: (string | undefined)[] = [];
  for (const [index, uri] of served.entries()) {
    if (signal.aborted) throw cancelled();
    progress(`Problems of file ${index + 1} of ${served.length}`, index, served.length);
    const publishing = publishedFor(uri);
    const ready = await readiness.of(uri, signal).catch((error: unknown) => {
      publishing.stop();
      throw error;
    });
    const asked = readiness.typescript.speaks(ready.document.languageId) ? await readiness.typescript.diagnostics(uri, signal) : undefined;
    if (asked === undefined) lacking.push(await publishing.settled(signal));
    publishing.stop();
    lacking.push(ready.lacking);
    files.push({ uri, diagnostics: asked ?? publishedDiagnostics(uri) });
  }
  return { report: { files, unserved }, lacking };
}

function publishedDiagnostics(uri: string): readonly Diagnostic[] {
  const found = vscode.languages.getDiagnostics(vscodeUri(uri)).map(diagnosticOf);
  return found.sort((a, b) => compare(a.range.start, b.range.start) || (a.message < b.message ? -1 : 1));
}

// Listens from before the document is opened: VS Code tells when problems change, not when an extension has finished looking.
function publishedFor(uri: string) {
  const published = deferred<void>();
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some((changed) => portUri(changed) === uri)) published.resolve();
  });
  return {
    stop: () => subscription.dispose(),
    async settled(signal: AbortSignal): Promise<string | undefined> {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, PUBLISHED, 'late');
      });
      const outcome = await Promise.race([published.promise, late]);
      clearTimeout(timer);
      if (signal.aborted) throw cancelled();
      if (outcome !== 'late' || publishedDiagnostics(uri).length > 0) return undefined;
      return 'VS Code shows no problems of some files, and does not say whether their extensions have looked.';
    },
  };
}
