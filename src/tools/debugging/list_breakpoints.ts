// All breakpoints of the project.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput, openDocument } from '../words/place.ts';
import { agentBreakpoint, breakpointOutput, tellBreakpoint } from './words/breakpoint.ts';

export const listBreakpoints = defineTool({
  name: 'list_breakpoints',
  title: 'List breakpoints',
  description: 'Breakpoints of the project, of every kind: where they are by now, how often they were hit, and whether running programs have them in place.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ file: fileInput.optional() }),
  output: z.object({ breakpoints: z.array(breakpointOutput) }),
  async run(context, { file }) {
    const uri = file === undefined ? undefined : await context.ide.documents.locate(file);
    const all = await context.ide.debugging.breakpoints.list(context.signal);
    const wanted = all.filter((breakpoint) => uri === undefined || (breakpoint.kind === 'line' && breakpoint.uri === uri));
    // A name that nobody has is no file without breakpoints; one that is gone may still have some.
    if (file !== undefined && wanted.length === 0) await openDocument(context, file);
    return { breakpoints: wanted.map((breakpoint) => agentBreakpoint(context, breakpoint)) };
  },
  *tell({ breakpoints }) {
    yield breakpoints.length === 0 ? 'There are no breakpoints.' : breakpoints.map(tellBreakpoint).join('\n');
  },
});
