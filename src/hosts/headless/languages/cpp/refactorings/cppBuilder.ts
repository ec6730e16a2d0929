// The refactorings of C and C++: clangd's tweaks under the names that were asked for, and constants that become their values.
import { unsupportedByEngine } from '../../../../../ide/errors/errors.ts';
import type { Refactored } from '../../../../../ide/refactorings.ts';
import type { Building } from '../../engine/language/building.ts';
import { extractedBy } from '../../refactorings/extraction.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import type { Action } from '../../refactorings/serverActions.ts';
import { inlinedCpp } from './inlining.ts';

export async function buildCpp(building: Building): Promise<Refactored> {
  const { wanted, engine, signal } = building;
  if ('name' in wanted && !/^[A-Za-z_]\w*$/.test(wanted.name)) throw new RefusedRefactoring(`${wanted.name} is no name in C++.`);
  switch (wanted.kind) {
    case 'extractFunction':
      return extractedBy(
        {
          ...wanted,
          engine,
          kind: 'refactor',
          choose: (offered) => byTweak(offered, 'ExtractFunction'),
          selectable: 'it takes whole statements of one block in a function, without a return, break or continue that leaves them.',
          declared: /\b(extracted)\(/,
        },
        signal,
      );
    case 'extractVariable':
      if (wanted.allOccurrences)
        throw unsupportedByEngine(engine.name, 'extract all occurrences at once; without all_occurrences it extracts the one that is selected');
      return extractedBy(
        {
          ...wanted,
          engine,
          kind: 'refactor',
          choose: (offered) => byTweak(offered, 'ExtractVariable'),
          selectable: 'it takes one whole expression in a statement of a function, which is not all of that statement.',
          declared: /\b(placeholder) = /,
        },
        signal,
      );
    case 'inline':
      return inlinedCpp(building, wanted);
    default:
      throw new TypeError(`${wanted.kind} is not built for C++`);
  }
}

function byTweak(offered: readonly Action[], tweak: string): Action | undefined {
  return offered.find(({ command }) => command?.command === 'clangd.applyTweak' && JSON.stringify(command.arguments ?? []).includes(`"tweakID":"${tweak}"`));
}
