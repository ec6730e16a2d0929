// How jdt.ls is asked for a refactoring: by the command behind a code action, which it answers with an edit and the place of the name that it made up.
import { z } from 'zod';
import type { Range, TextSnapshot } from '../../../../../ide/text.ts';
import type { FileOperation } from '../../../../../ide/workspaceEdit.ts';
import { indentationOf } from '../../../../../source/indentation.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import { workspaceEditOf } from '../../questions/codeActions.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import { type FileTexts, textsAfter } from '../../refactorings/serverActions.ts';
import { touchedBy } from '../javaRenames.ts';
import { whyMixed } from '../javaStarts.ts';

const made = z.object({
  edit: z.unknown().optional(),
  errorMessage: z.string().nullish(),
  command: z.object({ command: z.string(), arguments: z.array(z.unknown()).nullish() }).nullish(),
});
const namePosition = z.object({ uri: z.string(), offset: z.number(), length: z.number() });

export interface MadeRefactoring {
  readonly operations: readonly FileOperation[];
  readonly texts: FileTexts;
  // Where it has put a name of its own, in the texts afterwards.
  readonly named: { readonly offset: number; readonly length: number } | undefined;
}

export function questionAt(uri: string, range: Range) {
  return { textDocument: { uri }, range, context: { diagnostics: [] } };
}

export async function refactoringBy(
  session: EngineSession,
  command: string,
  { snapshot, range, given = [] }: { readonly snapshot: TextSnapshot; readonly range: Range; readonly given?: readonly unknown[] },
  signal: AbortSignal,
): Promise<MadeRefactoring> {
  const context = questionAt(snapshot.uri, range);
  const options = indentationOf(snapshot.text);
  return madeFrom(session, await session.request('java/getRefactorEdit', { command, commandArguments: given, context, options }, signal), signal);
}

export async function madeFrom(session: EngineSession, answer: unknown, signal: AbortSignal): Promise<MadeRefactoring> {
  const { edit, errorMessage, command } = made.nullable().parse(answer) ?? {};
  if (errorMessage != null && errorMessage !== '') throw new RefusedRefactoring(`${session.name} says: ${errorMessage}`);
  const planned = edit == null ? { operations: [] } : workspaceEditOf(edit);
  if (planned.operations.length === 0) throw new RefusedRefactoring(`${session.name} makes no edit of it.`);
  const mixed = whyMixed(session.project, touchedBy(planned.operations));
  if (mixed !== undefined) throw new RefusedRefactoring(mixed);
  const texts = await textsAfter(session, { operations: planned.operations.filter(({ kind }) => kind !== 'move') }, new Map(), signal);
  const named = namePosition.safeParse(command?.arguments?.[0]).data;
  return { operations: planned.operations, texts, named };
}
