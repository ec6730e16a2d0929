// Takes changes back: one, some hunks of one, or everything since; what came after it stays, or goes with it.
import { z } from 'zod';
import { groupBy } from '../../base/groupBy.ts';
import type { ChangePlan, ChangeSet, RenamedWord, UndoUntil } from '../../ide/doors/changes.ts';
import { changeNotNamed, notUndoable, untilInFuture } from '../../ide/errors/editErrors.ts';
import { changeNotFound, invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { type ChangeOutput, carryOutPlan, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { undoNotes } from '../words/observed.ts';
import { maxTokens } from '../words/page.ts';

const input = z.strictObject({
  change_id: z.string().min(1).optional().describe('From the change, or list_changes.'),
  hunks: z.array(z.int().min(1)).min(1).max(5_000).optional().describe('Only these of its hunks.'),
  until: z.string().min(1).optional().describe('changeId or time: all since.'),
  ...changeInput,
  max_tokens: maxTokens,
});

type UndoInput = z.output<typeof input>;

export const undo = defineTool({
  name: 'undo',
  title: 'Undo',
  description: 'Take back a change (without change_id: your only one), also under later ones. Lines changed since are a conflict; nothing is written.',
  effect: 'edits',
  needs: ['changes'],
  input,
  output: z.object(changeOutput),
  async run(context, given) {
    const { until } = given;
    if (until !== undefined) return undoUntil(context, given, until);
    if (given.hunks !== undefined && given.change_id === undefined) throw wrong('hunks are of one change: pass its change_id');
    return undoOne(context, given);
  },
  tell: tellChange,
});

async function undoOne(context: ProjectContext<'changes'>, given: UndoInput): Promise<ChangeOutput> {
  const { ide, signal } = context;
  const all = await ide.changes.list(signal);
  const change = given.change_id === undefined ? onlyOneOf(context.owner, all) : all.find(({ id }) => id === given.change_id);
  if (change === undefined) throw changeNotFound(given.change_id ?? '');
  if (change.rolledBack === true) throw notUndoable(change.id, ROLLED_BACK);
  const plan = await ide.changes.planUndo(change.id, signal, given.hunks);
  const notes = [...(plan.files.length === 0 ? ['Nothing of it was left to take back.'] : []), ...undoNotes(context, change.observed)];
  const part = plan.undoesPart === undefined ? '' : ` (hunk${plan.undoesPart.hunks.length === 1 ? '' : 's'} ${plan.undoesPart.hunks.join(', ')})`;
  return carryOutPlan(context, plan, plan.undoesPart?.hunks.length ?? plan.files.length, {
    tool: 'undo',
    title: `undo: ${change.title}${part}`,
    preview: given.preview,
    verify: given.verify,
    notes,
    // Of a name that was given in part, either may stand anywhere.
    ...(plan.undoesPart === undefined && backwards(change.renames)),
  });
}

async function undoUntil(context: ProjectContext<'changes'>, given: UndoInput, until: string): Promise<ChangeOutput> {
  if (given.change_id !== undefined || given.hunks !== undefined) throw wrong('until goes without change_id and hunks');
  const { ide, signal } = context;
  const all = await ide.changes.list(signal);
  const point = pointOf(until, all);
  const plan = await ide.changes.planUndoUntil(point, signal);
  return carryOutPlan(context, plan, plan.undoesAll?.length ?? 0, {
    tool: 'undo',
    title: `undo everything ${'before' in point ? `from ${all.find(({ id }) => id === point.before)?.title ?? point.before} on` : `since ${point.at}`}`,
    preview: given.preview,
    verify: given.verify,
    notes: untilNotes(context, plan, point, all),
  });
}

// A change is known by its id; whatever else it is must be a time that has passed.
function pointOf(until: string, all: readonly ChangeSet[]): UndoUntil {
  if (all.some(({ id }) => id === until)) return { before: until };
  const time = /^\d{4}-\d\d-\d\d/.test(until) ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(time)) throw changeNotFound(until);
  const now = Date.now();
  if (time > now) throw untilInFuture(until, new Date(now).toISOString());
  return { at: new Date(time).toISOString() };
}

function untilNotes(context: ProjectContext, { undoesAll = [], isCutShort }: ChangePlan, point: UndoUntil, all: readonly ChangeSet[]): string[] {
  const taken = all.filter(({ id }) => undoesAll.includes(id));
  if (undoesAll.length === 0) return ['Nothing has been changed since then.'];
  const authors = [...groupBy(taken, ({ author }) => author)].map(([author, own]) => `${own.length} by ${author}`).join(', ');
  const spanning = 'at' in point ? taken.filter(({ observed, time }) => observed !== undefined && time <= point.at) : [];
  return [
    `It takes back ${undoesAll.length} change${undoesAll.length === 1 ? '' : 's'}: ${authors}.`,
    ...(isCutShort === true ? ['The history does not go back further: what was changed before its oldest change stays.'] : []),
    ...spanning.map(({ title }) => `${title} ran at that time; all that it changed is taken back.`),
    ...taken.flatMap(({ observed }) => undoNotes(context, observed)),
  ];
}

const ROLLED_BACK = 'it was rolled back when it was made, so nothing of it stands.';

function wrong(problem: string): Error {
  return invalidArguments('undo', [problem], Object.keys(input.shape));
}

function backwards(renames: RenamedWord | undefined): { renames?: RenamedWord } {
  return renames === undefined ? {} : { renames: { ...renames, from: renames.to, to: renames.from } };
}

// Enough to find the one that was meant.
const MOST_LISTED = 3;

// What is meant without a name: the one change of this agent that stands. With several, or only of others, nothing is undone that nobody has named.
function onlyOneOf(connection: string | undefined, changes: readonly ChangeSet[]): ChangeSet {
  const standing = changes.filter(
    ({ undoneBy, rolledBack, undoes, undoesPart, undoesAll }) =>
      undoneBy === undefined && rolledBack !== true && undoes === undefined && undoesPart === undefined && undoesAll === undefined,
  );
  const [own, ...others] = standing.filter((change) => connection !== undefined && change.connection === connection);
  if (own !== undefined && others.length === 0) return own;
  throw changeNotNamed(standing.slice(0, MOST_LISTED).map(({ id, time, author, tool, title }) => ({ changeId: id, time, author, tool, title })));
}
