// Every use of a variable or function becomes what it stands for, and the declaration goes.
import { z } from 'zod';
import { possiblyUsed } from '../../ide/editErrors.ts';
import type { Place } from '../../ide/languages.ts';
import type { Location } from '../../ide/text.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { possibleUses } from '../words/possibleUses.ts';
import { allowIncomplete, carryOutRefactoring } from '../words/refactoring.ts';
import { resolveSymbol, symbolInput } from '../words/symbol.ts';
import { isLocal } from '../words/symbolByName.ts';

export const inlineSymbol = defineTool({
  name: 'inline_symbol',
  title: 'Inline symbol',
  description: 'Put the value of a variable or constant, or the body of a function, wherever its name stands, if that means the same.',
  effect: 'edits',
  hidden: true,
  input: z.strictObject({ symbol: symbolInput, allow_incomplete: allowIncomplete, ...refactoringInput }),
  output: z.object(changeOutput),
  async run(context, { symbol: given, allow_incomplete: incomplete, preview, verify }) {
    const symbol = await resolveSymbol(context, given);
    const answer = await context.ide.languages.refactor({ kind: 'inline', ...symbol.place }, context.signal);
    const unclear = (await isLocal(context, symbol.place)) ? [] : await possibleUses(context, symbol, await usesOf(context, symbol.place));
    const [why] = unclear;
    if (why !== undefined && !incomplete) throw possiblyUsed('inline_symbol', why);
    const notes = [...symbol.notes, ...unclear.map((text) => `Not every use is known: ${text}`)];
    const intention = { tool: 'inline_symbol', title: `inline ${symbol.name}`, preview, verify, notes, allowIncomplete: incomplete };
    return carryOutRefactoring(context, answer, intention);
  },
  tell: tellChange,
});

async function usesOf({ ide, signal }: ProjectContext, place: Place): Promise<readonly Location[]> {
  return (await ide.languages.references(place, { includeDeclaration: true }, signal)).value;
}
