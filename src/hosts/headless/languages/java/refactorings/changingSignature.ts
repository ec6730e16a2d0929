// New parameters for a method or constructor of Java, with those it overrides or that override it, and the arguments of each call, as jdt.ls changes them.
import { z } from 'zod';
import { matchedParameters } from '../../../../../base/text/parameterLists.ts';
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { locationsOf } from '../../engine/answers.ts';
import type { Building } from '../../engine/language/building.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import { operationsFor } from '../../refactorings/serverActions.ts';
import { questionAt, refactoringBy } from './serverRefactorings.ts';

const parameter = z.object({ type: z.string(), name: z.string(), defaultValue: z.string().nullish(), originalIndex: z.number() });
const signature = z.looseObject({
  errorMessage: z.string().nullish(),
  methodIdentifier: z.string().nullish(),
  modifier: z.string().nullish(),
  returnType: z.string().nullish(),
  methodName: z.string().nullish(),
  parameters: z.array(parameter).nullish(),
  exceptions: z.array(z.unknown()).nullish(),
});

export async function changedSignature(
  { engine, signal }: Building,
  { uri, position, parameters: wanted }: Extract<Refactoring, { kind: 'changeSignature' }>,
): Promise<Refactored> {
  const { value } = await engine.run(signal, async (session) => {
    await session.documents.open(uri, signal);
    const [declared] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
    if (declared === undefined || !declared.uri.startsWith(`${session.project.rootUri}/`)) throw new RefusedRefactoring('it is not declared in the project.');
    await session.documents.open(declared.uri, signal);
    const snapshot = await session.project.documents.read(declared.uri, signal);
    const asked = questionAt(declared.uri, declared.range);
    const known = signature.parse(await session.request('java/getChangeSignatureInfo', asked, signal));
    if (known.methodIdentifier == null || known.parameters == null)
      throw new RefusedRefactoring(known.errorMessage ?? `${snapshot.textIn(declared.range)} is no method or constructor.`);
    const old = known.parameters;
    const change = matchedParameters(
      old.map(({ name }) => name),
      wanted,
    );
    if ('problem' in change) throw new RefusedRefactoring(change.problem);
    const parameters = change.slots.map(({ name, type, value, old: from, isRest, isOptional, default: fallback }) => {
      if (isOptional || fallback !== undefined) throw new RefusedRefactoring(`${name} cannot have a default: Java has none.`);
      const before = from === undefined ? undefined : old[from];
      const written = type === undefined ? before?.type : `${type}${isRest && !type.endsWith('...') ? '...' : ''}`;
      if (written === undefined) throw new RefusedRefactoring(`${name} is new and needs a type.`);
      if (before === undefined && value === undefined) throw new RefusedRefactoring(`${name} is new and needs a value that the calls pass.`);
      return { type: written, name, defaultValue: value ?? '', originalIndex: from ?? -1 };
    });
    const given = [known.methodIdentifier, false, known.methodName, known.modifier, known.returnType, parameters, known.exceptions ?? [], false];
    const { texts } = await refactoringBy(session, 'changeSignature', { snapshot, range: declared.range, given }, signal);
    return operationsFor(session, texts, new Set(), signal);
  });
  return { edit: { operations: value }, notes: [] };
}
