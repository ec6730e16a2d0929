// A call of any tool by its name, for agents that can call only what their list holds.
import { z } from 'zod';
import { defineForwardingTool } from '../tool.ts';

export const callTool = defineForwardingTool({
  name: 'call_tool',
  title: 'Call tool',
  description: 'Call a tool that is not in your list. Its answer and its errors are those of the tool. find_tools tells names and arguments.',
  effect: 'runs',
  hidden: true,
  input: z.strictObject({
    name: z.string().min(1).describe('The tool.'),
    arguments: z.record(z.string(), z.unknown()).default({}).describe('As its schema says.'),
  }),
  forwardedTo: (input) => ({ tool: input.name, arguments: input.arguments }),
});
