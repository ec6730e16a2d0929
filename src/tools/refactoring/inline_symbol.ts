// Every use of a variable or function becomes what it stands for, and the declaration goes.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { changeInput, changeOutput, tellChange } from '../words/change.ts';
import { allowIncomplete, carryOutRefactoring } from '../words/refactoring.ts';
import { resolveSymbol, symbolInput } from '../words/symbol.ts';

export const inlineSymbol = defineTool({
  name: 'inline_symbol',
  title: 'Inline symbol',
  description: 'Put the value of a variable, constant or one-expression function wherever its name stands, if that means the same.',
  effect: 'edits',
  hidden: true,
  input: z.strictObject({ symbol: symbolInput, allow_incomplete: allowIncomplete, ...changeInput }),
  output: z.object(changeOutput),
  async run(context, { symbol: given, allow_incomplete: incomplete, preview, verify }) {
    const symbol = await resolveSymbol(context, given);
    const answer = await context.ide.languages.refactor({ kind: 'inline', ...symbol.place }, context.signal);
    const intention = { tool: 'inline_symbol', title: `inline ${symbol.name}`, preview, verify, notes: symbol.notes, allowIncomplete: incomplete };
    return carryOutRefactoring(context, answer, intention);
  },
  tell: tellChange,
});
