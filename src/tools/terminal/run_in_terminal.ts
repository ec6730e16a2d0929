// A program with a screen and a keyboard: started in a terminal of its own, or typed into one that is open.
import { z } from 'zod';
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
    cwd: z.string().min(1).optional().describe('Folder.'),
    env: z.record(z.string(), z.string()).optional().describe('Added.'),
    columns: sizeInput(20, 500, 'Default 120.'),
    rows: sizeInput(5, 200, 'Default 30.'),
    ...settlingInput,
  }),
  output: z.object(screenOutput),
  async run(context, input) {
    const { command } = input;
    const isTyped = input.terminal_id !== undefined;
    const place = { ...(input.cwd !== undefined && { folder: input.cwd }), ...(input.env !== undefined && { environment: input.env }), isTyped };
    const open = input.terminal_id === undefined ? undefined : liveTerminal(context, input.terminal_id);
    const step = { ...place, command: command === undefined && !isTyped ? { words: ['sh'] } : { line: `${open?.typed ?? ''}${command ?? ''}` } };
    const whose = open && anothersTerminal(context, open);
    await context.permission.commands([step], { hosts: [], unusual: whose === undefined ? [] : [whose] });
    return settledScreen(context, await terminalFor(context, input), input);
  },
  tell: tellScreen,
});

async function terminalFor(
  context: ProjectContext<'terminals'>,
  input: {
    command?: string | undefined;
    terminal_id?: string | undefined;
    cwd?: string | undefined;
    env?: Record<string, string> | undefined;
    columns?: number | undefined;
    rows?: number | undefined;
  },
) {
  const { command, columns = COLUMNS, rows = ROWS } = input;
  const title = titleOf(command ?? 'shell');
  const authorship = { author: context.author, tool: 'run_in_terminal', title };
  if (input.terminal_id === undefined)
    return context.ide.terminals.open(
      {
        title,
        owner: context.owner,
        columns,
        rows,
        ...(command !== undefined && { line: command }),
        ...(input.cwd !== undefined && { folder: input.cwd }),
        ...(input.env !== undefined && { environment: input.env }),
      },
      authorship,
      context.signal,
    );
  const terminal = liveTerminal(context, input.terminal_id);
  await terminal.type(`${command ?? ''}\n`, [], authorship, context.signal);
  return terminal;
}
