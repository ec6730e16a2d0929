// How an edit is carried out for an agent: planned, shown or written, and reported with the errors that it brings and fixes.
import { z } from 'zod';
import { isNotEmpty, type NotEmpty } from '../../base/notEmpty.ts';
import { unifiedHunks } from '../../base/text/lineDiff.ts';
import { hashOfText } from '../../base/text/textHash.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { withoutRepeats } from '../../base/text/withoutRepeats.ts';
import { type ChangedFile, type ChangePlan, type ChangeSet, changedFileOf, type PlannedFile, textOf } from '../../ide/doors/changes.ts';
import { proposedHunks } from '../../ide/doors/reviews.ts';
import { newErrorsRefused } from '../../ide/errors/errors.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import { isCode } from '../../source/language.ts';
import type { ProjectContext } from '../tool.ts';
import { authorship } from './authorship.ts';
import { errorEvidence } from './evidence.ts';
import { fileOf } from './place.ts';
import { hasRoomForAll } from './room.ts';
import { type Delta, type ErrorRow, errorOutput, type WhatChanges } from './verification/errorDelta.ts';
import { mustStayReadable } from './verification/syntaxGuard.ts';
import { COMING, Verification, withFindings } from './verification/verification.ts';

const preview = z.boolean().default(false).describe('Show diff and errors, write nothing.');
const verify = z.enum(['report', 'refuse']);

export const changeInput = { preview, verify: verify.default('report').describe('refuse: write nothing if errors appear.') };

// A refactoring that brings new errors is not what was asked.
export const refactoringInput = { preview, verify: verify.default('refuse').describe('report: write it even if errors appear.') };

export const changeOutput = {
  applied: z.boolean(),
  // The folder of the project whose files these are: an agent may work in several trees.
  root: z.string(),
  // For undo.
  changeId: z.string().optional(),
  files: z.array(
    z.object({
      file: z.string(),
      kind: z.enum(['created', 'changed', 'deleted', 'moved']),
      movedFrom: z.string().optional(),
      added: z.number(),
      removed: z.number(),
    }),
  ),
  // Files beyond those listed.
  moreFiles: z.number().optional(),
  edits: z.number(),
  // Of the only file, as it is now: the base of the next edit.
  hash: z.string().optional(),
  diff: z.string().optional(),
  // Errors that appear and disappear with it.
  newErrors: z.array(errorOutput),
  fixedErrors: z.array(errorOutput),
  // Why the errors are not, or not all, known.
  unverified: z.string().optional(),
  notes: z.array(z.string()).optional(),
  // A person took a part of it, or changed it.
  reviewed: z.boolean().optional(),
};

const shape = z.object(changeOutput);
export type ChangeOutput = z.infer<typeof shape>;

export interface Intention extends WhatChanges {
  readonly tool: string;
  // For the history, in a few words.
  readonly title: string;
  readonly preview: boolean;
  readonly verify: 'report' | 'refuse';
  readonly notes?: readonly string[];
}

const MOST_FILES = 50;
const MOST_ERRORS = 20;
const MOST_UNCHECKED = 3;

export async function carryOut(context: ProjectContext<'changes'>, edit: WorkspaceEdit, intention: Intention): Promise<ChangeOutput> {
  const plan = await context.ide.changes.plan(edit, context.signal);
  const edits = edit.operations.reduce((sum, operation) => sum + (operation.kind === 'edit' ? operation.edits.length : 1), 0);
  return carryOutPlan(context, plan, edits, intention);
}

