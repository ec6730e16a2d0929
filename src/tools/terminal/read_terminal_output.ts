// What a terminal shows, or the lines that went through it.
import { z } from 'zod';
import { estimateTokens } from '../../base/text/tokens.ts';
import { defineTool } from '../tool.ts';
import { maxTokens } from '../words/page.ts';
import { tellChanged } from '../words/run.ts';
import { screenFields, screenOutput, settledScreen, settlingInput, tellScreen, terminalInput, terminalMeant } from './words/terminal.ts';

const MOST_LINES = 500;

export const readTerminalOutput = defineTool({
  name: 'read_terminal_output',
  title: 'Read terminal output',
  description: 'The screen of a terminal, or its lines.',
  effect: 'reads',
  needs: ['terminals'],
  hidden: true,
  input: z.strictObject({
    terminal_id: terminalInput,
    scrollback: z.boolean().optional().describe('All its lines.'),
    cursor: z.string().min(1).optional().describe('Lines that came since.'),
    until: settlingInput.until,
    max_tokens: maxTokens,
  }),
  output: z.object({
    ...screenOutput,
    lines: z.array(z.string()).optional(),
    // Shows what comes next; the last line may come again.
    cursor: z.string().optional(),
    more: z.boolean().optional(),
    // What was there at the cursor is forgotten; these are the oldest lines that are known.
    stale: z.boolean().optional(),
  }),
  async run(context, input) {
    const terminal = terminalMeant(context, input.terminal_id);
    const shown = input.until === undefined ? await screenFields(context, terminal) : await settledScreen(context, terminal, input);
    if (input.scrollback !== true && input.cursor === undefined) return shown;
    const most = Math.max(1, Math.min(MOST_LINES, await fitting(context.budget * 0.7, () => terminal.lines(input.cursor, MOST_LINES))));
    const { lines, cursor, hasMore, isStale } = await terminal.lines(input.cursor, most);
    return { ...shown, screen: '', lines: [...lines], cursor, ...(hasMore && { more: true }), ...(isStale && { stale: true }) };
  },
  *tell(value) {
    if (value.lines === undefined) {
      yield* tellScreen(value);
      return;
    }
    const foot = `Terminal ${value.terminalId} is ${value.state}. ${value.more === true ? 'More' : 'Later'}: cursor ${value.cursor ?? ''}`;
    yield [...(value.stale === true ? ['(older lines are forgotten)'] : []), ...value.lines, ...tellChanged(value), foot].join('\n');
  },
});

// How many lines the answer holds.
async function fitting(budget: number, look: () => Promise<{ lines: readonly string[] }>): Promise<number> {
  let left = budget;
  const { lines } = await look();
  const at = lines.findIndex((line) => {
    left -= estimateTokens(line) + 2;
    return left < 0;
  });
  return at < 0 ? lines.length : at;
}
