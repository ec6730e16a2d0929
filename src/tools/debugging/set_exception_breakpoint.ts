// Stops where exceptions are thrown.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { agentBreakpoint, breakpointOutput, tellBreakpoint } from './words/breakpoint.ts';

export const setExceptionBreakpoint = defineTool({
  name: 'set_exception_breakpoint',
  title: 'Set exception breakpoint',
  description: 'Stop where exceptions are thrown. While all of them name a class, others pass.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({
    exception: z.string().min(1).optional().describe('Class, as ValueError; else every one.'),
    caught: z.boolean().optional().describe('Also those that are caught; false.'),
    uncaught: z.boolean().optional().describe('true'),
    enabled: z.boolean().optional().describe('true'),
  }),
  output: z.object({ breakpoint: breakpointOutput }),
  async run(context, { exception, caught = false, uncaught = true, enabled = true }) {
    if (!caught && !uncaught)
      throw invalidArguments(
        'set_exception_breakpoint',
        ['pass caught or uncaught as true, or use remove_breakpoint'],
        ['exception', 'caught', 'uncaught', 'enabled'],
      );
    const set = await context.ide.debugging.breakpoints.set({ kind: 'exception', exception, caught, uncaught, enabled }, context.signal);
    return { breakpoint: agentBreakpoint(context, set) };
  },
  *tell({ breakpoint }) {
    yield tellBreakpoint(breakpoint);
  },
});
