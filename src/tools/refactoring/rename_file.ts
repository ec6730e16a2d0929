// Renames or moves a file or a folder, with the imports of everyone who uses what is in it.
import { posix } from 'node:path';
import { z } from 'zod';
import { knowledgeIncomplete } from '../../ide/errors/editErrors.ts';
import { fileExists, IdeError, invalidArguments } from '../../ide/errors/errors.ts';
import type { FileOperation, WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { movedModule } from '../../source/paths/pathMove.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeOutput, refactoringInput, tellChange } from '../words/change.ts';
import { editsOfWrittenPaths } from '../words/mentions/writtenPaths.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput, fileOf } from '../words/place.ts';
import { joinedOperations } from './words/joinedOperations.ts';
import { entryOf, refuseBrokenLinks } from './words/links.ts';
import { editsOfConfigs, isConfig, isNamedBy } from './words/pathsInConfigs.ts';
import { whyPathsUnresolved } from './words/unresolvedPaths.ts';

export const renameFile = defineTool({
  name: 'rename_file',
  title: 'Rename file',
  description: 'Rename or move a file or folder. Imports everywhere, tsconfig.json and package.json follow. One undoable change.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    file: fileInput,
    new_file: z.string().min(1).describe('Its whole new path.'),
    allow_incomplete: z.boolean().default(false).describe('Even if imports may be missed.'),
    ...refactoringInput,
    max_tokens: maxTokens,
  }),
  output: z.object(changeOutput),
  async run(context, input) {
    const { ide, signal } = context;
    const [from, to] = await Promise.all([entryOf(context, input.file), entryOf(context, input.new_file)]);
    const [path, newPath] = [fileOf(ide.project, from), fileOf(ide.project, to)];
    if (from === to) throw invalidArguments('rename_file', [`it is ${path} already`], ARGUMENTS);
    if (to.startsWith(`${from}/`)) throw invalidArguments('rename_file', [`${path} cannot be moved into itself`], ARGUMENTS);
    // Of a link those that it leads to, by the names that they have through it.
    const own = await ide.documents.locate(input.file);
    const files = (await filesOf(context, own)).map((uri) => from + uri.slice(own.length));
    if (await isThere(context, to, from)) throw fileExists(newPath);
    await refuseBrokenLinks(context, `rename ${path}`, from, to);
    const answer = await ide.languages.moveFiles({ from, to }, files, signal);
    if (!answer.complete && !input.allow_incomplete) throw knowledgeIncomplete('rename_file', answer.why);
    const move = { from: path, to: newPath };
    const configs = await editsOfConfigs(context, move);
    const imports = await followed(context, answer.value, configs.keptNames);
    const written = await editsOfWrittenPaths(context, move, files, imports);
    const edits = joinedOperations([...imports, ...written, ...configs.operations]);
    const unresolved = await whyPathsUnresolved(context, path, edits);
    if (unresolved !== undefined && !input.allow_incomplete) throw knowledgeIncomplete('rename_file', unresolved);
    const notes = [
      ...(answer.notes ?? []),
      ...(unresolved === undefined ? [] : [unresolved]),
      ...(answer.complete ? [] : [`Imports may have been missed: ${answer.why}`]),
      ...(await stillNamed(context, from, { operations: edits }, files)),
    ];
    const renames = movedModule(move);
    return carryOut(
      context,
      { operations: [...edits, { kind: 'move', uri: from, to, ifExists: 'fail' }] },
      { tool: 'rename_file', title: `rename ${path} to ${newPath}`, preview: input.preview, verify: input.verify, notes, ...(renames && { renames }) },
    );
  },
  tell: tellChange,
});

const ARGUMENTS = ['file', 'new_file', 'allow_incomplete', 'preview', 'verify', 'max_tokens', 'project_path'];
const MOST_NAMED = 8;
const LONGEST_PATH = 300;

type FileEdit = Extract<FileOperation, { kind: 'edit' }>;

