// How an edit is carried out for an agent: planned, shown or written, and told with the errors that it brings and mends.
import { z } from 'zod';
import { Bound } from '../../base/abort.ts';
import { seconds } from '../../base/duration.ts';
import { unifiedHunks } from '../../base/lineDiff.ts';
import { estimateTokens } from '../../base/tokens.ts';
import { type ChangedFile, type ChangeSet, changedFileOf, type Plan, type PlannedFile, textOf } from '../../ide/changes.ts';
import { IdeError, newErrorsRefused } from '../../ide/errors.ts';
import { proposedHunks } from '../../ide/reviews.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../tool.ts';
import {
  type Delta,
  deltaOf,
  type Errors,
  errorOutput,
  errorsAsBefore,
  errorsNow,
  errorsPlanned,
  type Looked,
  scopeOf,
  type WhatChanges,
  withoutOldErrors,
} from './errorDelta.ts';
import { fileOf } from './place.ts';

export const changeInput = {
  preview: z.boolean().default(false).describe('Show diff and errors, write nothing.'),
  verify: z.enum(['report', 'refuse']).default('report').describe('refuse: undo if errors appear.'),
};

export const changeOutput = {
  applied: z.boolean(),
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
// An agent that edits should not wait for an engine that has to load a large project first.
const LONGEST_CHECK = seconds(20);

export async function carryOut(context: ProjectContext, edit: WorkspaceEdit, intention: Intention): Promise<ChangeOutput> {
  const plan = await context.ide.changes.plan(edit, context.signal);
  const edits = edit.operations.reduce((sum, operation) => sum + (operation.kind === 'edit' ? operation.edits.length : 1), 0);
  return carryOutPlan(context, plan, edits, intention);
}

export async function carryOutPlan(context: ProjectContext, plan: Plan, edits: number, intention: Intention): Promise<ChangeOutput> {
  if (intention.preview) {
    const delta = await deltaPlanned(context, plan, intention);
    return { applied: false, ...told(context, plan, edits), diff: fittingDiff(context, plan.files), ...errorsTold(delta), ...notesOf(intention) };
  }
  const scope = await scopeOf(context, plan, intention);
  const before = await checkedNow(context, scope.before);
  const change = await context.ide.changes.apply(plan, { author: context.author, tool: intention.tool, title: intention.title }, context.signal);
  await context.ide.documents.settle(context.signal);
  if (change.review?.changed) return carriedOutInPart(context, change, before, intention);
  const after = await checkedNow(context, comparable(scope.after, before));
  const delta = await withoutOldErrors(context, plan, { before, after, scope, renamed: intention.renames }, (uris) =>
    checked(context, (bounded) => errorsAsBefore(bounded, plan, uris)),
  );
  if (isRefused(intention, delta)) return refuse(context, change, intention, delta);
  return { applied: true, changeId: change.id, ...told(context, plan, edits), ...errorsTold(delta), ...notesOf(intention) };
}

// The errors that it would bring and mend; nothing is written.
export async function deltaPlanned(context: ProjectContext, plan: Plan, what: WhatChanges): Promise<Delta> {
  const scope = await scopeOf(context, plan, what);
  const before = await checkedNow(context, scope.before);
  const after = await checked(context, (bounded) => errorsPlanned(bounded, plan, { ...scope, after: comparable(scope.after, before) }));
  return withoutOldErrors(context, plan, { before, after, scope, renamed: what.renames }, (uris) => checked(context, (bounded) => errorsNow(bounded, uris)));
}

// A person took only some of it, or made something else of it: what was written is told, not what was meant.
async function carriedOutInPart(context: ProjectContext, change: ChangeSet, before: Errors, intention: Intention): Promise<ChangeOutput> {
  const files = await context.ide.changes.read(change.id, context.signal);
  const scope = await scopeOf(context, { files }, intention);
  const known = new Set([...scope.before.touched, ...scope.before.neighbours].map((uri) => fileOf(context.ide.project, uri)));
  const after = await checkedNow(context, comparable(scope.after, before));
  const delta = deltaOf({ ...before, rows: before.rows.filter(({ file }) => known.has(file)) }, after, scope, intention.renames);
  if (isRefused(intention, delta)) return refuse(context, change, intention, delta);
  const edits = proposedHunks({ asks: 'permission', tool: intention.tool, title: intention.title, files }).length;
  const notes = [...(intention.notes ?? []), 'A person accepted only a part of it, or changed it. The diff is what was written.'];
  return {
    applied: true,
    changeId: change.id,
    ...told(context, { files }, edits),
    diff: fittingDiff(context, files),
    ...errorsTold(delta),
    notes,
    reviewed: true,
  };
}

// What an agent reads; the diff first, because that is what a preview is for.
export function* tellChange(value: ChangeOutput): Iterable<string> {
  const head = value.applied ? `Done (change ${value.changeId}): ${summary(value)}` : `Nothing written. It would be: ${summary(value)}`;
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
export function diffOf(context: ProjectContext, files: readonly PlannedFile[]): readonly string[] {
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

function told(context: ProjectContext, { files }: Plan, edits: number): Pick<ChangeOutput, 'files' | 'moreFiles' | 'edits'> {
  const shown = files.slice(0, MOST_FILES).map((file) => changedFile(context, changedFileOf(file)));
  return { files: shown, ...(files.length > MOST_FILES && { moreFiles: files.length - MOST_FILES }), edits };
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

function errorsTold({ appeared, gone, unverified }: Delta): Pick<ChangeOutput, 'newErrors' | 'fixedErrors' | 'unverified'> {
  const cut = [appeared, gone].map(({ length }) => Math.max(0, length - MOST_ERRORS));
  const more = cut.some((count) => count > 0) ? `${cut[0]} more new and ${cut[1]} more fixed errors are not listed; see get_diagnostics.` : undefined;
  const why = [unverified, more].filter((text) => text !== undefined).join(' ');
  return { newErrors: appeared.slice(0, MOST_ERRORS), fixedErrors: gone.slice(0, MOST_ERRORS), ...(why !== '' && { unverified: why }) };
}

function notesOf({ notes = [] }: Intention): { notes?: string[] } {
  return notes.length === 0 ? {} : { notes: [...notes] };
}

function isRefused({ verify }: Intention, { appeared, unverified }: Delta): boolean {
  return verify === 'refuse' && (appeared.length > 0 || unverified !== undefined);
}

async function refuse(context: ProjectContext, change: ChangeSet, { tool }: Intention, { appeared, unverified }: Delta): Promise<never> {
  await takeBack(context, change);
  throw newErrorsRefused(tool, appeared.slice(0, MOST_ERRORS), unverified);
}

async function takeBack(context: ProjectContext, change: ChangeSet): Promise<void> {
  // Not with the call's own signal: what was written must go even if the agent has left.
  const { signal } = new AbortController();
  const plan = await context.ide.changes.planUndo(change.id, signal);
  await context.ide.changes.apply(plan, { author: context.author, tool: change.tool, title: `take back: ${change.title}` }, signal);
}

// Where there was no time for who names the touched files, nothing can be said of them afterwards either.
function comparable(after: Looked, { only }: Errors): Looked {
  return only === undefined ? after : { ...after, neighbours: [] };
}

// The touched files first: what is known of them is told also where there is no time for the others.
async function checkedNow(context: ProjectContext, { touched, neighbours }: Looked): Promise<Errors> {
  using bound = new Bound(context.signal, LONGEST_CHECK);
  const bounded = { ...context, signal: bound.signal };
  const own = await within(context, bound, () => errorsNow(bounded, touched));
  if (own.isUnknown || neighbours.length === 0) return own;
  const others = await within(context, bound, () => errorsNow(bounded, neighbours));
  const why = [own.unverified, others.isUnknown ? `${neighbours.length} other files were not checked: ${others.unverified}` : others.unverified];
  const unverified = why.filter((text) => text !== undefined).join(' ');
  return {
    rows: [...own.rows, ...others.rows],
    ...(unverified !== '' && { unverified }),
    ...(others.isUnknown && { only: new Set(touched.map((uri) => fileOf(context.ide.project, uri))) }),
  };
}

async function checked(context: ProjectContext, look: (bounded: ProjectContext) => Promise<Errors>): Promise<Errors> {
  using bound = new Bound(context.signal, LONGEST_CHECK);
  return within(context, bound, () => look({ ...context, signal: bound.signal }));
}

// Errors that cannot be had in time are not worth the edit.
async function within({ signal }: ProjectContext, bound: Bound, look: () => Promise<Errors>): Promise<Errors> {
  try {
    return await look();
  } catch (error) {
    if (signal.aborted || !(error instanceof IdeError)) throw error;
    return { rows: [], isUnknown: true, unverified: bound.passed ? `the engine needed more than ${LONGEST_CHECK / seconds(1)} s.` : error.message };
  }
}
