// Inlines local variables, constants and methods of Java where jdt.ls offers that: at the declaration, for every use.
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { locationsOf } from '../../engine/answers.ts';
import type { Building } from '../../engine/language/building.ts';
import { RefusedRefactoring, unusedRefusal } from '../../refactorings/refused.ts';
import { actionsAt, editOfAction, operationsFor, textsAfter } from '../../refactorings/serverActions.ts';

export async function inlinedJava({ engine, uses, gap, signal }: Building, { uri, position }: Extract<Refactoring, { kind: 'inline' }>): Promise<Refactored> {
  const { value } = await engine.run(signal, async (session) => {
    await session.documents.open(uri, signal);
    const [declared] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
    if (declared === undefined || !declared.uri.startsWith(`${session.project.rootUri}/`)) throw new RefusedRefactoring('it is not declared in the project.');
    const name = (await session.project.documents.read(declared.uri, signal)).textIn(declared.range);
    if (uses.length <= 1) throw unusedRefusal(name, gap);
    // It offers other rewritings beside those that were asked for.
    const offered = (await actionsAt(session, declared.uri, declared.range, 'refactor.inline', signal)).find(({ kind }) => kind?.startsWith('refactor.inline'));
    if (offered === undefined)
      throw new RefusedRefactoring(
        `${session.name} does not offer it for ${name}: it inlines local variables that are assigned once, constants, and methods whose body it can put in place of each call.`,
      );
    const texts = await textsAfter(session, await editOfAction(session, offered, signal), new Map(), signal);
    return operationsFor(session, texts, new Set(), signal);
  });
  return { edit: { operations: value }, notes: [] };
}
