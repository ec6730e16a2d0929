// The problems of one file with what would mend them, from every engine that has something to say about that file.
import { type Answer, complete, incomplete } from '../../../ide/answer.ts';
import type { MendableProblem } from '../../../ide/quickFixes.ts';
import { compare, type Range } from '../../../ide/text.ts';
import { diagnosticFrom, type ProtocolDiagnostic } from './answers.ts';
import { fixesFor } from './codeActions.ts';
import { problemsIn } from './collectDiagnostics.ts';
import type { Engine, Outcome } from './engine.ts';
import type { EngineSession } from './engineSession.ts';

export interface QuickFixQuestion {
  readonly uri: string;
  // The whole file when absent.
  readonly range: Range | undefined;
  // The engine of the file's language, then linters.
  readonly engines: readonly Engine[];
  // Which engines should have been asked and could not be started, a sentence each.
  readonly absences: readonly string[];
}

interface Found {
  readonly problems: readonly MendableProblem[];
  readonly lacking: string | undefined;
  readonly notes: readonly string[];
}

export async function quickFixesFor(question: QuickFixQuestion, signal: AbortSignal): Promise<Answer<readonly MendableProblem[]>> {
  const { engines, absences } = question;
  const outcomes = await Promise.all(engines.map((engine) => engine.run(signal, (session) => foundBy(session, question, signal))));
  const problems = outcomes
    .flatMap(({ value }) => value.problems)
    .toSorted((a, b) => compare(a.diagnostic.range.start, b.diagnostic.range.start) || (a.diagnostic.message < b.diagnostic.message ? -1 : 1));
  const notes = [...new Set([...outcomes.flatMap(notesOf), ...absences])];
  const certificate = { ...(engines.length > 0 && { engine: engines.map(({ name }) => name).join(', ') }), ...(notes.length > 0 && { notes }) };
  const lacking = outcomes.flatMap(({ value }) => value.lacking ?? []);
  return lacking.length === 0 ? complete(problems, certificate) : incomplete(problems, lacking.join(' '), certificate);
}

async function foundBy(session: EngineSession, { uri, range }: QuickFixQuestion, signal: AbortSignal): Promise<Found> {
  // Actions are about open documents, whatever diagnostics are about.
  await session.documents.open(uri, signal);
  const lacking = await session.quirk.prepare?.({ kind: 'files', uris: [uri] }, signal);
  const diagnostics = (await problemsIn(session, uri, signal)).filter((diagnostic) => range === undefined || touches(diagnostic.range, range));
  const unseen = new Set<string>();
  const problems: MendableProblem[] = [];
  for (const diagnostic of diagnostics) {
    const offered = session.offersActions ? await fixesFor(session, uri, diagnostic, signal) : { fixes: [], unseen: [] };
    for (const title of offered.unseen) unseen.add(title);
    problems.push(mendable(diagnostic, offered.fixes));
  }
  const note = `${session.name} also offers what only a command of its own would do, which nobody can see before: ${[...unseen].join('; ')}.`;
  return { problems, lacking, notes: unseen.size === 0 ? [] : [note] };
}

// The same title twice against the same problem is the same fix.
function mendable(diagnostic: ProtocolDiagnostic, fixes: MendableProblem['fixes']): MendableProblem {
  return { diagnostic: diagnosticFrom(diagnostic), fixes: fixes.filter(({ title }, index) => fixes.findIndex((other) => other.title === title) === index) };
}

function touches(a: Range, b: Range): boolean {
  return compare(a.start, b.end) <= 0 && compare(b.start, a.end) <= 0;
}

function notesOf({ notes, value }: Outcome<Found>): readonly string[] {
  return [...notes, ...value.notes];
}
