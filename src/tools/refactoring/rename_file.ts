// Renames or moves files and folders, with the imports of everyone who uses what is in them.
import { posix } from 'node:path';
import { z } from 'zod';
import type { Answer } from '../../ide/answer.ts';
import { knowledgeIncomplete } from '../../ide/errors/editErrors.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import type { FileOperation, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { movedModule } from '../../source/paths/pathMove.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { editsOfWrittenPaths, type MovedPaths } from '../words/mentions/writtenPaths.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput, fileOf } from '../words/place.ts';
import { type FileEdit, type FileEntryMove, fileMoves, joinedImports } from './words/fileMoves.ts';
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
    const notes = [
      ...answers.flatMap((answer) => answer.notes ?? []),
      ...unresolved,
      ...(missed === '' ? [] : [`Imports may have been missed: ${missed}`]),
      ...(await stillNamed(context, moves, { operations: edits }, moved)),
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
const MOST_NAMED = 8;
const LONGEST_PATH = 300;

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

// Files that write its name and were not changed: scripts, documentation, what is loaded by its path. A folder is known by its path, because its name is a common word.
async function stillNamed(
  context: ProjectContext,
  moves: readonly FileEntryMove[],
  { operations }: WorkspaceEdit,
  { moved, files }: Pick<MovedPaths, 'moved' | 'files'>,
): Promise<string[]> {
  const edited = new Set([...operations.map(({ uri }) => uri), ...moved]);
  const notes: string[] = [];
  for (const move of moves) {
    const { name, naming } = await filesNaming(context, move, edited, files);
    if (naming.length === 0) continue;
    notes.push(`These write ${name} too, and were left as they are: ${naming.slice(0, MOST_NAMED).join(', ')}${naming.length > MOST_NAMED ? ' …' : ''}`);
  }
  return notes;
}

async function filesNaming(
  { ide, signal }: ProjectContext,
  { from, path: { from: path }, files: own }: FileEntryMove,
  edited: ReadonlySet<string>,
  listed: ReadonlySet<string>,
): Promise<{ readonly name: string; readonly naming: readonly string[] }> {
  const isFolder = !own.includes(from);
  const name = isFolder ? path : posix.basename(path);
  const word = posix.basename(path).match(/[\p{ID_Continue}$]+/gu)?.[0];
  const naming: string[] = [];
  if (word === undefined || (isFolder && !path.includes('/'))) return { name, naming };
  for (const uri of await ide.documents.filesWithWord(word, signal)) {
    if (naming.length > MOST_NAMED) break;
    if (edited.has(uri)) continue;
    const file = fileOf(ide.project, uri);
    const { text } = await ide.documents.read(uri, signal);
    const isAnother = (written: string) =>
      [posix.normalize(written), posix.join(posix.dirname(file), written)].some((each) => each !== path && !each.startsWith(`${path}/`) && listed.has(each));
    if (pathsIn(text, name).some((written) => written === name || !isAnother(written))) naming.push(file);
  }
  return { name, naming };
}

// The paths in a text that hold this one, from where they begin.
function pathsIn(text: string, path: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + path.length)) {
    const before = /[\w.@~/-]*$/.exec(text.slice(Math.max(0, at - LONGEST_PATH), at))?.[0] ?? '';
    const after = /^[\w.@~/-]*/.exec(text.slice(at + path.length, at + path.length + LONGEST_PATH))?.[0] ?? '';
    // Not in the middle of a longer name; the full stop of a sentence is no part of it.
    if (/[\w-]$/.test(before) || /^[\w-]/.test(after)) continue;
    found.push(`${before}${path}${after.replace(/\.+$/, '')}`);
  }
  return found;
}
