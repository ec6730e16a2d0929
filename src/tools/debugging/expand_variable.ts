// What is inside a value, in pages.
import { z } from 'zod';
import { estimateTokens } from '../../base/text/tokens.ts';
import { invalidCursor } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { type AgentValue, agentValue, childrenOf, detailFor, fitting, insideOf, tellValue, valueOutput } from './words/debugValue.ts';

const USUAL_PAGE = 50;

export const expandVariable = defineTool({
  name: 'expand_variable',
  title: 'Expand variable',
  description: 'Members or elements of a value with an id, from get_variables, evaluate or a stop.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    variable_id: z.string().min(1).describe('As s1.2.7; holds for one stop.'),
    cursor: z.string().optional().describe('From the last answer, for more.'),
    page_size: z.int().min(1).max(500).optional().describe('50'),
  }),
  output: z.object({ variableId: z.string(), variables: z.array(valueOutput), cursor: z.string().optional() }),
  async run({ signal, budget, ...context }, { variable_id: id, cursor, page_size: size = USUAL_PAGE }) {
    const inside = insideOf(context, id);
    const { session, stop } = inside;
    const start = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isInteger(start) || start < 0) throw invalidCursor(cursor ?? '');
    // One more than is shown says whether there is more.
    const values = await childrenOf(inside, id, { start, count: size + 1 }, signal);
    const variables: AgentValue[] = [];
    const detail = detailFor({ budget });
    let left = budget * 0.8;
    for (const value of values.slice(0, size)) {
      const variable = agentValue(value, session, stop, detail);
      left -= estimateTokens(JSON.stringify(variable)) + 1;
      if (left < 0 && variables.length > 0) break;
      variables.push(variable);
    }
    const fit = fitting(variables, detail);
    const isAll = values.length <= fit.length;
    return { variableId: id, variables: [...fit], ...(!isAll && { cursor: String(start + fit.length) }) };
  },
  *tell({ variableId, variables, cursor }) {
    const foot = cursor === undefined ? [] : [`More: cursor ${cursor}`];
    yield [`In ${variableId}:`, ...variables.map((value) => `  ${tellValue(value)}`), ...foot].join('\n');
    yield [`In ${variableId}: ${variables.map(({ name }) => name).join(', ')}`, ...foot].join('\n');
  },
});
