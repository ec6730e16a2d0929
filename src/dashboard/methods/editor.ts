// What a person does in the window's editor: reads and opens files, selects, writes, saves as a change set of their own, and points agents to lines.
import { z } from 'zod';
import { hashOfText } from '../../base/text/textHash.ts';
import type { Editor } from '../../ide/doors/editor.ts';
import { anotherWrites, fileTooLarge, IdeError, isAFolder, projectGone, projectNotOpen } from '../../ide/errors/errors.ts';
import { changedOnDisk, unsavedElsewhere } from '../../ide/errors/windowErrors.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import { type IdeWith, requireDoors } from '../../ide/optionalDoors.ts';
import type { Range, TextSnapshot } from '../../ide/text.ts';
import { editsBetween, type FileOperation } from '../../ide/workspaceEdit.ts';
import { fileOf, positionAt } from '../../tools/words/place.ts';
import type { EditorPlace, EditorSaved, EditorText, EditorWrite, TextRange } from '../protocol/editor.ts';
import type { MethodsOf } from '../sources.ts';
import { bestFiles } from './bestFiles.ts';
import { idShape, method, pathShape } from './method.ts';
import { shownFiles } from './shownFiles.ts';

export interface EditorMethodsParts {
  readonly workbench: Workbench;
  // How changes name the person.
  readonly author: string;
  // Journals what a person has done.
  readonly decided: (what: string, session: string) => void;
}

// What goes over the socket at once, in characters.
const LONGEST_TEXT = 4_000_000;
const LONGEST_QUERY = 500;
const MOST_FILES = 50;

const place = { project: pathShape, file: pathShape };
const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const hash = z.string().regex(/^[0-9a-f]{16}$/, 'it is a hash of 16 characters that an earlier answer gave');
const Selection = z
  .strictObject({ line: number, column: number, endLine: number, endColumn: number })
  .refine(
    ({ line, column, endLine, endColumn }) => endLine > line || (endLine === line && endColumn >= column),
    'a selection ends where it begins, or behind that',
  );
const Lines = z.strictObject({ first: number, last: number }).refine(({ first, last }) => first <= last, 'the last line is not before the first');
const written = { ...place, text: z.string().max(LONGEST_TEXT), base: hash.exactOptional(), expects: hash.exactOptional() };

const shapes = {
  place: z.strictObject(place),
  open: z.strictObject({ ...place, selection: Selection.exactOptional(), isPreview: z.boolean().exactOptional() }),
  close: z.strictObject({ ...place, discards: hash.exactOptional() }),
  discard: z.strictObject({ ...place, expects: hash }),
  select: z.strictObject({ ...place, selection: Selection }),
  write: z.strictObject(written),
  mention: z.strictObject({ ...place, lines: Lines.exactOptional(), connection: idShape.exactOptional() }),
  files: z.strictObject({ query: z.string().max(LONGEST_QUERY), project: pathShape.exactOptional() }),
} as const;

