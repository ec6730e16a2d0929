// Extracts methods and variables of Java with jdt.ls, which says where it has put the name that it made up.
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { TextSnapshot } from '../../../../../ide/text.ts';
import type { Building } from '../../engine/language/building.ts';
import { trimmed } from '../../refactorings/extraction.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import { operationsFor, renamedIn } from '../../refactorings/serverActions.ts';
import { type MadeRefactoring, refactoringBy } from './serverRefactorings.ts';

type Extraction = Extract<Refactoring, { kind: 'extractFunction' | 'extractVariable' }>;

// The commands are tried in this order.
export async function extractedJava({ engine, signal }: Building, { uri, range, name }: Extraction, commands: readonly string[]): Promise<Refactored> {
  const { value: made } = await engine.run(signal, async (session) => {
    await session.documents.open(uri, signal);
    const snapshot = await session.project.documents.read(uri, signal);
    const selected = trimmed(snapshot, range);
    if (snapshot.textIn(selected) === '') throw new RefusedRefactoring('nothing is selected.');
    let refused: RefusedRefactoring | undefined;
    for (const command of commands) {
      try {
        return await refactoringBy(session, command, { snapshot, range: selected }, signal);
      } catch (error) {
        if (!(error instanceof RefusedRefactoring)) throw error;
        refused = error;
      }
    }
    throw new RefusedRefactoring(`${refused?.message ?? ''} It takes one whole expression, or whole statements of one block.`.trim());
  });
  const texts = await named(engine, made, { uri, name }, signal);
  const { value: operations } = await engine.run(signal, (session) => operationsFor(session, texts, new Set(), signal));
  return { edit: { operations }, notes: [] };
}

async function named(
  engine: Building['engine'],
  { texts, named: position }: MadeRefactoring,
  { uri, name }: { uri: string; name: string },
  signal: AbortSignal,
) {
  const text = texts.get(uri);
  if (position === undefined || text === undefined) throw new RefusedRefactoring('nobody can tell how the server has called what it made.');
  if (text.slice(position.offset, position.offset + position.length) === name) return texts;
  const at = new TextSnapshot({ uri, text, version: 0, languageId: 'java' }).positionAt(position.offset);
  return renamedIn(engine, texts, { uri, at, name }, signal);
}