export async function carryOutPlan(context: ProjectContext<'changes'>, plan: ChangePlan, edits: number, given: Intention): Promise<ChangeOutput> {
  const intention = {
    ...given,
    notes: [
      ...(given.notes ?? []),
      ...encodingNotes(context, plan),
      ...unsavedNotes(context, plan, given.tool),
      ...(given.verify === 'refuse' ? uncheckedNotes(context, plan) : []),
    ],
  };
  // Both only look.
  const [verification] = await Promise.all([Verification.begin(context, plan, intention), mustStayReadable(context, plan, intention.tool)]);
  if (intention.preview) {
    const [engine, installed] = await Promise.all([verification.previewed(), verification.installed()]);
    const delta = withInstalled(engine, installed);
    return {
      applied: false,
      ...fileFields(context, plan.files.slice(0, mostFiles(context)).map(changedFileOf), plan.files.length, edits),
      diff: fittingDiff(context, plan.files),
      ...errorFields(verification.withUnlooked(delta)),
      ...notesOf(withUnchecked(intention, installed)),
    };
  }
  // Before anything is written and before a person is asked, so that nobody ever sees what is refused.
  const isRefused = intention.verify === 'refuse';
  const [engine, installed] = await Promise.all([isRefused ? verification.planned() : undefined, isRefused ? verification.installed() : { appeared: [] }]);
  const planned = engine === undefined ? undefined : withInstalled(engine, installed);
  if (planned !== undefined && isNotEmpty(planned.appeared)) throw newErrorsRefused(intention.tool, mostOf(planned.appeared), planned.appeared.length);
  const change = await context.ide.changes.apply(plan, authorship(context, intention), context.signal);
  await context.ide.documents.settle(context.signal);
  if (change.review?.changed) return carriedOutInPart(context, change, verification, intention);
  const isJudged = planned !== undefined && planned.unverified === undefined && verification.isSettledByPlan;
  const { compiled, linted } = isJudged ? { compiled: planned, linted: await verification.linted() } : await verification.written();
  if (planned !== undefined && isNotEmpty(compiled.appeared)) return refuse(context, change, compiled.appeared, planned.unverified ?? COMING);
  const delta = verification.withUnlooked(withFindings(compiled, linted));
  await keepErrors(context, change, delta);
  return {
    applied: true,
    changeId: change.id,
    ...fileFields(context, change.files, change.files.length, edits),
    ...hashField(plan.files),
    ...errorFields(delta),
    ...notesOf(withUnchecked(intention, installed)),
  };
}

type Installed = Awaited<ReturnType<Verification['installed']>>;

// What both compilers find is reported once.
function withInstalled(delta: Delta, { appeared }: Installed): Delta {
  const isKnown = ({ file, line, code }: ErrorRow) => delta.appeared.some((row) => row.file === file && row.line === line && row.code === code);
  return { ...delta, appeared: [...delta.appeared, ...appeared.filter((row) => !isKnown(row))] };
}

function withUnchecked(intention: Intention, { unchecked }: Installed): Intention {
  return unchecked === undefined ? intention : { ...intention, notes: [...(intention.notes ?? []), unchecked] };
}

// Whoever wants new errors to refuse an edit must hear that nobody could find one.
function uncheckedNotes({ ide: { project, languages } }: ProjectContext, { files }: ChangePlan): string[] {
  const written = files.flatMap(({ uri, after }) => (after !== undefined && 'text' in after && isCode(languages.languageOf(uri)) ? [uri] : []));
  const checked = new Set(languages.diagnosable(written));
  const names = written.filter((uri) => !checked.has(uri)).map((uri) => fileOf(project, uri));
  if (names.length === 0) return [];
  return [`Nothing checks ${shortList(names)} for errors: no engine for it runs here. index_status says what is missing.`];
}

function shortList(names: readonly string[]): string {
  return names.length <= MOST_UNCHECKED ? names.join(', ') : `${names.slice(0, MOST_UNCHECKED).join(', ')} and ${names.length - MOST_UNCHECKED} more files`;
}

// What is not UTF-8 stays what it is, which nobody who reads only the text can see.
function encodingNotes({ ide: { project } }: ProjectContext, { files }: ChangePlan): string[] {
  return files.flatMap(({ uri, before, after }) => {
    const encoding = before !== undefined && 'encoding' in before ? before.encoding : undefined;
    return encoding === undefined || after === undefined ? [] : [`${fileOf(project, uri)} is in ${encoding}, and stays so.`];
  });
}

