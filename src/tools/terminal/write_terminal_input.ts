// What a person would type: text, then keys.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { unknownKey } from '../../ide/errors/runErrors.ts';
import { keySequence } from '../../ide/terminalKeys.ts';
import { defineTool } from '../tool.ts';
import { anothersTerminal, liveTerminal, screenOutput, settledScreen, settlingInput, tellScreen, terminalInput } from './words/terminal.ts';

export const writeTerminalInput = defineTool({
  name: 'write_terminal_input',
  title: 'Write terminal input',
  description: 'Type into a terminal; answers with its screen.',
  effect: 'runs',
  needs: ['terminals'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    terminal_id: terminalInput,
    text: z.string().optional().describe('First.'),
    secret: z.string().optional().describe('Then; not kept.'),
    keys: z.array(z.string().min(1)).optional().describe('Last: enter, ctrl+c, up, f1 …'),
    ...settlingInput,
  }),
  output: z.object(screenOutput),
  async run(context, input) {
    const { text = '', secret = '', keys = [] } = input;
    const terminal = liveTerminal(context, input.terminal_id);
    if (text === '' && secret === '' && keys.length === 0)
      throw invalidArguments('write_terminal_input', ['nothing is to be typed'], ['text', 'secret', 'keys']);
    const unknown = keys.find((key) => keySequence(key, false) === undefined);
    if (unknown !== undefined) throw unknownKey(unknown);
    // What a shell would be given, also where it was typed bit by bit, by single keys, or as a secret.
    const pressed = keys.map((key) => keySequence(key, false)).join('');
    const line = `${terminal.typed}${text}${secret}${pressed}`.replaceAll('\r', '\n');
    const whose = anothersTerminal(context, terminal);
    await context.permission.commands([{ command: { line }, isTyped: true }], { hosts: [], unusual: whose === undefined ? [] : [whose] });
    const authorship = { author: context.author, tool: 'write_terminal_input', title: `${terminal.title} in terminal ${terminal.id}` };
    await terminal.type(text + secret, keys, authorship, context.signal);
    return settledScreen(context, terminal, input);
  },
  tell: tellScreen,
});
