// Takes a breakpoint away, here and in programs that run.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { agentBreakpoint, breakpointOutput, tellBreakpoint } from './words/breakpoint.ts';

export const removeBreakpoint = defineTool({
  name: 'remove_breakpoint',
  title: 'Remove breakpoint',
  description: 'Take away a breakpoint, tracepoint or exception breakpoint, also in programs that run.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ breakpoint_id: z.string().min(1).describe('Of set_breakpoint or list_breakpoints.') }),
  output: z.object({ removed: breakpointOutput }),
  async run(context, { breakpoint_id: id }) {
    return { removed: agentBreakpoint(context, await context.ide.debugging.breakpoints.remove(id, context.signal)) };
  },
  *tell({ removed }) {
    yield `Removed: ${tellBreakpoint(removed)}`;
  },
});