// Somebody types in it: what is written to disk is not what they see.
function unsavedNotes({ ide: { project, editor } }: ProjectContext, { files }: ChangePlan, tool: string): string[] {
  if (editor === undefined || tool === 'save_file') return [];
  const typed = files.flatMap(({ uri, movedFrom }) => (editor.unsaved(movedFrom ?? uri) === undefined ? [] : [fileOf(project, movedFrom ?? uri)]));
  if (typed.length > 0 && editor.save !== undefined)
    return [
      `${shortList(typed)} ${typed.length === 1 ? 'has' : 'have'} unsaved text in the editor: changed there, and not saved. save_file, or the person, writes it to disk.`,
    ];
  return typed.length === 0 ? [] : [`The editor holds unsaved text of ${shortList(typed)}, made before this change: the person has to bring both together.`];
}

// A person took only some of it, or made something else of it: what was written is reported, not what was meant. It stays, whatever errors it brings: a person decided.
async function carriedOutInPart(
  context: ProjectContext<'changes'>,
  change: ChangeSet,
  verification: Verification,
  intention: Intention,
): Promise<ChangeOutput> {
  const files = await context.ide.changes.read(change.id, context.signal);
  const delta = await verification.writtenInstead(files);
  await keepErrors(context, change, delta);
  const edits = proposedHunks({ asks: 'permission', tool: intention.tool, title: intention.title, files }).length;
  const notes = [...(intention.notes ?? []), 'A person accepted only a part of it, or changed it. The diff is what was written.'];
  return {
    applied: true,
    changeId: change.id,
    ...fileFields(context, change.files, change.files.length, edits),
    ...hashField(files),
    diff: fittingDiff(context, files),
    ...errorFields(delta),
    notes,
    reviewed: true,
  };
}

// What an agent reads; the diff first, because that is what a preview is for.
export function* tellChange(value: ChangeOutput): Iterable<string> {
  const head = value.applied
    ? `Done (change ${value.changeId}) in ${value.root}: ${summary(value)}`
    : `Nothing written in ${value.root}. It would be: ${summary(value)}`;
  const errors = [
    ...value.newErrors.map(({ file, line, column, message }) => `NEW ERROR ${file}:${line}:${column} ${message}`),
    ...value.fixedErrors.map(({ file, line, column, message }) => `fixed ${file}:${line}:${column} ${message}`),
    ...(value.unverified === undefined ? [] : [`Errors not known: ${value.unverified}`]),
    ...(value.notes ?? []).map((note) => `Note: ${note}`),
  ];
  const files = value.files.map(
    ({ file, kind, movedFrom, added, removed }) => `${kind} ${movedFrom === undefined ? '' : `${movedFrom} → `}${file} +${added} −${removed}`,
  );
  yield [head, ...files, ...errors, ...(value.diff === undefined ? [] : [value.diff])].join('\n');
  yield [head, ...errors].join('\n');
}

// As git prints it, of the files of a plan or of the history.
function diffOf(context: ProjectContext, files: readonly PlannedFile[]): readonly string[] {
  return files.map(({ uri, movedFrom, before, after }) => {
    const name = fileOf(context.ide.project, uri);
    const from = movedFrom === undefined ? name : fileOf(context.ide.project, movedFrom);
    const head = [`--- ${before === undefined ? '/dev/null' : `a/${from}`}`, `+++ ${after === undefined ? '/dev/null' : `b/${name}`}`];
    const binary = [before, after].some((text) => text !== undefined && 'binaryBytes' in text);
    return [...head, ...(binary ? ['(not text)'] : [unifiedHunks(textOf(before), textOf(after))].filter((hunks) => hunks !== ''))].join('\n');
  });
}

function summary({ edits, files, moreFiles = 0 }: ChangeOutput): string {
  const count = files.length + moreFiles;
  return `${edits} edit${edits === 1 ? '' : 's'} in ${count} file${count === 1 ? '' : 's'}`;
}

