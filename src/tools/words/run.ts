// A program that runs: followed while the call waits, and reported with what it printed, as much as fits.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { plainOutput } from '../../base/text/plainOutput.ts';
import { redactedText, shortenedText } from '../../base/text/redaction.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { Bound, untilAborted } from '../../base/waiting/abort.ts';
import { milliseconds, minutes, seconds } from '../../base/waiting/duration.ts';
import type { ObservedOutcome } from '../../ide/doors/changes.ts';
import type { OutputPart, Run, WantedRun } from '../../ide/doors/running.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { noRun, runNotFound } from '../../ide/errors/runErrors.ts';
import type { Asker, ProjectContext } from '../tool.ts';
import { authorship } from './authorship.ts';
import { observing } from './observed.ts';
import { fileOf } from './place.ts';

export const runEndOutput = {
  // Absent while it runs, and where a signal ended it.
  exitCode: z.number().optional(),
  signal: z.string().optional(),
};

export const changedOutput = {
  // Of what it did to the project's files, for list_changes and undo.
  changeId: z.string().optional(),
  changed: z.array(z.string()).optional(),
  undoable: z.enum(['all', 'partly', 'no']).optional(),
};

// Progress comes at once and then at most so often; the output is all there in the end.
const BETWEEN_MESSAGES = milliseconds(100);
const LONGEST_MESSAGE = 16_000;
const MOST_CHANGED = 20;
const LONGEST_TITLE = 120;
const LONGEST_RECORD = minutes(10);

// Whether it ended in time. Reports what it prints meanwhile. A call that is cancelled ends it.
export async function untilEnded(
  run: Pick<Run, 'ended' | 'output' | 'end'>,
  wait: number,
  context: Pick<ProjectContext, 'signal' | 'progress'>,
): Promise<boolean> {
  const { signal, progress } = context;
  using _output = run.output.onOutput(liveProgress(progress));
  using bound = new Bound(signal, wait);
  try {
    await untilAborted(run.ended, bound.signal, cancelled);
    return true;
  } catch (error) {
    if (!signal.aborted && bound.passed) return false;
    await run.end();
    throw error;
  }
}

function liveProgress(progress: ProjectContext['progress']): (part: Pick<OutputPart, 'text'>) => void {
  let gathered = '';
  let hasLost = false;
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    timer = undefined;
    const text = plainOutput(gathered).trimEnd();
    gathered = '';
    const isCut = hasLost || text.length > LONGEST_MESSAGE;
    hasLost = false;
    if (text !== '') progress(`${isCut ? '(… some of it was left out …)\n' : ''}${text.slice(-LONGEST_MESSAGE)}`);
  };
  return ({ text }) => {
    const whole = gathered + text;
    gathered = whole.slice(-4 * LONGEST_MESSAGE);
    hasLost ||= gathered.length < whole.length;
    timer ??= setTimeout(report, BETWEEN_MESSAGES);
    timer.unref();
  };
}

// The whole output of one stream, as plain text.
export function printed(run: Run, stream?: OutputPart['stream']): string {
  const parts = run.output.since(0).filter((part) => stream === undefined || part.stream === stream);
  return plainOutput(parts.map(({ text }) => text).join(''));
}

export interface FittingText {
  readonly text: string;
  readonly isCut: boolean;
}

// The beginning, which says what it did, and more of the end, which says how that went.
export function fittingText(text: string, budget: number): FittingText {
  if (estimateTokens(text) <= budget) return { text, isCut: false };
  const lines = text.split('\n').map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
  const head = taken(lines, budget * 0.25);
  const tail = taken(lines.slice(head.length).reverse(), budget * 0.7).reverse();
  const left = lines.length - head.length - tail.length;
  return { text: [...head, ...(left > 0 ? [`… ${left} lines left out …`] : []), ...tail].join('\n'), isCut: true };
}

const LONGEST_LINE = 2_000;

function taken(lines: readonly string[], budget: number): string[] {
  let left = budget;
  const at = lines.findIndex((line) => {
    left -= estimateTokens(line) + 1;
    return left < 0;
  });
  return lines.slice(0, at < 0 ? lines.length : at);
}

export function exitFields(run: Run): { exitCode?: number; signal?: string } {
  const { state } = run;
  if (state.state === 'running') return {};
  return { ...(state.exitCode !== undefined && { exitCode: state.exitCode }), ...(state.signal !== undefined && { signal: state.signal }) };
}

export function changedFields({ ide: { project } }: ProjectContext, { change }: ObservedOutcome): z.infer<z.ZodObject<typeof changedOutput>> {
  if (change === undefined) return {};
  const files = change.files.map(({ uri }) => fileOf(project, uri));
  const more = files.length - MOST_CHANGED;
  return {
    changeId: change.id,
    changed: [...files.slice(0, MOST_CHANGED), ...(more > 0 ? [`and ${more} more`] : [])],
    ...(change.observed !== undefined && { undoable: change.observed.undoable }),
  };
}

export function tellChanged({ changeId, changed = [], undoable }: z.infer<z.ZodObject<typeof changedOutput>>): readonly string[] {
  if (changeId === undefined) return [];
  return [`It changed ${changed.join(', ')} (change ${changeId}, undoable: ${undoable ?? 'all'}).`];
}

// More than a title shows, however much of it is hidden.
const LONGEST_COMMAND = 10_000;

// For the history: what a person would recognise, without what must not be kept.
export function titleOf(command: string): string {
  const line = redactedText(shortenedText(command, LONGEST_COMMAND)).replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line;
}

// Checked, but not written in every list: nobody waits longer.
export const secondsInput = (most: number, description: string) =>
  z
    .number()
    .refine((value) => value >= 0 && value <= most, `from 0 to ${most}`)
    .optional()
    .describe(description);

export const waitOf = (given: number | undefined, usual: number): number => seconds(given ?? usual);

// Named, or the caller's own last one.
export function runMeant({ ide, owner }: Asker<'running'>, id: string | undefined): Run {
  const all = ide.running.runs();
  const known = all.map((run) => run.id);
  const found = id === undefined ? all.findLast((run) => run.owner === owner) : all.find((run) => run.id === id);
  if (found !== undefined) return found;
  throw id === undefined ? noRun(known) : runNotFound(id, known);
}

// Recorded until it ends, also when the call that started it has long been answered; longer, and everything that happens would be its doing.
export async function recordedRun(
  context: ProjectContext<'running'>,
  wanted: WantedRun,
  what: { tool: string; title: string },
): Promise<{ run: Run; outcome: Promise<ObservedOutcome> }> {
  const { ide, signal } = context;
  const observation = await observing(ide, authorship(context, what), signal);
  try {
    const run = await ide.running.start(wanted, signal);
    const over = new AbortController();
    const late = sleep(LONGEST_RECORD, undefined, { signal: over.signal, ref: false }).catch(() => {});
    const outcome = Promise.race([run.ended, late])
      .then(() => over.abort())
      .then(() => observation.end())
      // The run is worth more than its record.
      .catch(() => ({}));
    return { run, outcome };
  } catch (error) {
    await observation.end();
    throw error;
  }
}
