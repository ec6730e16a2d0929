// The rows of the JetBrains debugger plugin about breakpoints.
import { z } from 'zod';
import { defineDialectTool } from './dialect.ts';
import { answers, breakpointModel, filePath, inProject, project } from './jetbrainsDebuggerModels.ts';
import { given } from './jetbrainsIndexWords.ts';

export const listBreakpoints = defineDialectTool({
  name: 'list_breakpoints',
  tool: 'list_breakpoints',
  description: 'All breakpoints, of a file or of the project.',
  input: z.strictObject({ file_path: filePath.optional(), ...project }),
  answer: z.object({ breakpoints: z.array(answers.breakpoint) }),
  toArguments: (input) => inProject(input, { file: input.file_path }),
  toResult: ([{ breakpoints }], { project: root }) => ({ breakpoints: breakpoints.map((one) => breakpointModel(one, root)) }),
});

export const setBreakpoint = defineDialectTool({
  name: 'set_breakpoint',
  tool: 'set_breakpoint',
  description: 'Set a line breakpoint, with a condition, or with a message that it logs; with suspend_policy none it only logs.',
  input: z.strictObject({
    file_path: filePath,
    line: z.int().min(1).describe('From 1.'),
    condition: z.string().min(1).optional().describe('Stop only when true.'),
    log_message: z.string().min(1).optional().describe('Logged at each hit; {expr} is evaluated.'),
    suspend_policy: z.enum(['all', 'thread', 'none']).optional().describe('all; none does not stop. Most debuggers here stop all threads, also for thread.'),
    enabled: z.boolean().optional().describe('true'),
    temporary: z.boolean().optional().describe('Removed after the first hit.'),
    ...project,
  }),
  answer: z.object({ breakpoint: answers.breakpoint, message: z.string() }),
  toArguments: (input) =>
    inProject(input, {
      file: input.file_path,
      line: input.line,
      condition: input.condition,
      log_message: input.log_message,
      suspend: input.suspend_policy ?? 'all',
      enabled: input.enabled,
      temporary: input.temporary,
    }),
  toResult: ([{ breakpoint, message }]) => ({ breakpoint_id: breakpoint.id, status: 'set', verified: breakpoint.verified, message }),
});

export const removeBreakpoint = defineDialectTool({
  name: 'remove_breakpoint',
  tool: 'remove_breakpoint',
  description: 'Remove a breakpoint.',
  input: z.strictObject({ breakpoint_id: z.string().min(1).describe('Of set_breakpoint or list_breakpoints.'), ...project }),
  answer: z.object({ removed: answers.breakpoint }),
  toArguments: (input) => inProject(input, { breakpoint_id: input.breakpoint_id }),
  toResult: ([{ removed }], { project: root }) => ({ breakpoint_id: removed.id, status: 'removed', breakpoint: breakpointModel(removed, root) }),
});

export const exceptionBreakpoint = defineDialectTool({
  name: 'set_exception_breakpoint',
  tool: 'set_exception_breakpoint',
  description: 'Stop where exceptions are thrown.',
  input: z.strictObject({
    exception_class: z.string().min(1).optional().describe('Every exception if left out.'),
    caught: z.boolean().optional().describe('Also those that are caught; false.'),
    uncaught: z.boolean().optional().describe('true'),
    ...project,
  }),
  answer: z.object({ breakpoint: answers.breakpoint }),
  toArguments: (input) => inProject(input, { exception: input.exception_class, caught: input.caught, uncaught: input.uncaught }),
  toResult: ([{ breakpoint }], { project: root }) => ({
    breakpoint_id: breakpoint.id,
    status: 'set',
    verified: breakpoint.verified,
    breakpoint: breakpointModel(breakpoint, root),
    ...given({ message: breakpoint.sessions?.find(({ message }) => message !== undefined)?.message }),
  }),
});