// Where no engine looks at any of its files, that none found an error proves nothing.
async function keepErrors({ ide }: ProjectContext<'changes'>, { id, files }: ChangeSet, delta: Delta): Promise<void> {
  const isLookedAt = ide.languages.diagnosable(files.map(({ uri }) => uri)).length > 0;
  if (isLookedAt || delta.appeared.length + delta.gone.length > 0) await ide.changes.keepEvidence(id, errorEvidence(delta));
}

type FileFields = Pick<ChangeOutput, 'root' | 'files' | 'moreFiles' | 'edits'>;

function hashField(files: readonly PlannedFile[]): { hash?: string } {
  const [only, ...others] = files;
  const after = others.length === 0 ? only?.after : undefined;
  return after !== undefined && 'text' in after && after.link !== true ? { hash: hashOfText(after.text) } : {};
}

function fileFields(context: ProjectContext, files: readonly ChangedFile[], count: number, edits: number): FileFields {
  const shown = files.slice(0, mostFiles(context)).map((file) => changedFile(context, file));
  return { root: context.ide.project.path, files: shown, ...(count > shown.length && { moreFiles: count - shown.length }), edits };
}

function mostFiles(context: ProjectContext): number {
  return hasRoomForAll(context) ? Number.POSITIVE_INFINITY : MOST_FILES;
}

export function changedFile(
  { ide: { project } }: ProjectContext,
  { uri, kind, movedFrom, addedLines, removedLines }: ChangedFile,
): ChangeOutput['files'][number] {
  const from = movedFrom === undefined ? {} : { movedFrom: fileOf(project, movedFrom) };
  return { file: fileOf(project, uri), kind, ...from, added: addedLines, removed: removedLines };
}

// Whole files until the budget is used; the rest are counted.
export function fittingDiff(context: ProjectContext, files: readonly PlannedFile[]): string {
  const all = diffOf(context, files);
  const shown: string[] = [];
  let left = context.budget - DIFF_OVERHEAD;
  for (const diff of all) {
    left -= estimateTokens(diff);
    if (left < 0) break;
    shown.push(diff);
  }
  const missing = all.length - shown.length;
  return [...shown, ...(missing > 0 ? [`(the diff of ${missing} more files does not fit; pass a larger max_tokens)`] : [])].join('\n');
}

// For the list of files and errors around the diff.
const DIFF_OVERHEAD = 2_500;

function errorFields({ appeared, gone, unverified }: Delta): Pick<ChangeOutput, 'newErrors' | 'fixedErrors' | 'unverified'> {
  const cut = [appeared, gone].map(({ length }) => Math.max(0, length - MOST_ERRORS));
  const more = cut.some((count) => count > 0) ? `${cut[0]} more new and ${cut[1]} more fixed errors are not listed; see get_diagnostics.` : undefined;
  const why = [unverified, more].filter((text) => text !== undefined).join(' ');
  return { newErrors: appeared.slice(0, MOST_ERRORS), fixedErrors: gone.slice(0, MOST_ERRORS), ...(why !== '' && { unverified: why }) };
}

function notesOf({ notes = [] }: Intention): { notes?: string[] } {
  return notes.length === 0 ? {} : { notes: withoutRepeats(notes) };
}

// What the engines could not be shown before: it goes again.
async function refuse(context: ProjectContext<'changes'>, change: ChangeSet, errors: NotEmpty<ErrorRow>, why: string): Promise<never> {
  // Not with the call's own signal: what was written must go even if the agent has left.
  const { signal } = new AbortController();
  const plan = await context.ide.changes.planUndo(change.id, signal);
  await context.ide.changes.apply(plan, { ...authorship(context, { tool: change.tool, title: `take back: ${change.title}` }), refuses: true }, signal);
  throw newErrorsRefused(change.tool, mostOf(errors), errors.length, why);
}

function mostOf<Row>([first, ...others]: NotEmpty<Row>): NotEmpty<Row> {
  return [first, ...others.slice(0, MOST_ERRORS - 1)];
}
