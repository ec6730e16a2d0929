// The diagnostics of any files, from whichever engines know something about them, in the order in which they were asked for.
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import type { Diagnostic, DiagnosticsReport, Progress } from '../../../../ide/doors/languages.ts';
import { diagnosticFrom, sortedDiagnostics } from '../engine/answers.ts';
import type { EngineOutcome } from '../engine/engine.ts';
import type { AskedEngine } from '../engine/plannedEngine.ts';
import { type Collected, collectDiagnostics } from './collectDiagnostics.ts';

export interface DiagnosticsQuestion {
  readonly uris: readonly string[];
  // All that have something to say about a file: the one of its language, then linters.
  readonly enginesFor: (uri: string) => readonly AskedEngine[];
  // Those that know something about a file that is another's, as TypeScript does about a tsconfig.json.
  readonly configEnginesFor: (uri: string) => readonly AskedEngine[];
  // What the agent should hear, such as which engines could not be started.
  readonly notes: readonly string[];
}

interface Found extends Collected {
  readonly gap: string | undefined;
}

export async function diagnosticsReport(question: DiagnosticsQuestion, signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
  const byEngine = new Map<AskedEngine, string[]>();
  const unserved: string[] = [];
  for (const uri of question.uris) {
    const engines = question.enginesFor(uri);
    if (engines.length === 0) unserved.push(uri);
    for (const engine of engines) if (byEngine.get(engine)?.push(uri) === undefined) byEngine.set(engine, [uri]);
  }
  const outcomes = await Promise.all([...byEngine].map(([engine, uris]) => foundBy(engine, uris, signal, progress)));
  const configEngines = new Set(question.uris.flatMap((uri) => question.configEnginesFor(uri)));
  const configs = await Promise.all(
    [...configEngines].map((engine) =>
      configProblems(
        engine,
        question.uris.filter((uri) => question.configEnginesFor(uri).includes(engine)),
        signal,
      ),
    ),
  );
  const all = [...outcomes.map(({ value }) => value.byUri), ...configs];
  const without = new Set(unserved);
  const files = question.uris
    .filter((uri) => !without.has(uri))
    .map((uri) => ({ uri, diagnostics: sortedDiagnostics(withoutRepeats(all.map((byUri) => byUri.get(uri) ?? []))) }));
  const gaps = outcomes.flatMap(({ value }) => [...(value.gap === undefined ? [] : [value.gap]), ...failures(value.failed)]);
  const notes = [...new Set([...outcomes.flatMap((outcome) => outcome.notes), ...question.notes])];
  const certificate = {
    ...(byEngine.size > 0 && { engine: [...byEngine.keys()].map(({ name }) => name).join(', ') }),
    ...(notes.length > 0 && { notes }),
  };
  const report = { files, unserved };
  return gaps.length === 0 ? complete(report, certificate) : incomplete(report, gaps.join(' '), certificate);
}

// Two engines of one language find most problems both.
function withoutRepeats(found: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const [own = [], ...others] = found.filter((diagnostics) => diagnostics.length > 0);
  const keyOf = ({ range: { start }, code, source }: Diagnostic) => `${start.line}:${start.character}:${code}:${source}`;
  const known = new Set(own.map(keyOf));
  return [...own, ...others.flat().filter((diagnostic) => !known.has(keyOf(diagnostic)))];
}

function foundBy(engine: AskedEngine, uris: readonly string[], signal: AbortSignal, progress: Progress): Promise<EngineOutcome<Found>> {
  return engine.run(signal, async (session) => {
    const gap = await session.middleware.prepare?.({ kind: 'files', uris }, signal);
    return { ...(await collectDiagnostics(session, uris, signal, progress)), gap };
  });
}

async function configProblems(engine: AskedEngine, uris: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
  const found = new Map<string, readonly Diagnostic[]>();
  await engine.run(signal, async (session) => {
    await Promise.all(
      uris.map(async (uri) => found.set(uri, ((await session.middleware.diagnostics?.(uri, async () => [], signal)) ?? []).map(diagnosticFrom))),
    );
  });
  return found;
}

function failures(failed: ReadonlyMap<string, string>): readonly string[] {
  const [first] = failed.values();
  return first === undefined ? [] : [`${failed.size === 1 ? 'One file' : `${failed.size} files`} could not be checked: ${first}`];
}
