// Refactorings made by the engine of a language or by the one beside it that knows more, each with all files open that it must know.
import { z } from 'zod';
import { type Answer, complete, incomplete } from '../../../ide/answer.ts';
import type { Place } from '../../../ide/doors/languages.ts';
import { refactoringRefused } from '../../../ide/errors/editErrors.ts';
import { unsupportedByEngine } from '../../../ide/errors/errors.ts';
import type { Refactored, Refactoring } from '../../../ide/refactorings.ts';
import type { Location } from '../../../ide/text.ts';
import { held } from './engine/documents/heldFiles.ts';
import type { Engine } from './engine/engine.ts';
import type { RefactoringBuilder } from './engine/language/building.ts';
import { languageIn } from './engine/languageFiles.ts';
import type { Route } from './engine/route.ts';
import { workspaceEditOf } from './questions/codeActions.ts';
import { withUsesInComponents } from './questions/leftUses.ts';
import { reExportingFiles } from './questions/reExports.ts';
import { RefusedRefactoring } from './refactorings/refused.ts';
import { signatureChangedBy } from './signatures/signatureChanges.ts';

const answers = z.union([
  z.object({ refused: z.string() }),
  z.object({ edit: z.unknown(), notes: z.array(z.string()), otherwise: z.literal('inner').optional() }),
]);

const WORDS: Readonly<Record<Refactoring['kind'], string>> = {
  extractFunction: 'extract a function',
  extractVariable: 'extract a variable',
  inline: 'inline this',
  move: 'move this',
  delete: 'delete this declaration',
  changeSignature: 'change its parameters',
};

// Says which uses in components it leaves as they are: what makes refactorings knows none.
export async function refactoredWhole(
  engines: readonly Engine[],
  wanted: Refactoring,
  usesOf: (at: Place) => Promise<Answer<readonly Location[]>>,
  route: Route,
  signal: AbortSignal,
): Promise<Answer<Refactored>> {
  const uses: Location[] = [];
  const noted = async (at: Place) => {
    const found = await usesOf(at);
    uses.push(...found.value);
    return found;
  };
  return withUsesInComponents(await refactoredBy(engines, wanted, noted, signal), uses, route);
}

// Of the engines the first that makes refactorings; the first of all is the one of the file.
async function refactoredBy(
  engines: readonly Engine[],
  wanted: Refactoring,
  usesOf: (at: Place) => Promise<Answer<readonly Location[]>>,
  signal: AbortSignal,
): Promise<Answer<Refactored>> {
  const able = engines.find(({ row }) => row.refactors);
  const [own] = engines;
  if (able !== undefined && wanted.kind === 'changeSignature') return signatureChangedBy(able, wanted, usesOf, signal);
  if (able === undefined) {
    if (own?.row.builds?.kinds.includes(wanted.kind) !== true) throw unsupportedByEngine(own?.name ?? 'The language', WORDS[wanted.kind]);
    return built(own, own.row.builds, { wanted, uses: 'position' in wanted ? await usesOf(wanted) : undefined, signal });
  }
  const uses = 'position' in wanted && wanted.kind !== 'delete' ? await usesOf(wanted) : undefined;
  const { value, notes } = await able.run(signal, async (session) => {
    await session.documents.open(wanted.uri, signal);
    const concerned = wanted.kind === 'move' ? [wanted.to, ...(await reExportingFiles(session, wanted, signal))] : [];
    const users = [...new Set([...(uses?.value ?? []).map(({ uri }) => uri), ...concerned])].filter((uri) => languageIn(able.row, uri) !== undefined);
    return held(session, users, signal, async () => answers.parse(await session.request('binnacle/refactor', { ...wanted }, signal)));
  });
  if ('refused' in value) {
    // A refusal may say that nothing uses it.
    const gap = uses === undefined || uses.complete ? '' : ` Not every use is known: ${uses.why}`;
    throw refactoringRefused(WORDS[wanted.kind], `${value.refused}${gap}`);
  }
  const certificate = { engine: able.name, ...(notes.length > 0 && { notes }) };
  const made = { edit: workspaceEditOf(value.edit), notes: value.notes, ...(value.otherwise !== undefined && { otherwise: value.otherwise }) };
  return uses === undefined || uses.complete ? complete(made, certificate) : incomplete(made, uses.why, certificate);
}

// Where no engine makes it, from what the engine of the file knows.
async function built(
  engine: Engine,
  builder: RefactoringBuilder,
  { wanted, uses, signal }: { wanted: Refactoring; uses: Answer<readonly Location[]> | undefined; signal: AbortSignal },
): Promise<Answer<Refactored>> {
  try {
    const gap = uses === undefined || uses.complete ? undefined : uses.why;
    const made = await builder.build({ engine, wanted, uses: uses?.value ?? [], gap, signal });
    return uses === undefined || uses.complete ? complete(made, { engine: engine.name }) : incomplete(made, uses.why, { engine: engine.name });
  } catch (error) {
    if (error instanceof RefusedRefactoring) throw refactoringRefused(WORDS[wanted.kind], error.message);
    throw error;
  }
}