export function editorMethods({ workbench, author, decided }: EditorMethodsParts): MethodsOf<'editor'> {
  const at = (given: EditorPlace) => placeIn(workbench, given);
  return {
    'editor.read': method('editor.read', shapes.place, async (given, { signal }) => readText(await at(given), signal)),
    'editor.open': method('editor.open', shapes.open, async ({ selection, isPreview, ...given }, { signal }) => {
      const { editor, uri } = await at(given);
      await editor.open(uri, { ...(selection !== undefined && { selection: rangeOf(selection) }), ...(isPreview !== undefined && { isPreview }) }, signal);
      return {};
    }),
    'editor.close': method('editor.close', shapes.close, async ({ discards, ...given }) => {
      const { editor, uri, file } = await at(given);
      if (discards !== undefined) mustBeSeen(editor, uri, file, discards);
      return { wasOpen: await editor.close(uri, discards === undefined ? 'keep' : 'discard') };
    }),
    'editor.select': method('editor.select', shapes.select, async ({ selection, ...given }, { signal }) => {
      const { editor, uri } = await at(given);
      await editor.select(uri, rangeOf(selection), signal);
      return {};
    }),
    'editor.write': method('editor.write', shapes.write, async ({ text, base, expects, ...given }, { signal }) => {
      const place = await at(given);
      await keepText(place, { text, base, expects }, signal);
      const now = place.editor.unsaved(place.uri);
      return now === undefined ? {} : { unsaved: hashOfText(now.text) };
    }),
    'editor.discard': method('editor.discard', shapes.discard, async ({ expects, ...given }) => {
      const { editor, uri, file } = await at(given);
      mustBeSeen(editor, uri, file, expects);
      editor.discard(uri);
      return {};
    }),
    'editor.save': method('editor.save', shapes.write, async ({ text, base, expects, ...given }, { session, signal }) => {
      const place = await at(given);
      const saved = await saveText(place, { text, base, expects }, author, signal);
      if (saved.changeId !== undefined) decided(`${place.file} of ${place.ide.project.path} was saved as change ${saved.changeId}`, session);
      return saved;
    }),
    // What saving would do to the text that is on disk now.
    'editor.diff': method('editor.diff', shapes.place, async (given, { signal }) => {
      const { ide, editor, uri } = await at(given);
      const document = await textOnDisk(ide, uri, signal);
      const after = editor.unsaved(uri)?.text ?? document?.text;
      const isSame = after === document?.text;
      return shownFiles(
        ide.project,
        isSame ? [] : [{ uri, before: document === undefined ? undefined : { text: document.text }, after: after === undefined ? undefined : { text: after } }],
      );
    }),
    'editor.mention': method('editor.mention', shapes.mention, async ({ lines, connection, ...given }) => {
      const { editor, uri } = await at(given);
      const listening = editor.mention({
        uri,
        ...(lines !== undefined && { lines: { first: lines.first - 1, last: lines.last - 1 } }),
        ...(connection !== undefined && { connection }),
      });
      return { listening };
    }),
    'editor.files': method('editor.files', shapes.files, async ({ query, project }, { signal }) => {
      const ides = project === undefined ? workbench.projects().flatMap(({ path }) => workbench.ide(path) ?? []) : [openIde(workbench, project)];
      const listed = await Promise.all(
        ides.map(async (ide) => (await ide.documents.list({}, signal)).map(({ path }) => ({ project: ide.project.path, file: path }))),
      );
      return bestFiles(listed.flat(), query, MOST_FILES);
    }),
  };
}

interface Place {
  readonly ide: Ide;
  readonly editor: Editor;
  readonly uri: string;
  readonly file: string;
}

// Throws project_not_open, editor_elsewhere, outside_project or is_a_folder.
async function placeIn(workbench: Workbench, { project, file: given }: EditorPlace): Promise<Place> {
  const ide = openIde(workbench, project);
  requireDoors(ide, ['editor']);
  const uri = await ide.documents.locate(given);
  if (uri === ide.project.uri) throw isAFolder(given);
  return { ide, editor: ide.editor, uri, file: fileOf(ide.project, uri) };
}

function openIde(workbench: Workbench, path: string): Ide {
  const ide = workbench.ide(path);
  if (ide === undefined)
    throw projectNotOpen(
      path,
      workbench.projects().map(({ name, path: folder }) => ({ name, path: folder })),
    );
  return ide;
}

async function readText({ ide, editor, uri, file }: Place, signal: AbortSignal): Promise<EditorText> {
  const unsaved = editor.unsaved(uri);
  const document = await (unsaved === undefined ? ide.documents.read(uri, signal) : textOnDisk(ide, uri, signal));
  const readOnly = whyReadOnly(ide);
  for (const text of [document?.text ?? '', unsaved?.text ?? ''])
    if (text.length > LONGEST_TEXT) throw fileTooLarge(file, `${text.length} characters`, `${LONGEST_TEXT} characters in a window`);
  return {
    file,
    language: document?.languageId ?? editor.tabs().find((tab) => tab.uri === uri)?.languageId ?? 'plaintext',
    ...(document !== undefined && { disk: { text: document.text, hash: hashOfText(document.text) } }),
    ...(unsaved !== undefined && {
      unsaved: { text: unsaved.text, hash: hashOfText(unsaved.text), ...(unsaved.base !== undefined && { base: unsaved.base }) },
    }),
    ...(readOnly !== undefined && { readOnly }),
  };
}

