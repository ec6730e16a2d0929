// A declaration goes to another file, and everyone who uses it imports it from there.
import { z } from 'zod';
import { isAFolder } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { withUnresolved } from '../words/mentions/unresolvedUses.ts';
import { fileOf } from '../words/place.ts';
import { meantOutput, nearestMeant, resolveSymbol, symbolInput } from '../words/symbol.ts';
import { allowIncomplete, carryOutRefactoring } from './words/refactoring.ts';

export const moveSymbol = defineTool({
  name: 'move_symbol',
  title: 'Move symbol',
  description: 'Move a top-level declaration to another file, new or existing; all imports follow.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({ symbol: symbolInput, to_file: z.string().min(1).describe('May be new.'), allow_incomplete: allowIncomplete, ...refactoringInput }),
  output: z.object({ ...meantOutput, ...changeOutput }),
  async run(context, { symbol: given, to_file: toFile, allow_incomplete: incomplete, preview, verify }) {
    const { ide, signal } = context;
    const symbol = await resolveSymbol(context, given);
    const to = await ide.documents.locate(toFile);
    if (to === ide.project.uri || /[\\/]$/.test(toFile)) throw isAFolder(toFile);
    const moved = await ide.languages.refactor({ kind: 'move', ...symbol.place, to }, signal);
    const uses = await ide.languages.references(symbol.place, { includeDeclaration: true }, signal);
    const answer = await withUnresolved(context, symbol, moved, uses.value);
    const title = `move ${symbol.name} to ${fileOf(ide.project, to)}`;
    const done = await carryOutRefactoring(context, answer, {
      tool: 'move_symbol',
      title,
      preview,
      verify,
      notes: symbol.notes,
      allowIncomplete: incomplete,
      movesCode: true,
    });
    return { ...nearestMeant(symbol), ...done };
  },
  tell: tellChange,
});
