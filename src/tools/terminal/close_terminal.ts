// Ends a terminal and everything that runs in it.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { anothersTerminal, screenFields, screenOutput, tellScreen, terminalInput, terminalMeant } from './words/terminal.ts';

export const closeTerminal = defineTool({
  name: 'close_terminal',
  title: 'Close terminal',
  description: 'End a terminal with every program in it.',
  effect: 'controls',
  needs: ['terminals'],
  hidden: true,
  input: z.strictObject({ terminal_id: terminalInput }),
  output: z.object(screenOutput),
  asksFirst: ({ terminal_id: id }, asker) => anothersTerminal(asker, terminalMeant(asker, id)),
  async run(context, input) {
    const terminal = terminalMeant(context, input.terminal_id);
    await terminal.close();
    return screenFields(context, terminal);
  },
  tell: tellScreen,
});
