// The problems of one file with what would fix them, from every engine that has something to say about that file.
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import type { FixableProblem, QuickFix } from '../../../../ide/quickFixes.ts';
import { compare, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { diagnosticFrom, type ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { AskedEngine } from '../engine/plannedEngine.ts';
import { fixesFor } from '../questions/codeActions.ts';
import { inStyleOf, isScript } from '../questions/importStyle.ts';
import { problemsIn } from './collectDiagnostics.ts';

export interface QuickFixQuestion {
  readonly uri: string;
  // The whole file when absent.
  readonly range: Range | undefined;
  // The engine of the file's language, then linters.
  readonly engines: readonly AskedEngine[];
  // Those that know more ways to fix what another engine finds.
  readonly assistants: readonly AskedEngine[];
  // Which engines should have been asked and could not be started, a sentence each.
  readonly absences: readonly string[];
}

interface Fixed {
  readonly diagnostic: ProtocolDiagnostic;
  readonly fixes: readonly QuickFix[];
}

interface Found {
  readonly problems: readonly Fixed[];
  readonly gap: string | undefined;
  readonly notes: readonly string[];
}

export async function quickFixesFor(question: QuickFixQuestion, signal: AbortSignal): Promise<Answer<readonly FixableProblem[]>> {
  const found = await Promise.all(question.engines.map(async (engine) => helped(engine, await foundBy(engine, question, signal), question, signal)));
  const problems = found
    .flatMap((one) => one.problems)
    .map(({ diagnostic, fixes }) => ({ diagnostic: diagnosticFrom(diagnostic), fixes: withoutRepetition(fixes) }))
    .sort((a, b) => compare(a.diagnostic.range.start, b.diagnostic.range.start) || (a.diagnostic.message < b.diagnostic.message ? -1 : 1));
  const notes = [...new Set([...found.flatMap((one) => one.notes), ...question.absences])];
  const engine = [...question.engines, ...question.assistants].map(({ name }) => name).join(', ');
  const certificate = { ...(engine !== '' && { engine }), ...(notes.length > 0 && { notes }) };
  const gaps = found.flatMap((one) => one.gap ?? []);
  return gaps.length === 0 ? complete(problems, certificate) : incomplete(problems, gaps.join(' '), certificate);
}

function foundBy(engine: AskedEngine, { uri, range, engines }: QuickFixQuestion, signal: AbortSignal): Promise<Found> {
  return inSession(engine, uri, signal, async (session) => {
    const gap = await session.middleware.prepare?.({ kind: 'files', uris: [uri] }, signal);
    try {
      const diagnostics = (await problemsIn(session, uri, signal)).filter((diagnostic) => range === undefined || touches(diagnostic.range, range));
      return { ...(await fixed(session, uri, diagnostics, signal)), gap };
    } catch (error) {
      // A linter with a broken configuration must not cost what the compiler knows; alone, it is the answer.
      if (!(error instanceof IdeError) || error.code !== 'engine_failed' || engines.length === 1) throw error;
      return { problems: [], gap: error.message, notes: [] };
    }
  });
}

// What an engine finds, with what its assistants know against it.
async function helped(engine: AskedEngine, found: Found, { uri, assistants }: QuickFixQuestion, signal: AbortSignal): Promise<Found> {
  if (found.problems.length === 0) return found;
  const diagnostics = found.problems.map(({ diagnostic }) => diagnostic);
  const own = assistants.filter(({ row }) => row.assists === engine.row.id);
  const more = await Promise.all(own.map((assistant) => inSession(assistant, uri, signal, (session) => fixed(session, uri, diagnostics, signal))));
  if (own.length === 0) return found;
  return {
    problems: found.problems.map(({ diagnostic, fixes }, index) => ({
      diagnostic,
      fixes: preferringOthers(
        fixes,
        more.flatMap(({ problems }) => problems[index]?.fixes ?? []),
      ),
    })),
    gap: found.gap,
    notes: [...found.notes, ...more.flatMap(({ notes }) => notes)],
  };
}

// Of two fixes with one title the assistant's: it writes as the file is written, and TypeScript 7 with four spaces.
function preferringOthers(own: readonly QuickFix[], others: readonly QuickFix[]): readonly QuickFix[] {
  const titled = new Map(others.map((fix) => [fix.title, fix]));
  return [...own.map((fix) => ({ ...fix, edit: titled.get(fix.title)?.edit ?? fix.edit })), ...others];
}

async function inSession(engine: AskedEngine, uri: string, signal: AbortSignal, work: (session: EngineSession) => Promise<Found>): Promise<Found> {
  const { value, notes } = await engine.run(signal, async (session) => {
    // Actions are about open documents, whatever diagnostics are about.
    await session.documents.open(uri, signal);
    return work(session);
  });
  return { ...value, notes: [...notes, ...value.notes] };
}

async function fixed(session: EngineSession, uri: string, diagnostics: readonly ProtocolDiagnostic[], signal: AbortSignal): Promise<Found> {
  const unseen = new Set<string>();
  const problems: Fixed[] = [];
  const document = await session.project.documents.read(uri, signal);
  for (const diagnostic of diagnostics) {
    const offered = session.offersActions ? await fixesFor(session, uri, diagnostic, signal) : { fixes: [], unseen: [] };
    for (const title of offered.unseen) unseen.add(title);
    problems.push({ diagnostic, fixes: isScript(document) ? offered.fixes.map((fix) => withImportsLike(document, fix)) : offered.fixes });
  }
  const note = `${session.name} also offers what only a command of its own would do, which nobody can see before: ${[...unseen].join('; ')}.`;
  return { problems, gap: undefined, notes: unseen.size === 0 ? [] : [note] };
}

function withImportsLike(document: TextSnapshot, fix: QuickFix): QuickFix {
  const operations = fix.edit.operations.map((operation) =>
    operation.kind === 'edit' && operation.uri === document.uri ? { ...operation, edits: inStyleOf(document, operation.edits) } : operation,
  );
  return { ...fix, edit: { operations } };
}

// The same title twice against the same problem is the same fix.
function withoutRepetition(fixes: readonly QuickFix[]): readonly QuickFix[] {
  return fixes.filter(({ title }, index) => fixes.findIndex((other) => other.title === title) === index);
}

function touches(a: Range, b: Range): boolean {
  return compare(a.start, b.end) <= 0 && compare(b.start, a.end) <= 0;
}
