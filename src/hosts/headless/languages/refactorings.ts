// Refactorings made by the engine of a language or by the one beside it that knows more, each with all files open that it must know.
import { z } from 'zod';
import { type Answer, complete, incomplete } from '../../../ide/answer.ts';
import { refactoringRefused } from '../../../ide/editErrors.ts';
import { unsupportedByEngine } from '../../../ide/errors.ts';
import type { Place } from '../../../ide/languages.ts';
import type { Refactored, Refactoring } from '../../../ide/refactorings.ts';
import type { Location } from '../../../ide/text.ts';
import { workspaceEditOf } from './codeActions.ts';
import type { Engine } from './engine.ts';
import { held } from './heldFiles.ts';
import { signatureChangedBy } from './signatureChanges.ts';

const answers = z.union([z.object({ refused: z.string() }), z.object({ edit: z.unknown(), notes: z.array(z.string()) })]);

const WORDS: Readonly<Record<Refactoring['kind'], string>> = {
  extractFunction: 'extract a function',
  extractVariable: 'extract a variable',
  inline: 'inline this',
  move: 'move this',
  delete: 'delete this declaration',
  changeSignature: 'change its parameters',
};

// Of the engines the first that makes refactorings; the first of all is the one of the file.
export async function refactoredBy(
  engines: readonly Engine[],
  wanted: Refactoring,
  usesOf: (at: Place) => Promise<Answer<readonly Location[]>>,
  signal: AbortSignal,
): Promise<Answer<Refactored>> {
  const able = engines.find(({ row }) => row.refactors);
  if (able === undefined) throw unsupportedByEngine(engines[0]?.name ?? 'The language', WORDS[wanted.kind]);
  if (wanted.kind === 'changeSignature') return signatureChangedBy(able, wanted, usesOf, signal);
  const uses = 'position' in wanted && wanted.kind !== 'delete' ? await usesOf(wanted) : undefined;
  const { value, notes } = await able.run(signal, async (session) => {
    await session.documents.open(wanted.uri, signal);
    const users = [...new Set([...(uses?.value ?? []).map(({ uri }) => uri), ...(wanted.kind === 'move' ? [wanted.to] : [])])];
    return held(session, users, signal, async () => answers.parse(await session.request('binnacle/refactor', { ...wanted }, signal)));
  });
  if ('refused' in value) throw refactoringRefused(WORDS[wanted.kind], value.refused);
  const certificate = { engine: able.name, ...(notes.length > 0 && { notes }) };
  const made = { edit: workspaceEditOf(value.edit), notes: value.notes };
  return uses === undefined || uses.complete ? complete(made, certificate) : incomplete(made, uses.why, certificate);
}
