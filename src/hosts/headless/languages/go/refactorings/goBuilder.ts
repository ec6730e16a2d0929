// The refactorings of Go: gopls offers them one by one, and under names of its own.
import type { Refactored } from '../../../../../ide/refactorings.ts';
import type { Building } from '../../engine/language/building.ts';
import { extractedBy } from '../../refactorings/extraction.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import type { Action } from '../../refactorings/serverActions.ts';
import { inlinedGo } from './inlining.ts';
import { movedGo } from './moving.ts';

export async function buildGo(building: Building): Promise<Refactored> {
  const { wanted, engine, signal } = building;
  if ('name' in wanted) checkName(wanted.name);
  switch (wanted.kind) {
    case 'extractFunction':
      return extractedBy(
        {
          ...wanted,
          engine,
          kind: 'refactor.extract',
          choose: (offered, selected) => (usesReceiver(offered, selected) ? ofKind(offered, 'method') : undefined) ?? ofKind(offered, 'function'),
          selectable: 'it takes whole statements of one block in a function.',
          declared: /^func (?:\([^)]*\) )?(new(?:Function|Method)\d*)\(/,
        },
        signal,
      );
    case 'extractVariable':
      return extractedBy(
        {
          ...wanted,
          engine,
          kind: 'refactor.extract',
          choose: (offered) =>
            (wanted.allOccurrences ? (ofKind(offered, 'variable-all') ?? ofKind(offered, 'constant-all')) : undefined) ??
            ofKind(offered, 'variable') ??
            ofKind(offered, 'constant'),
          selectable: 'it takes one whole expression in a function, or a constant one.',
          declared: /\b(new(?:Var|Const)\d*)(?: :?= |, )/,
        },
        signal,
      );
    case 'inline':
      return inlinedGo(building, wanted);
    case 'move':
      return movedGo(building, wanted);
    default:
      throw new TypeError(`${wanted.kind} is not built for Go`);
  }
}

// gopls offers a method wherever the function around is one; it is only worth that where the receiver is used.
function usesReceiver(offered: readonly Action[], selected: string): boolean {
  return ofKind(offered, 'method') !== undefined && /\b[a-z_]\w*\./.test(selected);
}

function ofKind(offered: readonly Action[], kind: string): Action | undefined {
  return offered.find((one) => one.kind === `refactor.extract.${kind}`);
}

const KEYWORDS = new Set(
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var'.split(
    ' ',
  ),
);

function checkName(name: string): void {
  if (!/^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name) || KEYWORDS.has(name)) throw new RefusedRefactoring(`${name} is no name in Go.`);
}
