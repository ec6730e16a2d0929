// Another list of parameters, made by an engine of ours that is asked again until every file is open that it must know.
import { z } from 'zod';
import { range } from '../../../../answers/engineAnswers.ts';
import { normalizeUri } from '../../../../base/files/fileUri.ts';
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { refactoringRefused } from '../../../../ide/errors/editErrors.ts';
import type { Refactored, Refactoring } from '../../../../ide/refactorings.ts';
import type { Location } from '../../../../ide/text.ts';
import { held } from '../engine/documents/heldFiles.ts';
import type { Engine } from '../engine/engine.ts';
import { workspaceEditOf } from '../questions/codeActions.ts';

const WHAT = 'change its parameters';
const place = z.object({ uri: z.string(), position: z.object({ line: z.number(), character: z.number() }) });
const answers = z.union([
  z.object({ refused: z.string() }),
  z.object({ needs: z.array(place) }),
  z.object({ edit: z.unknown(), notes: z.array(z.string()), conflicts: z.array(z.object({ uri: z.string(), range, why: z.string() })) }),
]);

// Each round finds relatives of those that were found before: overridden methods, and classes that inherit a constructor.
const MOST_ROUNDS = 12;

export async function signatureChangedBy(
  engine: Engine,
  wanted: Extract<Refactoring, { kind: 'changeSignature' }>,
  usesOf: (at: Place) => Promise<Answer<readonly Location[]>>,
  signal: AbortSignal,
): Promise<Answer<Refactored>> {
  const known: Place[] = [];
  const users = new Set<string>();
  const gaps = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { value, notes } = await engine.run(signal, async (session) => {
      await session.documents.open(wanted.uri, signal);
      return held(session, [...users], signal, async () => answers.parse(await session.request('binnacle/refactor', { ...wanted, known }, signal)));
    });
    if ('refused' in value) throw refactoringRefused(WHAT, value.refused);
    if ('edit' in value) {
      const certificate = { engine: engine.name, ...(notes.length > 0 && { notes }) };
      const conflicts = value.conflicts.map((conflict) => ({ ...conflict, uri: normalizeUri(conflict.uri) }));
      const made = { edit: workspaceEditOf(value.edit), notes: value.notes, conflicts };
      return gaps.size === 0 ? complete(made, certificate) : incomplete(made, [...gaps].join(' '), certificate);
    }
    for (const { uri, position } of value.needs) {
      const at = { uri: normalizeUri(uri), position };
      const uses = await usesOf(at);
      known.push(at);
      for (const use of uses.value) users.add(use.uri);
      users.add(at.uri);
      if (!uses.complete) gaps.add(uses.why);
    }
  }
  throw refactoringRefused(WHAT, 'it belongs to a hierarchy that is too deep.');
}
