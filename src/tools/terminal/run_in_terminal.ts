// A program with a screen and a keyboard: started in a terminal of its own, or typed into one that is open.
import { z } from 'zod';
import { milliseconds } from '../../base/waiting/duration.ts';
import type { Terminal } from '../../ide/doors/terminals.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { titleOf } from '../words/run.ts';
import { anothersTerminal, liveTerminal, screenOutput, settledScreen, settlingInput, tellScreen } from './words/terminal.ts';

const COLUMNS = 120;
const ROWS = 30;

const sizeInput = (least: number, most: number, description: string) =>
  z
    .int()
    .refine((value) => value >= least && value <= most, `from ${least} to ${most}`)
    .optional()
    .describe(description);

export const runInTerminal = defineTool({
  name: 'run_in_terminal',
  title: 'Run in terminal',
  description: 'Start an interactive program in a terminal; answers with its screen.',
  effect: 'runs',
  needs: ['terminals'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    command: z.string().min(1).optional().describe('Shell line; without, a shell.'),
    terminal_id: z.string().min(1).optional().describe('Type it there.'),
    name: z.string().min(1).max(60).optional().describe('Type it in your shell of this name; opened if need be.'),
    cwd: z.string().min(1).optional().describe('Folder.'),
    env: z.record(z.string(), z.string()).optional().describe('Added.'),
    columns: sizeInput(20, 500, 'Default 120.'),
    rows: sizeInput(5, 200, 'Default 30.'),
    ...settlingInput,
  }),
  output: z.object(screenOutput),
  async run(context, input) {
    const { command } = input;
    if (input.terminal_id !== undefined && input.name !== undefined)
      throw invalidArguments('run_in_terminal', ['terminal_id and name both say which terminal'], ['terminal_id', 'name']);
    const isTyped = input.terminal_id !== undefined || input.name !== undefined;
    const place = { ...(input.cwd !== undefined && { folder: input.cwd }), ...(input.env !== undefined && { environment: input.env }), isTyped };
    const open = openTerminal(context, input);
    const step = { ...place, command: command === undefined && !isTyped ? { words: ['sh'] } : { line: `${open?.typed ?? ''}${command ?? ''}` } };
    const whose = open && anothersTerminal(context, open);
    await context.permission.commands([step], { hosts: [], unusual: whose === undefined ? [] : [whose] });
    return settledScreen(context, await terminalFor(context, input, open), input);
  },
  tell: tellScreen,
});

// The one that was named, by its id or by a name that this agent gave it; undefined where it is still to be opened.
function openTerminal(context: ProjectContext<'terminals'>, { terminal_id: id, name }: { terminal_id?: string | undefined; name?: string | undefined }) {
  if (id !== undefined) return liveTerminal(context, id);
  return context.ide.terminals
    .list()
    .findLast((terminal) => (terminal.id === name || terminal.title === name) && terminal.owner === context.owner && terminal.state.state === 'running');
}

async function terminalFor(
  context: ProjectContext<'terminals'>,
  input: {
    command?: string | undefined;
    name?: string | undefined;
    cwd?: string | undefined;
    env?: Record<string, string> | undefined;
    columns?: number | undefined;
    rows?: number | undefined;
  },
  open: Terminal | undefined,
) {
  const { command, columns = COLUMNS, rows = ROWS } = input;
  const title = titleOf(input.name ?? command ?? 'shell');
  const authorship = { author: context.author, tool: 'run_in_terminal', title };
  const terminal =
    open ??
    (await context.ide.terminals.open(
      {
        title,
        owner: context.owner,
        columns,
        rows,
        // A line alone would end its terminal.
        ...(command !== undefined && input.name === undefined && { line: command }),
        ...(input.cwd !== undefined && { folder: input.cwd }),
        ...(input.env !== undefined && { environment: input.env }),
      },
      authorship,
      context.signal,
    ));
  if (open === undefined && input.name !== undefined) await prompted(terminal, context.signal);
  if (open !== undefined || (input.name !== undefined && command !== undefined)) await terminal.type(`${command ?? ''}\n`, [], authorship, context.signal);
  return terminal;
}

const MOST_LOOKS = 25;
const BETWEEN_LOOKS = milliseconds(200);

// What is typed before a shell shows its prompt is echoed alone, and would look like all that came of it.
async function prompted(terminal: Terminal, signal: AbortSignal): Promise<void> {
  for (let look = 0; look < MOST_LOOKS && terminal.state.state === 'running'; look++) {
    const { rows } = await terminal.screen();
    if (rows.some((row) => row.trim() !== '')) return;
    await terminal.settled({ milliseconds: BETWEEN_LOOKS }, signal);
  }
}
