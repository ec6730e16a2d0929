// Renames or moves files and folders, with the imports of everyone who uses what is in them.
import { z } from 'zod';
import type { Answer } from '../../ide/answer.ts';
import { knowledgeIncomplete } from '../../ide/errors/editErrors.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import type { FileOperation, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { movedModule } from '../../source/paths/pathMove.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { editsOfWrittenPaths } from '../words/mentions/writtenPaths.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput } from '../words/place.ts';
import { type FileEdit, fileMoves, joinedImports } from './words/fileMoves.ts';
import { stillNamed } from './words/filesNaming.ts';
import { joinedOperations } from './words/joinedOperations.ts';
import { editsOfConfigs, isConfig, isNamedBy } from './words/pathsInConfigs.ts';
import { whyPathsUnresolved } from './words/unresolvedPaths.ts';

const MOST_MOVES = 100;

export const renameFile = defineTool({
  name: 'rename_file',
  title: 'Rename file',
  description: 'Rename or move a file or folder, or several (moves). Imports everywhere, tsconfig.json and package.json follow. One undoable change.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    file: fileInput.optional(),
    new_file: z.string().min(1).optional().describe('Its whole new path.'),
    moves: z
      .array(z.strictObject({ file: z.string().min(1), new_file: z.string().min(1) }))
      .min(1)
      .max(MOST_MOVES)
      .optional()
      .describe('Instead of file and new_file.'),
    allow_incomplete: z.boolean().default(false).describe('Even if imports may be missed.'),
    ...refactoringInput,
    max_tokens: maxTokens,
  }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide, signal } = context;
    const moves = await fileMoves(context, wantedMoves(input), ARGUMENTS);
    const moved = {
      moves: moves.map(({ path }) => path),
      moved: moves.flatMap(({ files }) => files),
      files: new Set((await ide.documents.list({}, signal)).map(({ path }) => path)),
    };
    const answers: Answer<WorkspaceEdit>[] = [];
    for (const { from, to, files } of moves) answers.push(await ide.languages.moveFiles({ from, to }, files, signal));
    const missed = [...new Set(answers.flatMap((answer) => (answer.complete ? [] : [answer.why])))].join(' ');
    if (missed !== '' && !input.allow_incomplete) throw knowledgeIncomplete('rename_file', missed);
    const configs = await editsOfConfigs(context, moved.moves);
    const ofEngines = await Promise.all(answers.map(({ value }) => followed(context, value, configs.keptNames)));
    const imports = await joinedImports(context, ofEngines, moved);
    const written = await editsOfWrittenPaths(context, moved, imports);
    const edits = joinedOperations([...imports, ...written, ...configs.operations]);
    const unresolved: string[] = [];
    for (const { path } of moves) unresolved.push(...[await whyPathsUnresolved(context, path.from, edits)].filter((why) => why !== undefined));
    const [first, ...others] = unresolved;
    if (first !== undefined && !input.allow_incomplete) throw knowledgeIncomplete('rename_file', [first, ...others].join(' '));
    const edited = new Set([...edits.map(({ uri }) => uri), ...moved.moved]);
    const naming = await Promise.all(
      moves.map(({ from, path, files }) => stillNamed(context, { path: path.from, isFolder: !files.includes(from) }, edited, moved.files)),
    );
    const notes = [
      ...answers.flatMap((answer) => answer.notes ?? []),
      ...unresolved,
      ...(missed === '' ? [] : [`Imports may have been missed: ${missed}`]),
      ...naming.filter((note) => note !== undefined),
    ];
    const [only, ...rest] = moves;
    const renames = only === undefined || rest.length > 0 ? undefined : movedModule(only.path);
    const title = only === undefined || rest.length > 0 ? `move ${moves.length} files` : `rename ${only.path.from} to ${only.path.to}`;
    return carryOut(
      context,
      { operations: [...edits, ...moves.map(({ from, to }): FileOperation => ({ kind: 'move', uri: from, to, ifExists: 'fail' }))] },
      { tool: 'rename_file', title, preview: input.preview, verify: input.verify, notes, ...(renames && { renames }) },
    );
  },
  tell: tellChange,
});

const ARGUMENTS = ['file', 'new_file', 'moves', 'allow_incomplete', 'preview', 'verify', 'max_tokens', 'project_path'];

interface Asked {
  readonly file?: string | undefined;
  readonly new_file?: string | undefined;
  readonly moves?: readonly { readonly file: string; readonly new_file: string }[] | undefined;
}

function wantedMoves({ file, new_file, moves }: Asked): readonly { readonly file: string; readonly new_file: string }[] {
  if (moves === undefined && file !== undefined && new_file !== undefined) return [{ file, new_file }];
  if (moves !== undefined && file === undefined && new_file === undefined) return moves;
  throw invalidArguments(
    'rename_file',
    [moves === undefined ? 'it needs file and new_file, or moves' : 'moves stands instead of file and new_file'],
    ARGUMENTS,
  );
}

// What the engines would change of code. Where a name such as ~/cart leads to the same file afterwards, it is as good as the path that they would write.
async function followed({ ide, signal }: ProjectContext, { operations }: WorkspaceEdit, keptNames: readonly string[]): Promise<readonly FileEdit[]> {
  const ofCode = operations.flatMap((operation) => (operation.kind === 'edit' && !isConfig(operation.uri) ? [operation] : []));
  const kept = ofCode.map(async (operation) => {
    const document = await ide.documents.read(operation.uri, signal);
    const edits = operation.edits
      .filter(({ range }) => !isNamedBy(keptNames, document.textIn(range).replace(/^['"`]|['"`]$/g, '')))
      .map((edit) => ({ ...edit, newText: withExtensionOf(document.textIn(edit.range), edit.newText) }))
      .filter(({ range, newText }) => newText !== document.textIn(range));
    return { ...operation, edits };
  });
  return (await Promise.all(kept)).filter(({ edits }) => edits.length > 0);
}

// Who writes .js for a source that is built to it goes on to do so, also where the configuration would allow .ts.
function withExtensionOf(written: string, path: string): string {
  return /\.[cm]?jsx?['"`]?$/.test(written)
    ? path.replace(/\.([cm]?)ts(x?)(?=['"`]?$)/, (_, kind: string, x: string) => `.${kind}js${/\.jsx['"`]?$/.test(written) ? x : ''}`)
    : path;
}