// What the engines would change of code. Where a name such as ~/cart leads to the same file afterwards, it is as good as the path that they would write.
async function followed({ ide, signal }: ProjectContext, { operations }: WorkspaceEdit, keptNames: readonly string[]): Promise<readonly FileEdit[]> {
  const ofCode = operations.flatMap((operation) => (operation.kind === 'edit' && !isConfig(operation.uri) ? [operation] : []));
  const kept = ofCode.map(async (operation) => {
    const document = await ide.documents.read(operation.uri, signal);
    const edits = operation.edits
      .filter(({ range }) => !isNamedBy(keptNames, document.textIn(range).replace(/^['"`]|['"`]$/g, '')))
      .map((edit) => ({ ...edit, newText: withEndingOf(document.textIn(edit.range), edit.newText) }))
      .filter(({ range, newText }) => newText !== document.textIn(range));
    return { ...operation, edits };
  });
  return (await Promise.all(kept)).filter(({ edits }) => edits.length > 0);
}

// Who writes .js for a source that is built to it goes on to do so, also where the configuration would allow .ts.
function withEndingOf(written: string, path: string): string {
  return /\.[cm]?jsx?['"`]?$/.test(written)
    ? path.replace(/\.([cm]?)ts(x?)(?=['"`]?$)/, (_, kind: string, x: string) => `.${kind}js${/\.jsx['"`]?$/.test(written) ? x : ''}`)
    : path;
}

// The file itself, or the files of a folder.
async function filesOf({ ide, signal }: ProjectContext, uri: string): Promise<readonly string[]> {
  try {
    await ide.documents.read(uri, signal);
    return [uri];
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    if (error.code === 'binary_file' || error.code === 'file_too_large') return [uri];
    if (error.code !== 'is_a_folder') throw error;
    const listed = await ide.documents.list({ under: fileOf(ide.project, uri) }, signal);
    return listed.map((file) => file.uri);
  }
}

async function isThere({ ide, signal }: ProjectContext, uri: string, from: string): Promise<boolean> {
  // On some disks these are one file, whose name may be written in another case.
  if (uri.toLowerCase() === from.toLowerCase()) return false;
  try {
    await ide.documents.read(uri, signal);
    return true;
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    if (error.code === 'cancelled') throw error;
    return error.code !== 'file_not_found';
  }
}

// Files that write its name and were not changed: scripts, documentation, what is loaded by its path. A folder is known by its path, because its name is a common word.
async function stillNamed({ ide, signal }: ProjectContext, from: string, edit: WorkspaceEdit, moved: readonly string[]): Promise<string[]> {
  const path = fileOf(ide.project, from);
  const isFolder = !moved.includes(from);
  const name = isFolder ? path : (path.split('/').at(-1) ?? '');
  const word = (path.split('/').at(-1) ?? '').match(/[\p{ID_Continue}$]+/gu)?.[0];
  if (word === undefined || (isFolder && !path.includes('/'))) return [];
  const edited = new Set([...edit.operations.map(({ uri }: FileOperation) => uri), ...moved]);
  const others = (await ide.documents.filesWithWord(word, signal)).filter((uri) => !edited.has(uri));
  const listed = new Set((await ide.documents.list({}, signal)).map(({ uri }) => fileOf(ide.project, uri)));
  const naming: string[] = [];
  for (const uri of others) {
    if (naming.length > MOST_NAMED) break;
    const file = fileOf(ide.project, uri);
    const { text } = await ide.documents.read(uri, signal);
    const isAnother = (written: string) =>
      [posix.normalize(written), posix.join(posix.dirname(file), written)].some((each) => each !== path && !each.startsWith(`${path}/`) && listed.has(each));
    if (pathsIn(text, name).some((written) => written === name || !isAnother(written))) naming.push(file);
  }
  if (naming.length === 0) return [];
  return [`These write ${name} too, and were left as they are: ${naming.slice(0, MOST_NAMED).join(', ')}${naming.length > MOST_NAMED ? ' …' : ''}`];
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
