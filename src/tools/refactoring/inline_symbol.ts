// Every use of a variable or function becomes what it stands for, and the declaration goes.
import { z } from 'zod';
import type { Place } from '../../ide/doors/languages.ts';
import { possiblyUsed } from '../../ide/errors/editErrors.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Location } from '../../ide/text.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { placeList } from '../words/mentions/leftMentions.ts';
import { fileOf } from '../words/place.ts';
import { meantOutput, nearestMeant, type PointedSymbol, resolveSymbol, symbolInput } from '../words/symbol.ts';
import { isLocal } from '../words/symbolByName.ts';
import { possibleUses } from './words/possibleUses.ts';
import { allowIncomplete, carryOutRefactoring } from './words/refactoring.ts';

export const inlineSymbol = defineTool({
  name: 'inline_symbol',
  title: 'Inline symbol',
  description: 'Put the value of a variable or constant, or the body of a function, wherever its name stands, if that means the same.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({ symbol: symbolInput, allow_incomplete: allowIncomplete, ...refactoringInput }),
  output: z.object({ ...meantOutput, ...changeOutput }),
  async run(context, { symbol: given, allow_incomplete: incomplete, preview, verify }) {
    const symbol = await resolveSymbol(context, given);
    const uses = (await isLocal(context, symbol.place)) ? undefined : await usesOf(context, symbol.place);
    const required = (edit?: WorkspaceEdit) => requiredUses(context, symbol, uses ?? [], edit);
    const answer = await context.ide.languages.refactor({ kind: 'inline', ...symbol.place }, context.signal).catch((error: unknown) => {
      // The engine that inlines may not follow modules that scripts require, and would call unused what they use.
      const [why] = error instanceof IdeError && error.message.includes(UNUSED) ? required() : [];
      throw why === undefined ? error : possiblyUsed('inline_symbol', why);
    });
    const unclear = uses === undefined ? [] : [...required(answer.value.edit), ...(await possibleUses(context, symbol, uses))];
    const [why] = unclear;
    if (why !== undefined && !incomplete) throw possiblyUsed('inline_symbol', why);
    const notes = [...symbol.notes, ...unclear.map((text) => `Not every use is known: ${text}`)];
    const intention = { tool: 'inline_symbol', title: `inline ${symbol.name}`, preview, verify, notes, allowIncomplete: incomplete };
    return { ...nearestMeant(symbol), ...(await carryOutRefactoring(context, answer, intention)) };
  },
  tell: tellChange,
});

const UNUSED = 'Nothing uses it';

// In scripts that the edit does not reach; a sentence, or none.
function requiredUses({ ide }: ProjectContext, { name, place }: PointedSymbol, uses: readonly Location[], edit?: WorkspaceEdit): readonly string[] {
  const reached = new Set(edit?.operations.flatMap((operation) => (operation.kind === 'edit' ? [operation.uri] : [])) ?? []);
  const left = uses.filter(({ uri }) => /\.[cm]?jsx?$/.test(uri) && uri !== place.uri && !reached.has(uri));
  return left.length === 0 ? [] : [`${name} is used through a module that is required: ${placeList(left, (uri) => fileOf(ide.project, uri))}.`];
}

async function usesOf({ ide, signal }: ProjectContext, place: Place): Promise<readonly Location[]> {
  return (await ide.languages.references(place, { includeDeclaration: true }, signal)).value;
}
