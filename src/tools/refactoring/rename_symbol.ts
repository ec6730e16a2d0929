// Gives a symbol another name, everywhere it is named.
import { z } from 'zod';
import { counted } from '../../base/counted.ts';
import { groupBy } from '../../base/groupBy.ts';
import { knowledgeIncomplete, nameTaken, notAName } from '../../ide/editErrors.ts';
import { invalidArguments } from '../../ide/errors.ts';
import { compare, type Location } from '../../ide/text.ts';
import type { FileOperation, TextEdit, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { whyNoName } from '../words/identifiers.ts';
import { type Mention, writtenMentions } from '../words/otherMentions.ts';
import { renamingOf } from '../words/overrides.ts';
import { maxTokens } from '../words/page.ts';
import { excerpt, isInProject, placeOf } from '../words/place.ts';
import { isMember } from '../words/superMembers.ts';
import { resolveSymbol, symbolInput, symbolOutput, told } from '../words/symbol.ts';

export const renameSymbol = defineTool({
  name: 'rename_symbol',
  title: 'Rename symbol',
  description: 'Rename a symbol and every use of it in the project, resolved by the compiler. One undoable change; a taken name is refused.',
  effect: 'edits',
  input: z.strictObject({
    symbol: symbolInput,
    new_name: z.string().min(1).describe('An identifier.'),
    in_comments: z.boolean().default(false).describe('The word in comments too.'),
    in_strings: z.boolean().default(false).describe('And in strings.'),
    allow_incomplete: z.boolean().default(false).describe('Even if uses may be missed.'),
    ...changeInput,
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
    const answer = await renamingOf(context, symbol, newName);
    if (!answer.complete && !input.allow_incomplete) throw knowledgeIncomplete('rename_symbol', answer.why);
    const { edit, collisions } = answer.value;
    if (collisions.length > 0) throw nameTaken(newName, await toldPlaces(context, collisions));
    const written = (await writtenMentions(context, symbol.name, symbol.document.languageId)).filter((mention) => !isEdited(edit, mention));
    const wanted = written.filter(({ part }) => (part === 'comment' ? input.in_comments : input.in_strings));
    const notes = [
      ...symbol.notes,
      ...(answer.notes ?? []),
      ...(answer.complete ? [] : [`Uses may have been missed: ${answer.why}`]),
      ...leftNote(symbol.name, written, wanted),
    ];
    const done = await carryOut(context, withMentions(edit, wanted, newName), {
      tool: 'rename_symbol',
      title: `rename ${symbol.name} to ${newName}`,
      preview: input.preview,
      verify: input.verify,
      notes,
      renames: { from: symbol.name, to: newName, isMember: await isMember(context, symbol.place) },
    });
    return { symbol: told(symbol), ...done, ...(wanted.length > 0 && { mentions: wanted.length }) };
  },
  tell: tellChange,
});

const ARGUMENTS = ['symbol', 'new_name', 'in_comments', 'in_strings', 'allow_incomplete', 'preview', 'verify', 'max_tokens', 'project_path'];
// Enough to see what is in the way.
const MOST_COLLISIONS = 10;

async function toldPlaces({ ide, signal }: ProjectContext, places: readonly Location[]) {
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

function leftNote(name: string, written: readonly Mention[], wanted: readonly Mention[]): string[] {
  const left = written.filter((mention) => !wanted.includes(mention));
  const [comments, strings] = [left.filter(({ part }) => part === 'comment').length, left.filter(({ part }) => part === 'string').length];
  if (left.length === 0) return [];
  const counts = [
    ...(comments > 0 ? [`${counted(comments, 'time')} in comments (in_comments)`] : []),
    ...(strings > 0 ? [`${counted(strings, 'time')} in strings (in_strings)`] : []),
  ];
  return [`The word ${name} still stands ${counts.join(' and ')}; it may or may not mean this symbol.`];
}