// Also a project that nobody trusts is a person's to write: nothing of it runs because of that.
function whyReadOnly({ project, changes }: Ide): string | undefined {
  if (project.isGone === true) return 'The folder of this project is gone.';
  if (changes === undefined) return 'Files of this project are written in VS Code, which has it open.';
  const { readOnly } = project;
  if (readOnly === undefined) return undefined;
  return `Process ${readOnly.ownerPid} is the writer of this project${readOnly.waitsFor === undefined ? '' : `; this Binnacle waits for ${readOnly.waitsFor}`}.`;
}

// Throws editing_elsewhere, project_gone or not_permitted.
function mustBeWritable(ide: Ide): asserts ide is IdeWith<'changes'> {
  const { project } = ide;
  requireDoors(ide, ['changes']);
  if (project.isGone === true) throw projectGone(project.path);
  if (project.readOnly !== undefined) throw anotherWrites('the editor', project.readOnly);
}

// Another window may have written since. Throws unsaved_elsewhere.
function mustBeSeen(editor: Editor, uri: string, file: string, expects: string | undefined): void {
  const now = editor.unsaved(uri);
  if ((now === undefined ? undefined : hashOfText(now.text)) !== expects) throw unsavedElsewhere(file);
}

type Written = Pick<EditorWrite, 'text'> & { readonly base: string | undefined; readonly expects: string | undefined };

// Throws unsaved_elsewhere, with the text in this window not kept.
async function keepText({ ide, editor, uri, file }: Place, { text, base, expects }: Written, signal: AbortSignal): Promise<void> {
  mustBeWritable(ide);
  if (editor.unsaved(uri)?.text !== text) mustBeSeen(editor, uri, file, expects);
  if (!editor.tabs().some((tab) => tab.uri === uri)) await editor.open(uri, { inBackground: true }, signal);
  await editor.write(uri, { text, ...(base !== undefined && { base }) }, signal);
}

// One change set, by the person. The text is kept first: whatever refuses it, nothing of it is lost. Throws changed_on_disk where the disk holds another text than it was made from.
async function saveText(place: Place, given: Written, author: string, signal: AbortSignal): Promise<EditorSaved> {
  const { ide, editor, uri, file } = place;
  mustBeWritable(ide);
  await keepText(place, given, signal);
  const document = await textOnDisk(ide, uri, signal);
  const { text, base } = given;
  const now = document === undefined ? undefined : hashOfText(document.text);
  if (document?.text !== text && now !== base) throw changedOnDisk(file, now);
  const changeId = document?.text === text ? undefined : (await apply(ide, operationFor(uri, document, text), author, file, signal)).id;
  editor.saved(uri, text);
  return { ...(changeId !== undefined && { changeId }), hash: hashOfText(text) };
}

async function apply(ide: IdeWith<'changes'>, operation: FileOperation, author: string, file: string, signal: AbortSignal) {
  const plan = await ide.changes.plan({ operations: [operation] }, signal);
  const change = await ide.changes.apply(plan, { author, tool: 'window', title: `edit ${file}` }, signal);
  await ide.documents.settle(signal);
  return change;
}

// Only lines that differ are written, so that encoding and mode stay.
function operationFor(uri: string, document: TextSnapshot | undefined, text: string): FileOperation {
  if (document === undefined) return { kind: 'create', uri, text, ifExists: 'fail' };
  return { kind: 'edit', uri, edits: editsBetween(document, text), basis: document.text };
}

// Undefined where there is no file. Whatever is no text is refused as it is when it is read.
async function textOnDisk({ documents }: Ide, uri: string, signal: AbortSignal): Promise<TextSnapshot | undefined> {
  await documents.settle(signal);
  try {
    return await documents.read(uri, signal);
  } catch (error) {
    if (error instanceof IdeError && error.code === 'file_not_found') return undefined;
    throw error;
  }
}

function rangeOf({ line, column, endLine, endColumn }: TextRange): Range {
  return { start: positionAt(line, column), end: positionAt(endLine, endColumn) };
}
