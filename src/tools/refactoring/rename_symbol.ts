// Gives a symbol another name, everywhere it is named.
import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import { knowledgeIncomplete, nameTaken, notAName, relativesForgotten } from '../../ide/errors/editErrors.ts';
import { IdeError, invalidArguments } from '../../ide/errors/errors.ts';
import { compare, type Location } from '../../ide/text.ts';
import type { FileOperation, TextEdit, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { isMember } from '../../source/superMembers.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { leftNotes } from '../words/mentions/leftMentions.ts';
import { type Mention, otherFilesWith, writtenMentions } from '../words/mentions/otherMentions.ts';
import { withUnresolved } from '../words/mentions/unresolvedUses.ts';
import { maxTokens } from '../words/page.ts';
import { excerpt, isInProject, placeOf } from '../words/place.ts';
import { resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';
import { withForgottenRelatives } from './words/forgottenRelatives.ts';
import { whyNoName } from './words/identifiers.ts';
import { functionAround } from './words/locality.ts';
import { publicRenaming } from './words/publicRename.ts';
import { orNameOfFile } from './words/renamedModule.ts';

export const renameSymbol = defineTool({
  name: 'rename_symbol',
  title: 'Rename symbol',
  description: 'Rename a symbol and every use of it in the project, resolved by the compiler. One undoable change; a taken name is refused.',
  effect: 'edits',
  needs: ['changes'],
  input: z.strictObject({
    symbol: symbolInput,
    new_name: z.string().min(1).describe('An identifier.'),
    in_comments: z.boolean().default(false).describe('The word in comments too.'),
    in_strings: z.boolean().default(false).describe('And in strings.'),
    relatives: z.boolean().default(false).describe('Members too that would break without it.'),
    public_name: z.enum(['keep', 'rename']).optional().describe('What a package exports: default keep if published.'),
    allow_incomplete: z.boolean().default(false).describe('Even if uses may be missed.'),
    ...refactoringInput,
    max_tokens: maxTokens,
  }),
  output: z.object({
    symbol: symbolOutput,
    ...changeOutput,
    // How many of the edits are in comments and strings.
    mentions: z.number().optional(),
  }),
  async run(context, input) {
    const symbol = await resolveSymbol(context, input.symbol);
    const newName = input.new_name.replace(/^#/, '');
    const why = whyNoName(newName, symbol.document.languageId);
    if (why !== undefined) throw notAName(input.new_name, why);
    if (newName === symbol.name) throw invalidArguments('rename_symbol', [`it is named ${newName} already`], ARGUMENTS);
    const alone = await orNameOfFile(context, symbol, newName, () => context.ide.languages.rename(symbol.place, newName, context.signal));
    const related = input.relatives ? await withForgottenRelatives(context, symbol, newName, alone) : undefined;
    const found = related?.answer ?? alone;
    const exported = await publicRenaming(context, { symbol, newName, wanted: input.public_name }, found);
    const answer = await withUnresolved(context, symbol, exported.answer, placesIn(found.value.edit));
    // What cannot be resolved may go on to use the name that was kept.
    const isAllowed = input.allow_incomplete || (exported.isKept && exported.answer.complete);
    if (!answer.complete && !isAllowed) throw knowledgeIncomplete('rename_symbol', answer.why);
    const { edit, collisions } = answer.value;
    if (collisions.length > 0) throw nameTaken(newName, await collisionRows(context, collisions));
    const within = await functionAround(context, placesIn(edit));
    const written = (await writtenMentions(context, symbol.name, symbol.document.languageId, within)).filter((mention) => !isEdited(edit, mention));
    const others = within === undefined ? await otherFilesWith(context, symbol.name, symbol.document.languageId) : [];
    const wanted = written.filter(({ part }) => (part === 'comment' ? input.in_comments : input.in_strings));
    const notes = [
      ...symbol.notes,
      ...(answer.notes ?? []),
      ...exported.notes,
      ...(related === undefined ? [] : [`Renamed too: ${related.relatives.map(({ file, line }) => `${file}:${line}`).join(', ')}.`]),
      ...(answer.complete ? [] : [`Uses may have been missed: ${answer.why}`]),
      ...leftNotes(
        context,
        symbol.name,
        written.filter((mention) => !wanted.includes(mention)),
        others.filter((uri) => !edit.operations.some((operation) => operation.uri === uri)),
      ),
    ];
    const done = await carryOut(context, withMentions(edit, wanted, newName), {
      tool: 'rename_symbol',
      title: `rename ${symbol.name} to ${newName}`,
      preview: input.preview,
      verify: input.verify,
      notes,
      renames: { from: symbol.name, to: newName, isMember: await isMember(context, symbol.place) },
    }).catch(async (error: unknown) => {
      if (!(error instanceof IdeError) || error.code !== 'new_errors' || input.relatives) throw error;
      const others = await withForgottenRelatives(context, symbol, newName, found);
      throw others === undefined ? error : relativesForgotten(error, others.relatives);
    });
    return { symbol: symbolFields(symbol), ...done, ...(wanted.length > 0 && { mentions: wanted.length }) };
  },
  tell: tellChange,
});

const ARGUMENTS = [
  'symbol',
  'new_name',
  'in_comments',
  'in_strings',
  'relatives',
  'public_name',
  'allow_incomplete',
  'preview',
  'verify',
  'max_tokens',
  'project_path',
];
// Enough to see what is in the way.
const MOST_COLLISIONS = 10;

async function collisionRows({ ide, signal }: ProjectContext, places: readonly Location[]) {
  return Promise.all(
    places.slice(0, MOST_COLLISIONS).map(async ({ uri, range }) => {
      const place = placeOf(ide.project, uri, range.start);
      // What a library declares is nobody's document.
      if (!isInProject(ide.project, uri)) return place;
      const document = await ide.documents.read(uri, signal);
      return { ...place, text: excerpt(document.line(range.start.line) ?? '', range.start.character).trim() };
    }),
  );
}

function placesIn({ operations }: WorkspaceEdit): readonly Location[] {
  return operations.flatMap((operation) => (operation.kind === 'edit' ? operation.edits.map(({ range }) => ({ uri: operation.uri, range })) : []));
}

// What the engine itself changes inside of a string, such as the key in cart['total'].
function isEdited({ operations }: WorkspaceEdit, { uri, range }: Location): boolean {
  return operations.some(
    (operation) =>
      operation.kind === 'edit' &&
      operation.uri === uri &&
      operation.edits.some((edit) => compare(edit.range.start, range.end) < 0 && compare(range.start, edit.range.end) < 0),
  );
}

function withMentions({ operations }: WorkspaceEdit, mentions: readonly Mention[], newName: string): WorkspaceEdit {
  const byFile = groupBy(mentions, ({ uri }) => uri);
  const editsOf = (uri: string): TextEdit[] => (byFile.get(uri) ?? []).map(({ range }) => ({ range, newText: newName }));
  const own = operations.map((operation): FileOperation => {
    if (operation.kind !== 'edit') return operation;
    const edits = [...operation.edits, ...editsOf(operation.uri)];
    byFile.delete(operation.uri);
    return { ...operation, edits };
  });
  return { operations: [...own, ...[...byFile.keys()].map((uri): FileOperation => ({ kind: 'edit', uri, edits: editsOf(uri) }))] };
}
