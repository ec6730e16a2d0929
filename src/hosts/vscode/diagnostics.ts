// The problems of files: TypeScript's server is asked for them; of other languages there is what their extensions have published.
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { Diagnostic, DiagnosticsReport, Progress } from '../../ide/doors/languages.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { compare } from '../../ide/text.ts';
import { portUri, vscodeUri } from './ask.ts';
import { diagnosticOf } from './convert.ts';
import type { Extensions } from './extensions.ts';
import type { Readiness } from './readiness.ts';

export interface Diagnosing {
  readonly readiness: Readiness;
  readonly extensions: Extensions;
}

export interface FoundDiagnostics {
  readonly report: DiagnosticsReport;
  readonly gaps: readonly (string | undefined)[];
}

// VS Code's own extensions publish half a second after they were shown a text.
const PUBLISHED = seconds(2);
const BETWEEN_LOOKS = milliseconds(50);
// More are not opened only to see whether somebody publishes something about them.
const MOST_OPENED = 20;
const MOST_NAMED = 5;

export async function diagnosticsOf(
  uris: readonly string[],
  { readiness, extensions }: Diagnosing,
  signal: AbortSignal,
  progress: Progress,
): Promise<FoundDiagnostics> {
  const served = uris.filter((uri) => extensions.serves(uri));
  const asked = new Map<string, readonly Diagnostic[]>();
  const gaps: (string | undefined)[] = [];
  for (const [index, uri] of served.filter((candidate) => readiness.typescript.speaks(extensions.languageOf(candidate) ?? '')).entries()) {
    progress(`Problems of file ${index + 1}`, index, served.length);
    gaps.push((await readiness.of(uri, signal)).gap);
    const found = await readiness.typescript.diagnostics(uri, signal);
    if (found !== undefined) asked.set(uri, found);
  }
  const others = served.filter((uri) => !asked.has(uri));
  gaps.push(await untilPublished(others, readiness, signal));
  return {
    report: {
      files: served.map((uri) => ({ uri, diagnostics: asked.get(uri) ?? publishedFor(uri) })),
      unserved: uris.filter((uri) => !extensions.serves(uri)),
    },
    gaps,
  };
}

// VS Code reports when problems change, not when an extension has finished looking; the sentence names the files of which nothing was heard.
async function untilPublished(uris: readonly string[], readiness: Readiness, signal: AbortSignal): Promise<string | undefined> {
  if (uris.length === 0) return undefined;
  const silent = new Set(uris);
  const hear = (changed: readonly vscode.Uri[]) => {
    for (const uri of changed) silent.delete(portUri(uri));
  };
  const listening = vscode.languages.onDidChangeDiagnostics((event) => hear(event.uris));
  try {
    for (const uri of uris.slice(0, MOST_OPENED)) await readiness.of(uri, signal);
    for (const uri of uris) if (publishedFor(uri).length > 0) silent.delete(uri);
    const deadline = Date.now() + PUBLISHED;
    while (silent.size > 0 && Date.now() < deadline && !signal.aborted) await pause(BETWEEN_LOOKS);
  } finally {
    listening.dispose();
  }
  if (signal.aborted) throw cancelled();
  if (silent.size === 0) return undefined;
  const names = [...silent].slice(0, MOST_NAMED).map((uri) => decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)));
  const more = silent.size > names.length ? ` and ${silent.size - names.length} more` : '';
  return `VS Code checks many files only while an editor shows them, and has said nothing of ${names.join(', ')}${more}.`;
}

// Somebody else than the language's own extension has found something there.
export function isLinted(uri: string): boolean {
  return publishedFor(uri).some(({ source }) => source !== undefined && !OWN_SOURCES.has(source));
}

const OWN_SOURCES: ReadonlySet<string> = new Set(['ts', 'js', 'typescript', 'javascript']);

function publishedFor(uri: string): readonly Diagnostic[] {
  const found = vscode.languages.getDiagnostics(vscodeUri(uri)).map(diagnosticOf);
  return found.sort((a, b) => compare(a.range.start, b.range.start) || (a.message < b.message ? -1 : 1));
}
