// The refactorings of Java, which jdt.ls makes: here it is asked for the one that is wanted, with the name that is wanted.
import type { Refactored } from '../../../../../ide/refactorings.ts';
import type { Building } from '../../engine/language/building.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import { changedSignature } from './changingSignature.ts';
import { extractedJava } from './extracting.ts';
import { inlinedJava } from './inlining.ts';
import { movedSymbol } from './movingSymbols.ts';

export async function buildJava(building: Building): Promise<Refactored> {
  const { wanted } = building;
  if ('name' in wanted) checkName(wanted.name);
  switch (wanted.kind) {
    case 'extractFunction':
      return extractedJava(building, wanted, ['extractMethod']);
    case 'extractVariable':
      return extractedJava(building, wanted, wanted.allOccurrences ? ['extractVariableAllOccurrence', 'extractVariable'] : ['extractVariable']);
    case 'inline':
      return inlinedJava(building, wanted);
    case 'move':
      return movedSymbol(building, wanted);
    case 'changeSignature':
      return changedSignature(building, wanted);
    default:
      throw new TypeError(`${wanted.kind} is not built for Java`);
  }
}

const KEYWORDS = new Set(
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while true false null _'.split(
    ' ',
  ),
);

export function checkName(name: string): void {
  if (!/^[\p{L}_$][\p{L}\p{Nd}_$]*$/u.test(name) || KEYWORDS.has(name)) throw new RefusedRefactoring(`${name} is no name in Java.`);
}
