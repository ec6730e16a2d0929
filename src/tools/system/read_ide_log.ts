// What Binnacle wrote down about itself: engines that died, projects that were opened, failures inside.
import { z } from 'zod';
import { estimateTokens } from '../../base/text/tokens.ts';
import { defineTool } from '../tool.ts';

const USUAL_LINES = 50;
const LONGEST_LINE = 2_000;
const LEVELS = ['info', 'warn', 'error'] as const;

export const readIdeLog = defineTool({
  name: 'read_ide_log',
  title: 'Read IDE log',
  description: "Binnacle's own log, newest lines last.",
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    level: z.enum(LEVELS).optional().describe('And worse.'),
    query: z.string().min(1).optional().describe('Text in the line.'),
    lines: z.int().optional().describe('Most; 50.'),
  }),
  output: z.object({
    lines: z.array(z.object({ time: z.string(), level: z.enum(LEVELS), text: z.string() })),
    // Older lines that fit the question.
    more: z.number().optional(),
  }),
  async run({ ide, signal, budget }, { level = 'info', query, lines: most = USUAL_LINES }) {
    const worst = LEVELS.indexOf(level);
    const all = (await ide.log.lines(signal)).filter(
      (line) => LEVELS.indexOf(line.level) >= worst && (query === undefined || line.text.toLowerCase().includes(query.toLowerCase())),
    );
    let left = budget * 0.85;
    const shown = all
      .slice(-Math.max(1, most))
      .toReversed()
      .map(({ time, level: of, text }) => ({ time, level: of, text: text.slice(0, LONGEST_LINE) }))
      .filter(({ text }) => {
        left -= estimateTokens(text) + 20;
        return left > 0;
      })
      .toReversed();
    return { lines: shown, ...(all.length > shown.length && { more: all.length - shown.length }) };
  },
  *tell({ lines, more }) {
    if (lines.length === 0) yield 'No such line.';
    yield [...(more === undefined ? [] : [`(${more} older lines)`]), ...lines.map(({ time, level, text }) => `${time} ${level} ${text}`)].join('\n');
  },
});
