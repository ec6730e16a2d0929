// Where a program stands, all in one.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { sessionInput, sessionMeant } from './words/debugSession.ts';
import { statusOf, statusOutput, tellStatus } from './words/debugStatus.ts';

export const getDebugSessionStatus = defineTool({
  name: 'get_debug_session_status',
  title: 'Get debug session status',
  description: 'Where a program stands, in one answer: reason, place, stack, variables, watches, source.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    ...sessionInput,
    include_variables: z.boolean().optional().describe('true'),
    source_lines: z.int().min(0).max(100).optional().describe('Above and below; 5.'),
    max_frames: z.int().min(1).max(200).optional().describe('5'),
  }),
  output: statusOutput,
  async run(context, { session_id: id, include_variables: variables, source_lines: sourceLines, max_frames: frames }) {
    return statusOf(context, sessionMeant(context, id), { variables, sourceLines, frames });
  },
  tell: tellStatus,
});
