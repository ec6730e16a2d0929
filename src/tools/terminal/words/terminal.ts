// Which terminal a call means, how long it waits for it, and how its screen is returned.
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import type { Terminal } from '../../../ide/doors/terminals.ts';
import { terminalEnded, terminalNotFound } from '../../../ide/errors/runErrors.ts';
import type { Asker, ProjectContext } from '../../tool.ts';
import { anothers } from '../../words/ownership.ts';
import { changedFields, changedOutput, secondsInput, tellChanged } from '../../words/run.ts';

export const terminalInput = z.string().min(1).describe('Of run_in_terminal.');
export const settlingInput = {
  until: z.string().min(1).optional().describe('Text to wait for.'),
  timeout: secondsInput(600, 'Seconds.'),
};

export const screenOutput = {
  terminalId: z.string(),
  state: z.enum(['running', 'ended']),
  exitCode: z.number().optional(),
  // The text that was waited for did not come.
  timedOut: z.boolean().optional(),
  // As a person would see it, without empty rows at its end.
  screen: z.string(),
  // From 1.
  caret: z.object({ row: z.number(), column: z.number() }),
  // A program has the whole screen.
  fullScreen: z.boolean().optional(),
  ...changedOutput,
};

const shape = z.object(screenOutput);
export type ScreenOutput = z.infer<typeof shape>;

export function terminalMeant({ ide }: Asker<'terminals'>, id: string): Terminal {
  const all = ide.terminals.list();
  // By its name too, where it was opened with one.
  const found = all.find((terminal) => terminal.id === id) ?? all.findLast((terminal) => terminal.title === id);
  if (found === undefined)
    throw terminalNotFound(
      id,
      all.map((terminal) => terminal.id),
    );
  return found;
}

export function liveTerminal(context: ProjectContext<'terminals'>, id: string): Terminal {
  const terminal = terminalMeant(context, id);
  if (terminal.state.state === 'ended') throw terminalEnded(id, terminal.state.exitCode);
  return terminal;
}

export function anothersTerminal(asker: Asker, terminal: Terminal): string | undefined {
  return anothers(asker, terminal, `terminal ${terminal.id} (${terminal.title})`);
}

const USUAL_WAIT = 5;
const USUAL_WAIT_FOR_TEXT = 30;

// What it shows once it has shown what was wanted, or has gone quiet.
export async function settledScreen(
  context: ProjectContext,
  terminal: Terminal,
  { until, timeout }: { until?: string | undefined; timeout?: number | undefined },
): Promise<ScreenOutput> {
  const longest = seconds(timeout ?? (until === undefined ? USUAL_WAIT : USUAL_WAIT_FOR_TEXT));
  const isSettled = await terminal.settled({ milliseconds: longest, ...(until !== undefined && { until }) }, context.signal);
  return { ...(await screenFields(context, terminal)), ...(!isSettled && { timedOut: true }) };
}

export async function screenFields(context: ProjectContext, terminal: Terminal): Promise<ScreenOutput> {
  const { rows, cursor, isFullScreen } = await terminal.screen();
  const { state } = terminal;
  return {
    terminalId: terminal.id,
    state: state.state,
    ...(state.state === 'ended' && { exitCode: state.exitCode }),
    screen: rows.join('\n').trimEnd(),
    caret: { row: cursor.row + 1, column: cursor.column + 1 },
    ...(isFullScreen && { fullScreen: true }),
    ...changedFields(context, await terminal.changed()),
  };
}

export function* tellScreen(shown: ScreenOutput): Iterable<string> {
  const { terminalId, state, exitCode, timedOut, screen, caret } = shown;
  const ended = state === 'ended' ? `ended with ${exitCode ?? '?'}` : `cursor at ${caret.row}:${caret.column}`;
  const head = `Terminal ${terminalId}, ${ended}${timedOut === true ? '; the text did not come in time' : ''}`;
  const changed = tellChanged(shown);
  yield [head, ...changed, screen].join('\n');
  yield [head, ...changed].join('\n');
}
